import { partNames, type PartName } from './boxes.ts';
import { hangingCapeDegrees, steepestBend, type PartPose, type Pose } from './pose.ts';
import { plus, sineCosine, type Vec3 } from './vector.ts';

/** A pose at a time in a loop. */
export type KeyPose = { readonly ms: number; readonly pose: Pose };

/** A motion of a client's own: key poses and the length of the loop. Plain data. */
export type OwnMotion = { readonly keys: readonly KeyPose[]; readonly ms: number };

/** The sine of so many turns: 0 at 0, 1 at a quarter. */
export function wave(turns: number): number {
  return sineCosine(turns * 360)[0];
}

/** From 0 to 1 and back, smoothly: 0 at 0 and 1, 1 at a half. */
export function swell(turns: number): number {
  return (1 - sineCosine(turns * 360)[1]) / 2;
}

/** A swell between two phases of a loop; 0 outside. */
export function swellBetween(phase: number, from: number, to: number): number {
  return phase <= from || phase >= to ? 0 : swell((phase - from) / (to - from));
}

/** The fractional part: phases go around. */
export function around(phase: number): number {
  return phase - Math.floor(phase);
}

/** A pose with small changes, added to what it has. */
export function changed(pose: Pose, changes: Pose): Pose {
  const parts = partNames.flatMap((name) => {
    const sum = sumOf(pose.parts[name] ?? {}, changes.parts[name] ?? {});
    return [[name, sum] as const];
  });
  return {
    ...pose,
    figure: { ...pose.figure, ...sumOf(pose.figure ?? {}, changes.figure ?? {}) },
    parts: Object.fromEntries(parts),
    airUnits: (pose.airUnits ?? 0) + (changes.airUnits ?? 0),
    capeDegrees: Math.max(0, capeOf(pose) + (changes.capeDegrees ?? 0)),
  };
}

function capeOf({ capeDegrees = hangingCapeDegrees }: Pose): number {
  return capeDegrees;
}

function sumOf(a: PartPose, b: PartPose): PartPose {
  return {
    ...a,
    ...((a.turn ?? b.turn) && { turn: plus(a.turn ?? none, b.turn ?? none) }),
    ...((a.shift ?? b.shift) && { shift: plus(a.shift ?? none, b.shift ?? none) }),
    ...((a.twist ?? b.twist) !== undefined && { twist: (a.twist ?? 0) + (b.twist ?? 0) }),
    ...((a.bend ?? b.bend) !== undefined && { bend: within((a.bend ?? 0) + (b.bend ?? 0)) }),
  };
}

const none: Vec3 = [0, 0, 0];

function within(bendDegrees: number): number {
  return Math.max(-steepestBend, Math.min(steepestBend, bendDegrees));
}

/** The numbers of a pose, in a fixed order, to interpolate between poses. */
function numbersOf(pose: Pose): number[] {
  const { turn, shift } = pose.figure ?? {};
  return [
    pose.airUnits ?? 0,
    capeOf(pose),
    ...numbersOfPart({ ...(turn && { turn }), ...(shift && { shift }) }),
    ...partNames.flatMap((name) => numbersOfPart(pose.parts[name] ?? {})),
  ];
}

function numbersOfPart({ twist = 0, turn = none, shift = none, bend = 0 }: PartPose): number[] {
  return [twist, bend, ...turn, ...shift];
}

const countOfPart = 8;

function poseOf(numbers: readonly number[]): Pose {
  const part = (first: number) => {
    const at = (index: number): number => numbers[first + index]!;
    const turn: Vec3 = [at(2), at(3), at(4)];
    const shift: Vec3 = [at(5), at(6), at(7)];
    return { twist: at(0), bend: at(1), turn, shift };
  };
  const { turn, shift } = part(2);
  const parts = partNames.map((name, index): [PartName, PartPose] => [
    name,
    part(2 + (index + 1) * countOfPart),
  ]);
  return {
    airUnits: numbers[0]!,
    capeDegrees: numbers[1]!,
    figure: { turn, shift },
    parts: Object.fromEntries(parts),
  };
}

/**
 * The pose of a loop at a phase, 0 … 1: smooth through all keys, without going beyond them (a monotone
 * cubic after Fritsch and Carlson), and from the last key back to the first.
 * @param keys two or more, in order of time, the first at 0 or later
 */
export function poseBetween({ keys, ms }: OwnMotion, phase: number): Pose {
  const count = keys.length;
  const now = around(phase) * ms;
  const before = keys.findLastIndex((key) => key.ms <= now);
  const index = (before + count) % count;
  // Keys around the moment, with times that continue over the ends of the loop.
  const at = (step: number) => {
    const key = keys[(index + step + 2 * count) % count]!;
    return { atMs: key.ms + Math.floor((before + step) / count) * ms, values: numbersOf(key.pose) };
  };
  const [first, from, to, last] = [at(-1), at(0), at(1), at(2)];
  const spans = [from.atMs - first.atMs, to.atMs - from.atMs, last.atMs - to.atMs] as const;
  const share = (now - from.atMs) / spans[1];
  return poseOf(
    from.values.map((value, i) => {
      const rises = [
        (value - first.values[i]!) / spans[0],
        (to.values[i]! - value) / spans[1],
        (last.values[i]! - to.values[i]!) / spans[2],
      ] as const;
      const slopes = [slopeAt(rises[0], rises[1]), slopeAt(rises[1], rises[2])] as const;
      return cubic(share, [value, to.values[i]!], [slopes[0] * spans[1], slopes[1] * spans[1]]);
    }),
  );
}

/** The slope at a key: flat at a turning point, otherwise no steeper than the curve stays monotone. */
function slopeAt(before: number, after: number): number {
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
}

/** A cubic from one value to another, with slopes at both ends (Hermite). */
function cubic(
  share: number,
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): number {
  const [square, cube] = [share ** 2, share ** 3];
  return (
    from * (2 * cube - 3 * square + 1) +
    to * (3 * square - 2 * cube) +
    start * (cube - 2 * square + share) +
    end * (cube - square)
  );
}
