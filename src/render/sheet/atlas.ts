import { asWords } from '../image/canvas.ts';
import { thingSheet } from '../things/sheet.ts';
import type { CapeSheet } from './cape.ts';
import type { SkinSheet } from './sheet.ts';

/**
 * The input of `drawPlan`: the texels of the skin, then those of the cape and of things, one RGBA word
 * each. The plan must have been compiled for these scales. With a skin alone nothing is copied.
 * @param hasThings see `Plan`
 */
export function atlasOf(skin: SkinSheet, cape: CapeSheet | null, hasThings = false): Uint32Array {
  const skinWords = asWords(skin.image);
  if (cape === null && !hasThings) return skinWords;
  const sheets = [
    skinWords,
    ...(cape === null ? [] : [asWords(cape.image)]),
    ...(hasThings ? [thingSheet.words] : []),
  ];
  const atlas = new Uint32Array(sheets.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const words of sheets) {
    atlas.set(words, at);
    at += words.length;
  }
  return atlas;
}
