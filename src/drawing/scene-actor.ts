import type { RgbaImage } from '../render/image/canvas.ts';
import type { FigureShape } from '../scenes/layout/shape.ts';

/** A figure of a scene, for layout and drawing. */
export type Actor = {
  readonly shape: FigureShape;
  /** The figure at a scale. */
  readonly at: (pxPerUnit: number) => SizedActor;
};

type SizedActor = {
  /** Figures of one order with equal keys look the same. */
  readonly key: string;
  /** Figures of one order with equal keys share a plan, and are drawn one after the other. */
  readonly planKey: string;
  /** From the top of its picture to the ground. */
  readonly groundPx: number;
  readonly draw: () => RgbaImage;
};
