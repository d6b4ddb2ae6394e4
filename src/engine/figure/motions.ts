import {
  changed,
  poseBetween,
  swell,
  swellBetween,
  wave,
  type KeyPose,
  type OwnMotion,
} from './motion.ts';
import { run, walk } from './gaits.ts';
import type { PartPose, Pose } from './pose.ts';

/** In the order in which users see them. */
export const motionNames = [
  'turn',
  'idle',
  'walk',
  'run',
  'wave',
  'cheer',
  'dance',
  'float',
] as const;
export type MotionName = (typeof motionNames)[number];

/** A motion of the table, or a client's own. */
export type Motion = MotionName | OwnMotion;

type MotionRow = {
  /** At most 48. */
  readonly frames: number;
  /** Of each frame: a multiple of 10, as GIF counts, and at least 40, which every program keeps to. */
  readonly delayMs: number;
  /** Whether it begins with the pose of the render type instead of bringing its own. */
  readonly keepsPose: boolean;
  /** The pose at a phase, 0 … 1; the phase 1 is the phase 0. */
  readonly poseAt: (phase: number, start: Pose) => Pose;
  /** Turns of the view around the figure since phase 0. */
  readonly turnsAt?: (phase: number) => number;
};

/**
 * The motions by name. A new one is a new row; `docs/motion.md` describes how. Turns as in `poses`.
 * Hips are the figure's own turn and shift; head and arms follow the body, legs follow the hips.
 */
export const motions = {
  turn: {
    frames: 30,
    delayMs: 60,
    keepsPose: true,
    poseAt: (_phase, start) => start,
    turnsAt: (phase) => phase,
  },
  idle: { frames: 30, delayMs: 100, keepsPose: true, poseAt: idle },
  walk: { frames: 16, delayMs: 50, keepsPose: false, poseAt: walk },
  run: { frames: 14, delayMs: 40, keepsPose: false, poseAt: run },
  wave: { frames: 24, delayMs: 60, keepsPose: false, poseAt: waving },
  cheer: { frames: 26, delayMs: 50, keepsPose: false, poseAt: cheer },
  dance: { frames: 30, delayMs: 50, keepsPose: false, poseAt: dance },
  float: { frames: 30, delayMs: 80, keepsPose: true, poseAt: float },
} as const satisfies Record<MotionName, MotionRow>;

/** A row of the table, or a client's own motion as one. */
export function motionRow(motion: Motion): MotionRow {
  if (typeof motion === 'string') return motions[motion];
  return { ...timingOf(motion), keepsPose: false, poseAt: (phase) => poseBetween(motion, phase) };
}

/** Most frames of a loop. */
export const maxFrames = 48;
const minDelayMs = 40;

/** The smallest delay that needs at most `maxFrames`; the length is rounded to whole frames. */
function timingOf({ ms }: OwnMotion): Pick<MotionRow, 'frames' | 'delayMs'> {
  const delayMs = Math.max(minDelayMs, Math.ceil(ms / maxFrames / 10) * 10);
  return { frames: Math.round(ms / delayMs), delayMs };
}

/** Breathes, sways a little over its hips, and glances to the side once; feet and legs stay. */
function idle(phase: number, start: Pose): Pose {
  const breath = swell(phase);
  const later = swell(phase - 0.08);
  const sway = wave(phase);
  const glance = swellBetween(phase, 0.42, 0.9);
  return changed(start, {
    parts: {
      head: {
        turn: [-3 * later + 2 * glance, 17 * glance, 1.5 * glance + 1.4 * sway],
        shift: [0, 0.25 * breath, 0],
      },
      body: { turn: [2.8 * breath, 1.6 * glance, -2.6 * sway] },
      rightArm: breathing(later, 1),
      leftArm: breathing(later, -1),
    },
    capeDegrees: 3 * later,
  });
}

/** An arm on a chest that rises. @param side 1 for the right one, −1 for the left one */
function breathing(breath: number, side: 1 | -1): PartPose {
  return {
    turn: [1.6 * breath, 0, side * 6.5 * breath],
    shift: [0, 0.45 * breath, 0],
    bend: 5 * breath,
  };
}

/** A friendly wave: forearm up, weight on one leg, a tilt of the head with it. */
function waving(phase: number): Pose {
  const swing = wave(2 * phase);
  const late = wave(2 * phase - 0.1);
  const sway = wave(phase);
  return {
    figure: { shift: [0.45 * sway, 0, 0], turn: [0, 0, 0.8 * sway] },
    parts: {
      head: { turn: [5 + 1.2 * late, -7 + 2 * sway, 7 + 3 * late] },
      body: { turn: [2, 3, -2.5 - 1.6 * late] },
      rightArm: { twist: -84, turn: [14, 0, 84 + 7 * late], bend: 84 + 25 * swing },
      leftArm: { turn: [-5 + 3 * sway, 0, -9 - 1.5 * late], bend: 12 },
      rightLeg: { turn: [3, -5, 4 - 0.8 * sway] },
      leftLeg: { turn: [-3, 5, -6 - 0.8 * sway] },
    },
    capeDegrees: 12 + 1.5 * late,
  };
}

/** Keys of a jump for joy: down, up, at the top, landing. */
const cheerKeys: readonly KeyPose[] = [
  { ms: 0, pose: cheering({ crouch: 0.3, air: 0, arms: 0.8, back: 6 }) },
  { ms: 280, pose: cheering({ crouch: 1, air: 0, arms: 0.12, back: -14 }) },
  { ms: 500, pose: cheering({ crouch: 0.1, air: 0.6, arms: 0.88, back: 3 }) },
  { ms: 700, pose: cheering({ crouch: 0.55, air: 6.4, arms: 1, back: 9 }) },
  { ms: 920, pose: cheering({ crouch: 0.12, air: 0.5, arms: 1, back: 5 }) },
  { ms: 1060, pose: cheering({ crouch: 0.75, air: 0, arms: 0.92, back: -3 }) },
];

type Jump = {
  readonly crouch: number;
  readonly air: number;
  /** 0 down at the sides, 1 over the head. */
  readonly arms: number;
  /** The body's turn backwards. */
  readonly back: number;
};

function cheering({ crouch, air, arms, back }: Jump): Pose {
  const inAir = air > 1 ? 1 : 0;
  return {
    figure: { turn: [0, 0, inAir * 2] },
    parts: {
      head: { turn: [back * 0.6 + 10 * arms, -8, 0] },
      body: { turn: [back, 4 - 4 * arms, 0] },
      // They swing back before the jump, so that nothing in a hand passes before the face.
      rightArm: { turn: [48 * arms - 34, 0, 18 + 138 * arms], bend: 44 - 30 * arms },
      leftArm: { turn: [42 * arms - 34, 0, -18 - 132 * arms], bend: 44 - 32 * arms },
      rightLeg: {
        turn: [38 * crouch + 14 * inAir, -8, 5 + 3 * inAir],
        bend: -74 * crouch - 34 * inAir,
      },
      leftLeg: {
        turn: [38 * crouch - 26 * inAir, 8, -6 - 5 * inAir],
        bend: -74 * crouch + 4 * inAir,
      },
    },
    airUnits: air,
    capeDegrees: 14 + 5 * air + 12 * crouch * (1 - inAir),
  };
}

function cheer(phase: number): Pose {
  return poseBetween({ keys: cheerKeys, ms: 1300 }, phase);
}

/** Two beats to each side: hips sway, knees give on the beat, arms roll up on the free side. */
function dance(phase: number): Pose {
  const side = wave(phase);
  const late = wave(phase - 0.06);
  const beat = swell(4 * phase);
  const offbeat = swell(4 * phase - 0.12);
  const rightUp = swell(phase + 0.5);
  const leftUp = swell(phase);
  const give = 7 + 15 * beat;
  return {
    figure: { turn: [0, -9 * late, 4.5 * side], shift: [1.5 * side, 0, 0] },
    parts: {
      head: { turn: [3 - 6 * offbeat, 12 * late, 9 * late] },
      body: { turn: [-2 + 3 * offbeat, 15 * late, -11 * side] },
      rightArm: rolling(rightUp, offbeat, 1),
      leftArm: rolling(leftUp, offbeat, -1),
      rightLeg: { turn: [give + 9 * rightUp, -7, 5 - 4.5 * side], bend: -2 * give - 20 * rightUp },
      leftLeg: { turn: [give + 9 * leftUp, 7, -5 - 4.5 * side], bend: -2 * give - 20 * leftUp },
    },
    capeDegrees: 15 + 7 * offbeat,
  };
}

/** An arm between the hip and above the head. @param side 1 for the right one, −1 for the left one */
function rolling(up: number, offbeat: number, side: 1 | -1): PartPose {
  return {
    twist: side * (46 - 130 * up),
    // Out beside the head: a fist before the face would hide it.
    turn: [20 - 8 * up, 0, side * (34 + 62 * up + 5 * offbeat)],
    bend: 78 + 4 * up - 16 * offbeat,
  };
}

/** Weightless: rises and sinks, limbs trail behind. */
function float(phase: number, start: Pose): Pose {
  const rise = wave(phase);
  const late = wave(phase - 0.12);
  const later = wave(phase - 0.2);
  return changed(start, {
    figure: { turn: [2.5 * late, 0, 2 * wave(phase + 0.3)] },
    parts: {
      head: { turn: [2 + 3 * late, 4 * wave(phase + 0.6), 2 * later] },
      body: { turn: [1.5 * rise, 0, 0] },
      rightArm: { turn: [5 - 5 * later, 0, 17 - 6 * late], bend: 12 + 5 * later },
      leftArm: { turn: [4 + 5 * later, 0, -19 + 6 * late], bend: 14 - 5 * later },
      rightLeg: { turn: [6 + 5 * later, 0, 3], bend: -16 - 7 * late },
      leftLeg: { turn: [-5 + 5 * wave(phase - 0.3), 0, -4], bend: -10 - 6 * later },
    },
    airUnits: 4.2 + 1.7 * rise,
    capeDegrees: 12 - 7 * late,
  });
}
