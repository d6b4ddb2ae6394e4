import { systemClock, type Clock } from './clock.ts';
import type { WaitErrorOf } from './deadline.ts';

export type SemaphoreOptions = {
  /** Tasks that may run at the same time. */
  readonly maxRunning: number;
  /** Tasks that may wait; the next one is refused with errorOf('busy'). Default: no bound by count. */
  readonly maxWaiting?: number;
  /** How long a task may wait before it is refused as if the queue were full; default: no bound. */
  readonly maxWaitMs?: number;
  /** Told of each task that begins to wait (1) and that waits no more (-1); for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
  readonly errorOf: WaitErrorOf;
  readonly clock?: Clock;
};

export type WaitingListener = (change: 1 | -1) => void;

export type Semaphore = {
  /**
   * Runs `task` as soon as fewer than `maxRunning` run; the task's outcome is the result. `client`
   * says for whom: tasks without one belong to one client of their own.
   *
   * Errors: errorOf('busy') for a full queue, a wait that was too long or a signal that fired during
   * it; errorOf('aborted') for a signal that had fired before.
   */
  readonly run: <T>(task: () => Promise<T>, signal: AbortSignal, client?: string) => Promise<T>;
  /** True when nothing runs and nothing waits. */
  readonly isIdle: () => boolean;
};

/** A task that waits: for whom, and how it is let in. */
type Waiter = { readonly client: string; readonly admit: () => void };

/**
 * Bounded concurrency with fair shares. While nobody waits a client may run as many tasks as there
 * is room for. Once others wait, whoever runs the fewest is let in next, and among equals whoever
 * waits longest: two clients come to one half each, three to a third, and none can shut out another.
 *
 * A task whose deadline passes in the queue fails with 'busy', not 'timeout': nobody was called, so
 * nobody was slow but us.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { maxRunning, maxWaitMs, onWaiting, errorOf, clock = systemClock } = options;
  const { maxWaiting = Number.POSITIVE_INFINITY } = options;
  const running = createTally();
  // A Set keeps insertion order, so its first entry has waited longest.
  const waiting = new Set<Waiter>();

  function waitForTurn(client: string, signal: AbortSignal): Promise<void> {
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
    await waitForTurn(client, signal);
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

/** Counts by client; who has none is forgotten. */
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

/** The waiter whose client runs the fewest tasks; the first of them. */
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

/** One semaphore a key (a network, say), kept only while it is in use. */
export function createKeyedSemaphore(options: SemaphoreOptions) {
  const semaphores = new Map<string, Semaphore>();
  return {
    /** As `Semaphore.run`; limits and shares are those of `key` alone. */
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
    /** Keys that are in use; for tests of the clean-up. */
    size: () => semaphores.size,
  };
}
