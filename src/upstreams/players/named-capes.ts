import type { Players } from './players.ts';
import type { UrlSkins } from './url-skins.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { SkinSource, OwnSheet } from '../../common/player.ts';
import { LineupError, badRequest } from '../../common/errors/lineup-error.ts';
import { readCapeHeader } from '../../common/png/texture-header.ts';
import { unusable, type NamedCape, type CapeResult } from '../../common/items.ts';

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
