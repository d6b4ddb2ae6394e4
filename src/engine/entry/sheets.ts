import { ownCape, plainItem, withCape } from '../../common/items.ts';
import { ownSheet } from '../../common/player.ts';
import { hasAngles } from '../figure/render-types.ts';
import type { PictureSpec, Place } from '../options/spec.ts';
import type { PictureSource } from './draw-picture.ts';

/** Real sheets are far smaller; only 1024 px of pure noise exceeds this. */
export const maxSheetBytes = 3 * 1024 * 1024;

/** The sheets of a figure without a player. */
export type FigureSheets = { readonly skin: Uint8Array } & Partial<
  Record<'cape' | 'elytra', Uint8Array>
>;

/**
 * The picture of one figure of these sheets. Wings are drawn in place of a cape; a sheet of them implies
 * drawing them.
 * @param sheetPlace where a sheet was given
 */
export function sourceOfSheets(
  { skin, cape, elytra }: FigureSheets,
  { spec, place }: { readonly spec: PictureSpec; readonly place: Place },
  sheetPlace: (sheet: keyof FigureSheets) => string,
): PictureSource {
  const { figures } = spec;
  const only = figures[0]!;
  const back = elytra ?? cape;
  const capePath = sheetPlace(elytra === undefined ? 'cape' : 'elytra');
  const backSheet = back === undefined || !only.worn.cape ? null : ownCape(back, capePath);
  const item = plainItem(ownSheet(skin), only.model);
  const wings = only.wings || (elytra !== undefined && hasAngles(only.renderType));
  return {
    spec: { ...spec, figures: [{ ...only, wings }] },
    place: (option) => (option === 'value' ? sheetPlace('skin') : place(option)),
    capePath: back === undefined ? undefined : capePath,
    find: async () => [withCape({ item }, backSheet)],
  };
}
