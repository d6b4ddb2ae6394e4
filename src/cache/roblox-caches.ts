import { Type, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { hasPngSignature } from '../png/png.ts';
import type { RobloxGame, BadgeList } from '../roblox/games.ts';
import type { RobloxGroup } from '../roblox/groups.ts';
import type { RobloxProfile, RobloxUser, UserCount } from '../roblox/people.ts';
import { bytesCodec, jsonCodec, orNull } from './codecs.ts';
import { residentBytes } from './entries.ts';
import type { CacheRules } from './rules.ts';

/** What is cached of Roblox; null is "there is none". */
type Values = {
  /** Users by name in lower case. */
  readonly names: RobloxUser | null;
  /** All others by id. */
  readonly users: RobloxUser | null;
  readonly profiles: RobloxProfile | null;
  readonly counts: UserCount | null;
  /** Universes by the id of a place. */
  readonly universes: { readonly universeId: number } | null;
  readonly games: RobloxGame | null;
  readonly badges: BadgeList | null;
  /** Groups by name in lower case. */
  readonly groupNames: { readonly id: number } | null;
  readonly groups: RobloxGroup | null;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
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

const checks = {
  user: Compile(user),
  profile: Compile(profile),
  count: Compile(Type.Object({ count })),
  universe: Compile(Type.Object({ universeId: count })),
  game: Compile(game),
  badges: Compile(Type.Object({ badges: Type.Array(badge) })),
  id: Compile(Type.Object({ id: count })),
  group: Compile(group),
};

/** All values are objects of texts and numbers; two bytes for each letter of their JSON are generous. */
function sizeBytes(value: object | null): number {
  return value === null ? 0 : 256 + 2 * JSON.stringify(value).length;
}

const rules = {
  sizeBytes,
  staleMs: dayMs,
  // Ids that do not exist are throttled harder than others.
  negativeMs: 5 * minuteMs,
  /** What a request waits for the platform in all, over all of its look-ups. */
  timeoutMs: 5000,
} as const;

/** How long each kind of value is good, what it weighs, and how it travels between instances. */
export const robloxCacheRules: { readonly [Name in keyof Values]: CacheRules<Values[Name]> } = {
  names: {
    ...rules,
    name: 'robloxNames',
    freshMs: hourMs,
    codec: orNull(jsonCodec((value): value is RobloxUser => checks.user.Check(value))),
  },
  users: {
    ...rules,
    name: 'robloxUsers',
    freshMs: hourMs,
    codec: orNull(jsonCodec((value): value is RobloxUser => checks.user.Check(value))),
  },
  profiles: {
    ...rules,
    name: 'robloxProfiles',
    freshMs: 15 * minuteMs,
    codec: orNull(jsonCodec((value): value is RobloxProfile => checks.profile.Check(value))),
  },
  counts: {
    ...rules,
    name: 'robloxCounts',
    freshMs: 15 * minuteMs,
    codec: orNull(jsonCodec((value): value is UserCount => checks.count.Check(value))),
  },
  universes: {
    ...rules,
    name: 'robloxUniverses',
    freshMs: dayMs,
    staleMs: 7 * dayMs,
    codec: orNull(
      jsonCodec((value): value is { universeId: number } => checks.universe.Check(value)),
    ),
  },
  games: {
    ...rules,
    name: 'robloxGames',
    freshMs: 2 * minuteMs,
    codec: orNull(jsonCodec((value): value is RobloxGame => checks.game.Check(value))),
  },
  badges: {
    ...rules,
    name: 'robloxBadges',
    freshMs: 15 * minuteMs,
    codec: orNull(jsonCodec((value): value is BadgeList => checks.badges.Check(value))),
  },
  groupNames: {
    ...rules,
    name: 'robloxGroupNames',
    freshMs: hourMs,
    codec: orNull(jsonCodec((value): value is { id: number } => checks.id.Check(value))),
  },
  groups: {
    ...rules,
    name: 'robloxGroups',
    freshMs: 5 * minuteMs,
    codec: orNull(jsonCodec((value): value is RobloxGroup => checks.group.Check(value))),
  },
};

/** Pictures as files, by kind, id and size: their addresses pass, and are not kept. */
export const robloxPictureRules: CacheRules<Uint8Array | null> = {
  name: 'robloxPictures',
  timeoutMs: rules.timeoutMs,
  freshMs: 15 * minuteMs,
  staleMs: dayMs,
  negativeMs: 5 * minuteMs,
  sizeBytes: (png) => residentBytes(png?.byteLength ?? 0),
  codec: orNull(bytesCodec(hasPngSignature)),
};
