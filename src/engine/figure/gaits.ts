import type { GaitName } from './gait-names.ts';
import { swell, wave } from './motion.ts';
import type { PartPose, Pose } from './pose.ts';
import { stepping, strideUnits, striding } from './stride.ts';

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
