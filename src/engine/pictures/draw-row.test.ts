import { expect, it, test } from 'vitest';
import { frameFigure } from '../../../test/support/compile-figure.ts';
import { motleySheet } from '../../../test/support/pattern-sheets.ts';
import { createDrawContext, drawnRow, type RowCase } from '../../../test/support/row-context.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';

const context = createDrawContext();
const sheets = [motleySheet('classic', 'holes'), motleySheet('slim', 'translucent')];
const heightPx = 64;

/** Columns of a picture. */
function cut(image: RgbaImage, leftPx: number, widthPx: number): RgbaImage {
  const piece = createImage(widthPx, heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const from = (y * image.widthPx + leftPx) * 4;
    piece.data.set(image.data.subarray(from, from + widthPx * 4), y * widthPx * 4);
  }
  return piece;
}

test('figures that share a plan are drawn one after the other', () => {
  const own = createDrawContext();
  const figures = ([0, 1, 0, 1] as const).flatMap((sheet, index) =>
    (['classic', 'slim'] as const).map((model) => ({ model, sheet, upsideDown: index > 1 })),
  );
  drawnRow({ sheets, figures }, own);
  const plans = own.planned.map(({ model, upsideDown }) => `${model} ${upsideDown}`);
  expect(plans).toEqual(
    ['classic false', 'slim false', 'classic true', 'slim true'].flatMap((plan) => [plan, plan]),
  );
});

it('several stand side by side, each drawn as if alone, with transparent gaps', () => {
  const figures: RowCase['figures'] = [
    {},
    { sheet: 1, model: 'slim' },
    { sheet: 1 },
    { upsideDown: true },
  ];
  const row = drawnRow({ sheets, figures, gapPx: 7 }, context);
  let leftPx = 0;
  for (const figure of figures) {
    const { model = 'classic' } = figure;
    const { widthPx } = frameFigure({ renderType: 'default', crop: 'full', model, heightPx });
    const alone = drawnRow({ sheets, figures: [figure] }, context);
    expectSameBytes(cut(row, leftPx, widthPx).data, alone.data);
    const isLast = leftPx + widthPx === row.widthPx;
    if (!isLast)
      expect(cut(row, leftPx + widthPx, 7).data.every((level) => level === 0)).toBe(true);
    leftPx += widthPx + 7;
  }
  expect([leftPx - 7, row.heightPx]).toEqual([row.widthPx, heightPx]);
});
