import { frameToBox, frameToHeight, type Frame, type Outline } from './camera/framing.ts';
import { compilePlan } from './plan/compile.ts';
import type { Plan } from './plan/plan.ts';
import { renderTypes, type RenderTypeRow } from './render-types.ts';
import { flatStage } from './stage/flat-stage.ts';
import { posedStage } from './stage/posed-stage.ts';
import type { Stage, Staging } from './stage/stage.ts';

/** What fixes a plan: everything of a figure's picture but the colours of its sheets. */
export type Figure = Staging & {
  /** Of the picture; the width follows from the pose, up to twice the height. */
  readonly heightPx: number;
  /** Texels per unit of the skin sheets it is for. */
  readonly texelsPerUnit: number;
};

/**
 * Where a figure comes to lie on its picture; cheap, and all that a layout needs.
 * @throws {RangeError} when the type has no such crop.
 */
export function frameFigure(figure: Omit<Figure, 'texelsPerUnit'>): Frame {
  return frameToHeight(outlineOf(stageOf(figure), 1), figure.heightPx);
}

/**
 * Compiles the plan of a figure, see `compilePlan` for what it costs.
 * @throws {RangeError} when the type has no such crop.
 */
export function compileFigure(figure: Figure): Plan {
  const stage = stageOf(figure);
  const frame = frameToHeight(outlineOf(stage, figure.texelsPerUnit), figure.heightPx);
  return compileStage(stage, frame, figure);
}

/** The same in a picture of given width and height, the figure as large as it fits. */
export function compileFigureInBox(figure: Figure, widthPx: number): Plan {
  const stage = stageOf(figure);
  const frame = frameToBox(outlineOf(stage, figure.texelsPerUnit), widthPx, figure.heightPx);
  return compileStage(stage, frame, figure);
}

function stageOf(staging: Staging): Stage {
  const row: RenderTypeRow = renderTypes[staging.renderType];
  return row.kind === 'flat' ? flatStage(row, staging) : posedStage(row, staging);
}

function outlineOf({ extent, widestUnits, isTexelExact }: Stage, texelsPerUnit: number): Outline {
  return { extent, widestUnits, exactTexels: isTexelExact ? texelsPerUnit : null };
}

function compileStage(
  { quads, view, light, shadow }: Stage,
  frame: Frame,
  { texelsPerUnit, cape }: Figure,
): Plan {
  return compilePlan({
    quads,
    lens: { view, frame },
    light,
    texelsPerUnit,
    capeTexelsPerUnit: cape?.texelsPerUnit,
    shadow: shadow === null ? null : { ground: shadow.ground, lens: { view: shadow.view, frame } },
  });
}
