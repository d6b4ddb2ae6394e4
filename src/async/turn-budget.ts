import { performance } from 'node:perf_hooks';

export type TurnBudget = {
  /**
   * Runs `work` in this turn of the event loop, or in a later one if the budget of this turn is used up.
   * @returns false if it is refused because others have already waited too long
   */
  readonly take: (work: () => void) => boolean;
  /**
   * Resolves once this or a later turn has time left; never refuses. For requests that waited for the
   * same load: they all continue at once, and their work adds up.
   */
  readonly wait: () => Promise<void>;
};

type TurnBudgetParts = {
  /** Milliseconds for all requests that one turn of the event loop starts, including those that waited. */
  readonly budgetMs: number;
  readonly nowMs?: () => number;
  /** Calls back at the end of this turn of the event loop. */
  readonly afterTurn?: (callback: () => void) => unknown;
  /** Calls back in the same turn, once all pending promise callbacks have run. */
  readonly afterPromises?: (callback: () => void) => void;
};

/** If work has waited this long, more requests arrive than one thread can handle. */
const longestWaitMs = 1000;
/** Part of the budget that is reserved for waiting work. */
const waitersShare = 1 / 4;

/**
 * Keeps the turns of a busy event loop short, so that a cheap request is delayed by one turn at most.
 * Work that does not fit waits for later ones; it is refused once the oldest has waited for a second.
 */
export function createTurnBudget({
  budgetMs,
  nowMs = () => performance.now(),
  afterTurn = setImmediate,
  afterPromises = (callback) => queueMicrotask(() => process.nextTick(callback)),
}: TurnBudgetParts): TurnBudget {
  let turnStartedMs: number | null = null;
  const waiting: { readonly work: () => void; readonly sinceMs: number }[] = [];

  /** Whether the budget of this turn is used up. */
  function isSpent(): boolean {
    const now = nowMs();
    if (turnStartedMs === null) {
      turnStartedMs = now;
      afterTurn(endTurn);
    }
    return now - turnStartedMs > budgetMs;
  }

  /** Gives waiting work its part of the turn, however much has just arrived. */
  function endTurn(): void {
    turnStartedMs = Math.max(turnStartedMs ?? 0, nowMs() - budgetMs * (1 - waitersShare));
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
    turnStartedMs = null;
    // Starts measuring the next turn now, so that requests that arrive in it count.
    if (waiting.length > 0) isSpent();
  }

  function defer(work: () => void): void {
    waiting.push({ work, sinceMs: nowMs() });
  }

  return {
    take: (work) => {
      const isInTime = !isSpent() && waiting.length === 0;
      const [first] = waiting;
      if (isInTime) work();
      else if (first !== undefined && nowMs() - first.sinceMs > longestWaitMs) return false;
      else defer(work);
      return true;
    },
    wait: () =>
      new Promise((resolve) => {
        defer(resolve);
        isSpent();
      }),
  };
}
