import { Type, type Static } from 'typebox';
import { colourField, formatOverride } from '../../options/option-schemas.ts';
import { cropNames } from '../../options/render-names.ts';
import { profileFields, userFields } from '../../roblox-api/cached.ts';
import { closed, oneOf, orNull } from '../../schemas/fields.ts';

/** Fits a link to a page. */
export const longestReference = 512;

const userSegment = Type.String({
  minLength: 1,
  maxLength: longestReference,
  description:
    'Digits are an id, anything else is a name; `name:123` forces a name. The URL of a profile, URL-encoded, works as well.',
});

export const userPath = Type.Object({ user: userSegment });

const address = (crop: string) =>
  Type.String({ description: `URL of the picture of the ${crop}.` });

const sampleUser = {
  id: 156,
  name: 'builderman',
  displayName: 'builderman',
  description: 'Welcome!',
  created: '2006-03-08T17:17:51.84Z',
  verified: true,
  banned: false,
  followers: 12_000_000,
  friends: 112,
  avatar: {
    full: '/api/roblox/render/avatar/156/full',
    bust: '/api/roblox/render/avatar/156/bust',
    face: '/api/roblox/render/avatar/156/face',
  },
};

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
  { description: 'The user.', examples: [sampleUser] },
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
    picture: Type.Optional(
      oneOf(cropNames, { description: 'Adds the URL of a picture to each user.' }),
    ),
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
    size: Type.Optional(
      Type.Integer({
        minimum: 30,
        maximum: 720,
        default: 420,
        description: 'The longer side of the picture in pixels.',
      }),
    ),
    format: Type.Optional(formatOverride),
    circle: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the picture is cut to a circle.' }),
    ),
    background: colourField('Colour behind the figure; transparent when omitted.'),
    outline: colourField('Colour of a line around the figure; none when omitted.'),
    outline_width: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 16,
        default: 2,
        description: 'Width of the outline in pixels.',
      }),
    ),
    fallback: Type.Optional(
      oneOf(['none', 'default'], {
        default: 'none',
        description: '`default` draws a plain grey figure for a picture that is not available.',
      }),
    ),
  },
  closed,
);

export type UserResponse = Static<typeof userResponse>;
export type UsersBody = Static<typeof usersBody>;
export type AvatarQuery = Static<typeof avatarQuery>;
