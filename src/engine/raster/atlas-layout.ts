import type { SheetName } from '../figure/solids.ts';
import { heldItemSheet } from '../figure/held-items/sheet.ts';

/** The place of a sheet in the atlas, which holds one sheet after the other. */
type SheetPlace = {
  readonly firstTexel: number;
  readonly widthTexels: number;
  readonly texelsPerUnit: number;
};

export type AtlasLayout = Readonly<Record<SheetName, SheetPlace | null>>;

/** Sheets are so many units wide; a skin and the sheet of Ears are as high, a cape half of it. */
export const sheetUnits = 64;

/** The scales of the sheets in an atlas, in texels per unit; `null` for those that are not in it. */
export type AtlasScales = {
  readonly skin: number;
  readonly ears: number | null;
  readonly cape: number | null;
};

/** The sheets follow each other as in `AtlasScales`, then the sprites of held items. */
export function atlasLayout({ skin, ears, cape }: AtlasScales): AtlasLayout {
  const earsFrom = (sheetUnits * skin) ** 2;
  const capeFrom = earsFrom + (sheetUnits * (ears ?? 0)) ** 2;
  const heldItemsFrom = capeFrom + (sheetUnits * (cape ?? 0)) ** 2 / 2;
  return {
    skin: placeOf(0, skin),
    ears: placeOf(earsFrom, ears),
    cape: placeOf(capeFrom, cape),
    heldItems: {
      firstTexel: heldItemsFrom,
      widthTexels: heldItemSheet.widthTexels,
      texelsPerUnit: 1,
    },
  };
}

function placeOf(firstTexel: number, texelsPerUnit: number | null): SheetPlace | null {
  if (texelsPerUnit === null) return null;
  return { firstTexel, widthTexels: sheetUnits * texelsPerUnit, texelsPerUnit };
}
