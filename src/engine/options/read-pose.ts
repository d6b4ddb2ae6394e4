import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import type { PartName } from '../figure/boxes.ts';
import type { Motion, MotionName } from '../figure/motions.ts';
import { steepestBend, type PartPose, type Pose } from '../figure/pose.ts';
import type { Vec3 } from '../figure/vector.ts';
import type { OwnMotionJson, PoseJson } from './motion-schemas.ts';

/** Parts in requests, by our own names. */
const partFields = {
  head: 'head',
  body: 'body',
  right_arm: 'rightArm',
  left_arm: 'leftArm',
  right_leg: 'rightLeg',
  left_leg: 'leftLeg',
} as const satisfies Record<string, PartName>;
type PartField = keyof typeof partFields;
const partNames = Object.keys(partFields);

/** Bounds of the numbers after a part in the compact form: x, y, z, bend, twist. */
const bounds = [360, 360, 360, steepestBend, 180] as const;

/**
 * Reads a pose of a request: an object, which the schema has checked, or the compact form.
 * @throws {LineupError} `bad-request` that names the field
 */
export function readPose(pose: PoseJson | string | undefined, path: string): Pose | null {
  if (pose === undefined) return null;
  return typeof pose === 'string' ? compactPose(pose, path) : poseFrom(pose);
}

/**
 * Reads a motion of a request. Keys have to be in order of time and before the end of the loop.
 * @throws {LineupError} `bad-request` that names the key
 */
export function readMotion(
  motion: 'none' | MotionName | OwnMotionJson | undefined,
  path: string,
): Motion | null {
  if (motion === undefined || motion === 'none') return null;
  if (typeof motion === 'string') return motion;
  const { keys, ms } = motion;
  keys.forEach((key, index) => {
    const min = index === 0 ? 0 : keys[index - 1]!.ms + 1;
    if (key.ms >= min && key.ms < ms) return;
    throw badRequest(
      `${path}.keys[${index}].ms: must be from ${min} to ${ms - 1}: keys are in order of time, and before the end of the loop`,
    );
  });
  return { ms, keys: keys.map((key) => ({ ms: key.ms, pose: poseFrom(key.pose) })) };
}

function poseFrom({ figure, air, cape, ...parts }: PoseJson): Pose {
  const posed = Object.entries(parts).flatMap(([field, part]) =>
    isPartField(field) && part !== undefined ? [[partFields[field], partFrom(part)] as const] : [],
  );
  return {
    parts: Object.fromEntries(posed),
    ...(figure && { figure: partFrom(figure) }),
    ...(air !== undefined && { airUnits: air }),
    ...(cape !== undefined && { capeDegrees: cape }),
  };
}

function partFrom({ turn, shift, ...part }: NonNullable<PoseJson['head']>): PartPose {
  return {
    ...(part.twist !== undefined && { twist: part.twist }),
    ...(part.bend !== undefined && { bend: part.bend }),
    ...(turn && { turn: vectorFrom(turn) }),
    ...(shift && { shift: vectorFrom(shift) }),
  };
}

function vectorFrom([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return [x, y, z];
}

function isPartField(field: string): field is PartField {
  return Object.hasOwn(partFields, field);
}

/** As in every other parameter. */
const number = /^-?\d+(\.\d+)?$/;

function compactPose(text: string, path: string): Pose {
  const parts = new Map<PartName, PartPose>();
  for (const entry of text.split(';')) {
    const [field = '', list = '', ...rest] = entry.split(':');
    const values = list.split(',');
    if (!isPartField(field) || parts.has(partFields[field])) {
      throw bad(path, `must be parts joined by ;, each once: ${partNames.join(', ')}`);
    }
    if (
      values.length < 3 ||
      values.length > bounds.length ||
      rest.length > 0 ||
      !values.every((one) => number.test(one))
    ) {
      throw bad(
        `${path}.${field}`,
        'must be x,y,z, or x,y,z,bend, or x,y,z,bend,twist, as numbers',
      );
    }
    const numbers = values.map(Number);
    const wrong = numbers.findIndex((value, index) => Math.abs(value) > bounds[index]!);
    if (wrong >= 0) {
      const name = ['x', 'y', 'z', 'bend', 'twist'][wrong];
      throw bad(`${path}.${field}`, `${name} must be from -${bounds[wrong]} to ${bounds[wrong]}`);
    }
    const [x = 0, y = 0, z = 0, bend = 0, twist = 0] = numbers;
    parts.set(partFields[field], { turn: [x, y, z], bend, twist });
  }
  return { parts: Object.fromEntries(parts) };
}

function bad(path: string, problem: string): LineupError {
  return badRequest(`${path}: ${problem}`);
}
