import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSceneContext, drawnScene } from '../../../test/support/scene-context.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { encodePng } from '../image/encode.ts';
import { placeFlag, withFlag } from './scene-flag.ts';

/** A text of so many letters, each six font pixels wide; it shrinks until it fits. */
const textOf =
  (letters: number) =>
  ({ spacePx, pixelPx: asked }: { readonly spacePx: number; readonly pixelPx: number }) => {
    const pixelPx = Math.max(1, Math.min(asked, Math.floor(spacePx / (letters * 6))));
    const sizePx = [Math.min(spacePx, letters * 6 * pixelPx), 22 * pixelPx] as const;
    return {
      lines: [],
      sizePx,
      pixelPx,
      isWrapped: false,
      isSmall: false,
      isCut: letters * 6 > spacePx,
    };
  };

const space = fc.record({
  spacePx: fc.integer({ min: 60, max: 1900 }),
  pixelPx: fc.integer({ min: 1, max: 14 }),
});

describe('a flag beside a title', () => {
  it('has whole texels, and takes no room from who has none', () => {
    fc.assert(
      fc.property(space, fc.integer({ min: 1, max: 40 }), (asked, letters) => {
        const set = textOf(letters);
        const { flagPx, sizePx, pixelPx } = withFlag(set, true)(asked);
        expect(flagPx === 0 || flagPx === 32 || flagPx % 64 === 0).toBe(true);
        expect(flagPx).toBeLessThanOrEqual(33 * pixelPx);
        expect(sizePx[0]).toBeLessThanOrEqual(Math.max(asked.spacePx, set(asked).sizePx[0]));
        expect(withFlag(set, false)(asked)).toMatchObject({ ...set(asked), flagPx: 0 });
      }),
    );
  });

  it.each([
    [280, 0],
    [180, 64],
  ])('is given up before a text of %d px that gets no smaller is cut', (widthPx, flagPx) => {
    const set = ({ spacePx }: { readonly spacePx: number }) => {
      const [sizePx, isCut] = [[Math.min(widthPx, spacePx), 66], widthPx > spacePx] as const;
      return { lines: [], sizePx, pixelPx: 3, isWrapped: false, isSmall: false, isCut };
    };
    const title = withFlag(set, true)({ spacePx: 300, pixelPx: 3 });
    expect(title).toMatchObject({ flagPx, textPx: [widthPx, 66], isCut: false });
  });

  it('and its title are in the place that both were given, side by side', () => {
    const aligned = fc.constantFrom('left' as const, 'centre' as const);
    fc.assert(
      fc.property(space, aligned, fc.integer({ min: 1, max: 40 }), (asked, align, letters) => {
        const title = withFlag(textOf(letters), true)(asked);
        const place = placeFlag(title, { ...asked, align, xPx: 1000, topPx: 50 });
        fc.pre(place !== null);
        const { flagPx, leftPx, topPx, text } = place;
        const [widthPx, heightPx] = title.sizePx;
        const left = align === 'left' ? 1000 : 1000 - widthPx / 2;
        const textLeft = text.xPx - (align === 'left' ? 0 : title.textPx[0] / 2);
        expect(leftPx).toBeGreaterThan(left);
        expect(textLeft).toBeGreaterThan(leftPx + flagPx);
        expect(textLeft + title.textPx[0]).toBeLessThanOrEqual(left + widthPx + 1);
        expect(topPx).toBeGreaterThanOrEqual(50);
        expect(topPx + flagPx).toBeLessThanOrEqual(50 + heightPx);
      }),
    );
  });
});

/** An icon of one colour, or of none. */
function icon(colour: readonly [number, number, number, number]): Buffer {
  const image = createImage(64, 64);
  for (let at = 0; at < image.data.length; at += 4) image.data.set(colour, at);
  return encodePng(image);
}

/** How many pixels have a colour, within what folds of the cloth change. */
function countOf(
  { data }: RgbaImage,
  [red, green, blue]: readonly [number, number, number],
): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const away = [data[at]! - red, data[at + 1]! - green, data[at + 2]! - blue];
    if (away.every((one) => Math.abs(one) < 28)) count += 1;
  }
  return count;
}

describe('the flag of a scene', () => {
  const banner = { sheets: [], figures: [], title: 'Oakhaven', sizePx: [960, 240] as const };
  const violet = [200, 30, 220] as const;
  const draw = (scene: Partial<Parameters<typeof drawnScene>[0]>) =>
    drawnScene({ ...banner, ...scene }, createSceneContext());

  it('shows the whole icon, whole and in colour', () => {
    const shown = countOf(draw({ flag: icon([...violet, 255]) }), violet);
    expect([64 ** 2, 128 ** 2, 192 ** 2]).toContain(shown);
  });

  it('is as good as none where there is no title, or no icon that can be read', () => {
    const flag = icon([...violet, 255]);
    const plain = draw({});
    expect(draw({ flag: Buffer.from('no icon') }).data).toEqual(plain.data);
    expect(draw({ flag, title: '' }).data).toEqual(draw({ title: '' }).data);
    expect(draw({ flag, sizePx: [120, 64] }).data).toEqual(draw({ sizePx: [120, 64] }).data);
  });

  it.each([
    ['dark', [255, 255, 255], [43, 39, 64]],
    ['light', [10, 10, 10], [244, 239, 226]],
  ] as const)('is %s cloth behind an icon that is not', (_, [red, green, blue], cloth) => {
    const image = createImage(64, 64);
    image.data.set([red, green, blue, 255], 0);
    const shown = countOf(draw({ flag: encodePng(image), scene: 'inferno' }), cloth);
    expect(shown).toBeGreaterThan(4000);
  });

  it('waves in a film', () => {
    const animation = { frames: 24, delayMs: 100, format: 'webp', matte: [0, 0, 0, 255] } as const;
    const at = (frame: number) =>
      draw({ flag: icon([...violet, 255]), scene: 'stage', animation: { ...animation, frame } });
    expect(countOf(at(5), violet)).toBe(countOf(at(0), violet));
    expect(at(5).data).not.toEqual(at(0).data);
  });

  it('has a pole without any ground, too', () => {
    expect(() => draw({ flag: icon([...violet, 255]), scene: null })).not.toThrow();
  });
});
