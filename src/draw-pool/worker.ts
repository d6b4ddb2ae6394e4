import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { createFontRegistry } from '../text/font-registry.ts';
import { stageFigure } from '../render/figure.ts';
import { encode, encodePng, encodeScene, formatRow, type Format } from '../render/image/encode.ts';
import { free } from '../render/image/free.ts';
import { createScratch } from '../render/image/scratch.ts';
import { bareSheet, processedSheet, type SkinSheet } from '../render/sheet/sheet.ts';
import { detachedBuffer } from './detached-buffer.ts';
import type { DrawContext } from '../compose/draw-context.ts';
import { drawFlat } from '../compose/draw-flat.ts';
import { drawHeads } from '../compose/draw-heads.ts';
import { drawRow } from '../compose/draw-row.ts';
import { drawScene } from '../compose/draw-scene.ts';
import { drawSingle, type FigurePicture } from '../compose/draw-single.ts';
import { cardTasks } from './draw-cards.ts';
import { filmTasks, frameOf } from './draw-films.ts';
import { boxesAsXmp, type GroupPicture } from '../compose/figure-boxes.ts';
import type { DrawnPicture, RowOrder, TaskResult } from '../options/order.ts';
import type { SharedPlan } from './plan-store.ts';
import { createProcessorMeter } from './processor-meter.ts';
import { createReaches } from './worker-reaches.ts';
import { createSceneLayers } from '../compose/scene-layers.ts';
import type { OrderOf, ResultOf, TaskMessage, TaskName, TaskReply } from './tasks.ts';
import { createWorkerPlans } from './worker-plans.ts';
import { createWorkerSheets } from './worker-sheets.ts';

/** Settings from the pool; see `createDrawing`. */
export type WorkerSettings = {
  /** Memory limit of decoded sheets in this worker. */
  readonly sheetBytes: number;
};

// With all cores busy drawing, the thread that serves requests would wait for its next time slice with
// every turn of its event loop. Only Linux has priorities of threads; elsewhere this is the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const settings: WorkerSettings = workerData;
/** A scene of ten in a link preview takes 1 to 3 MB: room for it and a few earlier ones. */
const plans = createWorkerPlans(6 * 1024 * 1024);
const { withSheets, takeShapes } = createWorkerSheets(settings.sheetBytes);
const fonts = createFontRegistry();
/** Sixteen painted scenes of 120 kB. */
const layers = createSceneLayers(2 * 1024 * 1024);
/** Up to 4 million pixels: rows of ten in the default size. */
const scratch = createScratch(16 * 1024 * 1024);

const reaches = createReaches();

const meter = createProcessorMeter();

type WithPlan = DrawContext['withPlan'];

const tasks: {
  readonly [Name in TaskName]: (
    order: OrderOf<Name>,
    withPlan: WithPlan,
  ) => TaskResult<ResultOf<Name>>;
} = {
  row: (order, withPlan) =>
    withSheets({ skins: order.sheets }, ({ skins }) =>
      encodedRow(order, skins, { fonts, withPlan, scratch, reaches }),
    ),
  scene: (order, withPlan) =>
    scenePicture(order, withPlan, (picture) => {
      const isOpaque = order.scene !== null;
      return detachedBuffer(encodeGroup(picture, order.format, isOpaque ? encodeScene : encode));
    }),
  sceneFrame: (order, withPlan) =>
    scenePicture(order, withPlan, (picture) => {
      const { film: moment, boxes } = picture;
      const xmp = order.film!.format === 'webp' ? boxesAsXmp(boxes) : null;
      return frameOf(picture, order.film!, { moment: moment!, xmp });
    }),
  figure: (order, withPlan) =>
    figurePicture(order, withPlan, ({ picture }) => detachedBuffer(encode(picture, order.format))),
  figureFrame: (order, withPlan) =>
    figurePicture(order, withPlan, ({ picture, moment }) =>
      frameOf(picture, order.film!, { moment: moment!, xmp: null }),
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
  ...cardTasks(fonts),
};

/** Draws what is ordered. */
export function draw<Name extends TaskName>(message: TaskMessage<Name>): TaskReply<Name> {
  const { withPlan, compiled } = plans.forOrder(message);
  const result = tasks[message.name](message.order, withPlan);
  return { result, compiled, shapes: takeShapes(), usedMs: meter.sinceLastMs() };
}

function ok<T>(value: T): TaskResult<T> {
  return { ok: true, value };
}

function encodedRow(
  order: RowOrder,
  skins: readonly SkinSheet[],
  context: DrawContext,
): TaskResult<DrawnPicture> {
  const drawn = drawRow(order, skins, context);
  plans.freeLarge();
  if (!drawn.ok) return drawn;
  const { widthPx, heightPx, data } = drawn.value;
  const bytes = detachedBuffer(encodeGroup(drawn.value, order.format, encode));
  free(data);
  return ok({ bytes, widthPx, heightPx });
}

function encodeGroup(group: GroupPicture, format: Format, encoder: typeof encode): Buffer {
  const bytes = encoder(group, format);
  return formatRow(format).withXmp?.(bytes, boxesAsXmp(group.boxes), group) ?? bytes;
}

function scenePicture<T>(
  order: OrderOf<'scene'>,
  withPlan: WithPlan,
  use: (picture: GroupPicture) => T,
): TaskResult<T> {
  return withSheets(order, (sheets) => {
    const drawn = drawScene(order, sheets, { fonts, withPlan, scratch, layers, reaches });
    plans.freeLarge();
    return drawn.ok ? ok(use(drawn.value)) : drawn;
  });
}

function figurePicture<T>(
  order: OrderOf<'figure'>,
  withPlan: WithPlan,
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

/** Starts the worker and returns the plans of the most common orders. */
export function warmUp(): readonly SharedPlan[] {
  const { withPlan, compiled } = plans.forOrder({ plans: [], keep: true });
  for (const model of ['classic', 'slim'] as const) {
    const framed = stageFigure({ renderType: 'default', crop: 'full', heightPx: 512, model });
    withPlan(framed, { skin: 1, cape: null }, () => null);
  }
  meter.sinceLastMs();
  return compiled;
}
