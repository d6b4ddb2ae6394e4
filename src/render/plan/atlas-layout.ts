import type { SheetName } from '../model/solids.ts';

/** The place of a sheet in the atlas, which holds one sheet after the other. */
type SheetPlace = {
  readonly firstTexel: number;
  readonly widthTexels: number;
  readonly texelsPerUnit: number;
};

export type AtlasLayout = Readonly<Record<SheetName, SheetPlace | null>>;

/** Sheets are so many units wide; a skin is as high, a cape half of it. */
export const sheetUnits = 64;

/** @param capeTexelsPerUnit `null` if there is no cape in the atlas. */
export function atlasLayout(texelsPerUnit: number, capeTexelsPerUnit: number | null): AtlasLayout {
  const widthTexels = sheetUnits * texelsPerUnit;
  const skin = { firstTexel: 0, widthTexels, texelsPerUnit };
  if (capeTexelsPerUnit === null) return { skin, cape: null };
  const capeWidth = sheetUnits * capeTexelsPerUnit;
  const firstTexel = widthTexels ** 2;
  return { skin, cape: { firstTexel, widthTexels: capeWidth, texelsPerUnit: capeTexelsPerUnit } };
}
