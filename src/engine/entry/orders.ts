import type { RowOrder } from '../options/order.ts';
import type { SceneFigure, SceneOrder } from '../options/scene-order.ts';
import { indexSheets, type LoadedItem } from './load-sheets.ts';
import { silhouette } from './silhouette.ts';
import type { FigureOptions, PictureOptions } from '../options/read-group-options.ts';
import { earsOf } from './draw-figure.ts';

/** A plain row, all figures in one pose. */
export function rowOrder(
  items: readonly LoadedItem[],
  { heightPx, gapPx, format }: PictureOptions,
  figures: readonly FigureOptions[],
): RowOrder {
  const { renderType, crop } = figures[0]!;
  const { sheets, indexOf } = indexSheets(items.map(({ skin }) => skin));
  return {
    renderType,
    crop,
    heightPx,
    gapPx,
    format,
    sheets,
    figures: items.map((item, index) => ({
      sheet: indexOf(item.skin),
      model: item.model,
      label: item.label,
      upsideDown: item.upsideDown,
      ears: earsOf(figures[index]!.ears, item),
    })),
  };
}

/** An arranged group; `figures` in the order of the items. */
export function sceneOrder(
  items: readonly LoadedItem[],
  options: PictureOptions,
  figures: readonly FigureOptions[],
): SceneOrder {
  const sheetsOf = (isPicture: boolean) =>
    indexSheets(items.filter((item) => item.isPicture === isPicture).map(({ skin }) => skin));
  const [skins, pictures] = [sheetsOf(false), sheetsOf(true)];
  const capes = indexSheets(items.flatMap(({ cape }) => cape ?? []));
  return {
    ...options,
    skins: skins.sheets,
    capes: capes.sheets,
    pictures: pictures.sheets,
    figures: items.map((item, index): SceneFigure => {
      const { skin, cape, model, label, upsideDown } = item;
      const { wantsCape: _wantsCape, namedCape: _named, ...figure } = figures[index]!;
      if (item.isPicture) {
        const { crop, mirror, scale, caption } = figure;
        const picture = pictures.indexOf(skin);
        return { kind: 'picture', picture, crop, mirror, scale, caption, label };
      }
      // A grey figure has nothing of a player, so it does not move.
      const still = skin.revision === silhouette.revision ? { motion: null, pose: null } : {};
      const textures = { skin: skins.indexOf(skin), cape: cape && capes.indexOf(cape) };
      const own = { model, label, upsideDown, ears: earsOf(figure.ears, item) };
      return Object.assign(figure, still, textures, own, { kind: 'posed' as const });
    }),
  };
}
