import { LRUCache } from 'lru-cache';
import {
  measureFigure,
  planWork,
  shownTexelsPerUnit,
  stageFigure,
  type FramedFigure,
  type UnscaledFigure,
} from '../render/figure.ts';
import { capeBorderTimes, mostBorders, type SurfaceWork } from '../render/plan/surface-work.ts';
import { renderTypes, type RenderType } from '../render/render-types.ts';
import type { Crop } from '../render/camera/crops.ts';
import { reducedScale } from '../render/sheet/reduce.ts';
import { mostRaisedTexelsPerUnit } from '../render/stage/raised-quads.ts';
import type { Staging } from '../render/stage/stage.ts';
import type { FigureShape } from '../scenes/layout/shape.ts';
import type { FigureOrder } from './order.ts';
import { shapeOf } from './posed-actor.ts';
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
  const { frame } = framed;
  const shown = shownTexelsPerUnit(framed);
  const unitPx = unitPxOf(framed);
  const cape = figure.cape ? reducedScale(figure.cape.texelsPerUnit, shown) : null;
  return {
    widthPx: frame.widthPx,
    area: (frame.widthPx * frame.heightPx) / 1e6,
    unitPx,
    workOf: (texels) => {
      const work = planWork(framed, { skin: Math.min(texels, shown), cape });
      return { ...work, borderPx: work.borderPx * flatCapeTimes(figure.renderType, cape) };
    },
  };
}

function unitPxOf({ frame, stage }: FramedFigure): number {
  return frame.scale / (stage.view.distanceUnits ?? 1);
}

/** More borders of a flat cape are seen. */
function flatCapeTimes(renderType: RenderType, cape: number | null): number {
  return renderType === 'back' && cape !== null ? Math.max(1, cape / 5) : 1;
}

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
  return Math.min(most * area, ((otherwiseSeen[renderType] ?? usuallySeen) * unitPx ** 2) / 1e6);
}

/** Share of a picture that a posed figure fills at most. */
const mostInk: Record<Crop, number> = { full: 1, bust: 0.68, face: 0.85 };

/** The picture of a figure with an outline around it; the area in millions of pixels. */
export function outlined({ widthPx, area }: FigureSize, outline: FigureOrder['outline']) {
  const rimPx = 2 * (outline?.widthPx ?? 0);
  const [wide, high] = [widthPx + rimPx, (area * 1e6) / widthPx + rimPx];
  return { widthPx: wide, heightPx: high, area: (wide * high) / 1e6 };
}

/** What is seen of most poses, in square units. */
const usuallySeen = 430;

const otherwiseSeen: Partial<Record<RenderType, number>> = {
  head: 135,
  isometric_head: 135,
  sleeping: 486,
  mojavatar: 313,
  front: 320,
  back: 320,
  pixel: 112,
  bitzel: 38,
};

/** A pose in one view, measured once for pictures of any size. */
export type Pose = {
  readonly renderType: RenderType;
  readonly shape: FigureShape;
  /** The scale at which its surfaces were measured, without and with a cape. */
  readonly unitPx: number;
  readonly bare: SurfaceWork;
  readonly worn: SurfaceWork;
  /** Borders of the figure, and of the cape, with one texel per unit and with two. */
  readonly ofSkin: readonly [number, number];
  readonly ofCape: readonly [number, number];
};

/** As many as there are types, crops, turns of arrangements, and so on. */
const poses = new LRUCache<string, Pose>({ max: 5000 });

/** Measuring takes some tenths of a millisecond, on the thread that also answers requests. */
export function poseOf(staging: Staging): Pose {
  const key = JSON.stringify(staging);
  const pose = poses.get(key) ?? measurePose(staging);
  poses.set(key, pose);
  return pose;
}

/** Large enough for each border to count. */
const measuredPx = 1024;

function measurePose(staging: Staging): Pose {
  const framed = stageFigure({ ...staging, heightPx: measuredPx });
  const work = (skin: number, cape: number | null) => planWork(framed, { skin, cape });
  const [bare, worn] = [work(1, null), work(1, 1)];
  return {
    renderType: staging.renderType,
    shape: shapeOf(measureFigure(staging)),
    unitPx: unitPxOf(framed),
    bare,
    worn,
    ofSkin: [bare.borderPx, work(2, null).borderPx],
    ofCape: [worn.borderPx - bare.borderPx, work(1, 2).borderPx - bare.borderPx],
  };
}

/** The same as `sizeOf`. @param cape texels per unit, reduced to what can be seen */
export function sizeOfPose(pose: Pose, unitPx: number, cape: number | null): FigureSize {
  const { shape, bare, worn, ofSkin, ofCape } = pose;
  const share = unitPx / pose.unitPx;
  const { surfaces, coveredPx } = cape === null ? bare : worn;
  const covered = coveredPx * share ** 2;
  const added = cape === null ? 0 : timesOfCape(pose, cape) * onLine(ofCape, cape);
  return {
    widthPx: shape.width * unitPx,
    area: (shape.width * shape.height * unitPx ** 2) / 1e6,
    unitPx,
    workOf: (texels) => ({
      surfaces,
      coveredPx: covered,
      borderPx: Math.min(mostBorders * covered, (onLine(ofSkin, texels) + added) * share),
    }),
  };
}

/** Relative to a cape of one or two texels per unit, which are measured. */
function timesOfCape({ renderType }: Pose, cape: number): number {
  return (capeBorderTimes(cape) / capeBorderTimes(1)) * flatCapeTimes(renderType, cape);
}

/** The line through its values at 1 and 2. */
function onLine([one, two]: readonly [number, number], at: number): number {
  return one + (two - one) * (at - 1);
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
const lyingDetail = 2.7;

/** See `shownTexelsPerUnit`. */
export function shownTexels(unitPx: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(unitPx)));
}
