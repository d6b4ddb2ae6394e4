import type { RgbaImage } from '../image/canvas.ts';
import type { FramedFigure } from '../figure/figure.ts';
import type { FigureShape } from '../scenes/layout/shape.ts';
import type { TexturedFigure } from './detail.ts';

/** A figure of a scene, for layout and drawing. */
export type GroupMember = {
  readonly shape: FigureShape;
  /** The figure at a scale. */
  readonly at: (pxPerUnit: number) => SizedMember;
};

/** How a figure looks. */
export type Look = {
  /** Figures of one order with equal keys look the same. */
  readonly key: string;
  /** @param limited the figure with the detail that the order allows; see `limitDetail` */
  readonly draw: (limited: (framed: FramedFigure) => FramedFigure) => RgbaImage;
};

export type SizedMember = Look & {
  /** From the top of its picture to the ground. */
  readonly groundPx: number;
  /** What it is drawn from; `null` for a finished picture. */
  readonly textured: Textured | null;
};

/** What a figure is drawn from, and how it looks in the pose and size of another. */
export type Textured = TexturedFigure & { readonly lookAs: (framed: FramedFigure) => Look };
