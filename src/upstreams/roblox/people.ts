import type { FindInBatch } from '../../common/async/batcher.ts';
import { unlessFailing, type CacheContext } from '../../common/cache/context.ts';
import type { RobloxProfile, RobloxUser } from './cached.ts';
import type { WireUser } from './formats.ts';
import type { Platform, RobloxParts } from './platform.ts';

export type UserReference = { readonly id: number } | { readonly name: string };

export type People = ReturnType<typeof createPeople>;

const maxUsers = 100;

export function createPeople({ platform, caches }: RobloxParts) {
  const { byName, byId } = createFinders(platform);

  async function countOf(
    endpoint: 'friendCount' | 'followerCount',
    id: number,
    context: CacheContext,
  ): Promise<number | null> {
    const load = (client: string) => platform.find(endpoint, id, client);
    const found = caches.counts.get(`${endpoint}:${id}`, load, context);
    return (await unlessFailing(found, context))?.count ?? null;
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
function createFinders(platform: Platform): Record<'byName' | 'byId', Find> {
  const load = (names: readonly string[]) => loadNamed(platform, names);
  const byUsualName = platform.batch('usersByName', maxUsers, load);
  const byOddName = platform.batch('usersByName', 1, load);
  return {
    byName: (name, client) => (usualName.test(name) ? byUsualName : byOddName)(name, client),
    byId: platform.batch('usersById', maxUsers, async (ids) => {
      const json = { userIds: ids.map(Number), excludeBannedUsers: false };
      const found = await platform.call('usersById', { json });
      return new Map(found?.data.map((user) => [String(user.id), toUser(user)]));
    }),
  };
}

/** What new accounts may be called. Others are asked for alone: the platform may refuse a call for one of them. */
const usualName = /^\w{3,20}$/;

async function loadNamed(platform: Platform, usernames: readonly string[]) {
  const json = { usernames, excludeBannedUsers: false };
  const found = await platform.call('usersByName', { json, isGuess: usernames.length === 1 });
  // Former names are found as well, so results are matched by the requested name.
  return new Map(found?.data.map((user) => [user.requestedUsername.toLowerCase(), toUser(user)]));
}

async function loadProfile(
  platform: Platform,
  id: number,
  client: string,
): Promise<RobloxProfile | null> {
  const user = await platform.find('user', id, client);
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
  const user = await platform.find('cloudUser', id, client);
  if (user === null) return null;
  const known = await byId(String(id), client);
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
