import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { dayMs, hourMs, minuteMs } from '../../common/async/clock.ts';
import { pngFile } from '../../common/png/png.ts';
import { orNull } from '../../common/schemas/fields.ts';
import type { CachesOf } from '../../common/cache/swr-cache.ts';

const compiled = <T extends TSchema>(schema: T) => Compile(orNull(schema));

const count = (description: string) => Type.Integer({ minimum: 0, description });
const text = (description: string) => Type.String({ description });
const flag = (description: string) => Type.Boolean({ description });
const time = (description: string) => Type.String({ description: `${description} (RFC 3339).` });
const id = count('The id, which never changes.');
const name = text('The name.');
const verified = flag('Whether it has the verified badge.');

/** Fields that our own responses contain as they are cached, with their descriptions. */
export const userFields = {
  id,
  name: text('The name, as the account spells it.'),
  displayName: text('The name shown in games; not unique.'),
  verified: flag('Whether the account has the verified badge.'),
};
export const profileFields = {
  ...userFields,
  description: text('The description by the user.'),
  created: time('When the account was created'),
  // The keyed API does not report it.
  banned: orNull(Type.Boolean(), 'Whether the account is banned; null if unknown.'),
};
export const gameFields = {
  universeId: count('The id of the universe, which all places of a game share.'),
  placeId: count('The place that players start in.'),
  name,
  description: text('The description by its creator.'),
  creator: Type.Object(
    { id, name, type: text('`User` or `Group`.'), verified },
    { description: 'The creator of the game.' },
  ),
  playing: count('Number of players.'),
  visits: count('How often it was visited.'),
  favourites: count('How many have it among their favourites.'),
  likes: orNull(Type.Integer({ minimum: 0 }), 'How many like it; null where unknown.'),
  dislikes: orNull(Type.Integer({ minimum: 0 }), 'How many don’t; null where unknown.'),
  maxPlayers: count('How many fit on one server.'),
  genre: text('The genre at Roblox.'),
  created: time('When it was created'),
  updated: time('When it was last updated'),
};
const badge = Type.Object({
  id,
  name,
  description: text('How to earn it.'),
  enabled: flag('Whether it can be earned.'),
  created: time('When it was created'),
  awarded: count('How often it was earned.'),
  winRate: Type.Number({ description: 'Share of players who earned it, from 0 to 1.' }),
});
export const badgeFields = {
  badges: Type.Array(badge, { description: 'All badges, at most 1,000.' }),
};
export const groupFields = {
  id,
  name,
  description: text('Its description.'),
  owner: orNull(Type.Object({ id, name }), 'The owner; null for a group without one.'),
  members: count('How many members it has.'),
  created: orNull(Type.String(), 'When it was created (RFC 3339); null if unknown.'),
  verified,
};

const user = Type.Object(userFields);
const profile = Type.Object(profileFields);
const voteFields = ['likes', 'dislikes'] as const;
const game = Type.Omit(Type.Object(gameFields), voteFields);
const votes = Type.Object({ likes: Type.Integer(), dislikes: Type.Integer() });
const badgeList = Type.Object(badgeFields);
const group = Type.Omit(Type.Object(groupFields), ['created']);

/** A user as returned by batch look-ups; `name` in the account's own spelling. */
export type RobloxUser = Readonly<Static<typeof user>>;
export type RobloxProfile = Readonly<Static<typeof profile>>;
export type RobloxGame = Readonly<Static<typeof game>>;
/** Null while they can't be had. */
export type RobloxVotes = {
  readonly [Field in keyof Static<typeof votes>]: number | null;
};
export type BadgeList = Readonly<Static<typeof badgeList>>;
export type RobloxGroup = Readonly<Static<typeof group>>;

const shared = {
  staleMs: dayMs,
  // Ids that do not exist are rate-limited more strictly.
  negativeMs: 5 * minuteMs,
  /** Limit for all look-ups of a request at the platform. */
  timeoutMs: 5000,
} as const;

/** All but the pictures, in equal parts. */
const part = 4 / 11;
const quarter = { ...shared, freshMs: 15 * minuteMs, weight: part } as const;
const hour = { ...shared, freshMs: hourMs, weight: part } as const;

/** What is cached of Roblox, and for how long; null means "there is none". */
export const robloxCaches = {
  /** Users by lower-case name; everything else by id. */
  names: { ...hour, name: 'robloxNames', shape: compiled(user), of: 'usersByName' },
  users: { ...hour, name: 'robloxUsers', shape: compiled(user), of: 'usersById' },
  profiles: { ...quarter, name: 'robloxProfiles', shape: compiled(profile), of: 'user' },
  /** By endpoint and id. */
  counts: {
    ...quarter,
    name: 'robloxCounts',
    shape: compiled(Type.Object({ count: Type.Integer({ minimum: 0 }) })),
  },
  universes: {
    ...hour,
    name: 'robloxUniverses',
    freshMs: dayMs,
    staleMs: 7 * dayMs,
    shape: compiled(Type.Object({ universeId: Type.Integer() })),
    of: 'universe',
  },
  games: {
    ...hour,
    name: 'robloxGames',
    freshMs: 2 * minuteMs,
    shape: compiled(game),
    of: 'games',
  },
  votes: {
    ...hour,
    name: 'robloxVotes',
    freshMs: 2 * minuteMs,
    shape: compiled(votes),
    of: 'votes',
  },
  badges: { ...quarter, name: 'robloxBadges', shape: compiled(badgeList), of: 'badges' },
  groupNames: {
    ...hour,
    name: 'robloxGroupNames',
    shape: compiled(Type.Object({ id: Type.Integer() })),
    of: 'groupByName',
  },
  groups: {
    ...hour,
    name: 'robloxGroups',
    freshMs: 5 * minuteMs,
    shape: compiled(group),
    of: 'group',
  },
  /** A group's never changes. */
  groupDates: {
    ...hour,
    name: 'robloxGroupDates',
    freshMs: dayMs,
    staleMs: 7 * dayMs,
    shape: compiled(Type.Object({ created: orNull(Type.String()) })),
    of: 'groupsById',
  },
  /** Picture files by kind, id and size: their URLs expire and are not stored. */
  pictures: { ...quarter, name: 'robloxPictures', shape: pngFile, weight: 4, of: 'pictures' },
} as const;

export type RobloxCaches = CachesOf<typeof robloxCaches>;
