import type { RequestContext } from '../../common/cache/context.ts';
import type { Player } from '../../common/player.ts';
import type { LoadedItem } from './load-sheets.ts';
import type { EtagPart } from '../../common/cache/context.ts';
import type { ResolvedItem, ItemResult } from '../../common/items.ts';

export type PictureRequest = RequestContext & {
  /** From left to right. */
  readonly results: readonly ItemResult[];
  /** What an unavailable item is replaced by: our own skin, or a grey figure. */
  readonly fallback: 'none' | 'default' | 'silhouette';
  /** The replacement, with that player. @param before the item, if it was resolved */
  readonly fallbackItem: (index: number, player: Player, before?: ResolvedItem) => ResolvedItem;
  /** Field path of an item, for errors: `items[3].value`. */
  readonly fieldPath: (index: number) => string;
  /** Field path of an item's cape if a client chose it: then a broken cape is an error. */
  readonly capePath: (index: number) => string | undefined;
  /** Everything that the pixels depend on besides the items. */
  readonly inputs: readonly EtagPart[];
  readonly draw: (items: readonly LoadedItem[]) => Promise<Uint8Array>;
};

/** What is sent of a picture. */
export type Picture<Sent> = Sent & {
  /** Indices of items drawn with a fallback. */
  readonly fallbacks: readonly number[];
  /** Milliseconds since 1970 until which all its inputs are fresh. */
  readonly freshUntilMs: number;
};
