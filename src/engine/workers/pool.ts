import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import {
  answerPlans,
  type PlanPort,
  createPlanStore,
  type PlanStore,
  type SharedPlan,
} from './plan-store.ts';
import {
  collectGarbage,
  createSharedMeter,
  sharedBytesOf,
  type JobOf,
  type TaskName,
  type TaskReply,
} from './tasks.ts';
import type { WorkerSettings } from './worker.ts';

export type PoolOptions = {
  /** Number of workers; by default one for each core. */
  readonly threads?: number;
  /** Memory limit of all plans; those of every type and crop at 512 px take 102 MiB. */
  readonly planBytes?: number;
  /** Called with the bytes of shared memory that a reply holds; see `createSharedMeter`. */
  readonly noteShared?: (bytes: number) => void;
  /** Memory limit of decoded sheets, for all workers together. A 64×64 sheet takes 16 kB. */
  readonly sheetBytes?: number;
};

const mebibyte = 1024 * 1024;

/** Opens the threads that draw, off the main thread. Whose job is next is decided by who calls them. */
export async function createPool(options: PoolOptions = {}) {
  const { threads = availableParallelism() } = options;
  const { noteShared = createSharedMeter(collectGarbage) } = options;
  const plans = createPlanStore(options.planBytes ?? 112 * mebibyte);
  const workers = openWorkers(threads, {
    sheetBytes: Math.floor((options.sheetBytes ?? 8 * mebibyte) / threads),
  });
  workers.on('message', (port: PlanPort) => answerPlans(port, plans));
  await warmUp(workers, plans);
  return {
    threads,
    planBytes: plans.usedBytes,
    /** Draws at once if a worker is free. */
    run: async <Name extends TaskName>(
      name: Name,
      job: JobOf<Name>,
    ): Promise<Pick<TaskReply<Name>, 'result' | 'usedMs'>> => {
      const reply: TaskReply<Name> = await workers.run({ name, job }, { name: 'draw' });
      plans.keep(reply.compiled);
      noteShared(sharedBytesOf(reply));
      return reply;
    },
    /** Stops the workers once they are done. */
    close: (): Promise<void> => workers.close(),
  };
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
 * Starts a worker, and stores the plans of the most common jobs. The others start with the first job that
 * finds none free, as they do after a rest: with all of them a start takes a third more on two cores.
 */
async function warmUp(pool: Piscina, plans: PlanStore): Promise<void> {
  const compiled: readonly SharedPlan[] = await pool.run(null, { name: 'warmUp' });
  plans.keep(compiled);
  for (const { key } of compiled) plans.find(key);
}
