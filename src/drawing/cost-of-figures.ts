import {
  planWork,
  shownTexelsPerUnit,
  stageFigure,
  type UnscaledFigure,
} from '../render/figure.ts';
import { mostBorders, type SurfaceWork } from '../render/plan/surface-work.ts';
import type { RenderType } from '../render/render-types.ts';
import { mostRaisedTexelsPerUnit } from '../render/stage/raised-quads.ts';
import type { FigureOrder } from './order.ts';
import { costsMs, sum } from './cost-of-parts.ts';

/** What the cost of a figure depends on: the size of its picture, its scale, and its geometry. */
export type FigureSize = {
  /**
   * The share of the whole figure that its type shows, before cropping; that much of the overlay is
   * raised.
   */
  readonly whole: number;
  readonly widthPx: number;
  readonly area: number;
  readonly unitPx: number;
  readonly workOf: (texelsPerUnit: number) => SurfaceWork;
};

/** Measures a figure that is staged but not compiled. */
export function sizeOf(figure: Omit<UnscaledFigure, 'model'>): FigureSize {
  const framed = stageFigure({ ...figure, model: 'classic' });
  const { frame, stage } = framed;
  const shown = shownTexelsPerUnit(framed);
  return {
    whole: wholeOf(figure.renderType),
    widthPx: frame.widthPx,
    area: (frame.widthPx * frame.heightPx) / 1e6,
    unitPx: frame.scale / (stage.view.distanceUnits ?? 1),
    workOf: (texels) => planWork(framed, Math.min(texels, shown)),
  };
}

/** The picture of a figure with an outline around it; the area in millions of pixels. */
export function outlined({ widthPx, area }: FigureSize, outline: FigureOrder['outline']) {
  const rimPx = 2 * (outline?.widthPx ?? 0);
  const [wide, high] = [widthPx + rimPx, (area * 1e6) / widthPx + rimPx];
  return { widthPx: wide, heightPx: high, area: (wide * high) / 1e6 };
}

/** In units: the sides of a figure's picture, and the area of all its surfaces. */
type FigureShape = { readonly width: number; readonly height: number; readonly covered: number };

/** The shape of most poses, since all of them show about as much of a player. */
const usualShape: FigureShape = { width: 22, height: 33.5, covered: 1600 };

const otherShapes: Partial<Record<RenderType, FigureShape>> = {
  head: { width: 13, height: 14, covered: 385 },
  isometric_head: { width: 13, height: 15, covered: 385 },
  sleeping: { width: 37, height: 23, covered: 1800 },
  dead: { width: 37, height: 25, covered: 1600 },
  mojavatar: { width: 16, height: 24, covered: 1160 },
  front: { width: 16, height: 32, covered: 704 },
  back: { width: 16, height: 32, covered: 704 },
  pixel: { width: 10, height: 14, covered: 204 },
  bitzel: { width: 5, height: 9, covered: 78 },
};

export function shapeOf(renderType: RenderType): FigureShape {
  return otherShapes[renderType] ?? usualShape;
}

function wholeOf(renderType: RenderType): number {
  return shapeOf(renderType).covered / usualShape.covered;
}

/**
 * Borders of texels per pixel, relative to a surface seen straight from the front: most are seen at a
 * slant.
 */
const slant = 2.1;

/** Estimates the same as `sizeOf` for a whole figure, without staging it. */
export function aboutSizeOf(renderType: RenderType, unitPx: number): FigureSize {
  const { width, height, covered } = shapeOf(renderType);
  const coveredPx = covered * unitPx ** 2;
  return {
    whole: wholeOf(renderType),
    widthPx: width * unitPx,
    area: (width * height * unitPx ** 2) / 1e6,
    unitPx,
    workOf: (texels) => ({
      coveredPx,
      borderPx: coveredPx * Math.min(mostBorders, slant * detailOf(texels, unitPx)),
    }),
  };
}

/**
 * Cost of compiling plans for sheets with these numbers of texels per unit, minus those already compiled.
 */
export function plansCost(
  texels: readonly number[],
  size: FigureSize,
  { known, isRaised }: { readonly known: number; readonly isRaised: boolean },
): number {
  const finestFirst = texels.toSorted((a, b) => b - a);
  const missing = finestFirst.slice(0, Math.max(0, texels.length - known));
  return sum(missing, (each) => planCost(each, size, isRaised));
}

export function planCost(texels: number, { workOf, whole }: FigureSize, isRaised: boolean): number {
  const { coveredPx, borderPx } = workOf(texels);
  const { plan, covered, border } = costsMs.plan;
  const flat = plan + (covered * coveredPx + border * borderPx) / 1e6;
  return flat + (isRaised ? raisedCost(texels, { whole, borderPx }) : 0);
}

/** Each texel of a raised overlay is a box of its own. */
function raisedCost(
  texels: number,
  { whole, borderPx }: { readonly whole: number; readonly borderPx: number },
): number {
  const { plan, cells, border, texelBorder } = costsMs.raised;
  const cellTexels = Math.min(texels, mostRaisedTexelsPerUnit);
  const perBorder = border + texelBorder * cellTexels;
  return whole * (plan + cells * cellTexels ** 2) + (perBorder * borderPx) / 1e6;
}

/** Cost of drawing a figure with its plan. @param texels of its sheet per unit */
export function drawnCost({ area, unitPx }: FigureSize, texels: number, isRaised: boolean): number {
  const { area: each, border } = costsMs.figure;
  const detail = Math.min(mostBorders, detailOf(texels, unitPx));
  return area * (each + border * detail) * (isRaised ? costsMs.raised.figure : 1);
}

/** Borders of boxes count like this many more texels per unit. */
const borderTexels = 0.44;

/** Number of texel borders along the side of a pixel; mostly a fraction of one. */
export function detailOf(texels: number, unitPx: number): number {
  return (Math.min(texels, shownTexels(unitPx)) + borderTexels) / unitPx;
}

/** See `shownTexelsPerUnit`. */
export function shownTexels(unitPx: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(unitPx)));
}
