import {
  planWork,
  shownTexelsPerUnit,
  stageFigure,
  type UnscaledFigure,
} from '../render/figure.ts';
import { mostBorders, type SurfaceWork } from '../render/plan/surface-work.ts';
import { renderTypes, type RenderType } from '../render/render-types.ts';
import type { Crop } from '../render/camera/crops.ts';
import { reducedScale } from '../render/sheet/reduce.ts';
import { mostRaisedTexelsPerUnit } from '../render/stage/raised-quads.ts';
import type { FigureOrder } from './order.ts';
import { costsMs, sum } from './cost-of-parts.ts';

/** What the cost of a figure depends on: the size of its picture, its scale, and its geometry. */
export type FigureSize = {
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
  const unitPx = frame.scale / (stage.view.distanceUnits ?? 1);
  const cape = figure.cape ? reducedScale(figure.cape.texelsPerUnit, shown) : null;
  return {
    widthPx: frame.widthPx,
    area: (frame.widthPx * frame.heightPx) / 1e6,
    unitPx,
    workOf: (texels) => {
      const work = planWork(framed, { skin: Math.min(texels, shown), cape });
      const isFlat = figure.renderType === 'back' && cape !== null;
      return isFlat ? { ...work, borderPx: work.borderPx * flatCapeTimes(cape) } : work;
    },
  };
}

/** Pixels with more than two texels of a flat cape take longest: measured. */
const flatCapeTimes = (texels: number): number => Math.max(1, (texels / 5) ** 1.5);

/**
 * The opaque part of a figure's picture, in millions of pixels. Estimated from its type and crop alone:
 * it is needed for every picture, also with a known plan, and its surfaces take longer than all else
 * here.
 */
export function inkOf(
  { area, unitPx }: FigureSize,
  { renderType, crop }: { readonly renderType: RenderType; readonly crop: Crop },
): number {
  const most = renderTypes[renderType].kind === 'flat' ? 1 : mostInk[crop];
  return Math.min(most * area, (shapeOf(renderType).seen * unitPx ** 2) / 1e6);
}

/** Share of a picture that a posed figure fills at most. */
const mostInk: Record<Crop, number> = { full: 1, bust: 0.68, face: 0.85 };

/** The picture of a figure with an outline around it; the area in millions of pixels. */
export function outlined({ widthPx, area }: FigureSize, outline: FigureOrder['outline']) {
  const rimPx = 2 * (outline?.widthPx ?? 0);
  const [wide, high] = [widthPx + rimPx, (area * 1e6) / widthPx + rimPx];
  return { widthPx: wide, heightPx: high, area: (wide * high) / 1e6 };
}

/**
 * In units: the sides of a figure's picture, the area of all its surfaces and what is seen of them; also
 * their number.
 */
type FigureShape = {
  readonly width: number;
  readonly height: number;
  readonly covered: number;
  readonly seen: number;
  readonly surfaces: number;
};

/** The shape of most poses, since all of them show about as much of a player. */
const usualShape: FigureShape = { width: 22, height: 33.5, covered: 1600, seen: 430, surfaces: 70 };

const otherShapes: Partial<Record<RenderType, FigureShape>> = {
  head: { width: 13, height: 14, covered: 385, seen: 135, surfaces: 9 },
  isometric_head: { width: 13, height: 15, covered: 385, seen: 135, surfaces: 9 },
  sleeping: { width: 37, height: 23, covered: 1800, seen: 486, surfaces: 70 },
  dead: { width: 37, height: 25, covered: 1600, seen: 430, surfaces: 70 },
  mojavatar: { width: 16, height: 24, covered: 1160, seen: 313, surfaces: 36 },
  front: { width: 16, height: 32, covered: 704, seen: 320, surfaces: 12 },
  back: { width: 16, height: 32, covered: 704, seen: 320, surfaces: 12 },
  pixel: { width: 10, height: 14, covered: 204, seen: 112, surfaces: 183 },
  bitzel: { width: 5, height: 9, covered: 78, seen: 38, surfaces: 78 },
};

export function shapeOf(renderType: RenderType): FigureShape {
  return otherShapes[renderType] ?? usualShape;
}

/**
 * Borders of texels per pixel, relative to a surface seen straight from the front: most are seen at a
 * slant.
 */
const slant = 2.1;

/** Share of the surfaces that is left without an overlay, whose boxes are seen from inside, too. */
function bareShareOf(renderType: RenderType): number {
  return renderTypes[renderType].kind === 'flat' ? 0.5 : 0.3;
}

/** Area of all surfaces of a cape, and of wings, in square units. */
const wornUnits = { cape: 370, wings: 1040 } as const;

/** @param cape texels per unit, reduced to what can be seen */
function wornWork(cape: number | null, wings: boolean | undefined, unitPx: number) {
  if (cape === null) return { coveredPx: 0, borderPx: 0 };
  const coveredPx = (wings === true ? wornUnits.wings : wornUnits.cape) * unitPx ** 2;
  return { coveredPx, borderPx: coveredPx * bordersAPixel(cape, unitPx) };
}

function bordersAPixel(texels: number, unitPx: number): number {
  return Math.min(mostBorders, slant * detailOf(texels, unitPx));
}

/**
 * Estimates the same as `sizeOf` for a whole figure, without staging it.
 * @param cape texels per unit of its cape, reduced to what can be seen
 */
export function aboutSizeOf(
  figure: Pick<FigureOrder, 'renderType' | 'overlay'> & { readonly wings?: boolean },
  unitPx: number,
  cape: number | null = null,
): FigureSize {
  const { renderType, overlay, wings } = figure;
  const { width, height, covered, surfaces } = shapeOf(renderType);
  const share = overlay === 'none' ? bareShareOf(renderType) : 1;
  const coveredPx = covered * unitPx ** 2 * share;
  const worn = wornWork(cape, wings, unitPx);
  return {
    widthPx: width * unitPx,
    area: (width * height * unitPx ** 2) / 1e6,
    unitPx,
    workOf: (texels) => ({
      surfaces: surfaces * share,
      coveredPx: coveredPx + worn.coveredPx,
      // Nothing hides a cape from behind: its borders count twice.
      borderPx: coveredPx * bordersAPixel(texels, unitPx) + 2 * worn.borderPx,
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

export function planCost(texels: number, { workOf, area }: FigureSize, isRaised: boolean): number {
  const { surfaces, coveredPx, borderPx } = workOf(texels);
  const { plan, surface, covered, border, area: each } = costsMs.plan;
  const ofPixels = each * area + (covered * coveredPx + border * borderPx) / 1e6;
  const raised = isRaised ? raisedCost(texels, { surfaces, borderPx }) : 0;
  return plan + surface * surfaces + ofPixels + raised;
}

/** Each texel of a raised overlay is a box of its own. */
function raisedCost(
  texels: number,
  { surfaces, borderPx }: Pick<SurfaceWork, 'surfaces' | 'borderPx'>,
): number {
  const { surface, cells, border, fineBorder } = costsMs.raised;
  const cellTexels = Math.min(texels, mostRaisedTexelsPerUnit);
  const perBorder = border * cellTexels + fineBorder * cellTexels ** 2;
  return surfaces * (surface + cells * cellTexels ** 2) + (perBorder * borderPx) / 1e6;
}

/** Cost of drawing a figure with its plan. @param texels of its sheet per unit */
export function drawnCost({ area, unitPx }: FigureSize, texels: number, isRaised: boolean): number {
  const { figure, area: each, border } = costsMs.figure;
  const detail = Math.min(mostBorders, detailOf(texels, unitPx));
  return figure + area * (each + border * detail) * (isRaised ? costsMs.raised.figure : 1);
}

/** Borders of boxes count like this many more texels per unit. */
const borderTexels = 0.44;

/** Number of texel borders along the side of a pixel; mostly a fraction of one. */
function detailOf(texels: number, unitPx: number): number {
  return (Math.min(texels, shownTexels(unitPx)) + borderTexels) / unitPx;
}

/** The detail of a figure for an encoder, to which a slanted border is longer. */
export function encodedDetailOf(
  { renderType, rollDegrees = 0 }: Pick<UnscaledFigure, 'renderType' | 'rollDegrees'>,
  texels: number,
  unitPx: number,
): number {
  const isLying = renderType === 'sleeping' || renderType === 'dead' || rollDegrees !== 0;
  return (isLying ? lyingDetail : 1) * detailOf(texels, unitPx);
}

/** All edges of a lying figure are slanted, while many of a standing one are upright. */
const lyingDetail = 2.4;

/** See `shownTexelsPerUnit`. */
export function shownTexels(unitPx: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(unitPx)));
}
