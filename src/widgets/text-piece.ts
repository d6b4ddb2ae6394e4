import type { RgbaImage } from '../render/image/canvas.ts';

/** How a piece of text looks, but for its size. */
export type Ink = {
  /** `#rrggbb`, or any colour that the canvas knows. */
  readonly color: string;
  /** As in CSS: 400 is regular, 700 is bold. */
  readonly weight: number;
  /** More air between letters, as a share of the size; joined scripts have none. */
  readonly tracking?: number;
  readonly italic?: boolean;
  readonly underlined?: boolean;
  readonly strikethrough?: boolean;
};

/** Text in one ink; a line is a list of them, in reading order. */
export type TextPiece = {
  readonly text: string;
  readonly ink: Ink;
  /** In the place of the text: a small square picture, or room for one (null). */
  readonly picture?: RgbaImage | null;
};
