import { describe, expect, it } from 'vitest';
import {
  createSceneContext,
  drawnScene,
  plainFigure as posed,
  sceneOrder,
} from '../../test/support/scene-context.ts';
import { capeOf, sheetOf } from '../../test/support/sheet-bytes.ts';
import { motleySheet } from '../../test/support/pattern-sheets.ts';
import { prepareSheet } from '../render/sheet/sheet.ts';
import { arrangementNames } from '../scenes/layout/arrangements.ts';
import { groupOf, sceneCost } from './cost-of-scenes.ts';
import { renderTypeNames } from '../render/render-types.ts';
import type { PictureFigure, SceneFigure, SceneOrder } from './scene-order.ts';

describe('a scene costs', () => {
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
    sceneCost(
      sceneOrder({
        sizePx: [1200, 630],
        heightPx: 512,
        skins: [sheetOf(64)],
        ...changes,
        figures,
      }),
    );
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

describe('a group is estimated as large as it is drawn', () => {
  const sheets = [prepareSheet(motleySheet('classic', 'holes'))];
  const context = createSceneContext();
  const types = ['walking', 'sleeping', 'isometric', 'head', 'pixel', 'back'] as const;
  const figures = Array.from({ length: 7 }, (_, index) => ({
    renderType: types[index % types.length]!,
    label: ['Notch', 'a_longer_name', '日本語', ''][index % 4]!,
    caption: index % 3 === 0 ? 'Captain' : '',
  }));
  const sizes = [[468, 60], [1200, 630], [630, 1200], null] as const;
  const texts = [
    { labels: 'none', title: '', scene: null },
    { labels: 'below', title: 'Oakhaven', scene: 'meadow' },
    { labels: 'plate', title: 'Ein längerer Titel für alle', scene: null },
  ] as const;
  const cases = arrangementNames.flatMap((arrangement) =>
    sizes.flatMap((sizePx) => texts.map((each) => ({ arrangement, sizePx, ...each }))),
  );
  it.each(cases)('$arrangement, $sizePx, $labels, “$title”', (changes) => {
    const drawn = drawnScene({ ...changes, sheets, figures }, context);
    const told = groupOf(sceneOrder({ ...changes, figures }));
    const share = (told.area * 1e6) / (drawn.widthPx * drawn.heightPx);
    expect(share).toBeGreaterThan(0.85);
    expect(share).toBeLessThan(1.15);
    const sides = told.figures.map(({ size }) => Math.sqrt(size.area * 1e6));
    const ratios = drawn.boxes.map(
      (box, index) => sides[index]! / Math.sqrt(box.widthPx * box.heightPx),
    );
    expect(Math.min(...ratios)).toBeGreaterThan(0.8);
    expect(Math.max(...ratios)).toBeLessThan(1.25);
  });
});
