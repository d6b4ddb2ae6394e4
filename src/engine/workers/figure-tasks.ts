import { encode, encodePng } from '../image/encode.ts';
import { bareSheet, processedSheet } from '../skin/sheet.ts';
import { drawFlat } from '../pictures/draw-flat.ts';
import { drawHeads } from '../pictures/draw-heads.ts';
import { drawSingle, type FigurePicture } from '../pictures/draw-single.ts';
import type { HeadsOrder } from '../options/heads-order.ts';
import type {
  FigureOrder,
  SheetFiles,
  SheetOrder,
  TaskResult,
  FlatOrder,
} from '../options/order.ts';
import { animationTasks, frameOf } from './draw-animations.ts';
import { ok, type DrawCaches, type WithPlan } from './draw-kit.ts';
import { detachedBuffer } from './packed-image.ts';

type FigureFrameOrder = FigureOrder & { readonly step: number };

/** The tasks that need no text, so that neither fonts nor the library for them are loaded. */
export function figureTasks(caches: DrawCaches) {
  const { withSheets, scratch } = caches;
  return {
    figure: (order: FigureOrder, withPlan: WithPlan) =>
      figurePicture(order, { ...caches, withPlan }, ({ picture }) =>
        detachedBuffer(encode(picture, order.format)),
      ),
    /** Draws one frame of an animation, with the step that its first frame has told; that one is of any. */
    figureFrame: ({ step: _step, ...order }: FigureFrameOrder, withPlan: WithPlan) =>
      figurePicture(order, { ...caches, withPlan }, ({ picture, moment }) =>
        frameOf(picture, order.animation!, { moment: moment!, xmp: null, sprites: [] }),
      ),
    heads: (order: HeadsOrder, withPlan: WithPlan) => {
      const drawn = drawHeads(order, {
        withPlan,
        scratch,
        withSheet: (sheet, drawFace) =>
          withSheets({ skins: [sheet] }, ({ skins }) => ok(drawFace(skins[0]!))),
      });
      return drawn.ok ? ok(detachedBuffer(encode(drawn.value, order.format))) : drawn;
    },
    ...animationTasks,
    /** Decodes sheets without drawing them. */
    checkSheets: (files: SheetFiles) => withSheets(files, () => ok(null)),
    /** A skin sheet as the game uses it, as PNG; without overlay if `isBare`. */
    processedSheet: ({ sheet, isBare }: SheetOrder) =>
      withSheets({ skins: [sheet] }, ({ skins }) => {
        const whole = skins[0]!;
        const image = isBare ? bareSheet(whole) : processedSheet(whole);
        return ok(detachedBuffer(encodePng(image)));
      }),
    /** Converts a picture that is not rendered here; `null` if the file cannot be decoded. */
    flat: (order: FlatOrder) => {
      const picture = drawFlat(order);
      return ok(picture && detachedBuffer(encode(picture, order.format)));
    },
  };
}

function figurePicture<T>(
  order: FigureOrder,
  { withSheets, plans, scratch, reaches, withPlan }: DrawCaches & { readonly withPlan: WithPlan },
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
