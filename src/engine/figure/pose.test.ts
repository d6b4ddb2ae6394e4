import { describe, expect, it } from 'vitest';
import { mirroredPose } from './pose.ts';
import { poses } from './poses.ts';

const rows = Object.entries(poses).map(([name, { pose }]) => [name, pose] as const);
import { posedSolids } from './solids.ts';

/** Boxes as sets of corners: a mirror turns the order of corners round. */
function corners(
  solids: ReturnType<typeof posedSolids>,
  mirror: (part: string, x: number) => [string, number],
): string[] {
  return solids
    .filter(({ layer }) => layer === 'base')
    .flatMap(({ part, corners: points }) =>
      points.map(([x, y, z]) => {
        const [name, across] = mirror(part, x);
        return [name, ...[across, y, z].map((value) => (value + 0).toFixed(3))].join(' ');
      }),
    )
    .map((line) => line.replaceAll('-0.000', '0.000'))
    .toSorted();
}

const otherSide = (part: string): string =>
  part.startsWith('right')
    ? part.replace('right', 'left')
    : part.startsWith('left')
      ? part.replace('left', 'right')
      : part;

describe('a mirrored pose', () => {
  it.each(rows)('%s has every box at its mirrored position', (_, pose) => {
    const mirrored = corners(posedSolids('classic', mirroredPose(pose)), (part, x) => [part, x]);
    const seen = corners(posedSolids('classic', pose), (part, x) => [otherSide(part), -x]);
    expect(mirrored).toEqual(seen);
  });

  it('keeps its height above the ground and the angle of its cape', () => {
    const pose = { parts: {}, airUnits: 3, capeDegrees: 40 };
    expect(mirroredPose(pose)).toMatchObject({ airUnits: 3, capeDegrees: 40 });
  });
});
