import { systemClock as clock } from '../common/async/clock.ts';
import { bucketOpener } from '../common/async/token-bucket.ts';
import { cacheOpener } from '../common/cache/swr-cache.ts';
import { defaultsOf } from '../common/setting-values.ts';
import { openUpstreams } from '../upstreams/define-upstream.ts';
import { createNameResolver } from '../upstreams/net/name-lookup.ts';
import { findPlayer, findUrl } from '../upstreams/players/find-figure.ts';
import { players as declared } from '../upstreams/players/upstream.ts';
import type { ItemResult } from '../common/items.ts';
import { itemFinder } from '../upstreams/players/resolve-items.ts';

/** Where players and URLs are looked up. */
export type Sources = Awaited<ReturnType<typeof openSources>>;

type SourceSettings = {
  readonly version: string;
  /** Further account services. */
  readonly services: ReadonlyMap<string, string>;
};

/** Opens the clients of the service, for one user: addresses of their own network are allowed. */
export async function openSources({ version, services: accountServices }: SourceSettings) {
  const settings = { ...defaultsOf(declared.settings), accountServices };
  const { upstreams, close } = await openUpstreams({ players: declared }, settings, {
    clock,
    agent: { version },
    allowPrivateAddresses: true,
    names: createNameResolver(),
    openBucket: bucketOpener({ clock }),
    openCache: cacheOpener({ maxBytes: 64 * 1024 * 1024, clock }),
    // Samples are read before anything is looked up.
    samples: { find: () => null, isBundled: () => true },
  });
  return { ...upstreams.players, close };
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
