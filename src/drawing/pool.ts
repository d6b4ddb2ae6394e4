import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { LineupError } from '../errors/lineup-error.ts';
import {
  mostPixels,
  UnusableSheetsError,
  type DrawnPicture,
  type FigureOrder,
  type RowOrder,
  type SheetFiles,
  type SheetOrder,
  type TaskResult,
} from './order.ts';
import { sceneKey } from './plan-keys.ts';
import { createPlanStore, type PlanStore, type SharedPlan } from './plan-store.ts';
import {
  figureCost,
  factsCardCost,
  flatCost,
  initialsCost,
  inviteCardCost,
  processedSheetCost,
  rowCost,
  rowCostMs,
  serverCardCost,
  sheetsCost,
} from './cost.ts';
import { sceneCost } from './cost-of-scenes.ts';
import type { FlatOrder } from './flat-order.ts';
import { createQueue, type Queue } from './queue.ts';
import type { SceneOrder } from './scene-order.ts';
import type { InitialsOrder, InviteCardOrder } from './invite-order.ts';
import type { FactsCardOrder, ServerCardOrder } from './widget-order.ts';
import type { Drawn, Planned, WorkerSettings } from './worker.ts';

export type Drawing = {
  /**
   * Draws and encodes a row of figures.
   * @throws {UnusableSheetsError} that lists all unusable sheets
   * @throws {LineupError} `bad-request` if the picture would be too large
   */
  row(order: RowOrder): Promise<DrawnPicture>;
  /**
   * Draws and encodes an arranged group of figures, in a scene or on a plain background.
   * @throws {UnusableSheetsError} that lists all unusable sheets
   * @throws {LineupError} `bad-request` if the picture would be too large
   */
  scene(order: SceneOrder): Promise<Uint8Array>;
  /**
   * Draws and encodes one figure.
   * @throws {UnusableSheetsError} if skin or cape is unusable
   */
  figure(order: FigureOrder): Promise<Uint8Array>;
  /**
   * Decodes sheets without drawing them.
   * @throws {UnusableSheetsError} that lists all unusable sheets
   */
  checkSheets(files: SheetFiles): Promise<void>;
  /**
   * A skin sheet as the game uses it, as PNG.
   * @throws {LineupError} `unusable-skin`
   */
  processedSheet(order: SheetOrder): Promise<Uint8Array>;
  /**
   * Converts a picture that is not rendered here.
   * @returns `null` if the file cannot be decoded
   */
  flat(order: FlatOrder): Promise<Uint8Array | null>;
  /** The card of a game server, as PNG. */
  serverCard(order: ServerCardOrder): Promise<Uint8Array>;
  factsCard(order: FactsCardOrder): Promise<Uint8Array>;
  /** The card of an invite or a guild of the chat platform, as PNG. */
  inviteCard(order: InviteCardOrder): Promise<Uint8Array>;
  /** An icon with the initials of a name, as PNG. */
  initials(order: InitialsOrder): Promise<Uint8Array>;
  /** Orders in progress and waiting, and memory of the plans. */
  load(): { readonly running: number; readonly waiting: number; readonly planBytes: number };
  /** Finishes orders in progress, then stops the workers. */
  close(): Promise<void>;
};

export type DrawingOptions = {
  /** Number of workers; by default one for each core. */
  readonly threads?: number;
  /** Capacity of the queue, in rows of ten of the default size; further orders are refused. */
  readonly mostWaiting?: number;
  /**
   * Memory limit of all plans, which the workers share. A figure of 512 px takes 0.6 to 1.1 MB; every
   * type and crop at that height, for both models, 102 MiB.
   */
  readonly planBytes?: number;
  /** Memory limit of decoded sheets, for all workers together. A 64×64 sheet takes 16 kB. */
  readonly sheetBytes?: number;
};

const mebibyte = 1024 * 1024;

/** A row of ten takes some 60 ms: the last one in the queue is served after about two seconds. */
const waitingPerThread = 32;
/** Number of recently drawn scenes: the plans of one that is requested again are kept. */
const mostScenesSeen = 1000;

/**
 * Opens the pool that draws, off the main thread: a worker for each core, and a bounded queue. A full
 * queue refuses at once with `overloaded` instead of delaying everything.
 */
export async function createDrawing(options: DrawingOptions = {}): Promise<Drawing> {
  const threads = options.threads ?? availableParallelism();
  const plans = createPlanStore(options.planBytes ?? 112 * mebibyte);
  const pool = openWorkers(threads, {
    sheetBytes: Math.floor((options.sheetBytes ?? 8 * mebibyte) / threads),
  });
  const mostOrders = threads + (options.mostWaiting ?? threads * waitingPerThread);
  const queue = createQueue(mostOrders * rowCostMs);
  const run = <T>(name: string, task: unknown, costMs: number): Promise<T> =>
    queue.run<T>(costMs, () => pool.run(task, { name }));
  const draw = createDrawer(pool, queue, plans);
  await warmUp(pool, threads, plans);
  return {
    row: async (order) => resultOf(await draw<DrawnPicture, RowOrder>('row', order, rowCost)),
    figure: async (order) =>
      resultOf(await draw<Uint8Array, FigureOrder>('figure', order, figureCost)),
    scene: async (order) => {
      // Its plans are known only after layout; workers keep recent ones.
      const task = { order, plans: [], keep: false } satisfies Planned<SceneOrder>;
      const { result } = await run<Drawn<TaskResult<Uint8Array>>>('scene', task, sceneCost(order));
      return resultOf(result);
    },
    checkSheets: async (files) => {
      resultOf(await run<TaskResult<null>>('checkSheets', files, sheetsCost(files)));
    },
    processedSheet: async (order) => {
      const cost = processedSheetCost(order.sheet);
      return skinOf(await run<TaskResult<Uint8Array>>('processedSheet', order, cost));
    },
    flat: (order) => run('flat', order, flatCost(order)),
    serverCard: (order) => run('serverCard', order, serverCardCost(order)),
    factsCard: (order) => run('factsCard', order, factsCardCost(order)),
    inviteCard: (order) => {
      // Nothing is shown behind a transparent card, and a banner may be megabytes to copy.
      const banner = order.theme === 'transparent' ? null : order.banner;
      return run('inviteCard', { ...order, banner }, inviteCardCost(order));
    },
    initials: (order) => run('initials', order, initialsCost(order)),
    load: () => ({
      running: Math.min(queue.tasks(), threads),
      waiting: Math.max(0, queue.tasks() - threads),
      planBytes: plans.usedBytes(),
    }),
    close: () => pool.close(),
  };
}

function openWorkers(threads: number, workerSettings: WorkerSettings): Piscina {
  // For threads started from now on; the flag on the command line is for the main thread.
  setFlagsFromString('--min-semi-space-size=1');
  setFlagsFromString('--max-semi-space-size=2');
  return new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: workerSettings,
    recordTiming: false,
    // If cores are short, the main thread has precedence: cached pictures and refusals do not wait
    // for drawing. No effect on systems without it.
    niceIncrement: 10,
    // A worker that blocks between tasks never returns to its event loop, the only place where
    // native buffers of pictures are freed: it would leak everything it draws.
    atomics: 'disabled',
    // A few times the largest plan, and small enough that V8 collects garbage after each third of
    // growth instead of letting the heap become several times as large.
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
}

/** Draws with plans: sends the available ones along, and stores those that had to be compiled. */
function createDrawer(pool: Piscina, queue: Queue, plans: PlanStore) {
  const seen = new LRUCache<string, true>({ max: mostScenesSeen });
  return async <T, Order extends RowOrder | FigureOrder>(
    name: 'row' | 'figure',
    order: Order,
    costOf: (order: Order, known: number) => number,
  ): Promise<TaskResult<T>> => {
    const scene = sceneKey(order);
    const known = plans.find(scene);
    // Most custom heights and angles are never requested again.
    const keep = seen.has(scene);
    seen.set(scene, true);
    const task = { order, plans: known, keep } satisfies Planned<Order>;
    const { result, compiled } = await queue.run<Drawn<TaskResult<T>>>(
      costOf(order, known.length),
      () => pool.run(task, { name }),
    );
    plans.keep(compiled);
    return result;
  };
}

/** Starts all workers, and stores the plans of the most common orders. */
async function warmUp(pool: Piscina, threads: number, plans: PlanStore): Promise<void> {
  const warm = Array.from({ length: threads }, () => pool.run(null, { name: 'warmUp' }));
  for (const compiled of await Promise.all<readonly SharedPlan[]>(warm)) plans.keep(compiled);
}

function resultOf<T>(result: TaskResult<T>): T {
  if (result.ok) return result.value;
  if ('problems' in result) throw new UnusableSheetsError(result.problems);
  throw new LineupError(
    'bad-request',
    `query.height: ${result.tooLarge} is more than one picture may have (${mostPixels} px in all)`,
  );
}

function skinOf<T>(result: TaskResult<T>): T {
  if ('problems' in result) {
    const [problem] = result.problems;
    throw new LineupError('unusable-skin', `The skin ${problem?.problem}.`);
  }
  return resultOf(result);
}
