import { hash } from 'node:crypto';
import { Type } from 'typebox';
import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import { badRequest, LineupError } from '../../../common/errors/lineup-error.ts';
import type { Games } from '../../../upstreams/roblox/games.ts';
import type { Groups } from '../../../upstreams/roblox/groups.ts';
import type { People, UserReference } from '../../../upstreams/roblox/people.ts';
import {
  parseGame,
  parseGroup,
  parseUser,
  userAllowed,
} from '../../../upstreams/roblox/reference.ts';
import type { Upstreams } from '../../../upstreams/upstreams.ts';
import { respondWith, type Validated, type DrawingDeps } from '../../pictures/respond.ts';

/** What the routes of Roblox need. */
export type RobloxDeps = DrawingDeps & { readonly roblox: Upstreams['roblox'] };

/** Fits a link to a page. */
export const longestReference = 512;

/** The user in a path. */
export const userSegment = Type.String({
  minLength: 1,
  maxLength: longestReference,
  description:
    'Digits are an id, anything else is a name; `name:123` forces a name, as `name:Old.json` does of what looks like an ending. The URL of a profile, URL-encoded, works as well.',
});

/** A picture that is fresh until one of its inputs is not. */
export async function pictureOf(picture: Validated, request: RequestContext) {
  const pictured = await respondWith(picture, request);
  return { ...pictured, freshUntilMs: request.context.expiresAt ?? 0 };
}

/** A picture as returned by Roblox. */
export function originalOf(png: Uint8Array | null, fieldPath: string, request: RequestContext) {
  const known = found(png, 'unknown-picture', fieldPath);
  const inputs = ['roblox-picture', hash('sha256', known, 'base64url')];
  return pictureOf({ inputs, policy: 'render', load: () => known }, request);
}

/** Returns the value, or throws a 404 with this code. */
export function found<T>(
  value: T | null,
  code: 'unknown-player' | 'unknown-game' | 'unknown-group' | 'unknown-picture',
  fieldPath: string,
): T {
  if (value !== null) return value;
  const detail = code === 'unknown-player' ? 'There is no such user.' : undefined;
  throw new LineupError(code, detail).at(fieldPath);
}

function parsed<T>(reference: T | null, fieldPath: string, allowed: string): T {
  if (reference !== null) return reference;
  throw badRequest(`${fieldPath}: must be ${allowed}`);
}

export function readUser(text: string, fieldPath: string) {
  return parsed(parseUser(text), fieldPath, userAllowed);
}

function readGame(text: string) {
  const allowed = 'the id of a place, universe:id, or a link to a game';
  return parsed(parseGame(text), 'path.game', allowed);
}

/** The id of the user in a path. */
export async function userIdOf(people: People, user: UserReference, context: CacheContext) {
  if ('id' in user) return user.id;
  return found(await people.find(user, context), 'unknown-player', 'path.user').id;
}

/** The game that a path names. */
export async function gameAt(games: Games, text: string, context: CacheContext) {
  return found(await games.find(readGame(text), context), 'unknown-game', 'path.game');
}

/** The same, with its votes. */
export async function votedGameAt(games: Games, text: string, context: CacheContext) {
  return found(await games.findVoted(readGame(text), context), 'unknown-game', 'path.game');
}

/** The universe of the game that a path names. */
export async function universeAt(games: Games, text: string, context: CacheContext) {
  return found(await games.universeOf(readGame(text), context), 'unknown-game', 'path.game');
}

/** The group that a path names. */
export async function groupAt(groups: Groups, text: string, context: CacheContext) {
  const allowed = 'the id of a group, its name, or a link to it';
  const group = parsed(parseGroup(text), 'path.group', allowed);
  return found(await groups.find(group, context), 'unknown-group', 'path.group');
}
