import { performance } from 'node:perf_hooks';

export type TurnBudget = {
  /**
   * Does some work in this turn of the event loop, or in one of the next where this one has had its
   * time.
   * @returns false when it is refused: turns have had no time to spare for a while
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
  /** Milliseconds since the start in which the event loop worked, and in which it waited. */
  readonly loopTimes?: () => { readonly active: number; readonly idle: number };
  /** Calls back at the end of this turn of the event loop. */
  readonly afterTurn?: (callback: () => void) => unknown;
  /** Calls back in the same turn, once all is done that promises brought about. */
  readonly afterPromises?: (callback: () => void) => void;
};

/** So much of the latest while must have been work: one long turn alone is nobody's overload. */
const saturation = 0.95;
const windowMs = 2000;
/** Of the budget, for those who wait. */
const waitersShare = 1 / 4;

/**
 * Keeps the turns of a busy event loop short, so that whoever asks for little waits for one of them and
 * not for all that arrived with him. What does not fit into a turn waits for the next; where more
 * arrives than one thread can do, it would wait for ever longer, and is refused at once.
 */
export function createTurnBudget({
  budgetMs,
  nowMs = () => performance.now(),
  loopTimes = () => performance.eventLoopUtilization(),
  afterTurn = setImmediate,
  afterPromises = (callback) => queueMicrotask(() => process.nextTick(callback)),
}: TurnBudgetParts): TurnBudget {
  let turnStartedMs: number | null = null;
  /** From the first request on: a process that starts works all the time, and turns nobody away for it. */
  let since: { readonly atMs: number; readonly active: number; readonly idle: number } | undefined;
  let isSaturated = false;
  const waiting: (() => void)[] = [];

  function measure(atMs: number): void {
    since ??= { atMs, ...loopTimes() };
    if (atMs - since.atMs < windowMs) return;
    const { active, idle } = loopTimes();
    const worked = active - since.active;
    isSaturated = worked >= saturation * (worked + idle - since.idle);
    since = { atMs, active, idle };
  }

  /** Whether this turn has had its time. */
  function isSpent(): boolean {
    const now = nowMs();
    if (turnStartedMs === null) {
      turnStartedMs = now;
      afterTurn(endTurn);
      measure(now);
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
      waiting.shift()?.();
      return afterPromises(catchUp);
    }
    turnStartedMs = null;
    // Begins the next one now, so that what arrives in it counts.
    if (waiting.length > 0) isSpent();
  }

  return {
    take: (work) => {
      const isLate = isSpent() || waiting.length > 0;
      if (isLate && isSaturated) return false;
      if (isLate) waiting.push(work);
      else work();
      return true;
    },
    wait: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        isSpent();
      }),
  };
}
