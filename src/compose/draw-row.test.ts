import { describe, expect, it, test } from 'vitest';
import { motleySheet } from '../../test/support/pattern-sheets.ts';
import { createDrawContext, drawnRow, tryRow } from '../../test/support/row-context.ts';
import { expectSameBytes } from '../../test/support/same-pixels.ts';
import { frameFigure } from '../../test/support/compile-figure.ts';
import { createImage, type RgbaImage } from '../render/image/canvas.ts';

const context = createDrawContext();
const classic = motleySheet('classic', 'holes');
const slim = motleySheet('slim', 'translucent');
const heightPx = 64;
const widthPx = frameFigure({
  renderType: 'default',
  crop: 'full',
  model: 'classic',
  heightPx,
}).widthPx;
const slimPx = frameFigure({
  renderType: 'default',
  crop: 'full',
  model: 'slim',
  heightPx,
}).widthPx;

/** A piece of a picture. */
function cut(
  image: RgbaImage,
  box: { left?: number; top?: number; width: number; height?: number },
) {
  const { left = 0, top = 0, width, height = heightPx } = box;
  const piece = createImage(width, height);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * image.widthPx + left) * 4;
    piece.data.set(image.data.subarray(from, from + width * 4), y * width * 4);
  }
  return piece;
}

const isBlank = (image: RgbaImage) => image.data.every((level) => level === 0);

/** Runs of columns of a picture that hold anything: first and last of each. */
function inkedColumns(image: RgbaImage): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (let x = 0; x < image.widthPx; x += 1) {
    if (isBlank(cut(image, { left: x, width: 1, height: image.heightPx }))) continue;
    const run = runs.at(-1);
    if (run?.[1] === x - 1) run[1] = x;
    else runs.push([x, x]);
  }
  return runs;
}

/** The band below the figures. */
const bandOf = (image: RgbaImage) =>
  cut(image, { top: heightPx, width: image.widthPx, height: image.heightPx - heightPx });

const alone = drawnRow({ sheets: [classic], figures: [{}] }, context);
const aloneSlim = drawnRow({ sheets: [slim], figures: [{ model: 'slim' }] }, context);

test('figures that share a plan are drawn one after the other', () => {
  const own = createDrawContext();
  const figures = ([0, 1, 0, 1] as const).flatMap((sheet, index) =>
    (['classic', 'slim'] as const).map((model) => ({ model, sheet, upsideDown: index > 1 })),
  );
  drawnRow({ sheets: [classic, slim], figures }, own);
  const plans = own.planned.map(({ model, upsideDown }) => `${model} ${upsideDown}`);
  expect(plans).toEqual(
    ['classic false', 'slim false', 'classic true', 'slim true'].flatMap((plan) => [plan, plan]),
  );
});

describe('figures without labels', () => {
  it('one fills the picture: no band, no margin', () => {
    expect([alone.widthPx, alone.heightPx]).toEqual([widthPx, heightPx]);
    expect(isBlank(alone)).toBe(false);
  });

  it('several stand side by side, each drawn as if alone, with transparent gaps', () => {
    const row = drawnRow(
      {
        sheets: [classic, slim],
        figures: [{}, { sheet: 1, model: 'slim' }, {}],
        gapPx: 7,
      },
      context,
    );
    expect([row.widthPx, row.heightPx]).toEqual([2 * widthPx + slimPx + 14, heightPx]);
    expectSameBytes(cut(row, { width: widthPx }).data, alone.data);
    const second = { left: widthPx + 7, width: slimPx };
    expectSameBytes(cut(row, second).data, aloneSlim.data);
    const third = { left: widthPx + slimPx + 14, width: widthPx };
    expectSameBytes(cut(row, third).data, alone.data);
    expect(isBlank(cut(row, { left: widthPx, width: 7 }))).toBe(true);
    expect(isBlank(cut(row, { left: widthPx + 7 + slimPx, width: 7 }))).toBe(true);
  });

  it('may stand without a gap; the default gap is a twentieth of the height', () => {
    const widths = [0, null].map(
      (gapPx) => drawnRow({ sheets: [classic], figures: [{}, {}], gapPx }, context).widthPx,
    );
    expect(widths).toEqual([2 * widthPx, 2 * widthPx + 3]);
  });

  it('have one height in every crop', () => {
    for (const crop of ['full', 'bust', 'face'] as const) {
      const row = drawnRow({ sheets: [classic], figures: [{}, { model: 'slim' }], crop }, context);
      expect(row.heightPx).toBe(heightPx);
    }
  });

  it('have the same size with sheets of any resolution', () => {
    for (const renderType of ['default', 'front', 'pixel'] as const) {
      const [coarse, fine] = [1, 4].map((texelsPerUnit) =>
        drawnRow(
          { sheets: [motleySheet('classic', 'none', texelsPerUnit)], figures: [{}], renderType },
          context,
        ),
      );
      expect(fine?.widthPx).toBe(coarse?.widthPx);
      expect(fine?.heightPx).toBe(coarse?.heightPx);
    }
  });

  it('may be turned upside down one by one', () => {
    const row = drawnRow(
      { sheets: [classic], figures: [{}, { upsideDown: true }], gapPx: 0 },
      context,
    );
    expectSameBytes(cut(row, { width: widthPx }).data, alone.data);
    const turned = cut(row, { left: widthPx, width: row.widthPx - widthPx });
    expect(Buffer.from(turned.data).equals(Buffer.from(alone.data))).toBe(false);
  });

  it('are drawn once if they are equal', () => {
    const counting = createDrawContext();
    const figures = [{}, {}, { model: 'slim' }, {}, { sheet: 1 }, { model: 'slim' }] as const;
    const row = drawnRow(
      { sheets: [classic, slim], figures: [...figures, { label: 'x' }] },
      counting,
    );
    expect(counting.planned.map(({ model }) => model)).toEqual(['classic', 'classic', 'slim']);
    expectSameBytes(cut(row, { width: widthPx }).data, alone.data);
  });

  it('are drawn the same every time', () => {
    const again = drawnRow({ sheets: [classic], figures: [{}] }, createDrawContext());
    expectSameBytes(again.data, alone.data);
  });
});

describe('labels', () => {
  it('come below the figures, which they leave as they are', () => {
    const row = drawnRow(
      { sheets: [classic], figures: [{ label: 'abc' }, {}, { label: 'gj' }], gapPx: 9 },
      context,
    );
    const bare = drawnRow({ sheets: [classic], figures: [{}, {}, {}], gapPx: 9 }, context);
    expect(row.heightPx).toBeGreaterThan(heightPx);
    expect(row.widthPx).toBe(bare.widthPx);
    expectSameBytes(cut(row, { width: row.widthPx }).data, bare.data);
    const [first, second] = inkedColumns(bandOf(row));
    // Each is centred below its figure; the second figure has none.
    expect(((first?.[0] ?? 0) + (first?.[1] ?? 0)) / 2).toBeCloseTo((widthPx - 1) / 2, -0.5);
    expect(second?.[0]).toBeGreaterThan(2 * widthPx);
  });

  it.each(['', ' ', '\n\t', '\u200b'])('%j is no label: without any there is no band', (label) => {
    const row = drawnRow({ sheets: [classic], figures: [{ label }, { label }] }, context);
    expect(row.heightPx).toBe(heightPx);
  });

  it('widen a column up to 1.6 figures; the figure stays in its middle', () => {
    const row = drawnRow(
      { sheets: [classic], figures: [{ label: 'a label that is longer than its column' }] },
      context,
    );
    expect(row.widthPx).toBe(Math.floor(widthPx * 1.6));
    const insetPx = Math.floor((row.widthPx - widthPx) / 2);
    expectSameBytes(cut(row, { left: insetPx, width: widthPx }).data, alone.data);
    expect(isBlank(cut(row, { width: insetPx }))).toBe(true);
    const right = row.widthPx - insetPx - widthPx;
    expect(isBlank(cut(row, { left: insetPx + widthPx, width: right }))).toBe(true);
  });

  it.each([0, 2, 40])('never touch each other, even with a gap of %i px', (gapPx) => {
    const long = 'WWWWWWWWWWWWWWWWWWWWWWWWWWWW';
    const row = drawnRow(
      { sheets: [classic], figures: Array.from({ length: 4 }, () => ({ label: long })), gapPx },
      context,
    );
    const columnPx = (row.widthPx - 3 * gapPx) / 4;
    const band = bandOf(row);
    for (let index = 1; index < 4; index += 1) {
      const border = Math.round(index * (columnPx + gapPx) - gapPx / 2);
      expect(isBlank(cut(band, { left: border - 2, width: 4, height: band.heightPx }))).toBe(true);
    }
  });

  it('share one baseline', () => {
    // The feet of an x stand on it, whatever hangs below elsewhere in the row.
    const feetOf = (image: RgbaImage, left: number) => {
      for (let y = image.heightPx - 1; y >= heightPx; y -= 1) {
        if (!isBlank(cut(image, { left, top: y, width: widthPx, height: 1 }))) return y;
      }
      return -1;
    };
    const figures = [{ label: 'x' }, { label: 'Åg' }, { label: 'x' }];
    const row = drawnRow({ sheets: [classic], figures, gapPx: 0 }, context);
    expect(feetOf(row, 0)).toBe(feetOf(row, 2 * widthPx));
    expect(feetOf(row, widthPx)).toBeGreaterThan(feetOf(row, 0));
  });

  it('are white with a dark outline: readable on any background', () => {
    const band = bandOf(drawnRow({ sheets: [classic], figures: [{ label: 'HHH' }] }, context));
    const lightness = Array.from({ length: band.data.length / 4 }, (_, i) => {
      const [red = 0, green = 0, blue = 0, alpha = 0] = band.data.subarray(i * 4, i * 4 + 4);
      return alpha === 255 ? (red + green + blue) / 3 : null;
    }).filter((level) => level !== null);
    expect(Math.max(...lightness)).toBe(255);
    expect(Math.min(...lightness)).toBeLessThan(40);
  });
});

const largeRow = (count: number, renderType: 'default' | 'sleeping') =>
  tryRow(
    {
      sheets: [classic],
      figures: Array.from({ length: count }, () => ({})),
      heightPx: 1024,
      renderType,
    },
    context,
  );

describe('a row that would be too large', () => {
  it('is not drawn, and the error says how large it would be', () => {
    expect(largeRow(10, 'sleeping')).toEqual({
      ok: false,
      tooLarge: {
        option: 'height',
        problem: expect.stringMatching(/^\d{5}×1024 px is more /),
      },
    });
  });

  it('ten default figures are never one, at any height', () => {
    const drawn = largeRow(10, 'default');
    expect(drawn).toMatchObject({ ok: true, value: { heightPx: 1024 } });
  });
});
