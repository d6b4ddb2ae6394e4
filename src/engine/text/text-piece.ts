import type { RgbaImage } from '../image/canvas.ts';

/** The look of a piece of text, except its size. */
export type TextStyle = {
  /** `#rrggbb`, or any CSS colour. */
  readonly color: string;
  /** As in CSS: 400 is regular, 700 is bold. */
  readonly weight: number;
  /** Letter spacing relative to the font size; none in joined scripts. */
  readonly tracking?: number;
  readonly italic?: boolean;
  readonly underlined?: boolean;
  readonly strikethrough?: boolean;
};

/** Text in one style; a line is a list of these in reading order. */
export type TextPiece = {
  readonly text: string;
  readonly style: TextStyle;
  /** In place of the text: a small square picture, or room for one (null). */
  readonly picture?: RgbaImage | null;
};

export type PieceLine = {
  readonly pieces: readonly TextPiece[];
  /** Position of its middle, as a share of the width; null if it starts at the left. */
  readonly middle: number | null;
};
