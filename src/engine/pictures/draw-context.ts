import type { FontRegistry } from '../text/font-registry.ts';
import type { FramedFigure } from '../figure/figure.ts';
import type { Reaches } from '../figure/stage/moment.ts';
import type { Scratch } from '../image/scratch.ts';
import type { Plan } from '../raster/plan.ts';
import type { SkinSheet, CapeSheet } from '../skin/sheet.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { SheetScales } from '../raster/compile.ts';

/** Resources for drawing that a worker caches between jobs. */
export type DrawContext = {
  readonly fonts: FontRegistry;
  /**
   * Draws with the plan of a figure, which is valid until `draw` returns. Figures that share a plan are
   * drawn one after the other: large plans are not cached for longer.
   */
  readonly withPlan: <T>(framed: FramedFigure, scales: SheetScales, draw: (plan: Plan) => T) => T;
  /** What was measured of moving figures. */
  readonly reaches?: Reaches;
  /** Memory of the picture, which is encoded before the next one is drawn. */
  readonly scratch: Scratch;
};

export type ReadSheets = {
  readonly skins: readonly SkinSheet[];
  readonly capes: readonly CapeSheet[];
  readonly pictures: readonly RgbaImage[];
};
