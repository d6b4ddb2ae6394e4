import type { LineupError } from '../errors/lineup-error.ts';
import type { Pictured } from '../http/answers.ts';
import type { EtagPart, RequestContext } from '../http/conditional.ts';
import type { ModelOption } from '../options/order.ts';
import type { Player, SkinSource } from '../players/player.ts';
import type { LoadedItem } from './load-sheets.ts';

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

/** Its policy is `never` if a temporary failure changed what is drawn. */
export type Picture = Pictured & {
  /** Indices of items drawn with a fallback. */
  readonly fallbacks: readonly number[];
};
