import { around, swell, wave } from './motion.ts';
import type { PartPose, Pose } from './pose.ts';

/** How a leg steps: shares of a cycle, and angles in degrees. */
type Step = {
  /** Share of the cycle with the foot on the ground. */
  readonly stance: number;
  /** Of the thigh where the foot lands, and where it leaves the ground (negative: behind). */
  readonly landing: number;
  readonly leaving: number;
  /** Of the knee: while it carries, and in mid-air. */
  readonly carrying: number;
  readonly lifted: number;
};

/**
 * A leg at a phase; its foot lands at phase 0. On the ground the foot moves back at an even speed, so it
 * does not slide; in the air the knee folds and the thigh overtakes.
 */
function stepping(phase: number, step: Step): { thigh: number; knee: number } {
  const at = around(phase);
  const { stance, landing, leaving, carrying, lifted } = step;
  if (at < stance) {
    const share = at / stance;
    const reach = sine(landing) + (sine(leaving) - sine(landing)) * share;
    const knee = carrying * swell(share * 0.9 + 0.05);
    // The bent knee takes the foot back, so the thigh leads by half of it.
    return { thigh: arcSine(reach) - knee / 2, knee };
  }
  const share = (at - stance) / (1 - stance);
  // From the speed of the ground at both ends: a cubic that overshoots on neither side.
  const ease = share ** 2 * (3 - 2 * share);
  const fold = swell(Math.min(1, share * 1.02) ** 0.72);
  return {
    thigh: leaving + (landing - leaving) * ease - lifted * 0.32 * fold,
    knee: carrying * 0.02 + lifted * fold,
  };
}

function sine(degrees: number): number {
  return wave(degrees / 360);
}

function arcSine(value: number): number {
  return (Math.asin(Math.max(-1, Math.min(1, value))) * 180) / Math.PI;
}

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
  return {
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
  return {
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
}

function pumping(swing: number, aside: number): PartPose {
  return { turn: [16 + 50 * swing, 0, aside], bend: 74 + 12 * swing };
}
