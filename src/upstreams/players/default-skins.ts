import characters from './default-skins.json' with { type: 'json' };
import type { PlayerModel } from '../../common/player.ts';

export type DefaultSkin = {
  readonly character: string;
  readonly model: PlayerModel;
  /** Texture hash at the account service. */
  readonly hash: string;
};

/** All eighteen in the game's order: the nine characters slim, then wide. */
export const defaultSkins: readonly DefaultSkin[] = (['slim', 'classic'] as const).flatMap(
  (model) => characters.map((row) => ({ character: row.character, model, hash: row[model] })),
);

/**
 * The default skin of an account without its own, by the game's rule.
 * @param uuid 32 hex digits
 */
export function defaultSkinFor(uuid: string): DefaultSkin {
  const count = defaultSkins.length;
  const index = ((javaHash(uuid) % count) + count) % count;
  const skin = defaultSkins[index];
  if (skin === undefined) throw new RangeError('not the 32 hex digits of a UUID');
  return skin;
}

/**
 * `java.util.UUID.hashCode()`: high ⊕ low half, folded to a signed 32-bit integer. Folding is ⊕ of
 * the two 32-bit words of the result, so it is the ⊕ of all four words of the UUID.
 */
function javaHash(uuid: string): number {
  const words = [0, 8, 16, 24].map((start) => Number.parseInt(uuid.slice(start, start + 8), 16));
  return words.reduce((hash, word) => hash ^ word, 0);
}
