import type { Pose } from './pose.ts';

/** Straight, arms down. */
export const rest: Pose = {
  parts: { rightArm: { wrist: [22, 0, 0] }, leftArm: { wrist: [22, 0, 0] } },
};

/** Standing, arms and legs a little apart. */
export const standing: Pose = {
  parts: {
    rightArm: { turn: [10, 0, 6], wrist: [-20, 0, 0] },
    leftArm: { turn: [-10, 0, -5], wrist: [2, 0, 0] },
    rightLeg: { turn: [-11, 0, 2] },
    leftLeg: { turn: [11, 0, -2] },
  },
};
