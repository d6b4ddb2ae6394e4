import { asWords, type RgbaImage } from '../image/canvas.ts';
import { heldItemSheet } from '../figure/held-items/sheet.ts';
import type { SkinSheet, CapeSheet } from '../skin/sheet.ts';

/** The sheets of a figure; those that are `null` or omitted are not in its atlas. */
type AtlasSheets = {
  readonly skin: SkinSheet;
  readonly ears?: RgbaImage | null;
  readonly cape: CapeSheet | null;
  /** Whether the sprites of held items are in it, see `Plan`. */
  readonly hasHeldItems?: boolean;
};

/**
 * The input of `drawPlan`: the texels of the skin, then those of the sheet of Ears, the cape and held items,
 * one RGBA word each. The plan must have been compiled for these scales. Of a skin alone nothing is
 * copied.
 */
export function atlasOf({ skin, ears, cape, hasHeldItems = false }: AtlasSheets): Uint32Array {
  const images = [skin.image, ears, cape?.image].flatMap((image) =>
    image ? [asWords(image)] : [],
  );
  const sheets = hasHeldItems ? [...images, heldItemSheet.words] : images;
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
