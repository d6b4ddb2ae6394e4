import type { GaitName } from './gait-names.ts';
import { around, swell, wave } from './motion.ts';
import { lowerMove, type PartPose, type Pose } from './pose.ts';
import { apply, type Vec3 } from './vector.ts';

/** How a leg steps: shares of a cycle, and angles in degrees. */
type Step = {
  /** Share of the cycle with the foot on the ground. */
  readonly stance: number;
  /** Of the leg where the foot lands, and where it leaves the ground (negative: behind). */
  readonly landing: number;
  readonly leaving: number;
  /** Of the knee: while it carries, and in mid-air. */
  readonly carrying: number;
  readonly lifted: number;
};

/** A leg at a moment of its cycle. */
type Stepping = {
  readonly thigh: number;
  readonly knee: number;
  /** How far the foot is in front of the hip, in units. */
  readonly ahead: number;
};

/** From the hip to the sole, in units. */
const legUnits = 12;

/**
 * A foot goes back at an even speed as it is seen on a journey, from the front at an angle: what is farther away
 * seems slower, by this share for each unit.
 */
const recession = 0.0074;

/** Where the leg with such an angle sets its foot, as it is seen: in units in front of the hip. */
function seenAhead(degrees: number): number {
  const ahead = legUnits * sine(degrees);
  return ahead / (1 - recession * ahead);
}

/**
 * A leg at a phase; its foot lands at phase 0. On the ground the foot moves back at an even speed, so it
 * does not slide; in the air the knee folds and the thigh overtakes.
 */
function stepping(phase: number, step: Step): Stepping {
  const at = around(phase);
  const { stance, landing, leaving, carrying, lifted } = step;
  if (at < stance) {
    const share = at / stance;
    const seen = seenAhead(landing) + (seenAhead(leaving) - seenAhead(landing)) * share;
    const ahead = seen / (1 + recession * seen);
    const knee = carrying * swell(share * 0.9 + 0.05);
    // The bent knee takes the foot back, so the thigh leads by half of it.
    return { thigh: arcSine(ahead / legUnits) - knee / 2, knee, ahead };
  }
  const share = (at - stance) / (1 - stance);
  // From the speed of the ground at both ends: a cubic that overshoots on neither side.
  const ease = share ** 2 * (3 - 2 * share);
  const fold = swell(Math.min(1, share * 1.02) ** 0.72);
  const thigh = leaving + (landing - leaving) * ease - lifted * 0.32 * fold;
  const knee = carrying * 0.02 + lifted * fold;
  return { thigh, knee, ahead: (legUnits / 2) * (sine(thigh) + sine(thigh + knee)) };
}

/** How far the ground goes back in a whole cycle, as it is seen, in units. */
function strideUnits({ stance, landing, leaving }: Step): number {
  return (seenAhead(landing) - seenAhead(leaving)) / stance;
}

function sine(degrees: number): number {
  return wave(degrees / 360);
}

function arcSine(value: number): number {
  return (Math.asin(Math.max(-1, Math.min(1, value))) * 180) / Math.PI;
}

const legs = { rightLeg: 2, leftLeg: -2 } as const;
type Leg = keyof typeof legs;

/** A pose whose legs have the angles of their steps, and its feet. */
type Strides = Readonly<Record<Leg, Stepping>> & {
  /** How far each foot is to its side of the middle. */
  readonly asideUnits: number;
};

/**
 * Puts the feet of a pose where its steps say, whatever its hips do: legs turn to the front and to the side until
 * they are there.
 * @param rounds each leaves less than a tenth of what feet are away from their places
 */
function striding(pose: Pose, strides: Strides, rounds = 4): Pose {
  if (rounds === 0) return pose;
  const parts = {
    ...pose.parts,
    rightLeg: nearer(pose, 'rightLeg', strides),
    leftLeg: nearer(pose, 'leftLeg', strides),
  };
  return striding({ ...pose, parts }, strides, rounds - 1);
}

/** The leg with its foot nearer to its place. */
function nearer(pose: Pose, leg: Leg, strides: Strides): PartPose {
  const [x, , z] = apply(lowerMove('classic', pose, leg), [legs[leg], 0, 0]);
  const part = pose.parts[leg];
  const [front, y, side] = part?.turn ?? none;
  const aside = Math.sign(legs[leg]) * strides.asideUnits;
  return { ...part, turn: [front + turnBy(z + strides[leg].ahead), y, side + turnBy(aside - x)] };
}

/** The turn that moves a foot so far. */
function turnBy(units: number): number {
  return arcSine(units / legUnits);
}

const none: Vec3 = [0, 0, 0];

const walkStep = { stance: 0.54, landing: 30, leaving: -29, carrying: -9, lifted: -58 };

/** An easy walk; the right foot lands at phase 0. */
export function walk(phase: number): Pose {
  const right = stepping(phase, walkStep);
  const left = stepping(phase + 0.5, walkStep);
  // 1 with the right leg in front; shoulders turn against the hips, the head stays with the path.
  const stride = wave(phase + 0.25);
  const late = wave(phase + 0.2);
  // 1 while the right leg carries.
  const weight = wave(phase - 0.02);
  const bob = wave(2 * phase - 0.1);
  const pose: Pose = {
    figure: { turn: [0, 4 * stride, 1.2 * weight], shift: [0.55 * weight, 0, 0] },
    parts: {
      head: { turn: [3 + 1.6 * bob, 4.5 * stride, -1.6 * weight] },
      body: { turn: [-4 - 1 * bob, -10 * stride, -2.2 * weight] },
      rightArm: swinging(-late, 4),
      leftArm: swinging(late, -4),
      rightLeg: { turn: [right.thigh, -4 * stride, 1 - 1.2 * weight], bend: right.knee },
      leftLeg: { turn: [left.thigh, -4 * stride, -1 - 1.2 * weight], bend: left.knee },
    },
    capeDegrees: 21 + 4 * wave(2 * phase - 0.3) + 2 * late,
  };
  return striding(pose, { rightLeg: right, leftLeg: left, asideUnits: 2.1 });
}

/** An arm that swings; the elbow bends on the way to the front. */
function swinging(swing: number, aside: number): PartPose {
  return {
    turn: [3 + 31 * swing, 0, aside + (aside > 0 ? 1 : -1) * 1.5 * swing],
    bend: 19 + 15 * swing,
  };
}

const runStep = { stance: 0.36, landing: 34, leaving: -46, carrying: -26, lifted: -104 };

/** A run with a moment in the air after each step. */
export function run(phase: number): Pose {
  const right = stepping(phase, runStep);
  const left = stepping(phase + 0.5, runStep);
  const stride = wave(phase + 0.22);
  const late = wave(phase + 0.18);
  const weight = wave(phase + 0.07);
  const flight = swell(2 * phase + 0.64) ** 2;
  const pose: Pose = {
    figure: { turn: [0, 7 * stride, 1.5 * weight], shift: [0.3 * weight, 0, 0] },
    parts: {
      head: { turn: [11 - 3 * flight, 7 * stride, -2 * weight] },
      body: { turn: [-17 + 4 * flight, -17 * stride, -2.5 * weight] },
      rightArm: pumping(-late, 8),
      leftArm: pumping(late, -8),
      rightLeg: { turn: [right.thigh, -7 * stride, 1], bend: right.knee },
      leftLeg: { turn: [left.thigh, -7 * stride, -1], bend: left.knee },
    },
    airUnits: 2.6 * flight,
    capeDegrees: 52 + 9 * wave(2 * phase - 0.25) + 4 * late,
  };
  return striding(pose, { rightLeg: right, leftLeg: left, asideUnits: 2.1 });
}

function pumping(swing: number, aside: number): PartPose {
  return { turn: [16 + 50 * swing, 0, aside], bend: 74 + 12 * swing };
}

/** How far the ground goes back in one round of a gait, in units. */
export const strides = {
  walk: strideUnits(walkStep),
  run: strideUnits(runStep),
} as const satisfies Record<GaitName, number>;
