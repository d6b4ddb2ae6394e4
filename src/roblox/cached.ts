import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { dayMs, hourMs, minuteMs } from '../async/clock.ts';
import type { CachesOf } from '../cache/rules.ts';
import { pngFile } from '../png/png.ts';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const orNull = <T extends TSchema>(schema: T) => Compile(nullable(schema));

const count = Type.Integer({ minimum: 0 });
const text = Type.String();

const user = Type.Object({ id: count, name: text, displayName: text, verified: Type.Boolean() });
const profile = Type.Object({
  ...user.properties,
  description: text,
  /** RFC 3339, as all times here. */
  created: text,
  /** Null if only the keyed API was used, which does not report it. */
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
  /** Null if the platform does not report it. */
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
  /** 0 to 1. */
  winRate: Type.Number(),
});
const badgeList = Type.Object({ badges: Type.Array(badge) });
const group = Type.Object({
  id: count,
  name: text,
  description: text,
  owner: nullable(Type.Object({ id: count, name: text })),
  members: count,
  /** Null if the platform does not report it. */
  created: nullable(text),
  verified: Type.Boolean(),
});

/** A user as returned by batch look-ups; `name` in the account's own spelling. */
export type RobloxUser = Readonly<Static<typeof user>>;
export type RobloxProfile = Readonly<Static<typeof profile>>;
export type RobloxGame = Readonly<Static<typeof game>>;
export type BadgeList = Readonly<Static<typeof badgeList>>;
export type RobloxGroup = Readonly<Static<typeof group>>;

const shared = {
  staleMs: dayMs,
  // Ids that do not exist are rate-limited more strictly.
  negativeMs: 5 * minuteMs,
  /** Limit for all look-ups of a request at the platform. */
  timeoutMs: 5000,
} as const;
const quarter = { ...shared, freshMs: 15 * minuteMs } as const;
const hour = { ...shared, freshMs: hourMs } as const;

/** What is cached of Roblox, and for how long; null means "there is none". */
export const robloxCacheRules = {
  /** Users by lower-case name; everything else by id. */
  names: { ...hour, name: 'robloxNames', shape: orNull(user) },
  users: { ...hour, name: 'robloxUsers', shape: orNull(user) },
  profiles: { ...quarter, name: 'robloxProfiles', shape: orNull(profile) },
  /** By endpoint and id. */
  counts: { ...quarter, name: 'robloxCounts', shape: orNull(Type.Object({ count })) },
  universes: {
    ...shared,
    name: 'robloxUniverses',
    freshMs: dayMs,
    staleMs: 7 * dayMs,
    shape: orNull(Type.Object({ universeId: count })),
  },
  games: { ...shared, name: 'robloxGames', freshMs: 2 * minuteMs, shape: orNull(game) },
  badges: { ...quarter, name: 'robloxBadges', shape: orNull(badgeList) },
  groupNames: { ...hour, name: 'robloxGroupNames', shape: orNull(Type.Object({ id: count })) },
  groups: { ...shared, name: 'robloxGroups', freshMs: 5 * minuteMs, shape: orNull(group) },
} as const;

export type RobloxCaches = CachesOf<typeof robloxCacheRules>;

/** Picture files by kind, id and size: their URLs expire and are not stored. */
export const robloxPictureRules = { ...quarter, name: 'robloxPictures', shape: pngFile } as const;
