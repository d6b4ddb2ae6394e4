export type Outcome =
  /** A proper response, including "there is none". */
  | { readonly kind: 'answered' }
  /** No usable response: unreachable, timeout, 5xx, an invalid response. */
  | { readonly kind: 'failed' }
  /** Rate limited or blocked (429, 403): opens the circuit at once, for `backOffMs` if known. */
  | { readonly kind: 'refused'; readonly backOffMs?: number }
  /** The call was never sent, so it says nothing about the upstream. */
  | { readonly kind: 'unclear' };

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

type Closed = { readonly kind: 'closed'; failures: number };
type Open = { readonly kind: 'open'; readonly untilMs: number; readonly openMs: number };
type Probing = {
  readonly kind: 'probing';
  readonly openMs: number;
  readonly over: Promise<void>;
  readonly end: () => void;
};

/**
 * A circuit breaker for one upstream. Repeated failures open it, and calls are refused at once. After a
 * while one call probes the upstream; the circuit closes when it succeeds. Calls that come during the
 * probe wait for its outcome: after an outage, a picture of ten new players needs ten calls and must
 * not fail because nine of them were not the probe.
 */
export function createCircuitBreaker(options: {
  readonly nowMs: () => number;
  readonly failureLimit?: number;
  /** How long the circuit stays open before the first probe; doubles with every failed probe. */
  readonly openMs?: number;
  /** The longest time between probes, whatever back-off the upstream requests. */
  readonly maxOpenMs?: number;
}) {
  const { nowMs, failureLimit = 5, openMs = 5000, maxOpenMs = 60_000 } = options;
  let state: Closed | Open | Probing = { kind: 'closed', failures: 0 };

  function open(lengthMs: number): void {
    const boundedMs = Math.min(Math.max(lengthMs, openMs), maxOpenMs);
    state = { kind: 'open', untilMs: nowMs() + boundedMs, openMs: boundedMs };
  }

  function noteCall(during: Closed, outcome: Outcome): void {
    // A call that began before the circuit opened may end after it; ignore it.
    if (state !== during) return;
    if (outcome.kind === 'answered') during.failures = 0;
    if (outcome.kind === 'failed') during.failures += 1;
    if (outcome.kind === 'refused') open(outcome.backOffMs ?? 0);
    else if (during.failures >= failureLimit) open(openMs);
  }

  function noteProbe(probe: Probing, outcome: Outcome): void {
    const longerMs = probe.openMs * 2;
    if (outcome.kind === 'answered') state = { kind: 'closed', failures: 0 };
    else if (outcome.kind === 'failed') open(longerMs);
    else if (outcome.kind === 'refused') open(Math.max(outcome.backOffMs ?? 0, longerMs));
    // The probe was never sent: the next call becomes the probe.
    else state = { kind: 'open', untilMs: nowMs(), openMs: probe.openMs };
    probe.end();
  }

  return {
    /** True while calls are refused or have to wait for a probe. */
    isRefusing: (): boolean =>
      state.kind === 'probing' || (state.kind === 'open' && nowMs() < state.untilMs),

    /** Milliseconds until the circuit lets a probe through; 0 if it is not open. */
    waitMs: (): number => (state.kind === 'open' ? Math.max(0, state.untilMs - nowMs()) : 0),

    /**
     * Resolves to null if the call may not be made, otherwise to a function that reports its outcome, which
     * must be called exactly once. Waits for a probe in progress.
     */
    enter: async (): Promise<((outcome: Outcome) => void) | null> => {
      while (state.kind === 'probing') await state.over;
      if (state.kind === 'closed') {
        const during = state;
        return (outcome) => noteCall(during, outcome);
      }
      if (nowMs() < state.untilMs) return null;
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const probe: Probing = { kind: 'probing', openMs: state.openMs, over, end };
      state = probe;
      return (outcome) => noteProbe(probe, outcome);
    },
  };
}
