import { asWords, type RgbaImage } from '../image/canvas.ts';
import type { CapeSheet } from './cape.ts';
import type { SkinSheet } from './sheet.ts';

/**
 * The input of `drawPlan`: the texels of the skin, then those of the sheet of Ears and of the cape, one
 * RGBA word each. The plan must have been compiled for these scales. Of a skin alone nothing is copied.
 */
export function atlasOf(
  skin: SkinSheet,
  cape: CapeSheet | null,
  ears: RgbaImage | null = null,
): Uint32Array {
  const sheets = [skin.image, ears, cape?.image].flatMap((image) =>
    image ? [asWords(image)] : [],
  );
  const [first] = sheets;
  if (first !== undefined && sheets.length === 1) return first;
  const atlas = new Uint32Array(sheets.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const words of sheets) {
    atlas.set(words, at);
    at += words.length;
  }
  return atlas;
}
