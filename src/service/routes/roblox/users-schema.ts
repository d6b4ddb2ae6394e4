import samples from './samples.json' with { type: 'json' };
import { Type, type Static } from 'typebox';
import { colourSchema } from '../../../engine/options/colours.ts';
import { profileFields, userFields } from '../../../upstreams/roblox/cached.ts';
import { choice, closed, flag, integer, orNull } from '../../../common/schemas/fields.ts';
import { crops as cropNames } from '../../../engine/figure/camera/crops.ts';
import { stillFormatSchema } from '../../../engine/options/request-schemas.ts';

/** Fits a link to a page. */
export const longestReference = 512;

const userSegment = Type.String({
  minLength: 1,
  maxLength: longestReference,
  description:
    'Digits are an id, anything else is a name; `name:123` forces a name, as `name:Old.json` does of what looks like an ending. The URL of a profile, URL-encoded, works as well.',
});

export const userPath = Type.Object({ user: userSegment });

const address = (crop: string) =>
  Type.String({ description: `URL of the picture of the ${crop}.` });

export const userResponse = Type.Object(
  {
    ...profileFields,
    followers: orNull(Type.Integer(), 'Number of followers; null if unknown.'),
    friends: orNull(Type.Integer(), 'Number of friends; null if unknown.'),
    avatar: Type.Object(
      { full: address('whole figure'), bust: address('bust'), face: address('face') },
      { description: 'URLs of pictures at this service.' },
    ),
  },
  { description: 'The user.', examples: [samples.user] },
);

export const usersBody = Type.Object(
  {
    users: Type.Array(
      Type.Union([
        Type.String({ minLength: 1, maxLength: longestReference }),
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      ]),
      {
        minItems: 1,
        maxItems: 100,
        description: 'Names and ids, as in the path of a single user.',
      },
    ),
    picture: choice(cropNames, 'Adds the URL of a picture to each user.'),
  },
  closed,
);

const listedUser = Type.Object({
  ...userFields,
  picture: Type.Optional(
    orNull(
      Type.String(),
      'URL of the picture at Roblox; null if there is none. Only with `picture`.',
    ),
  ),
});

export const usersResponse = Type.Array(Type.Union([listedUser, Type.Null()]), {
  description: 'The users in the order of the request; null for an unknown user.',
  examples: [[{ id: 156, name: 'builderman', displayName: 'builderman', verified: true }, null]],
});

export const avatarPath = Type.Object({
  user: userSegment,
  crop: Type.String({
    maxLength: 32,
    description: 'How much is shown: `full`, `bust` or `face`; a file extension sets the format.',
  }),
});

export const avatarQuery = Type.Object(
  {
    size: integer([30, 720], 'The longer side of the picture in pixels.', 420),
    format: Type.Optional(stillFormatSchema),
    circle: flag('Whether the picture is cut to a circle.', false),
    background: Type.Optional(colourSchema('Colour behind the figure; transparent when omitted.')),
    outline: Type.Optional(colourSchema('Colour of a line around the figure; none when omitted.')),
    outline_width: integer([1, 16], 'Width of the outline in pixels.', 2),
    fallback: choice(
      ['none', 'default'],
      '`default` draws a plain grey figure for a picture that is not available.',
      'none',
    ),
  },
  closed,
);

export type UserResponse = Static<typeof userResponse>;
export type UsersBody = Static<typeof usersBody>;
export type AvatarQuery = Static<typeof avatarQuery>;
