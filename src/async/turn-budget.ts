import { performance } from 'node:perf_hooks';

export type TurnBudget = {
  /**
   * Does some work in this turn of the event loop, or in one of the next where this one has had its
   * time.
   * @returns false when it is refused: turns have had no time to spare for a while
   */
  readonly take: (work: () => void) => boolean;
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
 * Keeps the turns of a busy event loop short, so that whoever asks for little waits for one of them and
 * not for all that arrived with him. What does not fit into a turn waits for the next; where more
 * arrives than one thread can do, it would wait for ever longer, and is refused at once.
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
  const waiting: (() => void)[] = [];

  function measure(atMs: number): void {
    since ??= { atMs, ...loopTimes() };
    if (atMs - since.atMs < windowMs) return;
    const { active, idle } = loopTimes();
    const worked = active - since.active;
    isSaturated = worked >= saturation * (worked + idle - since.idle);
    since = { atMs, active, idle };
  }

  function begin(atMs: number): void {
    if (turnStartedMs !== null) return;
    turnStartedMs = atMs;
    afterTurn(() => {
      turnStartedMs = null;
      if (waiting.length > 0) catchUp();
    });
    measure(atMs);
  }

  /** Whether this turn has had its time. */
  function isSpent(): boolean {
    const now = nowMs();
    begin(now);
    return now - (turnStartedMs ?? now) > budgetMs;
  }

  function catchUp(): void {
    while (waiting.length > 0 && !isSpent()) waiting.shift()?.();
  }

  return {
    take: (work) => {
      const isLate = isSpent();
      if (isLate && isSaturated) return false;
      if (isLate || waiting.length > 0) waiting.push(work);
      else work();
      return true;
    },
  };
}
