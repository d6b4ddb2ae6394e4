import { describe, expect, it, test } from 'vitest';
import { frameFigure } from '../../../test/support/compile-figure.ts';
import { noEars, writeVersion1 } from '../../../test/support/ears-encoder.ts';
import { motleySheet } from '../../../test/support/pattern-sheets.ts';
import {
  createDrawContext,
  drawnRow,
  rowJob,
  type RowCase,
} from '../../../test/support/row-context.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { stageFigure, type UnscaledFigure } from '../figure/figure.ts';
import { cropsOf, renderTypeNames } from '../figure/render-types.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import type { RowJob } from '../options/jobs.ts';
import { prepareSheet } from '../skin/sheet.ts';
import { drawRow } from './draw-row.ts';

const context = createDrawContext();
const sheets = [motleySheet('classic', 'holes'), motleySheet('slim', 'translucent')];
const heightPx = 64;

/** A part of a picture, as high as a row. */
function cut(image: RgbaImage, leftPx: number, widthPx: number, topPx = 0): RgbaImage {
  const piece = createImage(widthPx, heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const from = ((topPx + y) * image.widthPx + leftPx) * 4;
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

describe('figures with Ears', () => {
  const eared = motleySheet('classic', 'holes');
  const tail = { mode: 'down', bendsDegrees: [0], isMoving: true } as const;
  writeVersion1(eared, { ...noEars, ears: 'above', claws: true, tail, wings: null });
  const skins = [sheets[0]!, eared].map((sheet) => prepareSheet(sheet));
  const shared = { ears: 'deadmau5', model: 'classic', upsideDown: false, label: '' } as const;
  const figures = [
    { ...shared, sheet: 0, ears: 'none' },
    { ...shared, sheet: 1 },
    { ...shared, sheet: 0 },
  ] as const;

  const rowOf = (job: Partial<RowJob>, own = context) => {
    const drawn = drawRow({ ...rowJob({ heightPx, figures: [] }), figures, ...job }, skins, own);
    if (!drawn.ok) throw new Error(JSON.stringify(drawn));
    return drawn.value;
  };

  it.each(renderTypeNames)('have the size of the others, who are as if alone: %s', (renderType) => {
    for (const crop of cropsOf(renderType)) {
      const own = createDrawContext();
      const row = rowOf({ renderType, crop }, own);
      const scaleOf = (figure: UnscaledFigure): number => stageFigure(figure).frame.scale;
      const plain = scaleOf(own.planned.find(({ ears }) => !ears)!);
      for (const figure of own.planned) {
        expect(scaleOf(figure) / plain).toBeGreaterThan(1 - 1e-6);
        // Pictures are whole pixels high.
        expect(scaleOf(figure) / plain).toBeLessThan(1 + 1.5 / heightPx);
      }
      const [box] = row.boxes;
      const alone = rowOf({ renderType, crop, figures: [figures[0]] });
      expectSameBytes(cut(row, 0, box!.widthPx, box!.topPx).data, alone.data);
    }
  });

  it('reach above the row, and below it, where the names begin', () => {
    const row = rowOf({ figures: figures.map((one) => ({ ...one, label: 'Name' })) });
    const [plain, shaped, round] = row.boxes;
    expect(plain!.heightPx).toBe(heightPx);
    expect(shaped!.topPx).toBe(0);
    expect(round!.topPx).toBeLessThan(plain!.topPx);
    const bottoms = row.boxes.map((box) => box.topPx + box.heightPx);
    expect(Math.max(...bottoms)).toBe(plain!.nameTopPx);
    expect(shaped!.topPx + shaped!.heightPx).toBeGreaterThan(plain!.topPx + heightPx);
    // Nothing of them is cut.
    for (const y of [0, plain!.nameTopPx - 1]) {
      const edge = cut(row, shaped!.leftPx, shaped!.widthPx, y).data.subarray(
        0,
        shaped!.widthPx * 4,
      );
      expect(edge.every((level) => level === 0)).toBe(true);
    }
  });

  it('are a plain row if their data describe nothing', () => {
    const none = motleySheet('classic', 'holes');
    writeVersion1(none, { ...noEars, wings: null });
    const nothing = [prepareSheet(none)];
    const draw = (ears: 'auto' | 'none') =>
      drawRow(rowJob({ heightPx, figures: [{ ears }] }), nothing, createDrawContext());
    expect(draw('auto')).toEqual(draw('none'));
  });
});
