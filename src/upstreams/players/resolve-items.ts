import { readEach } from '../../common/errors/combine-errors.ts';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { badReferenceOrUrl } from './read-reference.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { ModelOption } from '../../common/player.ts';
import type { Players } from './players.ts';
import type { PlayerReference } from './reference.ts';
import type { UrlSkins } from './url-skins.ts';
import { parseUser, userAllowed } from '../roblox/reference.ts';
import { resolveRoblox, type RobloxItem, type RobloxUsers } from './roblox-items.ts';
import {
  type ItemResult,
  itemResult,
  plainItem,
  withCape,
  type NamedCape,
} from '../../common/items.ts';
import { itemOf } from './item-of.ts';
import { loadNamedCapes } from './named-capes.ts';

/** An item of a request. */
export type WantedItem = {
  readonly value: string;
  readonly type?: 'nick' | 'url' | 'roblox' | undefined;
  readonly service?: string | undefined;
  readonly model?: ModelOption | undefined;
  readonly label?: string | undefined;
};

/** A parsed item, before look-ups. */
export type ItemRequest =
  | ({ readonly kind: 'url'; readonly url: string; readonly label: string } & Wear)
  | ({
      readonly kind: 'player';
      readonly reference: PlayerReference;
      /** `null` for the player's own name. */
      readonly label: string | null;
    } & Wear)
  | RobloxItem;

type Wear = {
  /** `null` for the player's own, or the classic one for a URL. */
  readonly model: ModelOption | null;
  readonly wantsCape: boolean;
  /** A cape instead of the player's own. */
  readonly namedCape: NamedCape | null;
};

export type ItemReader = {
  readonly parseReference: Players['parseReference'];
  /** The field path of an item's field. */
  readonly fieldPath: (index: number, field: string) => string;
  /** The account service of an item; null for Mojang's. */
  readonly serviceOf: (item: WantedItem, index: number) => string | null;
  /** The texture options of an item. */
  readonly wearOf: (item: WantedItem, index: number) => Wear;
  /** The crop of a Roblox user. */
  readonly cropOf: (index: number) => RobloxItem['crop'];
  /** Checks a label. */
  readonly labelFrom: (text: string, fieldPath: string) => string;
};

/** Longest `value`; `data:` URLs are bounded by the body, or by the URL that contains them. */
const longestReference = 128;
const longestUrl = 8192;

/**
 * Parses the items of a request. The length of a value is checked before anything else walks it.
 * @throws {LineupError} `bad-request` that lists every invalid item and its field
 */
export function readItems(items: readonly WantedItem[], reader: ItemReader): ItemRequest[] {
  return readEach(items, (item, index) => readItem(item, index, reader));
}

function readItem(
  item: WantedItem,
  index: number,
  { parseReference, fieldPath, serviceOf, wearOf, cropOf, labelFrom }: ItemReader,
): ItemRequest {
  const { value, type, label: text } = item;
  const service = serviceOf(item, index);
  const label = text === undefined ? null : labelFrom(text, fieldPath(index, 'label'));
  const path = fieldPath(index, 'value');
  if (type === 'roblox') {
    const user = value.length > longestReference ? null : parseUser(value);
    if (user === null) throw badRequest(`${path}: must be ${userAllowed}`);
    return { kind: 'roblox', user, label, crop: cropOf(index) };
  }
  const wear = wearOf(item, index);
  if (type === 'url' || (type === undefined && isUrl(value))) {
    if (value.length > longestUrl && !/^data:/i.test(value)) {
      throw badRequest(`${path}: must be at most ${longestUrl} characters long`);
    }
    // A model for the whole row does not affect skins from URLs.
    return { kind: 'url', url: value, label: label ?? '', ...wear, model: item.model ?? null };
  }
  const reference = value.length > longestReference ? null : parseReference(value, service);
  if (reference === null) throw badReferenceOrUrl(path);
  return { kind: 'player', reference, label, ...wear };
}

function isUrl(value: string): boolean {
  return /^(https?|data):/i.test(value);
}

export type ItemSources = {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
  readonly roblox: RobloxUsers;
};

/**
 * Looks up all items, in order; a failed item does not affect the others.
 * @param how `sidePx`: size of the pictures to request from Roblox
 */
export async function resolveItems(
  requests: readonly ItemRequest[],
  { players, urlSkins, roblox }: ItemSources,
  how: { readonly sidePx: number; readonly context: CacheContext },
): Promise<ItemResult[]> {
  const capes = await loadNamedCapes(
    requests.map((one) => (one.kind === 'roblox' ? null : one.namedCape)),
    { players, urlSkins },
    how.context,
  );
  const references = requests.flatMap((one) => (one.kind === 'player' ? [one.reference] : []));
  const [results, ...others] = await Promise.all([
    players.resolveMany(references, how.context),
    ...requests.map((one) => {
      if (one.kind === 'url') {
        const { url, model, label } = one;
        return itemResult(async () =>
          plainItem(await urlSkins.load(url, how.context), model, label),
        );
      }
      return one.kind === 'roblox' ? resolveRoblox(one, roblox, how) : null;
    }),
  ]);
  let next = 0;
  return requests.map((one, index): ItemResult => {
    if (one.kind !== 'player') return withCape(others[index]!, capes[index]);
    const result = results[next++]!;
    if (!result.ok) return { error: result.error };
    return withCape({ item: itemOf(result.player, one) }, capes[index]);
  });
}

/** Marks items without a type as Roblox users, on routes where that is the default. */
export function asRobloxItems<Item extends WantedItem>(items: readonly Item[]): Item[] {
  return items.map((item) =>
    item.type === undefined && !isUrl(item.value) ? { ...item, type: 'roblox' } : item,
  );
}
