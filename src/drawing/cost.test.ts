import { describe, expect, it } from 'vitest';
import { sheetOf } from '../../test/support/sheet-bytes.ts';
import { frameFigure } from '../../test/support/compile-figure.ts';
import { motleySheet } from '../../test/support/pattern-sheets.ts';
import { createDrawContext, drawnRow } from '../../test/support/row-context.ts';
import { skinFile } from '../../test/support/skin-files.ts';
import {
  figureCost,
  flatCost,
  processedSheetCost,
  rowCost,
  rowCostMs,
  rowSize,
  serverCardCost,
} from './cost.ts';
import { encodeCost } from './cost-of-parts.ts';
import type { FigureOrder, RowOrder } from './order.ts';
import type { ServerCardOrder } from './widget-order.ts';

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

  it('the whole box that it is fitted into', () => {
    const boxed = (widthPx: number) =>
      figure({ format: 'avif', heightPx: 128, box: { widthPx, heightPx: 128 } });
    expect(boxed(1024)).toBeGreaterThan(2 * boxed(128));
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

  const picture = { area: 0.2, ink: 0.1, texture: { detail: 0.2, noise: 0 }, isLarge: false };
  it('as AVIF also its edges, more of them in ten small figures than in a large one', () => {
    const costOf = (figures: number) => encodeCost({ ...picture, format: 'avif', figures });
    expect(costOf(10)).toBeGreaterThan(1.15 * costOf(1));
  });

  it('as WebP and PNG more for detail, which repeats less', () => {
    for (const format of ['png', 'webp'] as const) {
      const costOf = (detail: number) =>
        encodeCost({ ...picture, format, texture: { detail, noise: 0 } });
      expect(costOf(0.4)).toBeGreaterThan(1.15 * costOf(0.1));
    }
  });

  it('its picture, which long labels widen', () => {
    const context = createDrawContext();
    const sheets = [motleySheet('classic', 'holes')];
    for (const heightPx of [24, 64, 300]) {
      const { widthPx } = frameFigure({
        renderType: 'default',
        crop: 'full',
        model: 'classic',
        heightPx,
      });
      for (const label of ['', 'Al', 'a_long_name_here', '日本語漢字']) {
        const figures = Array.from({ length: 4 }, () => ({ label }));
        const drawn = drawnRow({ sheets, figures, heightPx }, context);
        const { area, letters } = rowSize({ figures, heightPx, gapPx: null }, widthPx);
        const share = (area * 1e6) / (drawn.widthPx * drawn.heightPx);
        expect(share).toBeGreaterThan(0.85);
        expect(share).toBeLessThan(1.15);
        expect(letters > 0).toBe(label !== '');
      }
    }
  });

  it('less with every plan that is cached', () => {
    const sheets = [64, 128, 256];
    const costs = [0, 1, 2, 3].map((known) => row(sheets, {}, known));
    expect(costs.toSorted((a, b) => b - a)).toEqual(costs);
    expect(new Set(costs).size).toBe(4);
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
