import { asWords } from '../image/canvas.ts';
import type { CapeSheet } from './cape.ts';
import type { SkinSheet } from './sheet.ts';

/**
 * The input of `drawPlan`: the texels of the skin, then those of the cape, one RGBA word each. The plan
 * must have been compiled for these scales. Without a cape nothing is copied.
 */
export function atlasOf(skin: SkinSheet, cape: CapeSheet | null): Uint32Array {
  const skinWords = asWords(skin.image);
  if (cape === null) return skinWords;
  const capeWords = asWords(cape.image);
  const atlas = new Uint32Array(skinWords.length + capeWords.length);
  atlas.set(skinWords);
  atlas.set(capeWords, skinWords.length);
  return atlas;
}
