import type { SwrCache } from '../common/cache/swr-cache.ts';
import { cacheShares } from '../common/cache/open-caches.ts';
import { createCards } from './routes/roblox/cards-service.ts';
import { addRobloxGameRoutes } from './routes/roblox/games-route.ts';
import { createGamesAndGroups } from './routes/roblox/games-service.ts';
import { addRobloxUserRoutes } from './routes/roblox/users-route.ts';
import { createUsers } from './routes/roblox/users-service.ts';
import type { HttpServer } from './http/server.ts';
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
import type { Drawing } from './queue/drawing.ts';

type RobloxParts = UpstreamDeps & { readonly safeFetch: Pick<SafeFetch, 'fetchBytes'> };

/** The parts for features: users, games, groups and pictures of Roblox. */
export type Roblox = ReturnType<typeof openRoblox>;

/** Opens everything about Roblox: clients, caches, limits. */
export function openRoblox(settings: Settings, parts: RobloxParts) {
  const { clock, openBucket, openCache } = parts;
  const platform = createPlatform({
    clock,
    openBucket,
    apiKey: settings.robloxApiKey,
    clientOf: (service) =>
      parts.openClient(`Roblox ${service}`, settings.robloxUrl.replaceAll('{service}', service)),
  });
  parts.upstreams.push({ name: 'Roblox', isHealthy: () => isHealthy(platform) });
  const share = cacheShares.roblox / Object.keys(robloxCacheRules).length;
  const guards = platform.guardsOf;
  const { names, users, profiles, counts, universes, games, badges, groupNames, groups } =
    robloxCacheRules;
  const shared = { platform, clock };
  return {
    people: createPeople({
      ...shared,
      caches: {
        names: openCache(names, share, guards('usersByName')),
        users: openCache(users, share, guards('usersById')),
        profiles: openCache(profiles, share, guards('user')),
        counts: openCache(counts, share),
      },
    }),
    games: createGames({
      ...shared,
      caches: {
        universes: openCache(universes, share, guards('universe')),
        games: openCache(games, share, guards('games')),
        badges: openCache(badges, share, guards('badges')),
      },
    }),
    groups: createGroups({
      ...shared,
      caches: {
        groupNames: openCache(groupNames, share, guards('groupByName')),
        groups: openCache(groups, share, guards('group')),
      },
    }),
    pictures: createRobloxPictures({
      ...shared,
      cache: openCache(robloxPictureRules, cacheShares.robloxPictures, guards('pictures')),
      files: createServiceClient(pictureRules, {
        name: 'Roblox pictures',
        client: pictureClient(settings, parts),
        clock,
        rateLimit: openRateLimit(openBucket, paces.pictures),
      }),
    }),
  };
}

type RouteParts = {
  readonly drawing: Drawing;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
  /** Base of links; empty for that of the request. */
  readonly publicUrl: string;
};

/** Registers everything below `/api/roblox/`. */
export function addRobloxRoutes(app: HttpServer, roblox: Roblox, parts: RouteParts): void {
  const { publicUrl, ...drawn } = parts;
  const shared = { ...drawn, robloxPictures: roblox.pictures };
  addRobloxUserRoutes(app, createUsers({ ...shared, people: roblox.people }), publicUrl);
  const { games, groups } = roblox;
  const gameParts = { ...shared, games, groups };
  addRobloxGameRoutes(app, createGamesAndGroups(gameParts), createCards(gameParts));
}

/** Degraded only if all basic endpoints fail; a single closed one does not count. */
function isHealthy({ guardsOf }: Platform): boolean {
  const basic: readonly EndpointName[] = ['usersByName', 'pictures', 'games', 'group'];
  return !basic.every((endpoint) => guardsOf(endpoint).isRefusing());
}

/** A client of whole URLs: of the platform's own hosts over TLS, or of the operator's URL. */
function pictureClient(
  { robloxCdnUrl }: Settings,
  { openClient, safeFetch }: RobloxParts,
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
