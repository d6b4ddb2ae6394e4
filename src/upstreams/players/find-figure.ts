import type { CacheContext } from '../../common/cache/context.ts';
import { memoized } from '../../common/cache/memoized.ts';
import type { ModelOption, Player, SkinSource } from '../../common/player.ts';
import type { PlayerHead } from '../game-servers/motd/text-run.ts';
import type { Players } from './players.ts';
import type { PlayerReference } from './reference.ts';
import type { UrlSkins } from './url-skins.ts';
import {
  type Appearance,
  type CapeResult,
  type ItemResult,
  itemResult,
  type NamedCape,
  plainItem,
  type ResolvedItem,
  standIn,
  unusable,
  type Worn,
} from '../../common/items.ts';
import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import { readCapeHeader } from '../../common/png/texture-header.ts';
import { readReference } from './reference.ts';

type RenderParameters = {
  readonly figure: { readonly model: ModelOption | null; readonly worn: Worn };
  readonly service?: string | undefined;
  readonly context: CacheContext;
  /** Where the reference is, for errors. */
  readonly fieldPath?: string;
};

type Sources = { readonly players: Players; readonly urlSkins: UrlSkins };

export function findUrl(
  { urlSkins }: Sources,
  url: string,
  { figure, context }: RenderParameters,
): Promise<ItemResult> {
  return itemResult(async () => plainItem(await urlSkins.load(url, context), figure.model));
}

/** The player of a reference. @throws {LineupError} if it is none */
export async function findPlayer(
  { players }: Sources,
  value: string | null,
  { figure: { model, worn }, service: name, context, fieldPath }: RenderParameters,
): Promise<ItemResult> {
  const service = players.readService(name, 'query.service');
  if (value === null) return { error: new LineupError('unknown-player') };
  const reference = readReference(players, value, service, fieldPath);
  const [result] = await players.resolveMany([reference], context);
  return result?.ok
    ? { item: itemOf(result.player, { label: '', model, wantsCape: worn.cape }) }
    : { error: result?.error ?? new LineupError('unknown-player') };
}

/** The skins of heads in a MOTD, by one look-up; null for unavailable ones. */
export async function loadHeadSkins(
  players: Pick<Players, 'resolveMany' | 'loadSheet'>,
  heads: readonly PlayerHead[],
  context: CacheContext,
): Promise<readonly (Uint8Array | null)[]> {
  const results = await players.resolveMany(heads.map(referenceOf), context);
  return Promise.all(
    results.map(async (result) =>
      result.ok ? players.loadSheet(result.player.skin, context).catch(() => null) : null,
    ),
  );
}

function referenceOf({ texture, uuid, name }: PlayerHead): PlayerReference {
  if (texture !== null) return { kind: 'texture', hash: texture };
  return uuid === null ? { kind: 'name', name: name ?? '' } : { kind: 'uuid', uuid };
}

/**
 * Loads capes that clients named instead of a player's own, each once.
 * @returns in the order given
 */
export async function loadNamedCapes(
  capes: readonly (NamedCape | null)[],
  sources: Sources,
  context: CacheContext,
): Promise<(CapeResult | null)[]> {
  const load = memoized((value: string) => loadCape(value, sources, context));
  const loaded = capes.map(async (cape) => {
    if (cape === null) return null;
    try {
      return { cape: await load(cape.value) };
    } catch (error) {
      if (error instanceof LineupError) return { error, capePath: cape.path };
      throw error;
    }
  });
  return Promise.all(loaded);
}

async function loadCape(
  value: string,
  { players, urlSkins }: Sources,
  context: CacheContext,
): Promise<SkinSource> {
  if (/^(https?|data):/i.test(value)) {
    const source = await urlSkins.load(value, context);
    const header = readCapeHeader(source.sheet);
    if (!header.ok) throw unusable('cape', header.problem);
    return source;
  }
  const reference = players.parseReference(value, null);
  if (reference?.kind !== 'texture') {
    throw badRequest('must be true, false, a texture hash or the URL of an image');
  }
  const [result] = await players.resolveMany([reference], context);
  if (result?.ok) return result.player.skin;
  throw result?.error ?? new LineupError('unknown-skin');
}

/** The two accounts that the game draws upside down. */
const upsideDown: ReadonlySet<string | null> = new Set(['Dinnerbone', 'Grumm']);
/** The one that has round ears. */
const deadmau5 = '1e18d5ff643d45c8b50943b8461d8614';

/** The figure of a player, who may be one whom the game itself draws in another way; a sample never is. */
export function itemOf(player: Player, appearance: Appearance): ResolvedItem {
  const { name, uuid } = player;
  return {
    ...standIn(player, appearance),
    upsideDown: uuid !== null && upsideDown.has(name),
    hasMouseEars: uuid === deadmau5,
  };
}
