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
  type SheetOrder,
  type TaskResult,
} from './order.ts';
import { sceneKey } from './plan-keys.ts';
import { createPlanStore, type PlanStore, type SharedPlan } from './plan-store.ts';
import {
  defaultIconCostMs,
  figureCost,
  factsCardCost,
  flatCost,
  initialsCost,
  inviteCardCost,
  processedSheetCost,
  rowCost,
  rowCostMs,
  serverCardCost,
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
   * A row of figures, encoded.
   * @throws {UnusableSheetsError} that names all sheets that can't be worn
   * @throws {LineupError} `bad-request` when the picture would be larger than is drawn here.
   */
  row(order: RowOrder): Promise<DrawnPicture>;
  /**
   * A group of figures, arranged, in a place or on plain ground, encoded.
   * @throws {UnusableSheetsError} that names all sheets that can't be worn
   * @throws {LineupError} `bad-request` when the picture would be larger than is drawn here.
   */
  scene(order: SceneOrder): Promise<Uint8Array>;
  /**
   * One figure, encoded.
   * @throws {UnusableSheetsError} that says whether skin or cape can't be worn
   */
  figure(order: FigureOrder): Promise<Uint8Array>;
  /**
   * A skin sheet as the game would use it, as PNG.
   * @throws {LineupError} `unusable-skin`
   */
  processedSheet(order: SheetOrder): Promise<Uint8Array>;
  /**
   * A picture that is not drawn here, in another form.
   * @returns `null` for a file that does not decode
   */
  flat(order: FlatOrder): Promise<Uint8Array | null>;
  /** The card of a game server, as PNG. */
  serverCard(order: ServerCardOrder): Promise<Uint8Array>;
  /** A card of numbers, as PNG. */
  factsCard(order: FactsCardOrder): Promise<Uint8Array>;
  /** The card of an invite or a guild of the chat platform, as PNG. */
  inviteCard(order: InviteCardOrder): Promise<Uint8Array>;
  /** An icon made of the first letters of a name, as PNG. */
  initials(order: InitialsOrder): Promise<Uint8Array>;
  /** The icon of a game server that has none, as PNG. */
  defaultIcon(): Promise<Uint8Array>;
  /** Orders in progress and waiting, and what the plans kept take up. */
  load(): { readonly running: number; readonly waiting: number; readonly planBytes: number };
  /** Finishes what is in progress, then ends the workers. */
  close(): Promise<void>;
};

export type DrawingOptions = {
  /** Workers; by default one a core. */
  readonly threads?: number;
  /** Rows of ten in the usual size, or what costs as much, that may wait; what is more is refused. */
  readonly mostWaiting?: number;
  /**
   * Ceiling of all plans kept, which the workers share. A figure of 512 px takes 0.6 to 1.1 MB; every
   * type and crop at that height, for both models, 102 MiB.
   */
  readonly planBytes?: number;
  /** Ceiling of all decoded sheets kept, over all workers. A 64×64 sheet is 16 kB. */
  readonly sheetBytes?: number;
};

const mebibyte = 1024 * 1024;

/** A row of ten takes a worker some 60 ms: the last one waiting is served after about two seconds. */
const waitingPerThread = 32;
/** Scenes that were drawn of late, by their keys: the plans of one that comes again are kept. */
const mostScenesSeen = 1000;

/**
 * The pool that draws, off the thread that serves requests: as many workers as cores, and a bounded
 * queue before them. A full queue refuses at once with `overloaded`, instead of letting all wait.
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
      // Its sizes, and so its plans, turn out when it is laid out: workers have those of late.
      const task = { order, plans: [], keep: false } satisfies Planned<SceneOrder>;
      const { result } = await run<Drawn<TaskResult<Uint8Array>>>('scene', task, sceneCost(order));
      return resultOf(result);
    },
    processedSheet: async (order) => {
      const cost = processedSheetCost(order.sheet);
      return skinOf(await run<TaskResult<Uint8Array>>('processedSheet', order, cost));
    },
    flat: (order) => run('flat', order, flatCost(order)),
    serverCard: (order) => run('serverCard', order, serverCardCost(order)),
    factsCard: (order) => run('factsCard', order, factsCardCost(order)),
    inviteCard: (order) => run('inviteCard', order, inviteCardCost(order)),
    initials: (order) => run('initials', order, initialsCost(order)),
    defaultIcon: () => run('defaultIcon', null, defaultIconCostMs),
    load: () => ({
      running: Math.min(queue.tasks(), threads),
      waiting: Math.max(0, queue.tasks() - threads),
      planBytes: plans.usedBytes(),
    }),
    close: () => pool.close(),
  };
}

function openWorkers(threads: number, workerSettings: WorkerSettings): Piscina {
  // Of threads that start from now on; the flag at the start of the process is for the serving one.
  setFlagsFromString('--min-semi-space-size=1');
  setFlagsFromString('--max-semi-space-size=2');
  return new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: workerSettings,
    recordTiming: false,
    // Where cores are short the serving thread goes first: cached pictures and refusals don't wait
    // for those that are drawn. Without effect on systems that have no such thing.
    niceIncrement: 10,
    // A worker that blocks between tasks never comes back to its event loop, and only there the
    // native buffers of pictures are given back: it would keep all it ever drew.
    atomics: 'disabled',
    // A few times what the largest plan takes, and so little that V8 collects garbage after each
    // third that the heap has grown, instead of letting it get several times as large.
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
}

/** Draws with plans: those that are at hand go along, and those that had to be compiled are kept. */
function createDrawer(pool: Piscina, queue: Queue, plans: PlanStore) {
  const seen = new LRUCache<string, true>({ max: mostScenesSeen });
  return async <T, Order extends RowOrder | FigureOrder>(
    name: 'row' | 'figure',
    order: Order,
    costOf: (order: Order, known: readonly SharedPlan[]) => number,
  ): Promise<TaskResult<T>> => {
    const scene = sceneKey(order);
    const known = plans.find(scene);
    // Most heights and angles of somebody's own are never asked for again.
    const keep = seen.has(scene);
    seen.set(scene, true);
    const task = { order, plans: known, keep } satisfies Planned<Order>;
    const { result, compiled } = await queue.run<Drawn<TaskResult<T>>>(costOf(order, known), () =>
      pool.run(task, { name }),
    );
    plans.keep(compiled);
    return result;
  };
}

/** Starts all workers, and keeps the plans that most orders will ask for. */
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
