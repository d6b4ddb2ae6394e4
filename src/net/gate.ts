import { reasonOf } from './deadline.ts';
import { NetError } from './net-error.ts';

export type GateOptions = {
  /** Tasks that may run at the same time. */
  readonly maxRunning: number;
  /** Tasks that may wait for a place; the next one is refused with NetError('busy'). */
  readonly maxWaiting: number;
  /** How long a task may wait before it is refused as if the queue were full; default: no bound. */
  readonly maxWaitMs?: number;
  /** Told of each task that begins to wait (1) and that waits no more (-1); for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
};

export type WaitingListener = (change: 1 | -1) => void;

export type Gate = {
  /** Runs `task` when there is a place, first come first served. */
  readonly run: <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** True when nothing runs and nothing waits. */
  readonly isIdle: () => boolean;
};

/**
 * Bounded concurrency with a bounded queue. A task whose deadline passes in the queue fails with
 * 'busy', not 'timeout': nobody was asked, so nobody was slow but us.
 */
export function createGate({ maxRunning, maxWaiting, maxWaitMs, onWaiting }: GateOptions): Gate {
  let running = 0;
  // A Set keeps insertion order, so its first entry has waited longest.
  const waiting = new Set<() => void>();

  function waitForPlace(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        waiting.delete(admit);
        signal.removeEventListener('abort', giveUp);
        clearTimeout(timer);
        onWaiting?.(-1);
      };
      const admit = (): void => {
        leaveQueue();
        resolve();
      };
      const giveUp = (): void => {
        leaveQueue();
        const reason = signal.aborted ? reasonOf(signal) : new NetError('timeout');
        reject(reason.kind === 'timeout' ? new NetError('busy', { cause: reason }) : reason);
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      waiting.add(admit);
      onWaiting?.(1);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  async function enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw reasonOf(signal);
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw new NetError('busy');
    await waitForPlace(signal);
  }

  function leave(): void {
    const [next] = waiting;
    // The place goes straight to the next in line, so the count stays as it is.
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(task, signal) {
      await enter(signal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
    isIdle: () => running === 0 && waiting.size === 0,
  };
}

/** One gate a key (a host, say), kept only while it is in use. */
export function createKeyedGate(options: GateOptions) {
  const gates = new Map<string, Gate>();
  return {
    async run<T>(key: string, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
      const gate = gates.get(key) ?? createGate(options);
      gates.set(key, gate);
      try {
        return await gate.run(task, signal);
      } finally {
        if (gate.isIdle()) gates.delete(key);
      }
    },
    /** Keys that are in use; for tests of the clean-up. */
    size: () => gates.size,
  };
}
