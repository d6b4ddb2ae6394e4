import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { LineupError } from '../errors/lineup-error.ts';
import { rememberInspections } from './inspections.ts';
import {
  UnusableCapeError,
  type DrawnPicture,
  type FigureOrder,
  type RowOrder,
  type SheetBytes,
  type TaskResult,
} from './order.ts';
import { sceneKey } from './plan-keys.ts';
import { createPlanStore, type PlanStore, type SharedPlan } from './plan-store.ts';
import { figureWeight, rowOrderWeight, rowWeight, taskWeights } from './weights.ts';
import { createQueue, type Queue } from './queue.ts';
import type { ServerCardOrder } from './widget-order.ts';
import type { Drawn, Planned, WorkerSettings } from './worker.ts';

export type Drawing = {
  /** Whether a PNG can be worn as a skin; `problem` says why not ("is not a PNG"). */
  inspect(sheet: SheetBytes): Promise<TaskResult<number>>;
  /**
   * A row of figures as PNG.
   * @throws {LineupError} `bad-request` when the picture would be larger than is drawn here.
   */
  row(order: RowOrder): Promise<DrawnPicture>;
  /**
   * One figure, encoded.
   * @throws {LineupError} `unusable-skin` when its skin can't be worn
   * @throws {UnusableCapeError} when its cape can't be
   */
  figure(order: FigureOrder): Promise<Uint8Array>;
  /**
   * A skin sheet as the game would use it, as PNG.
   * @throws {LineupError} `unusable-skin`
   */
  processedSheet(sheet: SheetBytes): Promise<Uint8Array>;
  /** The card of a game server, as PNG. */
  serverCard(order: ServerCardOrder): Promise<Uint8Array>;
  /** The icon of a game server that has none, as PNG. */
  defaultIcon(): Promise<Uint8Array>;
  /** Orders under way and waiting, and what the plans kept take up. */
  load(): { readonly running: number; readonly waiting: number; readonly planBytes: number };
  /** Finishes what is under way, then ends the workers. */
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
/** Scenes whose one-off plans are remembered as such, by their keys. */
const mostOneOffs = 1000;

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
  const queue = createQueue(mostOrders * rowWeight);
  const run = <T>(name: keyof typeof taskWeights, task: unknown): Promise<T> =>
    queue.run<T>(taskWeights[name], () => pool.run(task, { name }));
  const draw = createDrawer(pool, queue, plans);
  await warmUp(pool, threads, plans);
  return {
    inspect: rememberInspections((sheet) => run('inspect', sheet)),
    row: async (order) => rowOf(await draw<DrawnPicture, RowOrder>('row', order, rowOrderWeight)),
    figure: async (order) =>
      wornBy(await draw<Uint8Array, FigureOrder>('figure', order, figureWeight)),
    processedSheet: async (sheet) =>
      wornBy(await run<TaskResult<Uint8Array>>('processedSheet', sheet)),
    serverCard: (order) => run('serverCard', order),
    defaultIcon: () => run('defaultIcon', null),
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
  setFlagsFromString('--max-semi-space-size=2');
  return new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: workerSettings,
    recordTiming: false,
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
  const oneOffs = new LRUCache<string, true>({ max: mostOneOffs });
  return async <T, Order extends RowOrder | FigureOrder>(
    name: 'row' | 'figure',
    order: Order,
    weigh: (order: Order, known: { hasPlan: boolean }) => number,
  ): Promise<TaskResult<T>> => {
    const scene = sceneKey(order);
    const known = plans.find(scene);
    const task = { order, plans: known } satisfies Planned<Order>;
    const { result, compiled } = await queue.run<Drawn<TaskResult<T>>>(
      weigh(order, { hasPlan: known.length > 0 }),
      () => pool.run(task, { name }),
    );
    // An angle of somebody's own is kept when it is asked for again: most never are.
    if (!hasOwnAngle(order) || oneOffs.has(scene)) plans.keep(compiled);
    else oneOffs.set(scene, true);
    return result;
  };
}

/** Starts all workers, and keeps the plans that most orders will ask for. */
async function warmUp(pool: Piscina, threads: number, plans: PlanStore): Promise<void> {
  const warm = Array.from({ length: threads }, () => pool.run(null, { name: 'warmUp' }));
  for (const compiled of await Promise.all<readonly SharedPlan[]>(warm)) plans.keep(compiled);
}

function hasOwnAngle(order: RowOrder | FigureOrder): boolean {
  return 'yawDegrees' in order && (order.yawDegrees !== 0 || order.pitchDegrees !== 0);
}

function wornBy<T>(result: TaskResult<T>): T {
  if (result.ok) return result.value;
  if (result.sheet === 'cape') throw new UnusableCapeError(result.problem);
  throw new LineupError('unusable-skin', `The skin ${result.problem}.`);
}

function rowOf<T>(result: TaskResult<T>): T {
  if (result.ok) return result.value;
  throw new LineupError('bad-request', `query.height: ${result.problem}`);
}
