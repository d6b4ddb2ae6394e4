import samples from './samples.json' with { type: 'json' };
import { Type, type Static } from 'typebox';
import { badgeFields, gameFields, groupFields } from '../../../upstreams/roblox/cached.ts';
import { choice, closed } from '../../../common/schemas/fields.ts';
import { longestReference } from './users-schema.ts';
import { badgeOptions } from '../../../engine/cards/badge.ts';
import { widgetFields } from '../../../engine/cards/palette.ts';

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

export const gameResponse = Type.Object(gameFields, {
  description: 'The game.',
  examples: [samples.game],
});

export const badgesResponse = Type.Object(badgeFields, {
  description: 'The badges of a game.',
  examples: [samples.badges],
});

export const groupResponse = Type.Object(groupFields, {
  description: 'The group.',
  examples: [samples.group],
});

const gameMetrics = ['playing', 'visits', 'favourites', 'likes'] as const;

export const gameBadgeQuery = Type.Object(
  {
    metric: choice(gameMetrics, 'What the badge shows; likes are in per cent.', 'playing'),
    ...badgeOptions,
  },
  closed,
);

export const groupBadgeQuery = Type.Object(badgeOptions, closed);

export const widgetQuery = Type.Object(widgetFields('600×138'), closed);

export type WidgetQuery = Static<typeof widgetQuery>;
export type GameBadgeQuery = Static<typeof gameBadgeQuery>;
export type GroupBadgeQuery = Static<typeof groupBadgeQuery>;
