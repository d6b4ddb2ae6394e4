import { cacheShares } from '../common/cache/open-caches.ts';
import { NetError } from '../upstreams/net/net-error.ts';
import { createServiceClient, openRateLimit } from '../upstreams/net/service-client.ts';
import type { SafeFetch } from '../upstreams/net/safe-fetch.ts';
import type { UpstreamClient } from '../upstreams/net/upstream-client.ts';
import { robloxCacheRules, robloxPictureRules } from '../upstreams/roblox/cached.ts';
import { isPictureHost, paces, type EndpointName } from '../upstreams/roblox/endpoints.ts';
import { createGames } from '../upstreams/roblox/games.ts';
import { createGroups } from '../upstreams/roblox/groups.ts';
import { createPeople } from '../upstreams/roblox/people.ts';
import { createRobloxPictures, pictureRules } from '../upstreams/roblox/pictures.ts';
import { createPlatform, type Platform } from '../upstreams/roblox/platform.ts';
import type { UpstreamDeps } from '../upstreams/net/upstream-deps.ts';
import type { Settings } from './settings.ts';

type RobloxDeps = UpstreamDeps & { readonly safeFetch: Pick<SafeFetch, 'fetchBytes'> };

/** Users, games, groups and pictures of Roblox. */
export type Roblox = ReturnType<typeof openRoblox>;

/** Opens everything about Roblox: clients, caches, limits. */
export function openRoblox(settings: Settings, deps: RobloxDeps) {
  const { clock, openBucket, openCache, openClient, upstreams } = deps;
  const platform = createPlatform({
    clock,
    openBucket,
    apiKey: settings.robloxApiKey,
    clientOf: (service) =>
      openClient(`Roblox ${service}`, settings.robloxUrl.replaceAll('{service}', service)),
  });
  upstreams.push({ name: 'Roblox', isHealthy: () => isHealthy(platform) });
  const share = cacheShares.roblox / Object.keys(robloxCacheRules).length;
  const guards = platform.guardsOf;
  const rules = robloxCacheRules;
  const caches = {
    names: openCache(rules.names, share, guards('usersByName')),
    users: openCache(rules.users, share, guards('usersById')),
    profiles: openCache(rules.profiles, share, guards('user')),
    counts: openCache(rules.counts, share),
    universes: openCache(rules.universes, share, guards('universe')),
    games: openCache(rules.games, share, guards('games')),
    badges: openCache(rules.badges, share, guards('badges')),
    groupNames: openCache(rules.groupNames, share, guards('groupByName')),
    groups: openCache(rules.groups, share, guards('group')),
  };
  const shared = { platform, clock, caches };
  return {
    people: createPeople(shared),
    games: createGames(shared),
    groups: createGroups(shared),
    pictures: createRobloxPictures({
      platform,
      clock,
      cache: openCache(robloxPictureRules, cacheShares.robloxPictures, guards('pictures')),
      files: createServiceClient(pictureRules, {
        name: 'Roblox pictures',
        client: pictureClient(settings, deps),
        clock,
        rateLimit: openRateLimit(openBucket, paces.pictures),
      }),
    }),
  };
}

/** Degraded only if all basic endpoints fail; a single closed one does not count. */
function isHealthy({ guardsOf }: Platform): boolean {
  const basic: readonly EndpointName[] = ['usersByName', 'pictures', 'games', 'group'];
  return !basic.every((endpoint) => guardsOf(endpoint).isRefusing());
}

/** A client of whole URLs: of the platform's own hosts over TLS, or of the operator's URL. */
function pictureClient(
  { robloxCdnUrl }: Settings,
  { openClient, safeFetch }: RobloxDeps,
): Pick<UpstreamClient, 'request'> {
  if (robloxCdnUrl !== undefined) {
    const client = openClient('Roblox pictures', robloxCdnUrl);
    return {
      request: async ({ path, ...request }) => {
        const { pathname, search } = parsed(path);
        return client.request({ ...request, path: `${pathname}${search}` });
      },
    };
  }
  return {
    request: async ({ path }) => {
      if (parsed(path).protocol !== 'https:') throw new NetError('scheme');
      try {
        const { bytes } = await safeFetch.fetchBytes(path, {
          ...pictureRules.request,
          connectTimeoutMs: 2000,
          maxRedirects: 0,
          allowHost: isPictureHost,
        });
        return { status: 200, headers: {}, bytes };
      } catch (error) {
        if (!(error instanceof NetError) || error.status === undefined) throw error;
        return { status: error.status, headers: {}, bytes: new Uint8Array() };
      }
    },
  };
}

/** @throws {NetError} `bad-url` */
function parsed(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new NetError('bad-url');
  return url;
}
