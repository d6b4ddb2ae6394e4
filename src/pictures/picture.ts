import type { LineupError } from '../errors/lineup-error.ts';
import type { EtagPart } from '../http/conditional.ts';
import type { CacheContext } from '../cache/context.ts';
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

export type PictureRequest = {
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
  /** Whether the client holds the picture with this validator. */
  readonly isKnown: (etag: string) => boolean;
  readonly context: CacheContext;
};

export type Picture = {
  readonly etag: string;
  /** `HIT`: nothing was asked of an upstream, and nothing was decoded or drawn. */
  readonly cache: 'HIT' | 'MISS';
  /** Indices of items that a fallback is drawn for. */
  readonly fallbacks: readonly number[];
  /** A passing failure changed what is drawn: not to be kept. */
  readonly isProvisional: boolean;
  /** Until when the same request has the same response, as far as anybody knows; in clock time. */
  readonly freshUntilMs: number;
  /** `null` when the client holds it already. */
  readonly bytes: Uint8Array | null;
};
