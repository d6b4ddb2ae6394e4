import type { CacheContext } from '../../common/cache/context.ts';
import type { ModelOption } from '../../common/player.ts';
import type { PlayerHead } from '../game-servers/motd/text-run.ts';
import type { Players } from './players.ts';
import type { PlayerReference } from './reference.ts';
import type { UrlSkins } from './url-skins.ts';
import { type ItemResult, itemResult, plainItem, type Worn } from '../../common/items.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { readReference } from './reference.ts';
import { itemOf } from './item-of.ts';

type RenderParameters = {
  readonly figure: {
    readonly model: ModelOption | null;
    readonly worn: Worn;
  };
  readonly service?: string | undefined;
  readonly context: CacheContext;
  /** Where the reference is, for errors. */
  readonly fieldPath?: string;
};

type Sources = { readonly players: Players; readonly urlSkins: UrlSkins };

/** The skin at a URL. */
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
