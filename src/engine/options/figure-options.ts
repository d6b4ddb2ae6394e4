import { renderTypeNames } from '../figure/render-types.ts';

/** Poses that a group may have: `varied` is one of its own for each player. */
export const groupPoses = [...renderTypeNames, 'varied'] as const;
export type GroupPose = (typeof groupPoses)[number];

/** Rounds an angle to tenths, less than a pixel, so that fewer pictures differ. −180° is 180°. */
export function tenths(degrees = 0): number {
  // `+ 0` turns −0, which would be another key, into 0.
  const rounded = Math.round(degrees * 10) / 10 + 0;
  return rounded === -180 ? 180 : rounded;
}
