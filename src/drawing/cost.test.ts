import { describe, expect, it } from 'vitest';
import { skinFile } from '../../test/support/skin-files.ts';
import {
  figureCost,
  flatCost,
  processedSheetCost,
  rowCost,
  rowCostMs,
  serverCardCost,
} from './cost.ts';
import { aboutSizeOf, sizeOf } from './cost-of-figures.ts';
import { encodeCost } from './cost-of-parts.ts';
import { sceneCost } from './cost-of-scenes.ts';
import { renderTypeNames } from '../render/render-types.ts';
import type { FigureOrder, RowOrder, SheetBytes } from './order.ts';
import type { PictureFigure, PosedFigure, SceneFigure, SceneOrder } from './scene-order.ts';
import type { ServerCardOrder } from './widget-order.ts';

const sheetOf = (widthPx: number): SheetBytes => ({
  revision: `${widthPx}`,
  png: skinFile(1, { widthPx, heightPx: widthPx }),
});
const capeOf = (texels: number): SheetBytes => ({
  revision: `cape ${texels}`,
  png: skinFile(1, { widthPx: 64 * texels, heightPx: 32 * texels }),
});
/** As many plans at hand; which they are makes no difference. */
const figure = (changes: Partial<FigureOrder>, known = 1): number =>
  figureCost(
    {
      renderType: 'default',
      crop: 'full',
      heightPx: 512,
      overlay: 'flat',
      mirror: false,
      wings: false,
      rollDegrees: 0,
      fovDegrees: null,
      outline: null,
      shading: true,
      shadow: false,
      yawDegrees: 0,
      pitchDegrees: 0,
      model: 'classic',
      upsideDown: false,
      skin: sheetOf(64),
      cape: null,
      background: null,
      format: 'png',
      ...changes,
    },
    known,
  );

const row = (widthsPx: readonly number[], changes: Partial<RowOrder> = {}, known = 0): number =>
  rowCost(
    {
      renderType: 'default',
      crop: 'full',
      heightPx: 512,
      gapPx: null,
      format: 'png',
      sheets: widthsPx.map(sheetOf),
      figures: widthsPx.map((_width, sheet) => ({
        sheet,
        model: 'classic',
        label: '',
        upsideDown: false,
      })),
      ...changes,
    },
    known,
  );

describe('a figure costs', () => {
  it('its area, its format, and a plan of its own', () => {
    expect(figure({ heightPx: 1024 })).toBeGreaterThan(2 * figure({}));
    for (const format of ['avif', 'webp'] as const) {
      expect(figure({ format })).toBeGreaterThan(3 * figure({}));
    }
    expect(figure({}, 0)).toBeGreaterThan(4 * figure({}));
    expect(figure({ shadow: true }, 0)).toBeGreaterThan(figure({}, 0));
  });

  it('as WebP less if it has few colours, as flat types of 64×64 sheets have', () => {
    const flat = (widthPx: number): number => {
      // As short as the file of a sheet with a few colours; only its header is read.
      const png = sheetOf(widthPx).png.subarray(0, 1000);
      const skin = { revision: '', png };
      return figure({ renderType: 'front', format: 'webp', skin });
    };
    expect(flat(128)).toBeGreaterThan(2 * flat(64));
  });

  it('as WebP as much as others if it has a shadow, whose edge fades', () => {
    const front = { renderType: 'front', format: 'webp' } as const;
    const skin = { revision: '', png: sheetOf(64).png.subarray(0, 1000) };
    const faded = figure({ ...front, skin, shadow: true });
    expect(faded).toBeGreaterThan(2 * figure({ ...front, skin }));
  });

  it('the noise of its cape, which may hide everything else', () => {
    const plain = { revision: '', png: sheetOf(64).png.subarray(0, 1000) };
    const noisy = { revision: '', png: skinFile(2, { widthPx: 1024, heightPx: 512 }) };
    const back = { renderType: 'back', format: 'avif', skin: plain } as const;
    expect(figure({ ...back, cape: noisy })).toBeGreaterThan(
      figure({ ...back, cape: { ...noisy, png: noisy.png.subarray(0, 1000) } }) + 20,
    );
  });

  it('its outline, which enlarges a small picture', () => {
    const outline = { colour: [0, 0, 0, 255], widthPx: 16 } as const;
    const small = { heightPx: 16, format: 'webp' } as const;
    expect(figure({ ...small, outline })).toBeGreaterThan(3 * figure(small));
  });

  it('its texels, which make a plan cost several times as much', () => {
    expect(figure({ skin: sheetOf(1024) }, 0)).toBeGreaterThan(3 * figure({}, 0));
  });
});

describe('a row costs', () => {
  const ten = Array.from({ length: 10 }, () => 64);
  it('about sixty milliseconds for ten figures in the usual size, with their plan', () => {
    const cost = row(ten, {}, 0);
    expect(cost).toBeGreaterThan(rowCostMs * 0.7);
    expect(cost).toBeLessThan(rowCostMs * 1.5);
  });

  it('a plan for each size of its sheets, as large ones are', () => {
    const one = row([64], { heightPx: 1005 });
    const five = row([64, 128, 256, 512, 1024], { heightPx: 1005 });
    expect(row([1024], { heightPx: 1005 })).toBeGreaterThan(3 * one);
    expect(five).toBeGreaterThan(1.5 * row([1024], { heightPx: 1005 }));
    expect(row([64, 64], { heightPx: 1005 })).toBeLessThan(1.6 * one);
  });

  it('as WebP and AVIF also its edges, more of them in ten small figures than in a large one', () => {
    const picture = { area: 0.2, ink: 0.1, texture: { detail: 0.2, noise: 0 }, isLarge: false };
    for (const format of ['avif', 'webp'] as const) {
      const costOf = (figures: number) => encodeCost({ ...picture, format, figures });
      expect(costOf(10)).toBeGreaterThan(1.15 * costOf(1));
    }
  });

  it('less with every plan that is cached', () => {
    const sheets = [64, 128, 256];
    const costs = [0, 1, 2, 3].map((known) => row(sheets, {}, known));
    expect(costs.toSorted((a, b) => b - a)).toEqual(costs);
    expect(new Set(costs).size).toBe(4);
  });
});

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
    const [one, ten] = [1, 10].map((count) => scene(many(count), { sizePx: null }));
    expect(ten).toBeGreaterThan(1.4 * one!);
  });

  it('the room that names need below small figures', () => {
    const small = { sizePx: null, heightPx: 16, format: 'avif' } as const;
    const named = scene(many(5, { ...posed, label: 'x' }), small);
    expect(named).toBeGreaterThan(
      1.2 * scene(many(5, { ...posed, label: 'x' }), { ...small, labels: 'none' }),
    );
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

describe('the cost of other orders includes', () => {
  it('the pixels of a third-party picture, and nothing for a file that is no picture', () => {
    const plain = { isCircle: false, background: null, outline: null, format: 'png' } as const;
    const flat = (picture: Uint8Array) => flatCost({ ...plain, picture, sizePx: 100 });
    const [none, large] = [Uint8Array.of(1, 2, 3), sheetOf(1024).png].map(flat);
    expect(large).toBeGreaterThan(10 * none!);
    expect(none).toBeGreaterThan(0);
  });

  it('their texels', () => {
    expect(processedSheetCost(sheetOf(1024))).toBeGreaterThan(5 * processedSheetCost(sheetOf(64)));
  });

  it('their runs of text, and letters, each possibly in its own font', () => {
    const run = {
      text: 'x',
      color: null,
      bold: false,
      italic: false,
      underlined: false,
      strikethrough: false,
      obfuscated: false,
    };
    const card = (runs: number, text = 'x'): ServerCardOrder => ({
      theme: 'dark',
      scale: 1,
      host: 'a.example',
      edition: 'Java',
      state: 'online',
      heads: [],
      server: {
        motd: Array.from({ length: runs }, () => ({ ...run, text })),
        players: null,
        version: null,
        bars: 5,
        icon: null,
      },
    });
    expect(serverCardCost(card(128))).toBeGreaterThan(2.5 * serverCardCost(card(1)));
    // Measured: 64 runs of eight letters take 60 to 85 ms in scripts of many letters, 17 to 20 in Latin.
    expect(serverCardCost(card(64, '本'.repeat(8)))).toBeGreaterThan(85 / 1.5);
    expect(serverCardCost(card(64, 'x'.repeat(8)))).toBeGreaterThan(20 / 1.5);
    // What no card has room for costs nothing.
    expect(serverCardCost(card(1, 'ꦀ'.repeat(1024)))).toBe(serverCardCost(card(1, 'ꦀ'.repeat(480))));
    // Measured: 4 to 7 ms.
    expect(serverCardCost({ ...card(0), server: null })).toBeGreaterThan(7 / 1.5);
  });
});

describe('estimates the size of a figure without staging it', () => {
  it.each(
    renderTypeNames.flatMap((renderType) => [
      { renderType, overlay: 'flat' as const },
      { renderType, overlay: 'none' as const },
    ]),
  )('$renderType, overlay $overlay', ({ renderType, overlay }) => {
    for (const heightPx of [64, 256, 1000]) {
      const exact = sizeOf({ renderType, crop: 'full', heightPx, overlay });
      const about = aboutSizeOf({ renderType, overlay }, exact.unitPx);
      const shares = [
        about.area / exact.area,
        ...[1, 4].flatMap((texels) => {
          const [told, is] = [about.workOf(texels), exact.workOf(texels)];
          return [
            told.surfaces / is.surfaces,
            told.coveredPx / is.coveredPx,
            told.borderPx / is.borderPx,
          ];
        }),
      ];
      for (const share of shares) {
        expect(share).toBeGreaterThan(0.6);
        expect(share).toBeLessThan(1.7);
      }
    }
  });
});
