import { createBatcher, type FindInBatch } from '../../common/async/batcher.ts';
import type { Clock } from '../../common/async/clock.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { isInvalidRequest } from '../net/service-client.ts';
import type { RobloxProfile, RobloxUser } from './cached.ts';
import { shapes, type WireUser } from './formats.ts';
import type { Platform, RobloxParts } from './platform.ts';

export type UserReference = { readonly id: number } | { readonly name: string };

export type People = ReturnType<typeof createPeople>;

/** Look-ups within this time share a call. */
export const batchWindowMs = 50;
const maxUsers = 100;

export function createPeople({ platform, caches, clock }: RobloxParts) {
  const { byName, byId } = createFinders(platform, clock);

  async function countOf(
    endpoint: 'friendCount' | 'followerCount',
    id: number,
    context: CacheContext,
  ): Promise<number | null> {
    const load = (client: string) =>
      platform.call(endpoint, { pathValue: String(id), clients: [client], shape: shapes.count });
    try {
      const found = await caches.counts.get(`${endpoint}:${id}`, load, context);
      return found?.count ?? null;
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      // If the endpoint fails, only this number is missing, not the user.
      context.expiresAt = 0;
      return null;
    }
  }

  async function loadAnyProfile(id: number, client: string): Promise<RobloxProfile | null> {
    if (!platform.hasKey) return loadProfile(platform, id, client);
    try {
      return await loadKeyedProfile(platform, { id, client }, byId);
    } catch {
      return loadProfile(platform, id, client);
    }
  }

  return {
    find: (user: UserReference, context: CacheContext): Promise<RobloxUser | null> => {
      if ('id' in user) {
        const key = String(user.id);
        return caches.users.get(key, (client) => byId(key, client), context);
      }
      const key = user.name.toLowerCase();
      return caches.names.get(key, (client) => byName(key, client), context);
    },
    profile: (id: number, context: CacheContext) =>
      caches.profiles.get(String(id), (client) => loadAnyProfile(id, client), context),
    /** Each is null if the platform does not report it. */
    counts: async (id: number, context: CacheContext) => {
      const [friends, followers] = await Promise.all([
        countOf('friendCount', id, context),
        countOf('followerCount', id, context),
      ]);
      return { friends, followers };
    },
  };
}

type Find = FindInBatch<RobloxUser>;

/** Look-ups by lower-case name and by id, in batches. */
function createFinders(platform: Platform, clock: Clock): Record<'byName' | 'byId', Find> {
  const rules = { windowMs: batchWindowMs, maxKeys: maxUsers, clock };
  const namedRules = {
    ...rules,
    reserve: (clients: readonly string[]) => platform.reserve(['usersByName'], clients),
    load: (names: readonly string[]) => loadNamed(platform, names),
  };
  const byUsualName = createBatcher(namedRules);
  const byOddName = createBatcher({ ...namedRules, maxKeys: 1 });
  const byId = createBatcher<RobloxUser>({
    ...rules,
    reserve: (clients) => platform.reserve(['usersById'], clients),
    load: async (ids) => {
      const json = { userIds: ids.map(Number), excludeBannedUsers: false };
      const found = await platform.call('usersById', {
        json,
        shape: shapes.usersById,
      });
      return new Map(found?.data.map((user) => [String(user.id), toUser(user)]));
    },
  });
  return {
    byName: (name, client) => (usualName.test(name) ? byUsualName : byOddName)(name, client),
    byId,
  };
}

/** What new accounts may be called. Others are asked for alone: the platform may refuse a call for one of them. */
const usualName = /^\w{3,20}$/;

async function loadNamed(platform: Platform, usernames: readonly string[]) {
  const json = { usernames, excludeBannedUsers: false };
  const found = await platform
    .call('usersByName', { json, shape: shapes.usersByName })
    .catch((error: unknown) => {
      const isAlone = usernames.length === 1;
      if (isAlone && error instanceof LineupError && isInvalidRequest(error)) return null;
      throw error;
    });
  // Former names are found as well, so results are matched by the requested name.
  return new Map(found?.data.map((user) => [user.requestedUsername.toLowerCase(), toUser(user)]));
}

async function loadProfile(
  platform: Platform,
  id: number,
  client: string,
): Promise<RobloxProfile | null> {
  const call = { pathValue: String(id), clients: [client], shape: shapes.user };
  const user = await platform.call('user', call);
  return (
    user && {
      ...toUser(user),
      description: user.description ?? '',
      created: user.created,
      banned: user.isBanned,
    }
  );
}

/** The keyed API reports neither bans nor verification; the latter comes from batch look-ups. */
async function loadKeyedProfile(
  platform: Platform,
  { id, client }: { readonly id: number; readonly client: string },
  byId: Find,
): Promise<RobloxProfile | null> {
  const pathValue = String(id);
  const call = { pathValue, clients: [client], shape: shapes.cloudUser };
  const user = await platform.call('cloudUser', call);
  if (user === null) return null;
  const known = await byId(pathValue, client);
  return {
    id,
    name: user.name,
    displayName: user.displayName,
    verified: known?.verified ?? false,
    description: user.about ?? '',
    created: user.createTime,
    banned: null,
  };
}

const toUser = ({ id, name, displayName, hasVerifiedBadge }: WireUser): RobloxUser => ({
  id,
  name,
  displayName,
  verified: hasVerifiedBadge,
});
