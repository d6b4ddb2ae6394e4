import { readLabel, longestLabel } from '../../drawing/label-rules.ts';
import type { Crop } from '../../drawing/render-names.ts';
import { combineErrors } from '../../errors/combine-errors.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { ItemResult } from '../../pictures/picture.ts';
import { itemOf, itemResult, plainItem } from '../../pictures/resolve-item.ts';
import { loadNamedCapes, type NamedCape } from '../../pictures/own-capes.ts';
import { badReferenceOrUrl } from '../../players/bad-reference.ts';
import type { CacheContext } from '../../cache/context.ts';
import type { PlayerModel, SkinSource } from '../../players/player.ts';
import type { Players } from '../../players/players.ts';
import type { PlayerReference } from '../../players/reference.ts';
import type { UrlSkins } from '../../players/url-skins.ts';
import { parseUser, userAllowed } from '../../roblox/reference.ts';
import { resolveRoblox, type RobloxItem, type RobloxUsers } from './roblox-items.ts';
import type { CompositionItem } from './schema.ts';

/** An item as it was understood, before anything is looked up. */
export type ItemRequest =
  | ({ readonly kind: 'url'; readonly url: string; readonly label: string } & Wear)
  | ({
      readonly kind: 'player';
      readonly reference: PlayerReference;
      /** `null`: the player's own name. */
      readonly label: string | null;
    } & Wear)
  | RobloxItem;

/** What somebody is to wear. */
type Wear = {
  /** `null`: the player's own, and the classic one for a URL. */
  readonly model: PlayerModel | null;
  /** Whether the player's cape is worn. */
  readonly wantsCape: boolean;
  /** Another cape than the player's own. */
  readonly namedCape: NamedCape | null;
};

export type ItemReader = {
  readonly parseReference: Players['parseReference'];
  /** Where a field of an item stands in the request. */
  readonly fieldPath: (index: number, field: string) => string;
  /** The account service of an item; null for Mojang's. */
  readonly serviceOf: (item: CompositionItem, index: number) => string | null;
  /** What an item is to wear. */
  readonly wearOf: (item: CompositionItem, index: number) => Wear;
  /** How much is shown of a user of Roblox. */
  readonly cropOf: (index: number) => Crop;
};

/** Most characters of a `value`; a `data:` URL is bounded by the body, or by the address it is in. */
const longestReference = 128;
const longestUrl = 8192;

/**
 * Understands the items of a request. A value's length is looked at before anything else walks it.
 * @throws {LineupError} `bad-request` that names every faulty item and its field.
 */
export function readItems(items: readonly CompositionItem[], reader: ItemReader): ItemRequest[] {
  const errors: LineupError[] = [];
  const requests = items.flatMap((item, index) => {
    try {
      return [readItem(item, index, reader)];
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      errors.push(error);
      return [];
    }
  });
  if (errors.length > 0) throw combineErrors(errors);
  return requests;
}

function readItem(
  item: CompositionItem,
  index: number,
  { parseReference, fieldPath, serviceOf, wearOf, cropOf }: ItemReader,
): ItemRequest {
  const { value, type, label: text } = item;
  const service = serviceOf(item, index);
  const label = text === undefined ? null : checkedLabel(text, fieldPath(index, 'label'));
  const path = fieldPath(index, 'value');
  if (type === 'roblox') {
    const user = value.length > longestReference ? null : parseUser(value);
    if (user === null) throw new LineupError('bad-request', `${path}: must be ${userAllowed}`);
    return { kind: 'roblox', user, label, crop: cropOf(index) };
  }
  const wear = wearOf(item, index);
  if (type === 'url' || (type === undefined && isUrl(value))) {
    if (value.length > longestUrl && !/^data:/i.test(value)) {
      throw new LineupError(
        'bad-request',
        `${path}: must be at most ${longestUrl} characters long`,
      );
    }
    // A model for the whole row does not touch skins from URLs.
    return { kind: 'url', url: value, label: label ?? '', ...wear, model: item.model ?? null };
  }
  const reference = value.length > longestReference ? null : parseReference(value, service);
  if (reference === null) throw badReferenceOrUrl(path);
  return { kind: 'player', reference, label, ...wear };
}

function isUrl(value: string): boolean {
  return /^(https?|data):/i.test(value);
}

/** The items of a route where a name is one of Roblox: those that do not say what they are. */
export function asRobloxItems(items: readonly CompositionItem[]): CompositionItem[] {
  return items.map((item) =>
    item.type === undefined && !isUrl(item.value) ? { ...item, type: 'roblox' } : item,
  );
}

function checkedLabel(text: string, path: string): string {
  const label = readLabel(text);
  if (label !== null) return label;
  throw new LineupError('bad-request', `${path}: must be at most ${longestLabel} characters long`);
}

/** Where items come from. */
export type ItemSources = {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
  readonly roblox: RobloxUsers;
};

/**
 * Looks all items up together, in their order; what one item lacks does not keep the others.
 * @param how `sidePx`: how large the pictures are that are asked of Roblox
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
    if (one.kind !== 'player') return withCape(others[index]!, capes[index]!);
    const result = results[next++]!;
    if (!result.ok) return { error: result.error };
    return withCape({ item: itemOf(result.player, one) }, capes[index]!);
  });
}

function withCape(result: ItemResult, cape: SkinSource | null): ItemResult {
  return cape === null || !('item' in result) ? result : { item: { ...result.item, cape } };
}
