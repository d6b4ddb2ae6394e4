import type { SheetName } from '../model/solids.ts';
import { thingSheet } from '../things/sheet.ts';

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
  const capeWidth = sheetUnits * (capeTexelsPerUnit ?? 0);
  const firstTexel = widthTexels ** 2;
  return {
    skin,
    cape:
      capeTexelsPerUnit === null
        ? null
        : { firstTexel, widthTexels: capeWidth, texelsPerUnit: capeTexelsPerUnit },
    things: {
      firstTexel: firstTexel + capeWidth ** 2 / 2,
      widthTexels: thingSheet.widthTexels,
      texelsPerUnit: 1,
    },
  };
}
