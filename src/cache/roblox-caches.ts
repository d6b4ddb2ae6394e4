import { Type } from 'typebox';
import { nullable, objectsOf, pngFiles } from './codecs.ts';
import { dayMs, hourMs, minuteMs } from './rules.ts';

const count = Type.Integer({ minimum: 0 });
const text = Type.String();

const user = Type.Object({ id: count, name: text, displayName: text, verified: Type.Boolean() });
const profile = Type.Object({
  ...user.properties,
  description: text,
  created: text,
  banned: nullable(Type.Boolean()),
});
const game = Type.Object({
  universeId: count,
  placeId: count,
  name: text,
  description: text,
  creator: Type.Object({ id: count, name: text, type: text, verified: Type.Boolean() }),
  playing: count,
  visits: count,
  favourites: count,
  likes: nullable(count),
  dislikes: nullable(count),
  maxPlayers: count,
  genre: text,
  created: text,
  updated: text,
});
const badge = Type.Object({
  id: count,
  name: text,
  description: text,
  enabled: Type.Boolean(),
  created: text,
  awarded: count,
  winRate: Type.Number(),
});
const group = Type.Object({
  id: count,
  name: text,
  description: text,
  owner: nullable(Type.Object({ id: count, name: text })),
  members: count,
  created: nullable(text),
  verified: Type.Boolean(),
});

const shared = {
  staleMs: dayMs,
  // Ids that do not exist are throttled harder than others.
  negativeMs: 5 * minuteMs,
  /** What a request waits for the platform in all, over all of its look-ups. */
  timeoutMs: 5000,
} as const;
const quarter = { ...shared, freshMs: 15 * minuteMs } as const;
const hour = { ...shared, freshMs: hourMs } as const;

/**
 * What is cached of Roblox: how long each kind of value is good, what it weighs, and how it travels
 * between instances; null is "there is none".
 */
export const robloxCacheRules = {
  /** Users by name in lower case; all others by id. */
  names: { ...hour, name: 'robloxNames', ...objectsOf(user) },
  users: { ...hour, name: 'robloxUsers', ...objectsOf(user) },
  profiles: { ...quarter, name: 'robloxProfiles', ...objectsOf(profile) },
  counts: { ...quarter, name: 'robloxCounts', ...objectsOf(Type.Object({ count })) },
  /** Universes by the id of a place. */
  universes: {
    ...shared,
    name: 'robloxUniverses',
    freshMs: dayMs,
    staleMs: 7 * dayMs,
    ...objectsOf(Type.Object({ universeId: count })),
  },
  games: { ...shared, name: 'robloxGames', freshMs: 2 * minuteMs, ...objectsOf(game) },
  badges: {
    ...quarter,
    name: 'robloxBadges',
    ...objectsOf(Type.Object({ badges: Type.Array(badge) })),
  },
  /** Groups by name in lower case. */
  groupNames: { ...hour, name: 'robloxGroupNames', ...objectsOf(Type.Object({ id: count })) },
  groups: { ...shared, name: 'robloxGroups', freshMs: 5 * minuteMs, ...objectsOf(group) },
} as const;

/** Pictures as files, by kind, id and size: their addresses pass, and are not kept. */
export const robloxPictureRules = { ...quarter, name: 'robloxPictures', ...pngFiles } as const;
