import { Type, type Static } from 'typebox';
import { widgetFields } from '../../options/option-schemas.ts';
import { badgeFields, gameFields, groupFields } from '../../roblox-api/cached.ts';
import { closed, oneOf } from '../../schemas/fields.ts';
import { badgeOptions } from '../../badges/badge-options.ts';
import { longestReference } from './users-schema.ts';

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

export const gameResponse = Type.Object(gameFields, {
  description: 'The game.',
  examples: [sampleGame],
});

export const badgesResponse = Type.Object(badgeFields, {
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
});

export const groupResponse = Type.Object(groupFields, {
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
});

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

export const widgetQuery = Type.Object(widgetFields('600×138'), closed);

export type WidgetQuery = Static<typeof widgetQuery>;
export type GameBadgeQuery = Static<typeof gameBadgeQuery>;
export type GroupBadgeQuery = Static<typeof groupBadgeQuery>;
