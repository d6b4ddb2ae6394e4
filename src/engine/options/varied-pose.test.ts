import { expect, it } from 'vitest';
import { variedPose, variedPoses } from './read-group-options.ts';
import { cropsOf } from '../figure/render-types.ts';

it('has the crops of the default pose', () => {
  for (const pose of variedPoses) expect(cropsOf(pose)).toEqual(cropsOf('default'));
});

it('is the same for the same player, and each is about as frequent', () => {
  const players = Array.from({ length: 700 }, (_, index) => `player_${index}`);
  const poses = players.map(variedPose);
  expect(players.map(variedPose)).toEqual(poses);
  for (const pose of variedPoses) {
    expect(poses.filter((one) => one === pose).length).toBeGreaterThan(60);
  }
});
