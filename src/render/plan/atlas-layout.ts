import type { SheetName } from '../model/solids.ts';

/** The place of a sheet in the atlas, which holds one sheet after the other. */
type SheetPlace = {
  readonly firstTexel: number;
  readonly widthTexels: number;
  readonly texelsPerUnit: number;
};

export type AtlasLayout = Readonly<Record<SheetName, SheetPlace | null>>;

/** Sheets are 64 units wide; a skin and the sheet of Ears are 64 units high, a cape 32. */
const widthUnits = 64;

/** The scales of the sheets in an atlas, in texels per unit; `null` for those that are not in it. */
export type AtlasScales = {
  readonly skin: number;
  readonly ears: number | null;
  readonly cape: number | null;
};

/** The sheets follow each other as in `AtlasScales`. */
export function atlasLayout({ skin, ears, cape }: AtlasScales): AtlasLayout {
  const earsFrom = (widthUnits * skin) ** 2;
  const capeFrom = earsFrom + (widthUnits * (ears ?? 0)) ** 2;
  return { skin: placeOf(0, skin), ears: placeOf(earsFrom, ears), cape: placeOf(capeFrom, cape) };
}

function placeOf(firstTexel: number, texelsPerUnit: number | null): SheetPlace | null {
  if (texelsPerUnit === null) return null;
  return { firstTexel, widthTexels: widthUnits * texelsPerUnit, texelsPerUnit };
}
