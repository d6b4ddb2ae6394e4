import type { Clock } from '../async/clock.ts';

export type Guard = {
  /** The result of a call, or `undefined` if it fails, takes too long, or is skipped. */
  readonly call: <T>(run: () => Promise<T>) => Promise<T | undefined>;
  /** True while calls are skipped. */
  readonly isBackingOff: () => boolean;
  /** Clears earlier failures after a new connection. */
  readonly reset: () => void;
};

type GuardOptions = {
  readonly clock: Clock;
  /** How long to wait for a response. */
  readonly timeoutMs: number;
  /** Consecutive failures after which it backs off. */
  readonly failureLimit: number;
  /** How long it backs off before one call probes the service. */
  readonly backOffMs: number;
};

type Outcome<T> =
  | { readonly kind: 'succeeded'; readonly value: T }
  | { readonly kind: 'failed' | 'timeout' };

/**
 * Keeps failures of an optional service from its callers. No call takes longer than `timeoutMs`. After
 * a timeout or `failureLimit` consecutive failures, calls are skipped for a while, so that a hanging
 * Redis delays a request once and later ones not at all. Never rejects.
 */
export function createGuard(options: GuardOptions): Guard {
  const { clock, timeoutMs, failureLimit, backOffMs } = options;
  let failures = 0;
  let backsOffUntilMs = Number.NEGATIVE_INFINITY;
  let isProbing = false;

  const isBackingOff = () => isProbing || clock.nowMs() < backsOffUntilMs;

  function note(kind: Outcome<unknown>['kind']): void {
    if (kind === 'succeeded') failures = 0;
    else failures = kind === 'timeout' ? failureLimit : failures + 1;
    if (failures >= failureLimit) backsOffUntilMs = clock.nowMs() + backOffMs;
  }

  function outcomeOf<T>(result: Promise<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      let cancel = clock.startTimer(timeoutMs, () => {
        // After a pause of our own process, timers run before data that has arrived; let the data
        // go first.
        cancel = clock.startTimer(0, () => resolve({ kind: 'timeout' }));
      });
      result
        .then(
          (value) => resolve({ kind: 'succeeded', value }),
          () => resolve({ kind: 'failed' }),
        )
        .finally(() => cancel());
    });
  }

  return {
    isBackingOff,
    reset: () => {
      failures = 0;
      backsOffUntilMs = Number.NEGATIVE_INFINITY;
    },
    call: async (run) => {
      if (isBackingOff()) return undefined;
      const isProbe = failures >= failureLimit;
      isProbing = isProbe;
      const outcome = await outcomeOf(run());
      if (isProbe) isProbing = false;
      note(outcome.kind);
      return outcome.kind === 'succeeded' ? outcome.value : undefined;
    },
  };
}
