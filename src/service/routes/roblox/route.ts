import { robloxAvatarRoute } from './avatar-route.ts';
import { robloxGameRoutes } from './games-route.ts';
import { robloxGroupRoutes } from './groups-route.ts';
import {
  type RobloxDeps,
  found,
  longestReference,
  readUser,
  userIdOf,
  userSegment,
} from './responses.ts';
import { Type } from 'typebox';
import { unlessFailing } from '../../../common/cache/context.ts';
import { readEach } from '../../../common/errors/lineup-error.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { choice, closedObject, noQuery, orNull } from '../../../common/schemas/fields.ts';
import { crops, type Crop } from '../../../engine/figure/camera/crops.ts';
import { profileFields, userFields, type RobloxUser } from '../../../upstreams/roblox/cached.ts';
import { figureKinds } from '../../../upstreams/roblox/pictures.ts';
import { defineRoute, jsonResponse } from '../../http/define-route.ts';
import { served } from '../../http/responses.ts';
import samples from './samples.json' with { type: 'json' };

const address = (crop: string) =>
  Type.String({ description: `URL of the picture of the ${crop}.` });

const userResponse = Type.Object(
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

const usersBody = closedObject({
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
  picture: choice(crops, 'Adds the URL of a picture to each user.'),
});

const listedUser = Type.Object({
  ...userFields,
  picture: Type.Optional(
    orNull(
      Type.String(),
      'URL of the picture at Roblox; null if there is none, or none yet. Only with `picture`.',
    ),
  ),
});

const usersResponse = Type.Array(Type.Union([listedUser, Type.Null()]), {
  description: 'The users in the order of the request; null for an unknown user.',
  examples: [[{ id: 156, name: 'builderman', displayName: 'builderman', verified: true }, null]],
});

/** Size of the pictures in a list. */
const listedPx = 420;

const errors = ['unknown-player', ...upstreamErrors] as const;

const refused =
  'Deliberately not available: presence, lists of friends, memberships, past names, inventories, and pictures by token. This service is not affiliated with Roblox.';

/** Roblox users. */
const robloxUserRoutes = ({ roblox: { people, pictures } }: Pick<RobloxDeps, 'roblox'>) => [
  defineRoute({
    path: '/api/roblox/user/:user',
    id: 'getRobloxUser',
    summary: 'Look up a Roblox user',
    description: [
      'Name, creation date, number of followers, and URLs of pictures. A number that Roblox does not return is null.',
      refused,
    ],
    errors,
    examples: [
      {
        // Needs Roblox, so it is not run.
        title: 'A user by name',
        path: { user: 'builderman' },
        isRunnable: false,
        sample: 'response',
      },
    ],
    params: Type.Object({ user: userSegment }),
    query: noQuery,
    response: jsonResponse(userResponse),
    handler: async ({ params }, client) => {
      const { context, baseUrl } = client;
      const userId = await userIdOf(people, readUser(params.user, 'path.user'), context);
      const [profile, { followers, friends }] = await Promise.all([
        people.profile(userId, context),
        people.counts(userId, context),
      ]);
      const known = found(profile, 'unknown-player', 'path.user');
      const { id, name, displayName, description, created, verified, banned } = known;
      const account = { id, name, displayName, description, created, verified, banned };
      const avatarAt = (crop: Crop) => `${baseUrl}/api/roblox/render/avatar/${id}/${crop}`;
      const avatar = { full: avatarAt('full'), bust: avatarAt('bust'), face: avatarAt('face') };
      const isWhole = followers !== null && friends !== null;
      const user = { ...account, followers, friends, avatar };
      return served(user, isWhole ? 'render' : 'status', client);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/roblox/users',
    id: 'getRobloxUsers',
    summary: 'Look up to 100 Roblox users in one request',
    description: [
      'For game servers and leaderboards: names and ids mixed, in the order of the request, with null for unknown users. Each entry has the same form as in the path of a single user.',
      'With `picture` each user has the URL of their picture at Roblox, which is valid for some weeks.',
      refused,
    ],
    errors,
    examples: [
      {
        title: 'Two users, one of them unknown',
        body: { users: ['builderman', 1_000_000_000_000] },
        isRunnable: false,
        sample: 'response',
      },
      {
        title: 'With pictures',
        body: { users: [1, 156], picture: 'face' },
        isRunnable: false,
      },
    ],
    query: noQuery,
    body: usersBody,
    response: jsonResponse(usersResponse),
    handler: async ({ body: { users, picture } }, client) => {
      const { context } = client;
      const references = readEach(users, (user, index) =>
        readUser(String(user), `body.users[${index}]`),
      );
      const known = await Promise.all(references.map((user) => people.find(user, context)));
      const listedOf = async ({ id, name, displayName, verified }: RobloxUser) => {
        const user = { id, name, displayName, verified };
        if (picture === undefined) return user;
        const reference = { kind: figureKinds[picture], targetId: id, sizePx: listedPx };
        // Users are returned even if their pictures are not available.
        const url = pictures.address(reference, context);
        return { ...user, picture: await unlessFailing(url, context) };
      };
      const listed = await Promise.all(known.map(async (user) => user && listedOf(user)));
      const isWhole = listed.every((user) => user === null || !('picture' in user) || user.picture);
      return served(listed, isWhole ? 'render' : 'status', client);
    },
  }),
];

/** Everything below `/api/roblox/`. */
export const robloxRoutes = (deps: RobloxDeps) => [
  ...robloxUserRoutes(deps),
  robloxAvatarRoute(deps),
  ...robloxGameRoutes(deps),
  ...robloxGroupRoutes(deps),
];
