import type { CacheContext } from '../../../common/cache/context.ts';
import { badRequest, LineupError } from '../../../common/errors/lineup-error.ts';
import type { Pictured } from '../../http/responses.ts';
import type { RequestContext } from '../../../common/cache/context.ts';
import { respondWith, type Validated } from '../../pictures/respond.ts';
import type { RobloxGame, RobloxGroup } from '../../../upstreams/roblox/cached.ts';
import type { Games } from '../../../upstreams/roblox/games.ts';
import type { Groups } from '../../../upstreams/roblox/groups.ts';
import { parseGame, parseGroup } from '../../../upstreams/roblox/reference.ts';
import { gameAllowed, groupAllowed } from './games-schema.ts';

/** A picture that is fresh until one of its inputs is not. */
export async function pictureOf(picture: Validated, request: RequestContext): Promise<Pictured> {
  const pictured = await respondWith(picture, request);
  return { ...pictured, freshUntilMs: request.context.expiresAt ?? 0 };
}

/** Returns the parsed reference, or throws if it is invalid. */
export function parsed<T>(reference: T | null, fieldPath: string, allowed: string): T {
  if (reference !== null) return reference;
  throw badRequest(`${fieldPath}: must be ${allowed}`);
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

/** The game that a path names. */
export async function gameAt(
  games: Pick<Games, 'find'>,
  name: string,
  context: CacheContext,
): Promise<RobloxGame> {
  const known = await games.find(gameReference(name), context);
  return found(known, 'unknown-game', 'path.game');
}

export function gameReference(name: string) {
  return parsed(parseGame(name), 'path.game', gameAllowed);
}

/** The group that a path names. */
export async function groupAt(
  groups: Pick<Groups, 'find'>,
  name: string,
  context: CacheContext,
): Promise<RobloxGroup> {
  const known = await groups.find(parsed(parseGroup(name), 'path.group', groupAllowed), context);
  return found(known, 'unknown-group', 'path.group');
}
