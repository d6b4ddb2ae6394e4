import { Type, type Static } from 'typebox';
import { motionNames } from '../figure/motions.ts';
import { steepestBend } from '../figure/pose.ts';
import { choice, closed, integer, number, onlyWords } from '../../common/schemas/fields.ts';
import { colourField } from './option-schemas.ts';

// The options of pictures that move, and of poses of a client's own.

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

const turn = vector(
  360,
  'Degrees about x, y and z: positive x swings an arm or leg to the front, and tips head or body backwards; positive y turns to the player’s left; positive z spreads the right arm or leg.',
);
const shift = vector(16, 'Moved by so many units, of which a player is 32 tall.');

const part = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        turn,
        twist: number([-180, 180], 'Degrees about the part’s own long axis, before the turn.'),
        bend: number(
          [-steepestBend, steepestBend],
          'Of an elbow (positive) or a knee (negative), in degrees at the middle of the limb.',
        ),
        shift,
      },
      { ...closed, description },
    ),
  );

/** A pose of a client's own, in JSON. */
const poseSchema = Type.Object(
  {
    head: part('The head; it follows the body.'),
    body: part('The body; head and arms follow it.'),
    right_arm: part('The right arm.'),
    left_arm: part('The left arm.'),
    right_leg: part('The right leg.'),
    left_leg: part('The left leg.'),
    figure: Type.Optional(
      Type.Object({ turn, shift }, { ...closed, description: 'The whole figure, about its hips.' }),
    ),
    air: number([0, 16], 'Height of the lowest point above the ground, in units.'),
    cape: number([0, 120], 'Angle of the cape from the back, in degrees.'),
  },
  { ...closed, description: 'A pose of your own, instead of that of `render_type`.' },
);
export type PoseJson = Static<typeof poseSchema>;

/** Bounds of a motion of a client's own: each of its frames needs a plan. */
const ownMotionBounds = { minKeys: 2, maxKeys: 24, minMs: 200, maxMs: 6000 } as const;

const { minKeys, maxKeys, minMs, maxMs } = ownMotionBounds;

const key = Type.Object(
  {
    ms: Type.Integer({
      minimum: 0,
      maximum: maxMs - 1,
      description: 'When, since the start of the loop.',
    }),
    pose: poseSchema,
  },
  closed,
);

const ownMotion = Type.Object(
  {
    keys: Type.Array(key, {
      minItems: minKeys,
      maxItems: maxKeys,
      description: 'Poses in order of time; the last leads back to the first.',
    }),
    ms: Type.Integer({ minimum: minMs, maximum: maxMs, description: 'Length of the loop.' }),
  },
  closed,
);
export type OwnMotionJson = Static<typeof ownMotion>;

/** A motion in a query. */
export const motionField = choice(motionChoices, motionText);

/** A motion in JSON: by name, or key poses. */
export const motionBodyField = Type.Optional(
  Type.Unsafe<(typeof motionChoices)[number] | OwnMotionJson>({
    ...ownMotion,
    type: ['string', 'object'],
    maxLength: 16,
    ...onlyWords(motionChoices, 'or an object that has keys and ms'),
    description: `${motionText} Or a motion of your own: poses with times, between which it moves smoothly.`,
  }),
);

/** A pose in a query. */
export const poseField = Type.Optional(
  Type.String({
    maxLength: 256,
    description:
      'A pose of your own: `right_arm:76,0,-2,8;head:0,20,0` turns parts by x, y and z degrees, with a bend and a twist where they follow. Parts as in the JSON form.',
    examples: ['right_arm:76,0,-2,8;head:0,20,0'],
  }),
);

export const poseBodyField = Type.Optional(poseSchema);

/** Options of an animation. */
export const animationFields = {
  // Far beyond any animation: how many frames are kept is known once the picture is laid out, and told then.
  frame: integer(
    [0, 1_000_000],
    'This frame of the film, from 0, as a picture that does not move: for posters and people who prefer less motion. No film has more than 48.',
  ),
  matte: colourField(
    'What half-covered pixels of a GIF without background are mixed with: the colour of the page. `313338` when omitted.',
  ),
};
