import { createCircuitBreaker, type Outcome } from '../../common/async/circuit-breaker.ts';
import type { Clock } from '../../common/async/clock.ts';

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

/** The outcome of a call for the circuit breaker, with its value if it succeeded. */
type Result<T> = { readonly outcome: Outcome; readonly value?: T };

/**
 * Keeps failures of an optional service from its callers. No call takes longer than `timeoutMs`. After
 * a timeout or `failureLimit` consecutive failures, calls are skipped for a while, so that a hanging
 * Redis delays a request once and later ones not at all. Never rejects.
 */
export function createGuard({ clock, timeoutMs, failureLimit, backOffMs }: GuardOptions): Guard {
  const openBreaker = () =>
    createCircuitBreaker({
      nowMs: clock.nowMs,
      failureLimit,
      openMs: backOffMs,
      maxOpenMs: backOffMs,
    });
  let breaker = openBreaker();

  function resultOf<T>(reply: Promise<T>): Promise<Result<T>> {
    return new Promise((resolve) => {
      let cancel = clock.startTimer(timeoutMs, () => {
        // After a pause of our own process, timers run before data that has arrived; let the data
        // go first. A refusal opens the circuit at once.
        cancel = clock.startTimer(0, () => resolve({ outcome: { kind: 'refused' } }));
      });
      reply
        .then(
          (value) => resolve({ outcome: { kind: 'answered' }, value }),
          () => resolve({ outcome: { kind: 'failed' } }),
        )
        .finally(() => cancel());
    });
  }

  return {
    isBackingOff: () => breaker.isRefusing(),
    reset: () => void (breaker = openBreaker()),
    call: async (run) => {
      // Calls are skipped during a probe instead of waiting for it.
      if (breaker.isRefusing()) return undefined;
      const [report, { outcome, value }] = await Promise.all([breaker.enter(), resultOf(run())]);
      report?.(outcome);
      return value;
    },
  };
}
