import { ownSheet, type ModelOption, type Player, type SkinSource } from './player.ts';
import { LineupError } from './errors/lineup-error.ts';
import { readCapeHeader } from './png/texture-header.ts';

/** A figure drawn by another service: a PNG with a checked header, shown as it is. */
type PictureSource = {
  readonly kind: 'picture';
  readonly revision: string;
  readonly png: Uint8Array;
};

/** One figure of a picture, after its player was resolved. */
export type ResolvedItem = {
  /** What it is drawn from; a finished picture has no model or cape. */
  readonly skin: SkinSource | PictureSource;
  readonly cape: SkinSource | null;
  readonly model: ModelOption;
  /** Of its player; null if it has none. */
  readonly uuid: string | null;
  /** Empty for no label. */
  readonly label: string;
  /** Whether it stands on its head. */
  readonly upsideDown: boolean;
  /** Whether the game gives it round ears. */
  readonly hasMouseEars: boolean;
};

/** A figure, or why it is not available. */
export type ItemResult =
  | { readonly item: ResolvedItem }
  | {
      readonly error: LineupError;
      /** The field of a cape that a client chose, if that is what failed: it is never replaced. */
      readonly capePath?: string;
    };

/** How a player is shown; `null` for the player's own label or model. */
export type Appearance = {
  readonly label: string | null;
  readonly model?: ModelOption | null;
  readonly wantsCape?: boolean;
};

/** The figure of a player like any other, such as one who stands in for another. */
export function standIn(player: Player, { label, model, wantsCape }: Appearance): ResolvedItem {
  return {
    skin: player.skin,
    cape: wantsCape === true ? player.cape : null,
    // The model of a player is known: there is nothing to find out.
    model: model === 'auto' ? player.model : (model ?? player.model),
    uuid: player.uuid,
    label: label ?? player.name ?? '',
    upsideDown: false,
    hasMouseEars: false,
  };
}

/** A skin without a player is drawn with the classic model. */
export function plainItem(skin: SkinSource, model: ModelOption | null, label = ''): ResolvedItem {
  const own = { model: model ?? 'classic', upsideDown: false, hasMouseEars: false };
  return { skin, cape: null, uuid: null, label, ...own };
}

/** Resolves to an item or its LineupError; rejects for errors of our own. */
export async function itemResult(load: () => Promise<ResolvedItem>): Promise<ItemResult> {
  try {
    return { item: await load() };
  } catch (error) {
    if (error instanceof LineupError) return { error };
    throw error;
  }
}

/** @param problem a sentence fragment: "is not a PNG" */
export function unusable(sheet: 'skin' | 'cape', problem: string): LineupError {
  return new LineupError('unusable-skin', `The ${sheet} ${problem}.`);
}

export type NamedCape = { readonly value: string; readonly path: string };

/** Whether a cape is worn, and which if it is not the player's own. */
export type Worn = { readonly cape: boolean; readonly named: NamedCape | null };

export type CapeResult =
  | { readonly cape: SkinSource }
  | { readonly error: LineupError; readonly capePath: string };

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
