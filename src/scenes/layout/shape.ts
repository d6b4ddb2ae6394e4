/** A rectangle, right and down from the top left corner of what it lies in. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** What a layout has to know of a figure; lengths in units, 32 of which are one who stands. */
export type FigureShape = {
  /** Of its picture. */
  readonly width: number;
  readonly height: number;
  /** From the top of its picture down to the ground; beyond the bottom for one who jumps. */
  readonly ground: number;
  /** What is at the ground, or above it in the air; `null` for what is cut off. */
  readonly feet: Box | null;
  /** What must stay visible of it. */
  readonly face: Box;
};

/** Height of one who stands upright, in units. */
export const standingUnits = 32;

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
