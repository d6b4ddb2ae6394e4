import { systemClock, type Clock, type WaitErrorOf } from './clock.ts';
import { createFairQueue, type Turn } from './fair-queue.ts';

type SemaphoreOptions = {
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

type Admit = () => void;

/**
 * A semaphore whose slots are shared by a fair queue, which counts the time that each client has held one.
 *
 * A task whose deadline passes in the queue fails with 'busy' instead of 'timeout', because the delay
 * was ours and not that of an upstream.
 */
export function createSemaphore(options: SemaphoreOptions) {
  const { maxRunning, maxWaitMs, onWaiting, errorOf, clock = systemClock } = options;
  const { maxWaiting = Number.POSITIVE_INFINITY } = options;
  const line = createFairQueue<Admit>({ firstCost: 0 });
  const running = new Map<Admit, Turn<Admit>>();

  function startNext(): void {
    while (running.size < maxRunning) {
      const turn = line.next();
      if (turn === undefined) return;
      running.set(turn.job, turn);
      turn.job();
    }
  }

  function wait(client: string, signal: AbortSignal): Promise<Admit> {
    return new Promise((resolve, reject) => {
      let stopWaiting: (() => void) | undefined;
      const admit = (): void => {
        stopWaiting?.();
        resolve(admit);
      };
      const waiting = line.add(client, admit);
      startNext();
      if (running.has(admit)) return;
      const giveUp = (): void => {
        stopWaiting?.();
        line.remove(waiting);
        reject(errorOf('busy', signal.aborted ? signal.reason : undefined));
      };
      if (line.size() > maxWaiting) return giveUp();
      const cancelTimer = maxWaitMs === undefined ? null : clock.startTimer(maxWaitMs, giveUp);
      signal.addEventListener('abort', giveUp, { once: true });
      onWaiting?.(1);
      stopWaiting = () => {
        signal.removeEventListener('abort', giveUp);
        cancelTimer?.();
        onWaiting?.(-1);
      };
    });
  }

  return {
    /**
     * Runs `task` once fewer than `maxRunning` tasks run, and settles like it. Tasks without a client share
     * one line.
     * Rejects with errorOf('busy') if the queue is full, the wait was too long, or the signal aborted
     * during it; with errorOf('aborted') if the signal had aborted before.
     */
    async run<T>(task: () => Promise<T>, signal: AbortSignal, client = ''): Promise<T> {
      if (signal.aborted) throw errorOf('aborted', signal.reason);
      const admitted = await wait(client, signal);
      const startedMs = clock.nowMs();
      try {
        return await task();
      } finally {
        running.get(admitted)?.end(clock.nowMs() - startedMs);
        running.delete(admitted);
        startNext();
      }
    },
    isIdle: (): boolean => running.size === 0 && line.size() === 0,
  };
}

/** One semaphore for each key, such as a network; kept only while it is in use. */
export function createKeyedSemaphore(options: SemaphoreOptions) {
  const semaphores = new Map<string, ReturnType<typeof createSemaphore>>();
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
        // Another may have taken its place.
        if (semaphore.isIdle() && semaphores.get(key) === semaphore) semaphores.delete(key);
      }
    },
    /** Number of keys in use; for tests of the clean-up. */
    size: () => semaphores.size,
  };
}
