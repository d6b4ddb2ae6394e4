import { describe, expect, it } from 'vitest';
import { around, poseBetween } from './motion.ts';
import { mostFrames, motionNames, motionRow, motions, type MotionName } from './motions.ts';
import { poses } from './poses.ts';
import { posedSolids, type Solid } from './solids.ts';
import { standing } from './standing.ts';
import type { Pose } from './pose.ts';
import type { Vec3 } from './vector.ts';

function solidsAt(name: MotionName, phase: number): Solid[] {
  return posedSolids('classic', motionRow(name).poseAt(around(phase), standing));
}

function cornersAt(name: MotionName, phase: number): Vec3[] {
  return solidsAt(name, phase).flatMap(({ corners }) => corners);
}

/** The farthest that a corner moves between two phases, in units. */
function moved(name: MotionName, from: number, to: number): number {
  const [before, after] = [cornersAt(name, from), cornersAt(name, to)];
  return Math.max(
    ...before.map((point, index) =>
      Math.hypot(...point.map((at, axis) => at - after[index]![axis]!)),
    ),
  );
}

describe.each(motionNames)('the motion %s', (name) => {
  const { frames, delayMs } = motions[name];

  it('has frames and delays that every program plays', () => {
    expect(frames).toBeLessThanOrEqual(mostFrames);
    expect(delayMs).toBeGreaterThanOrEqual(40);
    expect(delayMs % 10).toBe(0);
  });

  it('has no seam: it moves as little from the last frame to the first as between others', () => {
    const steps = Array.from({ length: frames }, (_, frame) =>
      moved(name, frame / frames, (frame + 1) / frames),
    );
    const most = Math.max(...steps.slice(0, -1));
    expect(steps.at(-1)).toBeLessThanOrEqual(most + 1e-9);
    // Nothing jumps: between two frames no corner moves farther than a stride does.
    expect(most).toBeLessThan(8);
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
  /** Middle of the sole of the right leg, towards the back. */
  const soleAt = (name: MotionName, phase: number): number => {
    const leg = solidsAt(name, phase).filter(
      ({ part, layer, toRow }) => part === 'rightLeg' && layer === 'base' && toRow === 12,
    );
    const corners = leg.flatMap(({ corners: all }) => all.filter((_, index) => (index & 2) === 0));
    return corners.reduce((sum, [, , z]) => sum + z, 0) / corners.length;
  };

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

it('turn goes around once, and starts from the pose of the type', () => {
  const { poseAt, turnsAt } = motions.turn;
  const { pose } = poses.dead;
  expect(poseAt(0.3, pose)).toBe(pose);
  expect(turnsAt(0.25)).toBe(0.25);
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
