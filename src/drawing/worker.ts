import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { createFontBook } from '../labels/font-book.ts';
import { compileFigure, type Figure } from '../render/figure.ts';
import { encode, encodePng } from '../render/image/encode.ts';
import { createScratch } from '../render/image/scratch.ts';
import { planBytes, type Plan } from '../render/plan/plan.ts';
import { atlasOf } from '../render/sheet/atlas.ts';
import type { SkinSheet } from '../render/sheet/sheet.ts';
import { drawFigure } from './draw-figure.ts';
import { drawRow, type Studio } from './draw-row.ts';
import { drawDefaultIconOrder, drawServerCardOrder } from './draw-widget.ts';
import type { DrawnPicture, FigureOrder, RowOrder, SheetBytes, TaskResult } from './order.ts';
import { inOwnMemory } from './own-memory.ts';
import { planKey, sceneKey } from './plan-keys.ts';
import { sharePlan, type SharedPlan } from './plan-store.ts';
import { readCape, readSheet } from './sheets.ts';
import type { ServerCardOrder } from './widget-order.ts';

/** What the pool tells each of its workers; see `createDrawing`. */
export type WorkerSettings = {
  /** Ceiling of the decoded sheets that this worker keeps. */
  readonly sheetBytes: number;
};

/** An order, and the plans that the process has of its scene already. */
export type Planned<Order> = { readonly order: Order; readonly plans: readonly SharedPlan[] };

/** What came of it, and the plans that had to be compiled for it. */
export type Drawn<T> = { readonly result: T; readonly compiled: readonly SharedPlan[] };

const settings: WorkerSettings = workerData;

/**
 * Orders that wait were handed the plans of the time they came. So that none of them compiles again
 * what an earlier one has, a worker remembers its last few; the pool has them all.
 */
const recentPlanBytes = 16 * 1024 * 1024;
const recent = new LRUCache<string, Plan>({
  maxSize: recentPlanBytes,
  sizeCalculation: planBytes,
});

const sheets = new LRUCache<string, SkinSheet>({
  maxSize: settings.sheetBytes,
  sizeCalculation: ({ image }) => image.data.byteLength,
});

const fonts = createFontBook();

/** Up to 4 million pixels: rows of ten in the default size. */
const scratch = createScratch(16 * 1024 * 1024);

type Planner = { readonly planFor: Studio['planFor']; readonly compiled: SharedPlan[] };

/** Plans for one order: those handed over with it, those of late, or else compiled now. */
function createPlanner(plans: readonly SharedPlan[]): Planner {
  const compiled: SharedPlan[] = [];
  const planFor = (scene: Figure): Plan => {
    const key = planKey(scene);
    const handedOver = plans.find((one) => one.key === key)?.plan;
    // The pool has it: another worker's own, perhaps, and then this would be a second one.
    if (handedOver !== undefined) recent.delete(key);
    const known = handedOver ?? recent.get(key);
    if (known !== undefined) return known;
    const plan = sharePlan(compileFigure(scene));
    recent.set(key, plan);
    compiled.push({ scene: sceneKey(scene), key, plan });
    return plan;
  };
  return { planFor, compiled };
}

function sheetFor({ revision, png }: SheetBytes): TaskResult<SkinSheet> {
  const known = sheets.get(revision);
  if (known !== undefined) return { ok: true, value: known };
  const read = readSheet(png);
  if (read.ok) sheets.set(revision, read.value);
  return read;
}

/** Task: can this PNG be worn? Answers with its texels per unit. */
export function inspect(sheet: SheetBytes): TaskResult<number> {
  const read = sheetFor(sheet);
  return read.ok ? { ok: true, value: read.value.texelsPerUnit } : read;
}

/** Task: a row of figures, as PNG. Its sheets have been inspected. */
export function row({ order, plans }: Planned<RowOrder>): Drawn<TaskResult<DrawnPicture>> {
  const { planFor, compiled } = createPlanner(plans);
  return { result: drawRowPng(order, { fonts, planFor, scratch }), compiled };
}

function drawRowPng(order: RowOrder, studio: Studio): TaskResult<DrawnPicture> {
  const worn: SkinSheet[] = [];
  for (const sheet of order.sheets) {
    const read = sheetFor(sheet);
    if (!read.ok) return read;
    worn.push(read.value);
  }
  const drawn = drawRow(order, worn, studio);
  if (!drawn.ok) return drawn;
  const { widthPx, heightPx } = drawn.value;
  return { ok: true, value: { png: inOwnMemory(encodePng(drawn.value)), widthPx, heightPx } };
}

/** Task: one figure, encoded. */
export function figure({ order, plans }: Planned<FigureOrder>): Drawn<TaskResult<Uint8Array>> {
  const { planFor, compiled } = createPlanner(plans);
  return { result: drawFigureEncoded(order, planFor), compiled };
}

function drawFigureEncoded(
  { skin, cape, background, format, ...staging }: FigureOrder,
  planFor: Studio['planFor'],
): TaskResult<Uint8Array> {
  const worn = sheetFor(skin);
  if (!worn.ok) return worn;
  const back = cape === null ? null : readCape(cape.png);
  if (back !== null && !back.ok) return { ...back, sheet: 'cape' };
  const plan = planFor({
    ...staging,
    texelsPerUnit: worn.value.texelsPerUnit,
    cape: back && { texelsPerUnit: back.value.texelsPerUnit },
  });
  const atlas = atlasOf(worn.value, back && back.value);
  const picture = drawFigure(plan, atlas, { scratch, background });
  return { ok: true, value: inOwnMemory(encode(picture, format)) };
}

/** Task: a skin sheet as the game would use it, as PNG. */
export function processedSheet(sheet: SheetBytes): TaskResult<Uint8Array> {
  const read = sheetFor(sheet);
  return read.ok ? { ok: true, value: inOwnMemory(encodePng(read.value.image)) } : read;
}

/** Task: the card of a game server, as PNG. */
export function serverCard(order: ServerCardOrder): Uint8Array {
  return inOwnMemory(drawServerCardOrder(order, fonts));
}

/** Task: the icon of a game server that has none, as PNG. */
export function defaultIcon(): Uint8Array {
  return inOwnMemory(drawDefaultIconOrder());
}

/** Task: nothing but being here, and the plans that most orders will ask for. */
export function warmUp(): readonly SharedPlan[] {
  const { planFor, compiled } = createPlanner([]);
  for (const model of ['classic', 'slim'] as const) {
    planFor({ renderType: 'default', crop: 'full', heightPx: 512, model, texelsPerUnit: 1 });
  }
  return compiled;
}
