import { performance } from 'node:perf_hooks';

export type TurnBudget = {
  /** Whether what is asked for in this turn of the event loop has had its time, and others wait. */
  readonly isSpent: () => boolean;
};

type TurnBudgetParts = {
  /** For all requests that one turn of the event loop brings, from the first of them on. */
  readonly budgetMs: number;
  readonly nowMs?: () => number;
  /** Milliseconds since the start in which the event loop worked, and in which it waited. */
  readonly loopTimes?: () => { readonly active: number; readonly idle: number };
  /** Calls back when this turn of the event loop is over. */
  readonly afterTurn?: (callback: () => void) => unknown;
};

/** So much of the latest while must have been work: one long turn alone is nobody's overload. */
const saturation = 0.95;
const windowMs = 2000;

/**
 * Keeps one turn of a busy event loop short. Where more arrives than one thread can do, each turn
 * brings more of it than the one before, and everybody waits for all of it; so of what arrives in one
 * turn only the first is taken on, and the rest can be refused at once.
 */
export function createTurnBudget({
  budgetMs,
  nowMs = () => performance.now(),
  loopTimes = () => performance.eventLoopUtilization(),
  afterTurn = setImmediate,
}: TurnBudgetParts): TurnBudget {
  let turnStartedMs: number | null = null;
  /** From the first request on: a process that starts works all the time, and turns nobody away for it. */
  let since: { readonly atMs: number; readonly active: number; readonly idle: number } | undefined;
  let isSaturated = false;

  function measure(atMs: number): void {
    since ??= { atMs, ...loopTimes() };
    if (atMs - since.atMs < windowMs) return;
    const { active, idle } = loopTimes();
    const worked = active - since.active;
    isSaturated = worked >= saturation * (worked + idle - since.idle);
    since = { atMs, active, idle };
  }

  return {
    isSpent: () => {
      const now = nowMs();
      if (turnStartedMs !== null) return isSaturated && now - turnStartedMs > budgetMs;
      turnStartedMs = now;
      afterTurn(() => (turnStartedMs = null));
      measure(now);
      return false;
    },
  };
}
