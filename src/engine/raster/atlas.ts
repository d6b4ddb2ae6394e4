import { asWords, type RgbaImage } from '../image/canvas.ts';
import { heldItemSheet } from '../figure/held-items/sprite.ts';
import type { SkinSheet, CapeSheet } from '../skin/sheet.ts';
import type { SheetName } from '../figure/solids.ts';

/** Sheets are so many units wide; a skin and the sheet of Ears are as high, a cape half of it. */
export const sheetUnits = 64;

/** The scales of the sheets in an atlas, in texels per unit; `null` for those that are not in it. */
type AtlasScales = {
  readonly skin: number;
  readonly ears: number | null;
  readonly cape: number | null;
};

/** The sheets follow each other as in `AtlasScales`, then the sprites of held items. */
export function atlasLayout({ skin, ears, cape }: AtlasScales) {
  const earsFrom = (sheetUnits * skin) ** 2;
  const capeFrom = earsFrom + (sheetUnits * (ears ?? 0)) ** 2;
  const heldItemsFrom = capeFrom + (sheetUnits * (cape ?? 0)) ** 2 / 2;
  const { widthTexels } = heldItemSheet;
  return {
    skin: placeOf(0, skin),
    ears: placeOf(earsFrom, ears),
    cape: placeOf(capeFrom, cape),
    heldItems: { firstTexel: heldItemsFrom, widthTexels, texelsPerUnit: 1 },
  } satisfies Record<SheetName, unknown>;
}

export type AtlasLayout = ReturnType<typeof atlasLayout>;

function placeOf(firstTexel: number, texelsPerUnit: number | null) {
  if (texelsPerUnit === null) return null;
  return { firstTexel, widthTexels: sheetUnits * texelsPerUnit, texelsPerUnit };
}

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
