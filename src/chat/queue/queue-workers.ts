import { randomBytes } from 'node:crypto';
import { Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { sleep, type Clock } from '../../async/clock.ts';

/** Prefix of the keys of all queues. */
export const queuePrefix = 'lineup:queues';
/** Names of the queues that hold a message. */
export const activeKey = 'lineup:queue:active';
/** Queues that one instance processes at a time, with a blocking connection each. */
const mostWorkers = 64;
/** How often an instance looks for queues that no instance processes. */
const lookMs = 500;
/** A killed instance loses its queues, and its job in progress, after this time. */
const ownerMs = 5000;

export type QueueWorkers = {
  /** Starts processing a queue, unless another instance does. */
  readonly adopt: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

type WorkerParts<T> = {
  readonly redis: Redis;
  readonly clock: Clock;
  /** Executes one job; the signal aborts when this instance closes. */
  readonly process: (
    job: Job<T>,
    lock: string | undefined,
    signal: AbortSignal,
  ) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
};

const ownerKey = (name: string) => `lineup:queue:owner:${name}`;
const jobsKey = (name: string, list: 'wait' | 'active') => `${queuePrefix}:${name}:${list}`;

/**
 * Divides the queues among instances: one processes a queue as long as it holds messages,
 * and marks it with a key that expires with the instance.
 */
export function createQueueWorkers<T>(parts: WorkerParts<T>): QueueWorkers {
  const { redis, clock, onError } = parts;
  const owner = randomBytes(8).toString('hex');
  const workers = new Map<string, Worker<T>>();
  /** Workers that are closing, awaited only when everything closes. */
  const ending = new Set<Promise<void>>();
  const closing = new AbortController();
  const claim = async (name: string): Promise<boolean> =>
    (await redis.set(ownerKey(name), owner, 'PX', ownerMs, 'NX')) === 'OK';

  async function adopt(name: string): Promise<void> {
    if (workers.has(name) || workers.size >= mostWorkers || !(await claim(name))) return;
    if (!closing.signal.aborted && !workers.has(name))
      workers.set(name, openWorker(name, parts, closing.signal));
  }

  /** A message that arrived at the last moment is still sent, while other queues are processed. */
  function end(name: string): void {
    const worker = workers.get(name);
    workers.delete(name);
    const ended = (worker?.close() ?? Promise.resolve())
      .then(() => redis.del(ownerKey(name)))
      .catch(onError)
      .then(() => void ending.delete(ended));
    ending.add(ended);
  }

  /** Keeps a queue that holds messages, and releases one that does not. */
  async function tend(name: string): Promise<void> {
    const isOurs = (await redis.get(ownerKey(name))) === owner || (await claim(name));
    if (!isOurs) {
      // Redis was unavailable for so long that another instance took the queue.
      const worker = workers.get(name);
      workers.delete(name);
      await worker?.close(true);
      return;
    }
    await redis.pexpire(ownerKey(name), ownerMs);
    if (!(await isEmpty(redis, name))) return;
    await redis.srem(activeKey, name);
    // Messages added later make it active again; checked once more for those added before.
    if (await isEmpty(redis, name)) end(name);
    else await redis.sadd(activeKey, name);
  }

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        for (const name of workers.keys()) await tend(name);
        const names =
          workers.size < mostWorkers ? await redis.srandmember(activeKey, mostWorkers * 4) : [];
        for (const name of names) await adopt(name);
      } catch (error) {
        onError(error);
      }
      await sleep(clock, lookMs, closing.signal).catch(() => {});
    }
  }
  const looking = keepLooking();

  return {
    adopt,
    close: async () => {
      closing.abort(new Error('closing'));
      await looking;
      for (const name of workers.keys()) end(name);
      await Promise.all(ending);
    },
  };
}

function openWorker<T>(name: string, parts: WorkerParts<T>, signal: AbortSignal): Worker<T> {
  const process = (job: Job<T>, lock: string | undefined) => parts.process(job, lock, signal);
  const worker = new Worker<T>(name, process, {
    prefix: queuePrefix,
    connection: parts.redis,
    concurrency: 1,
    lockDuration: ownerMs,
    stalledInterval: ownerMs / 2,
    // A message is not at fault if its instance was killed.
    maxStalledCount: 1_000_000,
    drainDelay: 1,
  });
  worker.on('error', parts.onError);
  return worker;
}

async function isEmpty(redis: Redis, name: string): Promise<boolean> {
  const counts = await Promise.all([
    redis.llen(jobsKey(name, 'wait')),
    redis.llen(jobsKey(name, 'active')),
  ]);
  return counts.every((count) => count === 0);
}
