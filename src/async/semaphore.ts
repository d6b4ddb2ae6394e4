import { systemClock, type Clock } from './clock.ts';
import type { WaitErrorOf } from './deadline.ts';

export type SemaphoreOptions = {
  /** Tasks that may run at the same time. */
  readonly maxRunning: number;
  /** Tasks that may wait; beyond it tasks fail with errorOf('busy'). Default: unlimited. */
  readonly maxWaiting?: number;
  /** How long a task may wait before it fails with errorOf('busy'). Default: unlimited. */
  readonly maxWaitMs?: number;
  /** Called with 1 when a task begins to wait and with -1 when it stops; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
  readonly errorOf: WaitErrorOf;
  readonly clock?: Clock;
};

export type WaitingListener = (change: 1 | -1) => void;

export type Semaphore = {
  /**
   * Runs `task` once fewer than `maxRunning` tasks run, and settles like it. Tasks of one `client`
   * share its part; those without a client share one, too.
   * Rejects with errorOf('busy') if the queue is full, the wait was too long, or the signal aborted
   * during it; with errorOf('aborted') if the signal had aborted before.
   */
  readonly run: <T>(task: () => Promise<T>, signal: AbortSignal, client?: string) => Promise<T>;
  /** True when no task runs or waits. */
  readonly isIdle: () => boolean;
};

type Waiter = { readonly client: string; readonly admit: () => void };

/**
 * A semaphore that shares its slots fairly between clients. While nobody waits, a client may use all
 * slots. When tasks wait, the next slot goes to the client that runs the fewest tasks, and among equals
 * to the task that has waited longest: two clients get half of the slots each, three a third, and none
 * can starve another.
 *
 * A task whose deadline passes in the queue fails with 'busy' instead of 'timeout', because the delay
 * was ours and not that of an upstream.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { maxRunning, maxWaitMs, onWaiting, errorOf, clock = systemClock } = options;
  const { maxWaiting = Number.POSITIVE_INFINITY } = options;
  const running = createTally();
  // A Set keeps insertion order, so its first entry has waited longest.
  const waiting = new Set<Waiter>();

  function waitForSlot(client: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        waiting.delete(waiter);
        signal.removeEventListener('abort', giveUp);
        cancelTimer?.();
        onWaiting?.(-1);
      };
      const waiter: Waiter = {
        client,
        admit: () => {
          leaveQueue();
          running.add(client);
          resolve();
        },
      };
      const giveUp = (): void => {
        leaveQueue();
        reject(errorOf('busy', signal.aborted ? signal.reason : undefined));
      };
      const cancelTimer = maxWaitMs === undefined ? undefined : clock.startTimer(maxWaitMs, giveUp);
      waiting.add(waiter);
      onWaiting?.(1);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  async function enter(client: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw errorOf('aborted', signal.reason);
    if (running.total() < maxRunning) {
      running.add(client);
      return;
    }
    if (waiting.size >= maxWaiting) throw errorOf('busy');
    await waitForSlot(client, signal);
  }

  function leave(client: string): void {
    running.remove(client);
    nextOf(waiting, running.of)?.admit();
  }

  return {
    async run(task, signal, client = '') {
      await enter(client, signal);
      try {
        return await task();
      } finally {
        leave(client);
      }
    },
    isIdle: () => running.total() === 0 && waiting.size === 0,
  };
}

/** Counts running tasks by client; clients without any take no memory. */
function createTally() {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (client: string): number => counts.get(client) ?? 0;
  return {
    of,
    total: () => total,
    add: (client: string): void => {
      total += 1;
      counts.set(client, of(client) + 1);
    },
    remove: (client: string): void => {
      total -= 1;
      if (of(client) > 1) counts.set(client, of(client) - 1);
      else counts.delete(client);
    },
  };
}

/** The first waiting task of the client that runs the fewest tasks. */
function nextOf(
  waiting: ReadonlySet<Waiter>,
  runningOf: (client: string) => number,
): Waiter | undefined {
  let next: Waiter | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const waiter of waiting) {
    const running = runningOf(waiter.client);
    if (running < fewest) [next, fewest] = [waiter, running];
    if (running === 0) break;
  }
  return next;
}

/** One semaphore for each key, such as a network; kept only while it is in use. */
export function createKeyedSemaphore(options: SemaphoreOptions) {
  const semaphores = new Map<string, Semaphore>();
  return {
    /** Like `Semaphore.run`; limits and shares apply to each `key` separately. */
    async run<T>(
      key: string,
      task: () => Promise<T>,
      signal: AbortSignal,
      client?: string,
    ): Promise<T> {
      const semaphore = semaphores.get(key) ?? createSemaphore(options);
      semaphores.set(key, semaphore);
      try {
        return await semaphore.run(task, signal, client);
      } finally {
        if (semaphore.isIdle()) semaphores.delete(key);
      }
    },
    /** Number of keys in use; for tests of the clean-up. */
    size: () => semaphores.size,
  };
}
