import { workerData } from 'node:worker_threads';
import { createFontRegistry } from '../labels/font-registry.ts';
import { stageFigure } from '../render/figure.ts';
import { encode, encodePng, encodeScene, type Format } from '../render/image/encode.ts';
import { giveBack } from '../render/image/give-back.ts';
import { withOutline } from '../render/image/silhouette.ts';
import { createScratch } from '../render/image/scratch.ts';
import { withXmp } from '../render/image/webp-metadata.ts';
import { bareSheet, type SkinSheet } from '../render/sheet/sheet.ts';
import { detachedBuffer } from './detached-buffer.ts';
import type { DrawContext } from './draw-context.ts';
import { addBackground, drawFigure } from './draw-figure.ts';
import { drawFlat } from './draw-flat.ts';
import { drawRow } from './draw-row.ts';
import { drawScene } from './draw-scene.ts';
import { widgetTasks } from './draw-widget.ts';
import { boxesAsXmp, type GroupPicture } from './figure-boxes.ts';
import { fitBox } from './fit-box.ts';
import type { FlatOrder } from './flat-order.ts';
import type {
  DrawnPicture,
  FigureOrder,
  RowOrder,
  SheetFiles,
  SheetOrder,
  TaskResult,
} from './order.ts';
import type { SharedPlan } from './plan-store.ts';
import { createSceneLayers } from './scene-layers.ts';
import type { SceneOrder } from './scene-order.ts';
import { createWorkerPlans, type PlannedOrder } from './worker-plans.ts';
import { createWorkerSheets } from './worker-sheets.ts';

/** Settings from the pool; see `createDrawing`. */
export type WorkerSettings = {
  /** Memory limit of decoded sheets in this worker. */
  readonly sheetBytes: number;
};

/** An order with the plans that the pool has for it. */
export type Planned<Order> = PlannedOrder & { readonly order: Order };

/** A result with the newly compiled plans to store. */
export type Drawn<T> = { readonly result: T; readonly compiled: readonly SharedPlan[] };

const settings: WorkerSettings = workerData;
/** A scene of ten in a link preview takes 1 to 3 MB: room for it and a few earlier ones. */
const plans = createWorkerPlans(6 * 1024 * 1024);
const { withSheets } = createWorkerSheets(settings.sheetBytes);
const fonts = createFontRegistry();
/** Sixteen painted scenes of 120 kB. */
const layers = createSceneLayers(2 * 1024 * 1024);
/** Up to 4 million pixels: rows of ten in the default size. */
const scratch = createScratch(16 * 1024 * 1024);

/** Task: draws and encodes a row of figures. */
export function row(task: Planned<RowOrder>): Drawn<TaskResult<DrawnPicture>> {
  const { withPlan, compiled } = plans.forOrder(task);
  const result = withSheets({ skins: task.order.sheets }, ({ skins }) =>
    encodedRow(task.order, skins, { fonts, withPlan, scratch }),
  );
  return { result, compiled };
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
  giveBack(data);
  return { ok: true, value: { bytes, widthPx, heightPx } };
}

/** Task: draws and encodes an arranged group, in a scene or on a plain background. */
export function scene(task: Planned<SceneOrder>): Drawn<TaskResult<Uint8Array>> {
  const { order } = task;
  const { withPlan, compiled } = plans.forOrder(task);
  const result = withSheets(order, (sheets): TaskResult<Uint8Array> => {
    const drawn = drawScene(order, sheets, { fonts, withPlan, scratch, layers });
    plans.freeLarge();
    if (!drawn.ok) return drawn;
    const isOpaque = order.scene !== null;
    const bytes = encodeGroup(drawn.value, order.format, isOpaque ? encodeScene : encode);
    return { ok: true, value: detachedBuffer(bytes) };
  });
  return { result, compiled };
}

/** Only WebP, which pages show, contains the positions of the figures; other files stay small. */
function encodeGroup(group: GroupPicture, format: Format, encoder: typeof encode): Buffer {
  const bytes = encoder(group, format);
  return format === 'webp' ? withXmp(bytes, boxesAsXmp(group.boxes), group) : bytes;
}

export function figure(task: Planned<FigureOrder>): Drawn<TaskResult<Uint8Array>> {
  const { skin, cape, background, outline, format, box, ...options } = task.order;
  const { withPlan, compiled } = plans.forOrder(task);
  const files = { skins: [skin], capes: cape === null ? [] : [cape] };
  const result = withSheets(files, ({ skins, capes }): TaskResult<Uint8Array> => {
    const worn = { skin: skins[0]!, cape: capes[0] ?? null };
    // The plan determines the scale of the cape; here it only matters that there is one.
    const framed = stageFigure({ ...options, cape: worn.cape });
    const drawn = drawFigure(framed, worn, { withPlan }, scratch);
    plans.freeLarge();
    const outlined = outline === null ? drawn : withOutline(drawn, outline);
    const picture = box === undefined ? outlined : fitBox(outlined, box);
    addBackground(picture, background);
    return { ok: true, value: detachedBuffer(encode(picture, format)) };
  });
  return { result, compiled };
}

/** Task: decodes sheets without drawing them. */
export function checkSheets(files: SheetFiles): TaskResult<null> {
  return withSheets(files, () => ({ ok: true, value: null }));
}

/** Task: a skin sheet as the game uses it, as PNG; without overlay if `isBare`. */
export function processedSheet({ sheet, isBare }: SheetOrder): TaskResult<Uint8Array> {
  return withSheets({ skins: [sheet] }, ({ skins }) => {
    const whole = skins[0]!;
    const { image } = isBare ? bareSheet(whole) : whole;
    return { ok: true, value: detachedBuffer(encodePng(image)) };
  });
}

/** Task: converts a finished picture; `null` if it cannot be decoded. */
export function flat(order: FlatOrder): Uint8Array | null {
  const picture = drawFlat(order);
  return picture && detachedBuffer(encode(picture, order.format));
}

export const { serverCard, factsCard, inviteCard, initials } = widgetTasks(fonts);

/** Task: starts the worker and returns the plans of the most common orders. */
export function warmUp(): readonly SharedPlan[] {
  const { withPlan, compiled } = plans.forOrder({ plans: [], keep: true });
  for (const model of ['classic', 'slim'] as const) {
    const framed = stageFigure({ renderType: 'default', crop: 'full', heightPx: 512, model });
    withPlan(framed, { skin: 1, cape: null }, () => null);
  }
  return compiled;
}
