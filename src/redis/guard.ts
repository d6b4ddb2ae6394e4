import type { Clock } from '../async/clock.ts';

export type Guard = {
  /** The result of a call, or `undefined` when it fails, takes too long, or is not made at all. */
  readonly call: <T>(run: () => Promise<T>) => Promise<T | undefined>;
  /** True while no call is made. */
  readonly isBackingOff: () => boolean;
  /** Forgets earlier failures: there is a new connection. */
  readonly reset: () => void;
};

type GuardOptions = {
  readonly clock: Clock;
  /** How long a response is waited for. */
  readonly timeoutMs: number;
  /** Failures in a row after which it backs off. */
  readonly failureLimit: number;
  /** For how long; then one call probes it. */
  readonly backOffMs: number;
};

/** How a call went. */
type Outcome<T> =
  | { readonly kind: 'succeeded'; readonly value: T }
  | { readonly kind: 'failed' | 'timeout' };

/**
 * Keeps the failures of a helper that the service can do without from those who call it. No response
 * is waited for longer than `timeoutMs`; after a timeout, or failures in a row, no call is made for a
 * while: a request that makes several waits for a hanging Redis once, and the next requests not at
 * all. Never rejects.
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
        // After a pause of our own, timers come before what has arrived meanwhile. It gets a turn.
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
