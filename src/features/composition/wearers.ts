import { readLabel, longestLabel } from '../../drawing/label-rules.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { badReferenceOrUrl } from '../../players/bad-reference.ts';
import type { Player, PlayerModel, SkinSource } from '../../players/player.ts';
import type { PlayerReference } from '../../players/reference.ts';
import type { Trace } from '../../players/memory.ts';
import type { Players } from '../../players/players.ts';
import { isUpsideDown } from '../../players/upside-down.ts';
import type { UrlSkins } from '../../players/url-skins.ts';
import type { CompositionItem } from './schema.ts';

/** What one item turned out to be: a figure to draw. */
export type Wearer = {
  readonly skin: SkinSource;
  readonly model: PlayerModel;
  readonly label: string;
  /** Stands on its head. */
  readonly upsideDown: boolean;
};

/** A figure, or why this item has none. */
export type Found = { readonly wearer: Wearer } | { readonly error: LineupError };

/** An item as it was understood, before anything is looked up. */
export type Wanted =
  | { readonly kind: 'url'; readonly url: string; readonly label: string }
  | {
      readonly kind: 'player';
      readonly reference: PlayerReference;
      /** `null`: the player's own name. */
      readonly label: string | null;
    };

/**
 * Understands the items of a request.
 * @throws {LineupError} `bad-request` that names the item and the field.
 */
export function readItems(
  items: readonly CompositionItem[],
  { parseReference, place }: ItemReader,
): Wanted[] {
  return items.map((item, index) => {
    const label = item.label === undefined ? null : checkedLabel(item.label, place(index, 'label'));
    const type = item.type ?? (/^(https?|data):/i.test(item.value) ? 'url' : 'nick');
    if (type === 'url') return { kind: 'url', url: item.value, label: label ?? '' };
    const reference = parseReference(item.value);
    if (reference === null) throw badReferenceOrUrl(place(index, 'value'));
    return { kind: 'player', reference, label };
  });
}

type ItemReader = {
  readonly parseReference: Players['parseReference'];
  /** What a field of an item is called in the request. */
  readonly place: (index: number, field: 'value' | 'label') => string;
};

function checkedLabel(text: string, place: string): string {
  const label = readLabel(text);
  if (label !== null) return label;
  throw new LineupError('bad-request', `${place}: must be at most ${longestLabel} characters long`);
}

/** Looks all items up together, in their order; what one item lacks does not keep the others. */
export async function findWearers(
  wanted: readonly Wanted[],
  { players, urlSkins }: { readonly players: Players; readonly urlSkins: UrlSkins },
  trace: Trace,
): Promise<Found[]> {
  const references = wanted.flatMap((one) => (one.kind === 'player' ? [one.reference] : []));
  const resolving = players.resolveMany(references, trace);
  const urls = wanted.map((one) => (one.kind === 'url' ? wearUrl(one, urlSkins, trace) : null));
  const [results, ...worn] = await Promise.all([resolving, ...urls]);
  let next = 0;
  return wanted.map((one, index) => {
    if (one.kind === 'url') return worn[index]!;
    const result = results[next++]!;
    return result.ok ? { wearer: dressed(result.player, one.label) } : { error: result.error };
  });
}

function dressed(player: Player, label: string | null): Wearer {
  return {
    skin: player.skin,
    model: player.model,
    label: label ?? player.name ?? '',
    upsideDown: isUpsideDown(player),
  };
}

/** A skin from a URL is always drawn with the classic model (service contract, section 2.1). */
async function wearUrl(
  { url, label }: { readonly url: string; readonly label: string },
  urlSkins: UrlSkins,
  trace: Trace,
): Promise<Found> {
  try {
    return {
      wearer: { skin: await urlSkins.load(url, trace), model: 'classic', label, upsideDown: false },
    };
  } catch (error) {
    if (error instanceof LineupError) return { error };
    throw error;
  }
}
