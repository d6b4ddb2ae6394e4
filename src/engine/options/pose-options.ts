import { Type, type Static } from 'typebox';
import type { LineupError } from '../../common/errors/lineup-error.ts';
import { closed, number, oneOf, onlyWords } from '../../common/schemas/fields.ts';
import type { PartName } from '../figure/boxes.ts';
import { motionNames, type Motion, type MotionName } from '../figure/motions.ts';
import { steepestBend, type PartPose, type Pose } from '../figure/pose.ts';
import type { Vec3 } from '../figure/vector.ts';

// Motions, and poses of a client's own: how they are written, and how they are read.

/** A motion by name, or none. */
export const motionChoices = ['none', ...motionNames] as const;

const motionText =
  'How the player moves, in a loop: then the picture is a film, as `webp`, `gif` or `apng`. `turn`, `idle` and `float` start from the pose, the others bring their own.';

const vector = (max: number, description: string) =>
  Type.Optional(
    Type.Array(Type.Number({ minimum: -max, maximum: max }), {
      minItems: 3,
      maxItems: 3,
      description,
    }),
  );

const turnJson = vector(
  360,
  'Degrees about x, y and z: positive x swings an arm or leg to the front, and tips head or body backwards; positive y turns to the player’s left; positive z spreads the right arm or leg.',
);
const shiftJson = vector(16, 'Moved by so many units, of which a player is 32 tall.');

const partJson = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        turn: turnJson,
        twist: number([-180, 180], 'Degrees about the part’s own long axis, before the turn.'),
        bend: number(
          [-steepestBend, steepestBend],
          'Of an elbow (positive) or a knee (negative), in degrees at the middle of the limb.',
        ),
        shift: shiftJson,
      },
      { ...closed, description },
    ),
  );

/** A pose of a client's own, in JSON. */
export const poseJson = Type.Object(
  {
    head: partJson('The head; it follows the body.'),
    body: partJson('The body; head and arms follow it.'),
    right_arm: partJson('The right arm.'),
    left_arm: partJson('The left arm.'),
    right_leg: partJson('The right leg.'),
    left_leg: partJson('The left leg.'),
    figure: Type.Optional(
      Type.Object(
        { turn: turnJson, shift: shiftJson },
        { ...closed, description: 'The whole figure, about its hips.' },
      ),
    ),
    air: number([0, 16], 'Height of the lowest point above the ground, in units.'),
    cape: number([0, 120], 'Angle of the cape from the back, in degrees.'),
  },
  { ...closed, description: 'A pose of your own, instead of that of `render_type`.' },
);
export type PoseJson = Static<typeof poseJson>;

/** Bounds of a motion of a client's own: each of its frames needs a plan. */
const [minKeys, maxKeys] = [2, 24] as const;
const [minMs, maxMs] = [200, 6000] as const;

const keyJson = Type.Object(
  {
    ms: Type.Integer({
      minimum: 0,
      maximum: maxMs - 1,
      description: 'When, since the start of the loop.',
    }),
    pose: poseJson,
  },
  closed,
);

const ownMotion = Type.Object(
  {
    keys: Type.Array(keyJson, {
      minItems: minKeys,
      maxItems: maxKeys,
      description: 'Poses in order of time; the last leads back to the first.',
    }),
    ms: Type.Integer({ minimum: minMs, maximum: maxMs, description: 'Length of the loop.' }),
  },
  closed,
);
type OwnMotionJson = Static<typeof ownMotion>;

/** A motion in a query. */
export const motionQuery = oneOf(motionChoices, { description: motionText });

/** A motion in JSON: by name, or key poses. */
export const motionJson = Type.Unsafe<(typeof motionChoices)[number] | OwnMotionJson>({
  ...ownMotion,
  type: ['string', 'object'],
  maxLength: 16,
  ...onlyWords(motionChoices, 'or an object that has keys and ms'),
  description: `${motionText} Or a motion of your own: poses with times, between which it moves smoothly.`,
});

/** A pose in a query. */
export const poseQuery = Type.String({
  maxLength: 256,
  description:
    'A pose of your own: `right_arm:76,0,-2,8;head:0,20,0` turns parts by x, y and z degrees, with a bend and a twist where they follow. Parts as in the JSON form.',
  examples: ['right_arm:76,0,-2,8;head:0,20,0'],
});

/** The error of a value. @param within the part of it that is wrong */
type Refused = (problem: string, within?: string) => LineupError;

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
export function readPose(pose: PoseJson | string | undefined, refused: Refused): Pose | null {
  if (pose === undefined) return null;
  return typeof pose === 'string' ? compactPose(pose, refused) : poseFrom(pose);
}

/**
 * Reads a motion of a request. Keys have to be in order of time and before the end of the loop.
 * @throws {LineupError} `bad-request` that names the key
 */
export function readMotion(
  motion: 'none' | MotionName | OwnMotionJson | undefined,
  refused: Refused,
): Motion | null {
  if (motion === undefined || motion === 'none') return null;
  if (typeof motion === 'string') return motion;
  const { keys, ms } = motion;
  keys.forEach((key, index) => {
    const min = index === 0 ? 0 : keys[index - 1]!.ms + 1;
    if (key.ms >= min && key.ms < ms) return;
    throw refused(
      `must be from ${min} to ${ms - 1}: keys are in order of time, and before the end of the loop`,
      `.keys[${index}].ms`,
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
const numeral = /^-?\d+(\.\d+)?$/;

function compactPose(text: string, refused: Refused): Pose {
  const parts = new Map<PartName, PartPose>();
  for (const entry of text.split(';')) {
    const [field = '', list = '', ...rest] = entry.split(':');
    const values = list.split(',');
    if (!isPartField(field) || parts.has(partFields[field])) {
      throw refused(`must be parts joined by ;, each once: ${partNames.join(', ')}`);
    }
    if (
      values.length < 3 ||
      values.length > bounds.length ||
      rest.length > 0 ||
      !values.every((one) => numeral.test(one))
    ) {
      throw refused('must be x,y,z, or x,y,z,bend, or x,y,z,bend,twist, as numbers', `.${field}`);
    }
    const numbers = values.map(Number);
    const wrong = numbers.findIndex((value, index) => Math.abs(value) > bounds[index]!);
    if (wrong >= 0) {
      const name = ['x', 'y', 'z', 'bend', 'twist'][wrong];
      throw refused(`${name} must be from -${bounds[wrong]} to ${bounds[wrong]}`, `.${field}`);
    }
    const [x = 0, y = 0, z = 0, bend = 0, twist = 0] = numbers;
    parts.set(partFields[field], { turn: [x, y, z], bend, twist });
  }
  return { parts: Object.fromEntries(parts) };
}
