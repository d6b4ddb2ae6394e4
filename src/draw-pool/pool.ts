import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import { systemClock, type Clock } from '../async/clock.ts';
import { bytesOf, filmSize, formatOf, isLarge } from './order-facts.ts';
import { drawFilm, wholeFilm } from './film.ts';
import { createMessenger } from './messenger.ts';
import { createPlanStore, type PlanStore, type SharedPlan } from './plan-store.ts';
import { createQueue, type Run } from './queue.ts';
import { resultOf, type Draw, type OrderOf, type TaskName, type TaskReply } from './tasks.ts';
import { collectGarbage, createSharedMeter, sharedBytesOf } from './shared-memory.ts';
import type { WorkerSettings } from './worker.ts';

export type Drawing = Awaited<ReturnType<typeof createDrawing>>;

export type DrawingOptions = {
  readonly clock?: Clock;
  /** Number of workers; by default one for each core. */
  readonly threads?: number;
  /** Memory limit of all plans; those of every type and crop at 512 px take 102 MiB. */
  readonly planBytes?: number;
  /** Is told of shared memory; see `createSharedMeter`. */
  readonly noteShared?: (bytes: number) => void;
  /** Memory limit of decoded sheets, for all workers together. A 64×64 sheet takes 16 kB. */
  readonly sheetBytes?: number;
};

const mebibyte = 1024 * 1024;

/** Opens the pool that draws, off the main thread: a worker for each core, and a fair queue. */
export async function createDrawing(options: DrawingOptions = {}) {
  const { threads = availableParallelism(), clock = systemClock } = options;
  const { noteShared = createSharedMeter(collectGarbage) } = options;
  const plans = createPlanStore(options.planBytes ?? 112 * mebibyte);
  const pool = openWorkers(threads, {
    sheetBytes: Math.floor((options.sheetBytes ?? 8 * mebibyte) / threads),
  });
  const queue = createQueue(threads, clock);
  const messenger = createMessenger(plans);
  const pending = new Set<Promise<unknown>>();

  const drawOne = async <Name extends TaskName>(
    run: Run,
    [name, order, client]: readonly [Name, OrderOf<Name>, client: string | undefined],
  ) => {
    const facts = { client, kind: `${name} ${formatOf(order)}`, ...weightOf(name, order) };
    const result = await run(facts, async () => {
      // Plans are looked up when the order is next: others may have compiled them meanwhile.
      const message = messenger.messageOf(name, order);
      const reply: TaskReply<Name> = await pool.run(message, { name: 'draw' });
      plans.keep(reply.compiled);
      noteShared(sharedBytesOf(reply));
      messenger.noteReply(order, reply);
      return reply;
    });
    return resultOf(result);
  };

  const drawInTurn: Draw<TaskName> = async (name, order, client) => {
    const film = wholeFilm(order);
    if (film === null) return drawOne(queue.run, [name, order, client]);
    const kind = `film ${name} ${film.film.format}`;
    const facts = { client, kind, size: filmSize(film), ...weightOf(name, order) };
    return queue.runFilm(facts, (run, hold) =>
      drawFilm(film, async (task, step, heldBytes) => {
        hold(heldBytes);
        return drawOne(run, [task, step, client]);
      }),
    );
  };

  /**
   * Draws what is ordered once the client is next; see `createQueue`. Orders without a client share a queue.
   * @throws {UnusableSheetsError} that lists all unusable sheets
   * @throws {TooLargeError} if the picture would have too many pixels
   * @throws {LineupError} `overloaded`
   */
  const draw: Draw<TaskName> = (name, order, client) => {
    const drawing = drawInTurn(name, order, client);
    pending.add(drawing);
    return drawing.finally(() => pending.delete(drawing));
  };

  await warmUp(pool, plans);
  return {
    draw,
    /** Orders in progress and waiting, and memory of the plans. */
    load: () => ({
      running: queue.running(),
      waiting: queue.waiting(),
      planBytes: plans.usedBytes(),
    }),
    /** Finishes all orders, then stops the workers. */
    close: async (): Promise<void> => {
      while (pending.size > 0) await Promise.allSettled(pending);
      await pool.close();
    },
  };
}

function weightOf<Name extends TaskName>(name: Name, order: OrderOf<Name>) {
  return { bytes: bytesOf(order), isLarge: isLarge(name, order) };
}

function openWorkers(threads: number, workerSettings: WorkerSettings): Piscina {
  // For threads started from now on; the flag on the command line is for the main thread.
  setFlagsFromString('--min-semi-space-size=1');
  setFlagsFromString('--max-semi-space-size=2');
  return new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    // One stays warm. The others end after a while without work and give all of their memory back, some 40 MB
    // each; a new one is ready after half a second.
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 2 * 60_000,
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

/**
 * Starts a worker, and stores the plans of the most common orders. The others start with the first order that
 * finds none free, as they do after a rest: with all of them a start takes a third more on two cores.
 */
async function warmUp(pool: Piscina, plans: PlanStore): Promise<void> {
  const compiled: readonly SharedPlan[] = await pool.run(null, { name: 'warmUp' });
  plans.keep(compiled);
}
