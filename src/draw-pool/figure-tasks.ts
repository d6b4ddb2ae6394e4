import { encode, encodePng } from '../render/image/encode.ts';
import { bareSheet, processedSheet } from '../render/sheet/sheet.ts';
import { drawFlat } from '../compose/draw-flat.ts';
import { drawHeads } from '../compose/draw-heads.ts';
import { drawSingle, type FigurePicture } from '../compose/draw-single.ts';
import type { TaskResult } from '../options/order.ts';
import { detachedBuffer } from './detached-buffer.ts';
import { filmTasks, frameOf } from './draw-films.ts';
import { ok, type DrawKit, type TaskTable, type WithPlan } from './draw-kit.ts';
import type { OrderOf } from './tasks.ts';

type FigureTask =
  | 'figure'
  | 'figureFrame'
  | 'heads'
  | 'filmPalette'
  | 'filmFrame'
  | 'filmFile'
  | 'checkSheets'
  | 'processedSheet'
  | 'flat';

/** The tasks that need no text, so that neither fonts nor the library for them are loaded. */
export function figureTasks(kit: DrawKit): TaskTable<FigureTask> {
  const { withSheets, scratch } = kit;
  return {
    figure: (order, withPlan) =>
      figurePicture(order, { ...kit, withPlan }, ({ picture }) =>
        detachedBuffer(encode(picture, order.format)),
      ),
    figureFrame: ({ step: _step, ...order }, withPlan) =>
      figurePicture(order, { ...kit, withPlan }, ({ picture, moment }) =>
        frameOf(picture, order.film!, { moment: moment!, xmp: null, sprites: [] }),
      ),
    heads: (order, withPlan) => {
      const drawn = drawHeads(order, {
        withPlan,
        scratch,
        withSheet: (sheet, drawFace) =>
          withSheets({ skins: [sheet] }, ({ skins }) => ok(drawFace(skins[0]!))),
      });
      return drawn.ok ? ok(detachedBuffer(encode(drawn.value, order.format))) : drawn;
    },
    filmPalette: (order) => ok(filmTasks.filmPalette(order)),
    filmFrame: (order) => ok(detachedBuffer(filmTasks.filmFrame(order))),
    filmFile: (order) => ok(detachedBuffer(filmTasks.filmFile(order))),
    checkSheets: (files) => withSheets(files, () => ok(null)),
    processedSheet: ({ sheet, isBare }) =>
      withSheets({ skins: [sheet] }, ({ skins }) => {
        const whole = skins[0]!;
        const image = isBare ? bareSheet(whole) : processedSheet(whole);
        return ok(detachedBuffer(encodePng(image)));
      }),
    flat: (order) => {
      const picture = drawFlat(order);
      return ok(picture && detachedBuffer(encode(picture, order.format)));
    },
  };
}

function figurePicture<T>(
  order: OrderOf<'figure'>,
  { withSheets, plans, scratch, reaches, withPlan }: DrawKit & { readonly withPlan: WithPlan },
  use: (drawn: FigurePicture) => T,
): TaskResult<T> {
  const { skin, cape } = order;
  const files = { skins: [skin], capes: cape === null ? [] : [cape] };
  return withSheets(files, ({ skins, capes }) => {
    const textures = { skin: skins[0]!, cape: capes[0] ?? null };
    const drawn = drawSingle(order, textures, { withPlan, scratch, reaches });
    plans.freeLarge();
    return drawn.ok ? ok(use(drawn.value)) : drawn;
  });
}
