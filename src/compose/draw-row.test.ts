import { describe, expect, it, test } from 'vitest';
import { motleySheet } from '../../test/support/pattern-sheets.ts';
import { createDrawContext, drawnRow } from '../../test/support/row-context.ts';
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
});
