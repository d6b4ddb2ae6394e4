import type { Frame } from '../../src/engine/figure/camera/framing.ts';
import { stageFigure, type Figure, type UnscaledFigure } from '../../src/engine/figure/figure.ts';
import type { Plan } from '../../src/engine/raster/plan.ts';
import { compileFramed } from '../../src/engine/raster/compile.ts';

/** Stages, frames and compiles a figure. @throws {RangeError} if the type does not have the crop */
export function compileFigure(figure: Figure): Plan {
  return compileFramed(stageFigure(figure), scalesOf(figure));
}

/** Frames a figure on its picture. @throws {RangeError} if the type does not have the crop */
export function frameFigure(figure: UnscaledFigure): Frame {
  return stageFigure(figure).frame;
}

/** Compiles a figure as large as it fits in the middle of a picture of given size. */
export function compileFigureInBox(figure: Figure, widthPx: number): Plan {
  const { heightPx } = figure;
  const widest = frameFigure(figure).widthPx;
  // A pixel less, because widths are rounded up.
  const fittedPx = Math.floor(heightPx * Math.min(1, (widthPx - 1) / widest));
  const framed = stageFigure({ ...figure, heightPx: fittedPx });
  const { frame } = framed;
  const originX = frame.originX + (widthPx - frame.widthPx) / 2;
  const originY = frame.originY + (heightPx - frame.heightPx) / 2;
  const boxed = { ...frame, widthPx, heightPx, originX, originY };
  return compileFramed({ ...framed, frame: boxed }, scalesOf(figure));
}

const scalesOf = ({ texelsPerUnit, cape }: Figure) => ({
  skin: texelsPerUnit,
  cape: cape?.texelsPerUnit ?? null,
});
