/** Time as a parameter. */
export type GuardClock = {
  readonly nowMs: () => number;
  /** Calls `run` once after `delayMs`, unless the returned function is called before. */
  readonly startTimer: (delayMs: number, run: () => void) => () => void;
};

export type Guard = {
  /** What was asked, or `undefined` when it fails, takes too long, or is not asked at all. */
  readonly ask: <T>(run: () => Promise<T>) => Promise<T | undefined>;
  /** True while nothing is asked. */
  readonly isResting: () => boolean;
  /** Forgets earlier failures: there is a new connection. */
  readonly reset: () => void;
};

type GuardOptions = {
  readonly clock: GuardClock;
  /** How long an answer is waited for. */
  readonly timeoutMs: number;
  /** Failures in a row after which nothing is asked for a while. */
  readonly failureLimit: number;
  /** How long that is; then one question tries it again. */
  readonly restMs: number;
};

/** How a question went: answered, failed at once, or not answered in time. */
type Outcome<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'failed' | 'late' };

/**
 * Keeps the trouble of a helper that one can do without away from those who ask it. No answer is
 * waited for longer than `timeoutMs`, and after one that was late, or failures in a row, nothing is
 * asked for a while: a request that asks several things waits for a hanging Redis once, and the next
 * ones not at all. Never rejects.
 */
export function createGuard(options: GuardOptions): Guard {
  const { clock, timeoutMs, failureLimit, restMs } = options;
  let failures = 0;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  let isProbing = false;

  const isResting = () => isProbing || clock.nowMs() < restsUntilMs;

  function note(kind: Outcome<unknown>['kind']): void {
    if (kind === 'answered') failures = 0;
    else failures = kind === 'late' ? failureLimit : failures + 1;
    if (failures >= failureLimit) restsUntilMs = clock.nowMs() + restMs;
  }

  function outcomeOf<T>(asked: Promise<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      let cancel = clock.startTimer(timeoutMs, () => {
        // After a pause of our own, timers come before what has arrived meanwhile. It gets a turn.
        cancel = clock.startTimer(0, () => resolve({ kind: 'late' }));
      });
      asked
        .then(
          (value) => resolve({ kind: 'answered', value }),
          () => resolve({ kind: 'failed' }),
        )
        .finally(() => cancel());
    });
  }

  return {
    isResting,
    reset: () => {
      failures = 0;
      restsUntilMs = Number.NEGATIVE_INFINITY;
    },
    ask: async (run) => {
      if (isResting()) return undefined;
      const isProbe = failures >= failureLimit;
      isProbing = isProbe;
      const outcome = await outcomeOf(run());
      if (isProbe) isProbing = false;
      note(outcome.kind);
      return outcome.kind === 'answered' ? outcome.value : undefined;
    },
  };
}
