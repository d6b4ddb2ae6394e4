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
import { drawInitialsOrder, drawInviteCardOrder } from './draw-invite.ts';
import { drawRow } from './draw-row.ts';
import { drawScene } from './draw-scene.ts';
import { drawDefaultIconOrder, drawFactsCardOrder, drawServerCardOrder } from './draw-widget.ts';
import { boxesAsXmp, type GroupPicture } from './figure-boxes.ts';
import { fitBox } from './fit-box.ts';
import type { FlatOrder } from './flat-order.ts';
import type { InitialsOrder, InviteCardOrder } from './invite-order.ts';
import type { DrawnPicture, FigureOrder, RowOrder, SheetOrder, TaskResult } from './order.ts';
import type { SharedPlan } from './plan-store.ts';
import { createSceneLayers } from './scene-layers.ts';
import type { SceneOrder } from './scene-order.ts';
import { createWorkerPlans, type PlannedOrder } from './worker-plans.ts';
import { createWorkerSheets } from './worker-sheets.ts';
import type { FactsCardOrder, ServerCardOrder } from './widget-order.ts';

/** What the pool tells each of its workers; see `createDrawing`. */
export type WorkerSettings = {
  /** Ceiling of the decoded sheets that this worker keeps. */
  readonly sheetBytes: number;
};

/** An order, and what the pool has of its scene already. */
export type Planned<Order> = PlannedOrder & { readonly order: Order };

/** What came of it, and the plans that were compiled for it and are to be kept. */
export type Drawn<T> = { readonly result: T; readonly compiled: readonly SharedPlan[] };

const settings: WorkerSettings = workerData;
/** A scene of ten in a link preview takes 1 to 3 MB: its own and those of a few before it. */
const plans = createWorkerPlans(6 * 1024 * 1024);
const { withSheets } = createWorkerSheets(settings.sheetBytes);
const fonts = createFontRegistry();
/** Places without anybody, in art pixels: sixteen of them at 120 kB. */
const layers = createSceneLayers(2 * 1024 * 1024);
/** Up to 4 million pixels: rows of ten in the default size. */
const scratch = createScratch(16 * 1024 * 1024);

/** Task: a row of figures, encoded. */
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
  if (!drawn.ok) return drawn;
  const { widthPx, heightPx, data } = drawn.value;
  const bytes = detachedBuffer(encodeGroup(drawn.value, order.format, encode));
  giveBack(data);
  return { ok: true, value: { bytes, widthPx, heightPx } };
}

/** Task: a group of figures as it is arranged, in a place or on plain ground, encoded. */
export function scene(task: Planned<SceneOrder>): Drawn<TaskResult<Uint8Array>> {
  const { order } = task;
  const { withPlan, compiled } = plans.forOrder(task);
  const result = withSheets(order, (sheets): TaskResult<Uint8Array> => {
    const drawn = drawScene(order, sheets, { fonts, withPlan, scratch, layers });
    if (!drawn.ok) return drawn;
    const isOpaque = order.scene !== null;
    const bytes = encodeGroup(drawn.value, order.format, isOpaque ? encodeScene : encode);
    return { ok: true, value: detachedBuffer(bytes) };
  });
  return { result, compiled };
}

/** Where the figures are is told in the format that pages show; other files stay as small as they are. */
function encodeGroup(group: GroupPicture, format: Format, encoder: typeof encode): Buffer {
  const bytes = encoder(group, format);
  return format === 'webp' ? withXmp(bytes, boxesAsXmp(group.boxes), group) : bytes;
}

/** Task: one figure, encoded. */
export function figure(task: Planned<FigureOrder>): Drawn<TaskResult<Uint8Array>> {
  const { skin, cape, background, outline, format, box, ...options } = task.order;
  const { withPlan, compiled } = plans.forOrder(task);
  const files = { skins: [skin], capes: cape === null ? [] : [cape] };
  const result = withSheets(files, ({ skins, capes }): TaskResult<Uint8Array> => {
    const worn = { skin: skins[0]!, cape: capes[0] ?? null };
    // The scale of the cape is that of the plan; here it matters that there is one.
    const framed = stageFigure({ ...options, cape: worn.cape });
    const drawn = drawFigure(framed, worn, { withPlan }, scratch);
    const outlined = outline === null ? drawn : withOutline(drawn, outline);
    const picture = box === undefined ? outlined : fitBox(outlined, box);
    addBackground(picture, background);
    return { ok: true, value: detachedBuffer(encode(picture, format)) };
  });
  return { result, compiled };
}

/** Task: a skin sheet as the game would use it, as PNG; without its overlay where it is to be bare. */
export function processedSheet({ sheet, isBare }: SheetOrder): TaskResult<Uint8Array> {
  return withSheets({ skins: [sheet] }, ({ skins }) => {
    const whole = skins[0]!;
    const { image } = isBare ? bareSheet(whole) : whole;
    return { ok: true, value: detachedBuffer(encodePng(image)) };
  });
}

/** Task: a picture that is not drawn here, in another form; `null` where it does not decode. */
export function flat(order: FlatOrder): Uint8Array | null {
  const picture = drawFlat(order);
  return picture && detachedBuffer(encode(picture, order.format));
}

/** Task: the card of a game server, as PNG. */
export function serverCard(order: ServerCardOrder): Uint8Array {
  return detachedBuffer(drawServerCardOrder(order, fonts));
}

/** Task: a card of numbers, as PNG. */
export function factsCard(order: FactsCardOrder): Uint8Array {
  return detachedBuffer(drawFactsCardOrder(order, fonts));
}

/** Task: the card of an invite or a guild, as PNG. */
export function inviteCard(order: InviteCardOrder): Uint8Array {
  return detachedBuffer(drawInviteCardOrder(order, fonts));
}

/** Task: an icon made of the first letters of a name, as PNG. */
export function initials(order: InitialsOrder): Uint8Array {
  return detachedBuffer(drawInitialsOrder(order, fonts));
}

/** Task: the icon of a game server that has none, as PNG. */
export function defaultIcon(): Uint8Array {
  return detachedBuffer(drawDefaultIconOrder());
}

/** Task: nothing but being here, and the plans that most orders will ask for. */
export function warmUp(): readonly SharedPlan[] {
  const { withPlan, compiled } = plans.forOrder({ plans: [], keep: true });
  for (const model of ['classic', 'slim'] as const) {
    const framed = stageFigure({ renderType: 'default', crop: 'full', heightPx: 512, model });
    withPlan(framed, { skin: 1, cape: null }, () => null);
  }
  return compiled;
}
