import { memoized } from '../../common/cache/memoized.ts';
import { drawLabel } from '../text/label.ts';
import {
  frameFigure,
  frameWith,
  heightForScale,
  measureFigure,
  shownTexelsPerUnit,
  stageFigure,
  type FramedFigure,
} from '../figure/figure.ts';
import type { Staging } from '../figure/stage/stage.ts';
import { blit } from '../image/canvas.ts';
import { reducedScale, type SkinSheet } from '../skin/sheet.ts';
import { limitDetail } from './detail.ts';
import {
  byPlan,
  drawFigure,
  planKeyOf,
  modelOf,
  prepareTextures,
  type DrawContext,
  type TexturedFigure,
} from './draw-figure.ts';
import type { GroupPicture } from './figure-boxes.ts';
import { fitLabels, type LabelRow } from './labels.ts';
import { tooLarge, type RowJob, type TaskResult } from '../options/jobs.ts';

/** Gap between two columns, as a share of the figure's height. */
const gapShare = 0.05;

/**
 * Draws figures side by side on a transparent background, each centred in its column, with their labels
 * below on one baseline. They are as high as requested without Ears, which reach out of their row: all
 * have one scale.
 *
 * As an arrangement of `drawScene` the same row takes 1.6 (512 px) to 2.1 times (128 px) as long, and the
 * figures lose the whole height that was requested: a row is the picture that is requested most.
 * @param sheets in the order of `job.sheets`
 */
export function drawRow(
  job: RowJob,
  sheets: readonly SkinSheet[],
  context: DrawContext,
): TaskResult<GroupPicture> {
  const figures = frameFigures(job, sheets);
  const gapPx = job.gapPx ?? Math.round(job.heightPx * gapShare);
  const texts = job.figures.map(({ label }) => label);
  const labels = fitLabels(context.fonts, texts, {
    figureWidthsPx: figures.map(({ framed }) => framed.frame.widthPx),
    figureHeightPx: job.heightPx,
    gapPx,
  });
  const columns = placeColumns(labels, gapPx);
  const rows = placeRows(figures, job.heightPx);
  const heightPx = rows.heightPx + labels.bandHeightPx;
  const problem = tooLarge(columns.widthPx, heightPx, job.format);
  if (problem !== null) return { ok: false, tooLarge: problem };
  const picture = context.scratch(columns.widthPx, heightPx);
  const limit = limitDetail(figures);
  const limited = figures.map((figure, index) => ({
    ...figure,
    framed: limit(figure.framed),
    index,
  }));
  for (const { framed, textures, index } of byPlan(limited, planKeyOf)) {
    const leftPx =
      columns.lefts[index]! + Math.floor((labels.columnsPx[index]! - framed.frame.widthPx) / 2);
    const at = [leftPx, rows.tops[index]!] as const;
    drawFigure(framed, textures, { ...context, at }, () => picture);
  }
  labels.labels.forEach((label, index) => {
    if (label === null) return;
    const text = drawLabel(context.fonts, label);
    blit(picture, text, columns.lefts[index]! + label.leftPx, rows.heightPx + label.topPx);
  });
  const boxes = columns.lefts.map((leftPx, index) => ({
    leftPx,
    topPx: rows.tops[index]!,
    widthPx: labels.columnsPx[index]!,
    heightPx: figures[index]!.framed.frame.heightPx,
    nameTopPx: rows.heightPx,
  }));
  return { ok: true, value: { ...picture, boxes, animation: null } };
}

/** A figure of the row, and the same without Ears, which is as high as requested. */
type RowMember = TexturedFigure & { readonly plain: FramedFigure };

/** Frames each figure of the order; equal poses only once. */
function frameFigures(
  { renderType, crop, heightPx, figures }: RowJob,
  sheets: readonly SkinSheet[],
): readonly RowMember[] {
  const framedOnce = memoized(
    ({ ears, ...staging }: Staging) => {
      const plain = stageFigure({ ...staging, heightPx, ears: null });
      return { plain, framed: ears ? withEars(plain, { ...staging, ears }) : plain };
    },
    (staging) => JSON.stringify(staging),
  );
  return figures.map(({ sheet, upsideDown, ...figure }) => {
    const whole = { skin: sheets[sheet]!, cape: null };
    const { textures, ears } = prepareTextures(whole, { ...figure, renderType });
    const model = modelOf(figure.model, textures.skin);
    return { ...framedOnce({ renderType, crop, model, upsideDown, ears }), textures };
  });
}

/** A figure in the scale that it has without Ears. */
function withEars({ frame, stage }: FramedFigure, staging: Staging): FramedFigure {
  const measured = measureFigure(staging);
  const pxPerUnit = frame.scale / (stage.view.distanceUnits ?? 1);
  return frameFigure({ ...staging, heightPx: heightForScale(measured, pxPerUnit) }, measured.stage);
}

/** The tops of the figures, all of whose feet are at one height, and the height that they need. */
function placeRows(figures: readonly RowMember[], heightPx: number) {
  const aboveRow = figures.map(topInRow);
  const topPx = Math.min(0, ...aboveRow);
  const tops = aboveRow.map((top) => top - topPx);
  const bottoms = figures.map(({ framed }, index) => tops[index]! + framed.frame.heightPx);
  return { tops, heightPx: Math.max(heightPx - topPx, ...bottoms) };
}

/** Down from the top of the figure without Ears. */
function topInRow({ framed, plain, textures }: RowMember): number {
  if (framed === plain) return 0;
  const shown = reducedScale(textures.skin.texelsPerUnit, shownTexelsPerUnit(framed));
  const bottomOf = (figure: FramedFigure): number => {
    const { originY, scale } = frameWith(figure, shown);
    return originY - plain.stage.extent.bottom * scale;
  };
  return Math.round(bottomOf(plain) - bottomOf(framed));
}

function placeColumns({ columnsPx }: LabelRow, gapPx: number) {
  let widthPx = -gapPx;
  const lefts = columnsPx.map((columnPx) => {
    const left = widthPx + gapPx;
    widthPx = left + columnPx;
    return left;
  });
  return { lefts, widthPx };
}
