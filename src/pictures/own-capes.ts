import type { CacheContext } from '../cache/context.ts';
import { readCapeHeader } from '../png/texture-header.ts';
import { badRequest, LineupError } from '../errors/lineup-error.ts';
import { ownSheet, type OwnSheet, type SkinSource } from '../players/player.ts';
import type { Players } from '../players/players.ts';
import type { UrlSkins } from '../players/url-skins.ts';
import { unusable } from './load-sheets.ts';
import type { ItemResult } from './picture.ts';

/** A cape named by a client: a texture hash or a URL, and its field in the request. */
export type NamedCape = { readonly value: string; readonly path: string };

/** A loaded cape, or why it is not available. */
type CapeResult =
  | { readonly cape: SkinSource }
  | { readonly error: LineupError; readonly capePath: string };

type CapeSources = { readonly players: Players; readonly urlSkins: UrlSkins };

/**
 * Loads capes that clients named instead of a player's own, each once.
 * @returns in the order given
 */
export async function loadNamedCapes(
  capes: readonly (NamedCape | null)[],
  sources: CapeSources,
  context: CacheContext,
): Promise<(CapeResult | null)[]> {
  const loading = new Map<string, Promise<SkinSource>>();
  const loaded = capes.map(async (cape) => {
    if (cape === null) return null;
    const one = loading.get(cape.value) ?? loadCape(cape.value, sources, context);
    loading.set(cape.value, one);
    try {
      return { cape: await one };
    } catch (error) {
      if (error instanceof LineupError) return { error, capePath: cape.path };
      throw error;
    }
  });
  return Promise.all(loaded);
}

/** A cape that came with a request. @param capePath its field there */
export function ownCape(sheet: Uint8Array, capePath: string): CapeResult {
  const header = readCapeHeader(sheet);
  return header.ok
    ? { cape: ownSheet(sheet) }
    : { error: unusable('cape', header.problem), capePath };
}

/** Puts the cape on; an item that failed itself is reported for that alone. */
export function withCape(result: ItemResult, cape: CapeResult | null | undefined): ItemResult {
  if (!cape || !('item' in result)) return result;
  return 'cape' in cape ? { item: { ...result.item, cape: cape.cape } } : cape;
}

async function loadCape(
  value: string,
  { players, urlSkins }: CapeSources,
  context: CacheContext,
): Promise<SkinSource> {
  if (/^(https?|data):/i.test(value)) return checkedCape(await urlSkins.load(value, context));
  const reference = players.parseReference(value, null);
  if (reference?.kind !== 'texture') {
    throw badRequest('must be true, false, a texture hash or the URL of an image');
  }
  const [result] = await players.resolveMany([reference], context);
  if (result?.ok) return result.player.skin;
  throw result?.error ?? new LineupError('unknown-skin');
}

/** @throws {LineupError} `unusable-skin` if its header is not that of a cape */
function checkedCape(source: OwnSheet): OwnSheet {
  const header = readCapeHeader(source.sheet);
  if (!header.ok) throw unusable('cape', header.problem);
  return source;
}
