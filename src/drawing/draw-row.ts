import { drawLabel } from '../labels/draw.ts';
import { fitLabels, type LabelRow } from '../labels/fit.ts';
import type { FontBook } from '../labels/font-book.ts';
import { frameFigure } from '../render/figure.ts';
import type { Figure } from '../render/figure.ts';
import { giveBack } from '../render/image/give-back.ts';
import { asWords, blit, createImage, type RgbaImage } from '../render/image/canvas.ts';
import type { Scratch } from '../render/image/scratch.ts';
import { drawPlan } from '../render/plan/execute.ts';
import type { Plan } from '../render/plan/plan.ts';
import type { SkinSheet } from '../render/sheet/sheet.ts';
import type { RowFigure, RowOrder, TaskResult } from './order.ts';

/** What a row is drawn with; kept by the worker between orders. */
export type Studio = {
  readonly fonts: FontBook;
  readonly planFor: (figure: Figure) => Plan;
  /** Memory of the picture; it is encoded before the next one is drawn. */
  readonly scratch: Scratch;
};

/** Most pixels of one picture: 64 MiB of memory while it is drawn. */
const mostPixels = 16 * 1024 * 1024;

/** Air between two columns, as a share of the figure's height. */
const gapShare = 0.05;

/**
 * Draws figures side by side on transparent ground, each centred in its column, their labels on one
 * baseline below. A figure that occurs twice is drawn once.
 * @param sheets in the order of `order.sheets`
 */
export function drawRow(
  order: RowOrder,
  sheets: readonly SkinSheet[],
  studio: Studio,
): TaskResult<RgbaImage> {
  const frames = order.figures.map((figure) => frameFigure(staging(order, figure)));
  const gapPx = order.gapPx ?? Math.round(order.heightPx * gapShare);
  const labels = fitLabels(
    studio.fonts,
    order.figures.map(({ label }) => label),
    {
      figureWidthsPx: frames.map(({ widthPx }) => widthPx),
      figureHeightPx: order.heightPx,
      gapPx,
    },
  );
  const columns = placeColumns(labels, gapPx);
  const heightPx = order.heightPx + labels.bandHeightPx;
  if (columns.widthPx * heightPx > mostPixels) {
    const problem = `${columns.widthPx}×${heightPx} px is more than one picture may have (${mostPixels} px in all)`;
    return { ok: false, problem };
  }
  const picture = studio.scratch(columns.widthPx, heightPx);
  const figures = drawFigures(order, sheets, studio);
  order.figures.forEach((_, index) => {
    const figure = figures[index]!;
    const columnPx = columns.lefts[index]!;
    const insetPx = Math.floor((labels.columnsPx[index]! - figure.widthPx) / 2);
    blit(picture, figure, columnPx + insetPx, 0);
    const label = labels.labels[index];
    if (label) {
      const text = drawLabel(studio.fonts, label);
      blit(picture, text, columnPx + label.leftPx, order.heightPx + label.topPx);
    }
  });
  // Half a megabyte each in the default size.
  for (const { data } of new Set(figures)) giveBack(data);
  return { ok: true, value: picture };
}

function placeColumns(
  { columnsPx }: LabelRow,
  gapPx: number,
): { lefts: readonly number[]; widthPx: number } {
  const lefts: number[] = [];
  let right = -gapPx;
  for (const columnPx of columnsPx) {
    lefts.push(right + gapPx);
    right += gapPx + columnPx;
  }
  return { lefts, widthPx: right };
}

/** One picture for each figure of the order; equal figures share one. */
function drawFigures(order: RowOrder, sheets: readonly SkinSheet[], studio: Studio): RgbaImage[] {
  const drawn = new Map<string, RgbaImage>();
  return order.figures.map(({ sheet, model, upsideDown }: RowFigure) => {
    const key = `${sheet} ${model} ${upsideDown}`;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const skin = sheets[sheet]!;
    const plan = studio.planFor({
      ...staging(order, { model, upsideDown }),
      texelsPerUnit: skin.texelsPerUnit,
    });
    const image = createImage(plan.widthPx, plan.heightPx);
    drawPlan(plan, asWords(skin.image), image);
    drawn.set(key, image);
    return image;
  });
}

/** What the plan of one figure of a row depends on, apart from its sheet. */
function staging(
  { renderType, crop, heightPx }: RowOrder,
  { model, upsideDown }: Pick<RowFigure, 'model' | 'upsideDown'>,
): Omit<Figure, 'texelsPerUnit'> {
  return { renderType, crop, heightPx, model, upsideDown };
}
