import { setImmediate as endOfIteration } from 'node:timers/promises';
import type { Clock } from '../async/clock.ts';
import { createFairLedger, type FairLedger } from '../async/fair-ledger.ts';
import { createFairQueue, type FairQueue, type Waiting } from '../async/fair-queue.ts';
import { LineupError } from '../errors/lineup-error.ts';

/** What the queue has to know of an order. */
export type QueuedOrder = {
  /** Key of the client who requested it; orders without one share a queue. */
  readonly client: string | undefined;
  /** Orders of a kind are assumed to take the same time until it is measured. */
  readonly kind: string;
  /** Its files, which stay in memory while it waits. */
  readonly bytes: number;
  /** See `isLarge`. */
  readonly isLarge: boolean;
  /**
   * Of a step of a film: when the film is given up, `null` for its first. The next steps go before what else
   * the client waits for, so that one film after the other is finished instead of none in time.
   */
  readonly filmEndsMs?: number | null | undefined;
};

/** A result, and the processor time that it took. */
type Measured<T> = { readonly result: T; readonly usedMs: number };

export type Queue = {
  /**
   * Runs a task once its client is next.
   * @throws {LineupError} `overloaded` if there is no room for it, or it has waited too long
   */
  readonly run: <T>(order: QueuedOrder, task: () => Promise<Measured<T>>) => Promise<T>;
  readonly running: () => number;
  readonly waiting: () => number;
};

export type QueueOptions = {
  /** So many tasks run at a time. */
  readonly workers: number;
  readonly clock: Clock;
  /** The network of a client; see `createFairLedger`. */
  readonly networkOf: (client: string) => string;
};

/** A scene of five takes some 30 ms: the last one in a full queue is drawn after a second. */
const maxWaitingPerWorker = 32;
const maxWaitingBytes = 64 * 1024 * 1024;
/** Longer than this nobody waits for a picture; for a large one somewhat longer. */
const maxWaitMs = 4_000;
const maxLargeWaitMs = 15_000;
/** Counts for an order until one of its kind was measured. */
const firstEstimateMs = 50;
/** Share of the latest measurement in the mean of a kind. */
const latestShare = 1 / 8;

type Job = QueuedOrder & {
  /** Runs the task; returns how to tell whoever waits for it. */
  readonly start: () => Promise<() => void>;
  readonly refuse: (error: LineupError) => void;
};

/**
 * The orders of all clients, a queue each. A free worker takes the first of the client that drew least
 * lately; all workers but one take large orders, so that small ones do not wait for these.
 */
export function createQueue({ workers, clock, networkOf }: QueueOptions): Queue {
  const ledger = createFairLedger({ nowMs: clock.nowMs, networkOf });
  const queue = createFairQueue<Job>(ledger);
  const charged = createCharger(ledger);
  const maxLarge = Math.max(1, workers - 1);
  let running = 0;
  let runningLarge = 0;

  /** Gives each free worker the next order that it may take. */
  function startNext(): void {
    while (running < workers) {
      const next = queue.next(({ isLarge }) => !isLarge || runningLarge < maxLarge);
      if (next === undefined) return;
      void occupy(next.job);
    }
  }

  async function occupy({ isLarge, filmEndsMs, start }: Job): Promise<void> {
    running += 1;
    runningLarge += Number(isLarge);
    const complete = await start();
    running -= 1;
    runningLarge -= Number(isLarge);
    complete();
    // The next step of the film is there once the end of this one is known.
    if (filmEndsMs !== undefined) await endOfIteration();
    startNext();
  }

  function refuse(waiting: Waiting<Job>): void {
    const error = new LineupError('overloaded', undefined, { retryAfterSeconds: 2 });
    if (queue.remove(waiting)) waiting.job.refuse(error);
  }

  function add<T>(order: QueuedOrder, task: () => Promise<Measured<T>>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const client = order.client ?? '';
    const start = (): Promise<() => void> => {
      cancelTimer();
      return charged(client, order.kind, task).then(
        (result) => () => resolve(result),
        (error: unknown) => () => reject(error),
      );
    };
    const refuseIt = (error: LineupError): void => {
      cancelTimer();
      reject(error);
    };
    const isBegun = typeof order.filmEndsMs === 'number';
    const waiting = queue.add(client, { ...order, start, refuse: refuseIt }, isBegun);
    const waitMs = mostWaitMs(order, clock.nowMs());
    const cancelTimer = clock.startTimer(waitMs, () => refuse(waiting));
    return promise;
  }

  return {
    run: (order, task) => {
      const promise = add(order, task);
      startNext();
      for (const waiting of surplusOf(queue, workers)) refuse(waiting);
      return promise;
    },
    running: () => running,
    waiting: () => queue.size(),
  };
}

function mostWaitMs({ isLarge, filmEndsMs }: QueuedOrder, nowMs: number): number {
  if (typeof filmEndsMs === 'number') return Math.max(0, filmEndsMs - nowMs);
  return isLarge ? maxLargeWaitMs : maxWaitMs;
}

/** Of queues of one length, the one with the large order counts as longer. */
const lengthOf = ({ isLarge }: Job): number => (isLarge ? 1.01 : 1);

/** What has to go while there is too much: the newest order of the longest queue, one at a time. */
function* surplusOf(queue: FairQueue<Job>, workers: number): Generator<Waiting<Job>> {
  while (queue.size() > workers * maxWaitingPerWorker) yield queue.newestOfLongest(lengthOf)!;
  const bytesOf = ({ bytes }: Job): number => bytes;
  const waitingBytes = (): number => queue.all().reduce((sum, { job }) => sum + job.bytes, 0);
  while (waitingBytes() > maxWaitingBytes) yield queue.newestOfLongest(bytesOf)!;
}

/** Charges clients the mean of the kind when a task starts, and what was measured at its end. */
function createCharger(ledger: FairLedger) {
  const estimates = createEstimates();
  return async <T>(client: string, kind: string, task: () => Promise<Measured<T>>): Promise<T> => {
    const estimateMs = estimates.of(kind);
    ledger.charge(client, estimateMs);
    const { result, usedMs } = await task();
    ledger.charge(client, usedMs - estimateMs);
    estimates.add(kind, usedMs);
    return result;
  };
}

/** The mean time of each kind; what was measured last counts more. */
function createEstimates() {
  const means = new Map<string, number>();
  return {
    of: (kind: string): number => means.get(kind) ?? firstEstimateMs,
    add: (kind: string, usedMs: number): void => {
      const mean = means.get(kind) ?? usedMs;
      means.set(kind, mean + (usedMs - mean) * latestShare);
    },
  };
}
