import { describe, expect, it } from 'vitest';
import { around, poseBetween } from './motion.ts';
import { maxFrames, motionNames, motionRow, motions, type MotionName } from './motions.ts';
import { poses } from './poses.ts';
import { posedSolids, type Solid } from './solids.ts';
import { mirroredPose, type Pose } from './pose.ts';
import { standing } from './standing.ts';
import type { PartName } from './boxes.ts';
import type { Vec3 } from './vector.ts';

function solidsAt(name: MotionName, phase: number): Solid[] {
  return posedSolids('classic', motionRow(name).poseAt(around(phase), standing));
}

/** The farthest that a corner moves between two phases, in units. */
function moved(name: MotionName, from: number, to: number): number {
  const [before, after] = [from, to].map((phase) =>
    solidsAt(name, phase).flatMap(({ corners }) => corners),
  );
  return Math.max(
    ...before!.map((point, index) =>
      Math.hypot(...point.map((at, axis) => at - after![index]![axis]!)),
    ),
  );
}

describe('a motion of one’s own', () => {
  it('of any length has as many frames as are promised, and takes as long as it says', () => {
    const lengths = Array.from({ length: 981 }, (_, at) => 200 + at * 10);
    for (const ms of lengths) {
      const { frames, delayMs } = motionRow({ ms, keys: [{ ms: 0, pose: { parts: {} } }] });
      expect(frames, `${ms} ms`).toBeLessThanOrEqual(maxFrames);
      expect(Math.abs(frames * delayMs - ms), `${ms} ms`).toBeLessThanOrEqual(delayMs / 2);
    }
  });
});

describe.each(motionNames)('the motion %s', (name) => {
  const { frames, delayMs } = motions[name];

  it('has frames and delays that every program plays', () => {
    expect(frames).toBeLessThanOrEqual(maxFrames);
    expect(delayMs).toBeGreaterThanOrEqual(40);
    expect(delayMs % 10).toBe(0);
  });

  it('has no seam: it moves as little from the last frame to the first as between others', () => {
    const steps = Array.from({ length: frames }, (_, frame) =>
      moved(name, frame / frames, (frame + 1) / frames),
    );
    const max = Math.max(...steps.slice(0, -1));
    expect(steps.at(-1)).toBeLessThanOrEqual(max + 1e-9);
    // Nothing jumps: between two frames no corner moves farther than a stride does.
    expect(max).toBeLessThan(8);
    expect(moved(name, 0, 1)).toBeLessThan(1e-9);
  });

  it('stands on the ground or above it', () => {
    for (let frame = 0; frame < frames; frame++) {
      const base = solidsAt(name, frame / frames).filter(({ layer }) => layer === 'base');
      const heights = base.flatMap(({ corners }) => corners.map(([, y]) => y));
      expect(Math.min(...heights)).toBeGreaterThan(-1e-9);
    }
  });
});

describe('a foot on the ground', () => {
  const soleAt = (name: MotionName, phase: number): number => endOf(name, phase, 'rightLeg')[2];

  it.each([
    ['walk', 0.04, 0.5],
    ['run', 0.04, 0.32],
  ] as const)('moves back at an even speed in a %s', (name, from, to) => {
    const steps = Array.from({ length: 9 }, (_, index) => {
      const at = (step: number): number => from + ((to - from) * step) / 9;
      return soleAt(name, at(index + 1)) - soleAt(name, at(index));
    });
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(mean).toBeGreaterThan(0.5);
    for (const step of steps) expect(Math.abs(step - mean)).toBeLessThan(mean * 0.4);
  });
});

/** The middle of the end of a limb. */
function endOf(name: MotionName, phase: number, limb: PartName): Vec3 {
  const solid = solidsAt(name, phase).find(
    ({ part, layer, toRow }) => part === limb && layer === 'base' && toRow === 12,
  )!;
  const along = (axis: 0 | 1 | 2) =>
    [0, 1, 4, 5].reduce((sum, corner) => sum + solid.corners[corner]![axis] / 4, 0);
  return [along(0), along(1), along(2)];
}

it.each(['walk', 'run', 'dance'] as const)('%s mirrors itself half a round later', (name) => {
  const { poseAt } = motions[name];
  for (const phase of [0, 0.07, 0.31, 0.5, 0.78]) {
    const mirrored = posedSolids('classic', mirroredPose(poseAt(phase)));
    const later = solidsAt(name, phase + 0.5).flatMap(({ corners }) => corners.flat());
    const apart = mirrored
      .flatMap(({ corners }) => corners.flat())
      .map((at, index) => Math.abs(at - later[index]!));
    expect(Math.max(...apart)).toBeLessThan(1e-6);
  }
});

it.each(['walk', 'run'] as const)('%s: each hand is at its front with the other foot', (name) => {
  /** The phase at which the end of a limb is farthest in front. */
  const frontOf = (limb: PartName): number => {
    const phases = Array.from({ length: 60 }, (_, index) => index / 60);
    const at = (phase: number): number => endOf(name, phase, limb)[2];
    return phases.toSorted((one, other) => at(one) - at(other))[0]!;
  };
  for (const [hand, foot] of [
    ['rightArm', 'leftLeg'],
    ['leftArm', 'rightLeg'],
  ] as const) {
    const apart = around(frontOf(hand) - frontOf(foot) + 0.5) - 0.5;
    expect(Math.abs(apart), `${hand} and ${foot}`).toBeLessThan(0.2);
  }
});

it('turn goes around once, and starts from the pose of the type', () => {
  const { poseAt, turnsAt } = motions.turn;
  const { pose } = poses.dead;
  expect(poseAt(0.3, pose)).toBe(pose);
  expect(turnsAt(0.25)).toBe(0.25);
});

it('idle is seen in small pictures: hands and head move, while feet stay', () => {
  const reachOf = (limb: PartName): number => {
    const ends = Array.from({ length: 12 }, (_, twelfth) => endOf('idle', twelfth / 12, limb));
    const along = (axis: 0 | 1 | 2): number => {
      const all = ends.map((end) => end[axis]);
      return Math.max(...all) - Math.min(...all);
    };
    return Math.hypot(along(0), along(1));
  };
  for (const hand of ['rightArm', 'leftArm'] as const) expect(reachOf(hand)).toBeGreaterThan(1);
  for (const foot of ['rightLeg', 'leftLeg'] as const) expect(reachOf(foot)).toBeLessThan(1e-9);
});

it.each(['idle', 'float'] as const)('%s keeps how hands hold things', (name) => {
  const { parts } = motions[name].poseAt(0.3, poses.archer.pose);
  expect(parts.leftArm!.wrist).toBe(poses.archer.pose.parts.leftArm!.wrist);
});

describe('a motion of one’s own', () => {
  const pose = (x: number): Pose => ({ parts: { rightArm: { turn: [x, 0, 0], bend: x } } });
  const own = {
    ms: 1000,
    keys: [
      { ms: 0, pose: pose(0) },
      { ms: 200, pose: pose(90) },
      { ms: 700, pose: pose(80) },
    ],
  };
  const armAt = (phase: number): number => poseBetween(own, phase).parts.rightArm!.turn![0];

  it('goes through its keys and never beyond them', () => {
    expect(armAt(0)).toBeCloseTo(0, 9);
    expect(armAt(0.2)).toBeCloseTo(90, 9);
    expect(armAt(0.7)).toBeCloseTo(80, 9);
    const all = Array.from({ length: 200 }, (_, step) => armAt(step / 200));
    expect(Math.min(...all)).toBeGreaterThanOrEqual(-1e-9);
    expect(Math.max(...all)).toBeLessThanOrEqual(90 + 1e-9);
  });

  it('leads from the last key back to the first', () => {
    expect(armAt(0.9999)).toBeCloseTo(0, 1);
    expect(armAt(0.85)).toBeGreaterThan(10);
    expect(armAt(0.85)).toBeLessThan(70);
  });

  it('may begin later than its first moment', () => {
    const late = { ms: 1000, keys: own.keys.map((key) => ({ ...key, ms: key.ms + 250 })) };
    expect(poseBetween(late, 0.45).parts.rightArm!.turn![0]).toBeCloseTo(90, 9);
    expect(poseBetween(late, 0).parts.rightArm!.turn![0]).toBeCloseTo(armAt(0.75), 9);
  });

  it.each([
    [200, 5, 40],
    [1200, 30, 40],
    [1920, 48, 40],
    [6000, 46, 130],
  ])('of %i ms has %i frames of %i ms', (ms, frames, delayMs) => {
    expect(motionRow({ ...own, ms })).toMatchObject({ frames, delayMs });
  });
});
