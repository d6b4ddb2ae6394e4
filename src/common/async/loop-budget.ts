import { performance } from 'node:perf_hooks';

export type LoopBudget = ReturnType<typeof createLoopBudget>;

/** If work has waited this long, more requests arrive than one thread can handle. */
const longestWaitMs = 1000;
/** Part of the budget that is reserved for waiting work. */
const waitersShare = 1 / 4;

/**
 * Keeps the iterations of a busy event loop short, so that a cheap request is delayed by one at most.
 * Work that does not fit waits for later ones; it is refused once the oldest has waited for a second.
 */
export function createLoopBudget({
  budgetMs,
  nowMs = () => performance.now(),
  afterIteration = setImmediate,
  afterPromises = (callback) => queueMicrotask(() => process.nextTick(callback)),
}: {
  /** Milliseconds for all requests that one iteration starts, including those that waited. */
  readonly budgetMs: number;
  readonly nowMs?: () => number;
  /** Calls back at the end of this iteration of the event loop. */
  readonly afterIteration?: (callback: () => void) => unknown;
  /** Calls back in the same iteration, once all pending promise callbacks have run. */
  readonly afterPromises?: (callback: () => void) => void;
}) {
  let iterationStartedMs: number | null = null;
  const waiting: { readonly work: () => void; readonly sinceMs: number }[] = [];

  function isSpent(): boolean {
    const now = nowMs();
    if (iterationStartedMs === null) {
      iterationStartedMs = now;
      afterIteration(endIteration);
    }
    return now - iterationStartedMs > budgetMs;
  }

  /** Gives waiting work its part of the iteration, however much has just arrived. */
  function endIteration(): void {
    iterationStartedMs = Math.max(iterationStartedMs ?? 0, nowMs() - budgetMs * (1 - waitersShare));
    catchUp();
  }

  /**
   * Runs waiting work one by one, each with all promise callbacks that it causes: most of a request's
   * work happens after its first `await`, so a plain loop would start far more than fits.
   */
  function catchUp(): void {
    if (waiting.length > 0 && !isSpent()) {
      waiting.shift()?.work();
      return afterPromises(catchUp);
    }
    iterationStartedMs = null;
    // Starts measuring the next iteration now, so that requests that arrive in it count.
    if (waiting.length > 0) isSpent();
  }

  function defer(work: () => void): void {
    waiting.push({ work, sinceMs: nowMs() });
  }

  return {
    /**
     * Runs `work` in this iteration of the event loop, or in a later one if its budget is used up.
     * @returns false if it is refused because others have already waited too long
     */
    take: (work: () => void): boolean => {
      const isInTime = !isSpent() && waiting.length === 0;
      const [first] = waiting;
      if (isInTime) work();
      else if (first !== undefined && nowMs() - first.sinceMs > longestWaitMs) return false;
      else defer(work);
      return true;
    },
    /**
     * Resolves once this or a later iteration has time left; never refuses. For requests that waited for the
     * same load: they all continue at once, and their work adds up.
     */
    wait: (): Promise<void> =>
      new Promise((resolve) => {
        defer(resolve);
        isSpent();
      }),
  };
}
