import { performance } from 'node:perf_hooks';

export type TurnBudget = {
  /**
   * Does some work in this turn of the event loop, or in one of the next where this one has had its
   * time.
   * @returns false when it is refused: others have waited for too long already
   */
  readonly take: (work: () => void) => boolean;
  /**
   * Waits for some time of this turn, or of one of the next; never refused. For those who wait for the
   * same thing: it comes for all of them at once, and what each then does adds up.
   */
  readonly wait: () => Promise<void>;
};

type TurnBudgetParts = {
  /** For all requests that one turn of the event loop brings, those that waited for it included. */
  readonly budgetMs: number;
  readonly nowMs?: () => number;
  /** Calls back at the end of this turn of the event loop. */
  readonly afterTurn?: (callback: () => void) => unknown;
  /** Calls back in the same turn, once all is done that promises brought about. */
  readonly afterPromises?: (callback: () => void) => void;
};

/** Where somebody has waited for so long, more arrives than one thread can do. */
const longestWaitMs = 1000;
/** Of the budget, for those who wait. */
const waitersShare = 1 / 4;

/**
 * Keeps the turns of a busy event loop short, so that whoever asks for little waits for one of them and
 * not for all that arrived with him. What does not fit into a turn waits for the next ones; it is refused
 * once the first of those who wait has waited for a second, or all would wait for ever longer.
 */
export function createTurnBudget({
  budgetMs,
  nowMs = () => performance.now(),
  afterTurn = setImmediate,
  afterPromises = (callback) => queueMicrotask(() => process.nextTick(callback)),
}: TurnBudgetParts): TurnBudget {
  let turnStartedMs: number | null = null;
  const waiting: { readonly work: () => void; readonly sinceMs: number }[] = [];

  /** Whether this turn has had its time. */
  function isSpent(): boolean {
    const now = nowMs();
    if (turnStartedMs === null) {
      turnStartedMs = now;
      afterTurn(endTurn);
    }
    return now - turnStartedMs > budgetMs;
  }

  /** Those who wait have a part of each turn, however much has just arrived. */
  function endTurn(): void {
    turnStartedMs = Math.max(turnStartedMs ?? 0, nowMs() - budgetMs * (1 - waitersShare));
    catchUp();
  }

  /**
   * One after the other, each with all that it brings about: most of a request's work comes after its
   * first `await`, and a loop over them would begin far more of them than fit.
   */
  function catchUp(): void {
    if (waiting.length > 0 && !isSpent()) {
      waiting.shift()?.work();
      return afterPromises(catchUp);
    }
    turnStartedMs = null;
    // Begins the next one now, so that what arrives in it counts.
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
