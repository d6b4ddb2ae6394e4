import { frameToHeight, rimPx, widestAspect, type Frame, type Outline } from './camera/framing.ts';
import { rowOf } from './render-types.ts';
import { flatStage } from './stage/flat-stage.ts';
import { posedStage } from './stage/posed-stage.ts';
import type { Reaches } from './stage/moment.ts';
import type { Stage, Staging } from './stage/stage.ts';

/** Everything that determines a plan: a figure's picture without the colours of its sheets. */
export type Figure = Staging & {
  /** Of the picture; the width follows from the pose, up to twice the height. */
  readonly heightPx: number;
  /** Texels per unit of the skin sheets. */
  readonly texelsPerUnit: number;
};

/** A figure framed on its picture, ready to be compiled for sheets of any resolution. */
export type FramedFigure = {
  readonly figure: UnscaledFigure;
  readonly stage: Stage;
  readonly frame: Frame;
};

/** A figure whose sheets may have any resolution. */
export type UnscaledFigure = Omit<Figure, 'texelsPerUnit'>;

/** Measures anew each time. */
const noReaches: Reaches = (_key, measure) => measure();

/**
 * Stages and frames a figure, which is cheap compared with compiling it.
 * @param reaches caches what is measured of moving figures
 * @throws {RangeError} if the type does not have the crop
 */
export function stageFigure(figure: UnscaledFigure, reaches: Reaches = noReaches): FramedFigure {
  return frameFigure(figure, stageOf(figure, reaches));
}

/** The same with the stage of a measured figure. */
export function frameFigure(figure: UnscaledFigure, stage: Stage): FramedFigure {
  return { figure, stage, frame: frameToHeight(outlineOf(stage, 1), figure.heightPx) };
}

/** Its place on the pixels, drawn from a skin of so many texels per unit, which decide on those of a flat figure. */
export function frameWith({ figure, stage, frame }: FramedFigure, texelsPerUnit: number): Frame {
  return stage.isTexelExact
    ? frameToHeight(outlineOf(stage, texelsPerUnit), figure.heightPx)
    : frame;
}

/**
 * The finest useful resolution of a sheet in this picture, in texels per unit: a power of two, at least
 * the pixels per unit in the middle of the figure.
 */
export function shownTexelsPerUnit({ stage, frame }: FramedFigure): number {
  const unitPx = frame.scale / (stage.view.distanceUnits ?? 1);
  return Math.min(stage.maxTexelsPerUnit, 2 ** Math.max(0, Math.ceil(Math.log2(unitPx))));
}

/** @throws {RangeError} if the type does not have the crop */
export function measureFigure(staging: Staging, reaches: Reaches = noReaches) {
  const stage = stageOf(staging, reaches);
  const { extent, widestUnits, view } = stage;
  const unitsPerPlane = view.distanceUnits ?? 1;
  return {
    stage,
    extent,
    stance: stage.stance(),
    widestUnits,
    /** Units of the figure per unit of the picture plane: multiply lengths by this to get units. */
    unitsPerPlane,
  };
}

/** A figure before its size is known, for layout. */
export type MeasuredFigure = ReturnType<typeof measureFigure>;

/** The picture height for a scale in pixels per unit; see `frameToHeight`. */
export function heightForScale(figure: MeasuredFigure, pxPerUnit: number): number {
  const { extent, widestUnits, unitsPerPlane } = figure;
  const scale = pxPerUnit * unitsPerPlane;
  const highPx = (extent.top - extent.bottom) * scale + 2 * rimPx;
  const widePx = widestUnits * scale + 2 * rimPx;
  // Rounding errors must not add a row.
  return Math.max(4, Math.ceil(Math.max(highPx, widePx / widestAspect) - 1e-6));
}

function stageOf(staging: Staging, reaches: Reaches): Stage {
  const row = rowOf(staging.renderType);
  return row.kind === 'flat' ? flatStage(row, staging) : posedStage(row, staging, reaches);
}

function outlineOf({ extent, widestUnits, isTexelExact }: Stage, texelsPerUnit: number): Outline {
  return { extent, widestUnits, exactTexels: isTexelExact ? texelsPerUnit : null };
}
