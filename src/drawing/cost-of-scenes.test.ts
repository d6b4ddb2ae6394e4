import { describe, expect, it } from 'vitest';
import { capeOf, sheetOf } from '../../test/support/sheet-bytes.ts';
import { sceneCost } from './cost-of-scenes.ts';
import { renderTypeNames } from '../render/render-types.ts';
import type { PictureFigure, PosedFigure, SceneFigure, SceneOrder } from './scene-order.ts';

describe('a scene costs', () => {
  const posed: PosedFigure = {
    kind: 'posed',
    skin: 0,
    cape: null,
    model: 'classic',
    upsideDown: false,
    renderType: 'default',
    crop: 'full',
    wings: false,
    overlay: 'flat',
    yawDegrees: 0,
    pitchDegrees: 0,
    mirror: false,
    scale: 1,
    label: '',
    caption: '',
  };
  const picture: PictureFigure = {
    kind: 'picture',
    picture: 0,
    crop: 'full',
    mirror: false,
    scale: 1,
    label: '',
    caption: '',
  };
  const scene = (figures: readonly SceneFigure[], changes: Partial<SceneOrder> = {}): number =>
    sceneCost({
      scene: 'meadow',
      arrangement: 'row',
      facing: 'same',
      sizePx: [1200, 630],
      heightPx: 512,
      gapPx: null,
      title: '',
      subtitle: '',
      labels: 'below',
      shadow: true,
      background: null,
      outline: null,
      format: 'png',
      skins: [sheetOf(64)],
      capes: [],
      pictures: [],
      figures,
      ...changes,
    });
  const many = (count: number, each: SceneFigure = posed) =>
    Array.from({ length: count }, () => each);

  it('its area, its figures, its format and its texels', () => {
    const one = scene(many(1));
    expect(scene([])).toBeLessThan(one);
    expect(scene(many(1), { sizePx: [468, 60] })).toBeLessThan(one / 2);
    expect(scene(many(1), { format: 'avif' })).toBeGreaterThan(one + 100);
    expect(scene(many(1), { skins: [sheetOf(1024)] })).toBeGreaterThan(1.5 * one);
    expect(scene(many(1), { title: 'x'.repeat(80) })).toBeGreaterThan(one);
  });

  it('without a given size, by the size of its figures', () => {
    const [small, large] = [32, 512].map((heightPx) => scene(many(5), { sizePx: null, heightPx }));
    expect(large).toBeGreaterThan(5 * small!);
    const drawn = { sizePx: null, format: 'avif' } as const;
    const [one, ten] = [1, 10].map((count) => scene(many(count), drawn));
    expect(ten).toBeGreaterThan(3 * one!);
  });

  it('the room that names need below small figures', () => {
    const small = { sizePx: null, heightPx: 16, format: 'avif' } as const;
    const named = scene(many(5, { ...posed, label: 'x' }), small);
    expect(named).toBeGreaterThan(
      1.2 * scene(many(5, { ...posed, label: 'x' }), { ...small, labels: 'none' }),
    );
  });

  it('as AVIF and WebP the names on a transparent picture, more on plates', () => {
    for (const format of ['avif', 'webp'] as const) {
      const named = (labels: SceneOrder['labels']) =>
        scene(many(5, { ...posed, label: 'a_long_name_here' }), {
          scene: null,
          sizePx: null,
          heightPx: 64,
          labels,
          format,
        });
      expect(named('below')).toBeGreaterThan(1.1 * named('none'));
      expect(named('plate')).toBeGreaterThan(named('below'));
    }
  });

  it('a plan for each different pose, turn and size of sheet', () => {
    const ten = scene(many(10), { sizePx: null });
    const poses = renderTypeNames.slice(4, 14).map((renderType) => ({ ...posed, renderType }));
    expect(scene(poses, { sizePx: null })).toBeGreaterThan(3 * ten);
    expect(scene(many(10), { sizePx: null, facing: 'centre' })).toBeGreaterThan(1.5 * ten);
    const dressed = many(2).map((one, skin) => ({ ...one, skin }));
    const inTwo = (widthPx: number) => ({ sizePx: null, skins: [sheetOf(64), sheetOf(widthPx)] });
    expect(scene(dressed, inTwo(128))).toBeGreaterThan(1.5 * scene(dressed, inTwo(64)));
  });

  it('a plan for each scale of a cape, more for fine ones and for wings', () => {
    const capes = Array.from({ length: 10 }, (_, index) => capeOf(7 + index));
    const dressed = (cape: (index: number) => number, wings = false) =>
      scene(
        many(10).map((one, index) => ({ ...one, cape: cape(index), wings })),
        { sizePx: null, heightPx: 900, capes },
      );
    const equal = dressed(() => 0);
    expect(dressed((index) => index)).toBeGreaterThan(3 * equal);
    expect(dressed((index) => index, true)).toBeGreaterThan(1.3 * dressed((index) => index));
    const fine = { sizePx: null, capes: [capeOf(1), capeOf(15)] };
    const wearing = (cape: number) => scene([{ ...posed, cape }], fine);
    expect(wearing(1)).toBeGreaterThan(1.1 * wearing(0));
  });

  it('the letters of its texts: different ones of large scripts, few for marks and emoji', () => {
    const cjk = Array.from({ length: 64 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const costOf = (title: string) => scene([], { title }) - scene([]);
    const latin = costOf('x'.repeat(64));
    expect(costOf(cjk.join(''))).toBeGreaterThan(4 * latin);
    expect(costOf(`a${'\u0301'.repeat(10)}`.repeat(64))).toBeLessThan(1.1 * latin);
    expect(costOf('👨‍👩‍👧‍👦'.repeat(64))).toBeLessThan(5 * latin);
  });

  it('pictures by their size, without a plan', () => {
    const pictures = (widthPx: number) => [sheetOf(widthPx)];
    const small = scene(many(1, picture), { skins: [], pictures: pictures(64) });
    const large = scene(many(1, picture), { skins: [], pictures: pictures(1024) });
    expect(large).toBeGreaterThan(small + 40);
    expect(small).toBeLessThan(scene(many(1)));
  });
});
