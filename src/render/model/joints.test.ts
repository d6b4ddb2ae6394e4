import { describe, expect, it } from 'vitest';
import { flatLight } from '../camera/light.ts';
import type { View } from '../camera/view.ts';
import { compilePlan } from '../plan/compile.ts';
import type { Plan } from '../plan/plan.ts';
import { poses } from './poses.ts';
import { steepestBend, type Pose } from './pose.ts';
import { quadsOf } from './quads.ts';
import { posedSolids, type Solid } from './solids.ts';
import { between } from './vector.ts';

const bends = [-steepestBend, -90, -35, 1, 35, 90, steepestBend] as const;

function bentArm(bend: number, layer: Solid['layer']): Solid[] {
  const pose: Pose = { parts: { rightArm: { bend } } };
  return posedSolids('classic', pose).filter(
    (solid) => solid.part === 'rightArm' && solid.layer === layer,
  );
}

/** The arm's outer side, straight from the player's right: 16 px a unit, nothing else in sight. */
function armFromTheSide(bend: number): Plan {
  const view: View = { yawDegrees: 90, pitchDegrees: 0, target: [0, 18, 0], distanceUnits: null };
  const frame = { widthPx: 384, heightPx: 384, scale: 16, originX: 192, originY: 192 };
  const quads = bentArm(bend, 'base').flatMap(quadsOf);
  return compilePlan({ quads, lens: { view, frame }, light: flatLight, texelsPerUnit: 1 });
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

  it('has no pinholes along the joint', () => {
    for (const bend of bends) {
      const plan = armFromTheSide(bend);
      const covered = new Float64Array(plan.widthPx * plan.heightPx);
      for (let i = 0; i < plan.runs.length; i += 3) {
        const at = (plan.runs[i]! >>> 16) * plan.widthPx + (plan.runs[i]! & 65535);
        covered.fill(16, at, at + plan.runs[i + 1]!);
      }
      let group = 0;
      plan.edges.forEach((edge, i) => {
        const at = (edge >>> 16) * plan.widthPx + (edge & 65535);
        const end = group + plan.edgeEnds.findIndex((last) => i < last);
        for (; group < end; group++) covered[at]! += plan.groups[group]! >>> 27;
      });
      const along = jointPixels(bend).map(([x, y]) => covered[y * plan.widthPx + x]);
      expect(along.every((samples) => samples === 16)).toBe(true);
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

/** Pixels of `armFromTheSide` on and around the line in which the halves meet, but for its ends. */
function jointPixels(bend: number): (readonly [x: number, y: number])[] {
  const { corners } = bentArm(bend, 'base')[0]!;
  const [front, back] = [corners[4]!, corners[5]!];
  return Array.from({ length: 41 }, (_, i) => 0.1 + (0.8 * i) / 40).flatMap((share) => {
    const [, y, z] = between(front, back, share);
    const [column, row] = [Math.floor(192 - z * 16), Math.floor(192 - (y - 18) * 16)];
    return [-1, 0, 1].map((step) => [column, row + step] as const);
  });
}

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
