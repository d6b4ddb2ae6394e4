/** Motions that get on: with them a group may be on a journey. */
export const gaitNames = ['walk', 'run'] as const;
export type GaitName = (typeof gaitNames)[number];
