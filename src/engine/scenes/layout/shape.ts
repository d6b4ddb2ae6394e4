import type { Slot } from './arrangements.ts';

/** A rectangle, right and down from the top left corner of its container. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A corner of something that casts a shadow, in units. */
type CasterCorner = {
  /** Right from the left of the picture. */
  readonly across: number;
  /** How far behind what touches the ground foremost, up the picture. */
  readonly back: number;
  /** Above the ground. */
  readonly height: number;
};

/** The measures of a figure for layout; in units, 32 of which are the height of a standing one. */
export type FigureShape = {
  /** Of its picture. */
  readonly width: number;
  readonly height: number;
  /** From the top of its picture to the ground; below the bottom for a figure that jumps. */
  readonly ground: number;
  /** What casts its shadow: convex pieces; none if its feet are cropped. */
  readonly casters: readonly (readonly CasterCorner[])[];
  /** The part that must stay visible. */
  readonly face: Box;
  /** What it hides of those who stand behind it. */
  readonly covers: readonly Box[];
  /** Its room in a group. What reaches out of it from time to time may overlap the sky and its neighbours. */
  readonly column: Pick<Box, 'left' | 'right'>;
  /** From the top of its picture to the highest point of its column, and of its head at any time. */
  readonly crown: number;
};

/** Height of an upright figure, in units. */
export const standingUnits = 32;

/** Of its column, from the left of its picture. */
export function columnMiddle({ column }: FigureShape): number {
  return (column.left + column.right) / 2;
}

/** Whether something of it is outside of its column at some time. */
export function reachesOut({ width, crown, column }: FigureShape): boolean {
  return crown > 0 || column.left > 0 || column.right < width;
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** A positioned figure: right from the group's left end, up from its ground, in px. */
export type Standing = {
  readonly slot: Slot;
  readonly pxPerUnit: number;
  /** Of its column. */
  readonly middlePx: number;
  /** Width of its column: that of the figure at rest, more if its label needs it, less where a grid is narrow. */
  readonly columnPx: number;
  readonly raisePx: number;
};
