import { describe, expect, it } from 'vitest';
import { poses } from './poses.ts';
import { steepestBend, type Pose } from './pose.ts';
import { posedSolids, type Solid } from './solids.ts';

const bends = [-steepestBend, -90, -35, 1, 35, 90, steepestBend] as const;

function bentArm(bend: number, layer: Solid['layer']): Solid[] {
  const pose: Pose = { parts: { rightArm: { bend } } };
  return posedSolids('classic', pose).filter(
    (solid) => solid.part === 'rightArm' && solid.layer === layer,
  );
}

function middle(solid: Solid, corners: readonly number[]): number[] {
  return [0, 1, 2].map((axis) => corners.reduce((sum, i) => sum + solid.corners[i]![axis]! / 4, 0));
}

describe('a bent limb', () => {
  it.each(bends)('has no gap: its halves share the four corners of the joint, at %i°', (bend) => {
    for (const layer of ['base', 'overlay'] as const) {
      const [upper, lower] = bentArm(bend, layer);
      for (const bottom of [0, 1, 4, 5]) {
        const above = upper!.corners[bottom]!;
        const below = lower!.corners[bottom + 2]!;
        above.forEach((value, axis) => expect(below[axis]).toBeCloseTo(value, 9));
      }
    }
  });

  it.each([steepestBend + 1, -steepestBend - 1, 180])('cannot bend by %i°', (bend) => {
    expect(() => bentArm(bend, 'base')).toThrow(RangeError);
  });

  it('keeps its length along the middle', () => {
    for (const bend of bends) {
      for (const half of bentArm(bend, 'base')) {
        const [top, bottom] = [middle(half, [2, 3, 6, 7]), middle(half, [0, 1, 4, 5])];
        expect(Math.hypot(...top.map((value, axis) => value - bottom[axis]!))).toBeCloseTo(6, 9);
      }
    }
  });
});

describe('the pose table', () => {
  const rows = Object.entries(poses).map(([name, { pose }]): [string, Pose] => [name, pose]);

  it.each(rows)('%s stands on the ground, or at its given height above', (_, pose) => {
    const points = posedSolids('classic', pose)
      .filter(({ layer }) => layer === 'base')
      .flatMap(({ corners }) => corners.map(([, y]) => y));
    expect(Math.min(...points)).toBeCloseTo(pose.airUnits ?? 0, 9);
  });

  it.each(rows)('%s is the same for both models, except for the arms', (_, pose) => {
    const body = (model: 'classic' | 'slim') =>
      posedSolids(model, pose).filter(({ part }) => part !== 'rightArm' && part !== 'leftArm');
    expect(body('slim')).toEqual(body('classic'));
  });
});
