import type { LineupError } from '../errors/lineup-error.ts';
import type { Pictured } from '../http/answers.ts';
import type { EtagPart, RequestContext } from '../http/conditional.ts';
import type { Player, PlayerModel, SkinSource } from '../players/player.ts';
import type { LoadedItem } from './load-sheets.ts';

/** A figure that somebody else has drawn: a PNG whose header was checked, to be shown as it is. */
type PictureSource = {
  readonly kind: 'picture';
  readonly revision: string;
  readonly png: Uint8Array;
};

/** One figure of a picture, once it is known who is meant. */
export type ResolvedItem = {
  /** What it is drawn from; a picture wears nothing, and has neither model nor cape. */
  readonly skin: SkinSource | PictureSource;
  readonly cape: SkinSource | null;
  readonly model: PlayerModel;
  /** Empty draws none. */
  readonly label: string;
  /** Stands on its head. */
  readonly upsideDown: boolean;
};

/** A figure, or why there is none. */
export type ItemResult = { readonly item: ResolvedItem } | { readonly error: LineupError };

export type PictureRequest = RequestContext & {
  /** From left to right. */
  readonly results: readonly ItemResult[];
  /** Whether somebody else is drawn where that is allowed. */
  readonly hasFallback: boolean;
  /** Who is drawn in place of an item that can't be. @param before the item, where it was known */
  readonly fallbackItem: (index: number, player: Player, before?: ResolvedItem) => ResolvedItem;
  /** Where an item stands in the request, for errors: `items[3].value`. */
  readonly fieldPath: (index: number) => string;
  /** Where in the request the cape of an item stands that somebody chose: broken, it is refused. */
  readonly capePath: (index: number) => string | undefined;
  /** All that the pixels depend on besides the items. */
  readonly inputs: readonly EtagPart[];
  readonly draw: (items: readonly LoadedItem[]) => Promise<Uint8Array>;
};

/** With the policy `never` where a passing failure changed what is drawn. */
export type Picture = Pictured & {
  /** Indices of items that a fallback is drawn for. */
  readonly fallbacks: readonly number[];
};
