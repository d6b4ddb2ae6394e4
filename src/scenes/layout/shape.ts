/** A rectangle, right and down from the top left corner of its container. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** The measures of a figure for layout; in units, 32 of which are the height of a standing one. */
export type FigureShape = {
  /** Of its picture. */
  readonly width: number;
  readonly height: number;
  /** From the top of its picture to the ground; below the bottom for a figure that jumps. */
  readonly ground: number;
  /** The part near the ground, or above it in a jump; `null` if it is cropped. */
  readonly feet: Box | null;
  /** The part that must stay visible. */
  readonly face: Box;
  /** From the top of its picture to the highest point of the rest: its shoulders, or raised hands. */
  readonly bodyTop: number;
};

/** Height of an upright figure, in units. */
export const standingUnits = 32;

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
