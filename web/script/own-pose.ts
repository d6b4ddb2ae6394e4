import type { PartName } from '../../src/engine/figure/boxes.ts';
import { poses } from '../../src/engine/figure/poses.ts';
import type { Pose } from '../../src/engine/figure/pose.ts';
import { standing } from '../../src/engine/figure/standing.ts';

// A pose as the panel edits it: six parts with five angles each, and its compact form in requests.

/** Degrees: forward, turn, sideways, bend, twist. */
export type Angles = readonly [number, number, number, number, number];
export type OwnPose = Readonly<Record<PartName, Angles>>;

/** The names of parts in requests. */
export const fieldOf = {
  head: 'head',
  body: 'body',
  rightArm: 'right_arm',
  leftArm: 'left_arm',
  rightLeg: 'right_leg',
  leftLeg: 'left_leg',
} as const satisfies Record<PartName, string>;

const still: Angles = [0, 0, 0, 0, 0];
const otherSide = {
  head: 'head',
  body: 'body',
  rightArm: 'leftArm',
  leftArm: 'rightArm',
  rightLeg: 'leftLeg',
  leftLeg: 'rightLeg',
} as const satisfies Record<PartName, PartName>;

export function isPart(name: string): name is PartName {
  return Object.hasOwn(fieldOf, name);
}

function eachPart(angles: (part: PartName) => Angles): OwnPose {
  return {
    head: angles('head'),
    body: angles('body'),
    rightArm: angles('rightArm'),
    leftArm: angles('leftArm'),
    rightLeg: angles('rightLeg'),
    leftLeg: angles('leftLeg'),
  };
}

/** The pose of a render type, as far as angles tell; standing for those without one of their own. */
export function poseOfType(renderType: string): { own: OwnPose; yawDegrees: number } {
  const row = new Map(Object.entries(poses)).get(renderType);
  const { parts }: Pose = row?.pose ?? standing;
  const own = eachPart((part) => {
    const { turn = [0, 0, 0], bend = 0, twist = 0 } = parts[part] ?? {};
    return [turn[0], turn[1], turn[2], bend, twist];
  });
  return { own, yawDegrees: row?.view.yawDegrees ?? defaultYawDegrees };
}

/** Of the view of `default`. */
const defaultYawDegrees = 27;

/** Reads the compact form; what is missing or no number is zero. */
export function readCompact(text: string): OwnPose {
  const entries = new Map(
    text.split(';').map((entry) => {
      const [field = '', list = ''] = entry.split(':');
      return [field, list.split(',').map((number) => Number(number) || 0)] as const;
    }),
  );
  return eachPart((part) => {
    const [x = 0, y = 0, z = 0, bend = 0, twist = 0] = entries.get(fieldOf[part]) ?? still;
    return [x, y, z, bend, twist];
  });
}

/** `right_arm:76,0,-2,8;head:0,20,0`: parts that are turned; the head alone if none is. */
export function compactOf(own: OwnPose): string {
  const parts = Object.entries(own).flatMap(([part, angles]) => {
    const last = angles.findLastIndex((angle) => Math.round(angle) !== 0);
    if (last < 0 || !isPart(part)) return [];
    const numbers = angles.slice(0, Math.max(3, last + 1)).map((angle) => Math.round(angle) + 0);
    return [`${fieldOf[part]}:${numbers.join(',')}`];
  });
  return parts.length === 0 ? 'head:0,0,0' : parts.join(';');
}

export function mirrored(own: OwnPose): OwnPose {
  return eachPart((part) => {
    const [x, y, z, bend, twist] = own[otherSide[part]];
    return [x, -y, -z, bend, -twist];
  });
}

export function poseFrom(own: OwnPose): Pose {
  const parts = Object.entries(own).map(([part, [x, y, z, bend, twist]]) => {
    return [part, { turn: [x, y, z] as const, bend, twist }] as const;
  });
  return { parts: Object.fromEntries(parts) };
}
