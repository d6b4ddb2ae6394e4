import { systemClock as clock } from '../common/async/clock.ts';
import { bucketOpener } from '../common/async/token-bucket.ts';
import { cacheOpener, cacheShares } from '../common/cache/open-caches.ts';
import { createNameResolver } from '../upstreams/net/name-lookup.ts';
import { createSafeFetch } from '../upstreams/net/safe-fetch.ts';
import { createUpstreamClient } from '../upstreams/net/upstream-client.ts';
import { playerCacheRules } from '../upstreams/players/cached.ts';
import type { Players } from '../upstreams/players/players.ts';
import { officialUrls } from '../upstreams/players/service-rules.ts';
import { createUrlSkins, type UrlSkins } from '../upstreams/players/url-skins.ts';
import { openPlayers } from '../upstreams/players/open-players.ts';
import { findPlayer, findUrl } from '../upstreams/players/find-figure.ts';
import type { ItemResult } from '../common/items.ts';
import { itemFinder } from '../upstreams/players/resolve-items.ts';

/** Where players and URLs are looked up. */
export type Sources = {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
  readonly close: () => Promise<unknown>;
};

type SourceSettings = {
  readonly userAgent: string;
  /** A further account service. */
  readonly services: ReadonlyMap<string, string>;
  readonly urls?: typeof officialUrls;
};

/** Opens the clients of the service, for one user: addresses of their own network are allowed. */
export async function openSources(settings: SourceSettings): Promise<Sources> {
  const { userAgent, services: accountServices, urls = officialUrls } = settings;
  const lookup = createNameResolver().lookupLocal;
  const safeFetch = createSafeFetch({ lookup, allowPrivateAddresses: true, userAgent });
  const clients: ReturnType<typeof createUpstreamClient>[] = [];
  const openClient = (name: string, baseUrl: string) => {
    const client = createUpstreamClient({ name, baseUrl, userAgent, lookup });
    clients.push(client);
    return client;
  };
  const openCache = cacheOpener({
    maxBytes: 64 * 1024 * 1024,
    clock,
    store: undefined,
    countCache: undefined,
  });
  const { fetchBytes } = safeFetch;
  const players = await openPlayers(
    { ...urls, accountServices, allowPrivateAddresses: true },
    {
      clock,
      openCache,
      openClient,
      fetchBytes,
      upstreams: [],
      openBucket: bucketOpener({ clock }),
      // Samples are read before anything is looked up.
      folder: { find: () => null },
    },
  );
  const cache = openCache(playerCacheRules.urlSkins, cacheShares.urlSkins);
  return {
    players,
    urlSkins: createUrlSkins({ fetchBytes, cache }),
    close: () => Promise.all([safeFetch.close(), ...clients.map((client) => client.close())]),
  };
}

type FigureLookUp = Parameters<typeof findPlayer>[2];

/** Looks one player up, or the skin at a URL. */
export function findFigure(
  argument: string,
  lookUp: FigureLookUp,
  sources: Sources,
): Promise<ItemResult> {
  const isUrl = /^(?:https?|data):/i.test(argument);
  return isUrl ? findUrl(sources, argument, lookUp) : findPlayer(sources, argument, lookUp);
}

const nowhere = { find: () => Promise.reject(new Error('the program knows no Roblox users')) };

const roblox = { people: nowhere, pictures: nowhere };

type Looking = Parameters<ReturnType<typeof itemFinder>>[0];

/** Looks up some figures of a group. */
export function findGroup(
  indices: readonly number[],
  { wanted, place, ...looking }: Omit<Looking, 'figures'> & { readonly wanted: Looking['figures'] },
  { players, urlSkins }: Sources,
): Promise<ItemResult[]> {
  return itemFinder({ players, urlSkins, roblox })({
    ...looking,
    figures: indices.map((index) => wanted[index]!),
    place: (option, item) => place(option, item === undefined ? undefined : indices[item]),
  });
}
