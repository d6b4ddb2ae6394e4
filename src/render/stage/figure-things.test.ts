import { describe, expect, it } from 'vitest';
import { compileFigure, frameFigure } from '../../../test/support/compile-figure.ts';
import { drawnPlan } from '../../../test/support/draw-scene.ts';
import { motleySheet, plainSheet } from '../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import type { Figure } from '../figure.ts';
import { asWords, type RgbaImage } from '../image/canvas.ts';
import { drawPlan } from '../plan/execute.ts';
import { cropsOf, renderTypeNames, renderTypes } from '../render-types.ts';
import { atlasOf } from '../sheet/atlas.ts';
import { things } from '../thing-names.ts';

const figure: Figure = {
  renderType: 'default',
  crop: 'full',
  model: 'classic',
  heightPx: 64,
  texelsPerUnit: 1,
};
const motley = motleySheet('classic', 'opaque');

function draw(changes: Partial<Figure>): RgbaImage {
  return drawnPlan(compileFigure({ ...figure, ...changes }), motley);
}

function borderAlphas({ data, widthPx, heightPx }: RgbaImage): number[] {
  const alphaAt = (x: number, y: number): number => data[(y * widthPx + x) * 4 + 3]!;
  return [
    ...Array.from({ length: widthPx }, (_, x) => [alphaAt(x, 0), alphaAt(x, heightPx - 1)]),
    ...Array.from({ length: heightPx }, (_, y) => [alphaAt(0, y), alphaAt(widthPx - 1, y)]),
  ].flat();
}

describe('what a figure holds', () => {
  const cases = things.flatMap((thing) =>
    (['default', 'cheering', 'sleeping'] as const).map((type) => [thing, type] as const),
  );

  it.each(cases)('is not cut: %s, %s', (thing, renderType) => {
    for (const hands of [{ hold: thing }, { holdLeft: thing }]) {
      for (const yawDegrees of [-80, 0]) {
        const image = draw({ ...hands, renderType, yawDegrees, model: 'slim' });
        expect(Math.max(...borderAlphas(image))).toBe(0);
      }
    }
  });

  it.each(['default', 'facepalm', 'crouching'] as const)(
    'does not change the frame of a crop without its hand: %s',
    (renderType) => {
      const face = { ...figure, renderType, crop: 'face' } as const;
      expect(frameFigure({ ...face, holdLeft: 'banner' })).toEqual(frameFigure(face));
    },
  );

  it('is whole in a bust that shows its hand', () => {
    const bust = { ...figure, renderType: 'cheering', crop: 'bust' } as const;
    const [held, bare] = [frameFigure({ ...bust, hold: 'sword' }), frameFigure(bust)];
    expect(held.scale).toBeLessThan(bare.scale);
  });

  it('is in the frame of both models at one scale', () => {
    const [classic, slim] = (['classic', 'slim'] as const).map((model) =>
      frameFigure({ ...figure, model, hold: 'sword', holdLeft: 'shield' }),
    );
    expect(slim!.scale).toBeCloseTo(classic!.scale, 9);
  });

  it('is in the other hand of a mirrored figure', () => {
    const plain = plainSheet([90, 90, 90, 255], [0, 0, 0, 0]);
    const middleOf = (changes: Partial<Figure>): number => {
      const image = drawnPlan(compileFigure({ ...figure, renderType: 'front', ...changes }), plain);
      const xs = [...asWords(image).keys()].filter((at) => (asWords(image)[at]! & 255) > 200);
      return xs.reduce((sum, at) => sum + (at % image.widthPx) / image.widthPx, 0) / xs.length;
    };
    const cake = { renderType: 'default', yawDegrees: -26, hold: 'cake' } as const;
    expect(middleOf(cake)).toBeLessThan(0.5);
    expect(middleOf({ ...cake, yawDegrees: 26, mirror: true })).toBeGreaterThan(0.5);
  });

  it('turns with a figure that stands on its head, and keeps its size', () => {
    const held = { ...figure, hold: 'banner' } as const;
    expect(frameFigure({ ...held, upsideDown: true }).scale).toBeCloseTo(
      frameFigure(held).scale,
      9,
    );
  });

  it('throws a shadow', () => {
    const shadowOf = (changes: Partial<Figure>) =>
      compileFigure({ ...figure, shadow: true, ...changes }).shadow!;
    const [bare, held] = [shadowOf({}), shadowOf({ hold: 'banner' })];
    const sum = (alphas: Uint8Array): number => alphas.reduce((all, alpha) => all + alpha, 0);
    expect(sum(held.alphas) / held.alphas.length).not.toBe(sum(bare.alphas) / bare.alphas.length);
  });
});

describe('nothing in the hands', () => {
  const own = renderTypeNames.filter((type) => 'holds' in renderTypes[type]);

  it('is what most poses have', () => {
    expect(own).toEqual(['dungeons', 'archer', 'reading']);
  });

  it.each(own)('of %s, which holds something by itself, if that is asked for', (renderType) => {
    const plan = compileFigure({ ...figure, renderType, hold: 'none', holdLeft: 'none' });
    expect(plan.hasThings).toBe(false);
    expect(compileFigure({ ...figure, renderType }).hasThings).toBe(true);
  });

  const handless = renderTypeNames
    .filter((type) => {
      const row = renderTypes[type];
      return row.kind === 'flat' || ('parts' in row && row.parts.length === 1);
    })
    .flatMap((type) => cropsOf(type).map((crop) => [type, crop] as const));

  it.each(handless)('of a flat type or a head: %s, %s', (renderType, crop) => {
    const plain = { ...figure, renderType, crop };
    expectSameBytes(draw({ ...plain, hold: 'sword', holdLeft: 'cake' }).data, draw(plain).data);
  });
});

describe('a torch', () => {
  it('keeps the colours of its flame in every light', () => {
    const plan = compileFigure({ ...figure, hold: 'torch', heightPx: 200 });
    const skin = { image: plainSheet([0, 0, 0, 255], [0, 0, 0, 0]), texelsPerUnit: 1 };
    const none = [0, 0, 0] as const;
    const dark = { key: [0, 0, 1], lit: none, shade: none, ambient: none, rims: [] } as const;
    const image = drawnPlan(plan, skin.image);
    drawPlan(plan, atlasOf({ skin, cape: null, hasThings: true }), image, { light: dark });
    const colours = new Set([...asWords(image)].filter((word) => word >>> 24 === 255));

    // All but the flame is black; pixels between two texels have colours of their own.
    expect(colours.has(0xffc2f6ff)).toBe(true);
    expect(colours.has(0xff4dd8ff)).toBe(true);
    expect(colours.has(0xff000000)).toBe(true);
  });
});
