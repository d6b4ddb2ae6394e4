import type { RgbaImage } from '../render/image/canvas.ts';
import type { FigureShape } from '../scenes/layout/shape.ts';

/** A figure of a scene as its layout and its picture need it, whatever it is made of. */
export type Actor = {
  readonly shape: FigureShape;
  /** The figure at so many pixels a unit. */
  readonly at: (pxPerUnit: number) => SizedActor;
};

type SizedActor = {
  /** Equal keys of one order draw equal pictures. */
  readonly key: string;
  /** From the top of its picture down to the ground. */
  readonly groundPx: number;
  readonly draw: () => RgbaImage;
};
