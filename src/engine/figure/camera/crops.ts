import type { Region, Shares } from './framing.ts';

/** In the order in which users see them. */
export const crops = ['full', 'bust', 'face'] as const;
export type Crop = (typeof crops)[number];

export function isCrop(name: string): name is Crop {
  return crops.some((one) => one === name);
}

const whole = [0, 1] as const;

const everything = {
  head: whole,
  body: whole,
  rightArm: whole,
  leftArm: whole,
  rightLeg: whole,
  leftLeg: whole,
} as const satisfies Shares;

const upper = { head: whole, body: whole, rightArm: whole, leftArm: whole } as const;
const chest = { head: whole, body: [0, 0.68] } as const;
const chin = { head: whole, body: [0, 0.06] } as const;

/** What each crop frames in a standing pose: everything, down to the waist, the head. */
export const standingCrops = {
  full: { height: everything, width: everything },
  bust: { height: chest, width: upper },
  face: { height: chin, width: { head: whole } },
} as const satisfies Record<Crop, Region>;

/** With raised hands, which a bust includes. */
export const raisedHandsCrops = {
  ...standingCrops,
  bust: { height: { ...chest, rightArm: whole, leftArm: whole }, width: upper },
} as const satisfies Record<Crop, Region>;

const hands = { rightArm: [0.5, 1], leftArm: [0.5, 1] } as const;

/** With hands on the head, which a face includes, too; drawn-up knees stay below a bust. */
export const coveredHeadCrops = {
  ...standingCrops,
  bust: { height: { ...upper, body: [0, 0.58] }, width: upper },
  face: { height: { head: whole, ...hands }, width: { head: whole, ...hands } },
} as const satisfies Record<Crop, Region>;

/** A lying figure, which is cut at the waist at the left and right, too. */
export const lyingCrops = {
  full: { height: everything, width: everything },
  bust: {
    height: { head: whole, body: [0, 0.68], rightArm: [0, 0.6], leftArm: [0, 0.6] },
    width: { head: whole, body: [0, 0.68], rightArm: [0, 0.6], leftArm: [0, 0.6] },
  },
  face: { height: chin, width: chin },
} as const satisfies Record<Crop, Region>;

/**
 * A bust that ends higher up the body, so that no slice of a leg that is raised in front of it, or
 * visible beside it, lies along the bottom edge.
 * @param bodyShare share of the body in a bust; 0.68 for a standing figure
 */
export function highBust(from: Record<Crop, Region>, bodyShare: number): Record<Crop, Region> {
  const { height, width } = from.bust;
  return { ...from, bust: { height: { ...height, body: [0, bodyShare] }, width } };
}
