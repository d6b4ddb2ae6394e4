import { Type, type Static } from 'typebox';
import { widgetFields } from '../../drawing/option-schemas.ts';
import { closed, oneOf, orNull } from '../../schemas/fields.ts';
import { badgeOptions } from '../../widgets/badge-options.ts';
import { longestReference } from './users-schema.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const time = (description: string) => Type.String({ description: `${description} (RFC 3339).` });

export const gameAllowed = 'the id of a place, universe:id, or a link to a game';
export const groupAllowed = 'the id of a group, its name, or a link to it';

const gameSegment = Type.String({
  minLength: 1,
  maxLength: longestReference,
  description:
    'Digits are a place id, as in the URL of a game; `universe:123` is a universe id. The URL of a game, URL-encoded, works as well.',
});

export const gamePath = Type.Object({ game: gameSegment });

export const thumbnailPath = Type.Object({
  game: gameSegment,
  n: Type.Integer({ minimum: 1, maximum: 10, description: 'Number of the picture, from 1.' }),
});

export const groupPath = Type.Object({
  group: Type.String({
    minLength: 1,
    maxLength: longestReference,
    description:
      'Digits are an id, anything else is a name. The URL of a group, URL-encoded, works as well.',
  }),
});

const sampleGame = {
  universeId: 383_310_974,
  placeId: 920_587_237,
  name: 'Adopt Me!',
  description: 'Raise pets.',
  creator: { id: 295_182, name: 'Uplift Games', type: 'Group', verified: true },
  playing: 128_000,
  visits: 38_000_000_000,
  favourites: 29_000_000,
  likes: 7_000_000,
  dislikes: 1_200_000,
  maxPlayers: 48,
  genre: 'All',
  created: '2017-07-14T16:20:45Z',
  updated: '2026-01-02T03:04:05Z',
};

export const gameResponse = Type.Object(
  {
    universeId: count('The id of the universe, which all places of a game share.'),
    placeId: count('The place that players start in.'),
    name: Type.String({ description: 'The name.' }),
    description: Type.String({ description: 'The description by its creator.' }),
    creator: Type.Object(
      {
        id: count('The id.'),
        name: Type.String({ description: 'The name.' }),
        type: Type.String({ description: '`User` or `Group`.' }),
        verified: Type.Boolean({ description: 'Whether it has the verified badge.' }),
      },
      { description: 'The creator of the game.' },
    ),
    playing: count('Number of players.'),
    visits: count('How often it was visited.'),
    favourites: count('How many have it among their favourites.'),
    likes: orNull(Type.Integer(), 'How many like it; null where unknown.'),
    dislikes: orNull(Type.Integer(), 'How many don’t; null where unknown.'),
    maxPlayers: count('How many fit on one server.'),
    genre: Type.String({ description: 'The genre at Roblox.' }),
    created: time('When it was created'),
    updated: time('When it was last updated'),
  },
  { description: 'The game.', examples: [sampleGame] },
);

export const badgesResponse = Type.Object(
  {
    badges: Type.Array(
      Type.Object({
        id: count('The id.'),
        name: Type.String({ description: 'The name.' }),
        description: Type.String({ description: 'How to earn it.' }),
        enabled: Type.Boolean({ description: 'Whether it can be earned.' }),
        created: time('When it was created'),
        awarded: count('How often it was earned.'),
        winRate: Type.Number({ description: 'Share of players who earned it, from 0 to 1.' }),
      }),
      { description: 'All badges, at most 1,000.' },
    ),
  },
  {
    description: 'The badges of a game.',
    examples: [
      {
        badges: [
          {
            id: 2_124_439_922,
            name: 'Welcome',
            description: 'You came.',
            enabled: true,
            created: '2018-01-02T03:04:05Z',
            awarded: 51_000_000,
            winRate: 0.62,
          },
        ],
      },
    ],
  },
);

export const groupResponse = Type.Object(
  {
    id: count('The id.'),
    name: Type.String({ description: 'The name.' }),
    description: Type.String({ description: 'Its description.' }),
    owner: orNull(
      Type.Object({
        id: count('The id.'),
        name: Type.String({ description: 'The name.' }),
      }),
      'The owner; null for a group without one.',
    ),
    members: count('How many members it has.'),
    created: orNull(Type.String(), 'When it was created (RFC 3339); null if unknown.'),
    verified: Type.Boolean({ description: 'Whether it has the verified badge.' }),
  },
  {
    description: 'The group.',
    examples: [
      {
        id: 295_182,
        name: 'Uplift Games',
        description: 'We make games.',
        owner: { id: 156, name: 'builderman' },
        members: 9_400_000,
        created: '2010-01-02T03:04:05Z',
        verified: true,
      },
    ],
  },
);

const gameMetrics = ['playing', 'visits', 'favourites', 'likes'] as const;

export const gameBadgeQuery = Type.Object(
  {
    metric: Type.Optional(
      oneOf(gameMetrics, {
        default: 'playing',
        description: 'What the badge shows; likes are in per cent.',
      }),
    ),
    ...badgeOptions,
  },
  closed,
);

export const groupBadgeQuery = Type.Object(badgeOptions, closed);

export const widgetQuery = Type.Object(
  {
    ...widgetFields('600×138'),
  },
  closed,
);

export type GameBadgeQuery = Static<typeof gameBadgeQuery>;
export type GroupBadgeQuery = Static<typeof groupBadgeQuery>;
