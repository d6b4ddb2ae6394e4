/** How a call that the breaker let through went. */
export type Outcome =
  /** It answered as it should; also "there is none". */
  | { readonly kind: 'answered' }
  /** It did not: unreachable, too late, 5xx, garbage. */
  | { readonly kind: 'failed' }
  /** It told us to leave it alone (429, 403): opens the circuit at once, for as long as it said. */
  | { readonly kind: 'refused'; readonly backOffMs?: number }
  /** The call never got so far: says nothing about the source. */
  | { readonly kind: 'unclear' };

/** Tells the breaker how a call went; every pass must be used once. */
type Pass = (outcome: Outcome) => void;

export type CircuitBreaker = {
  /** True while a call would not be let through at once. */
  readonly isRefusing: () => boolean;
  /** How long it will let no call through, as far as that is known; 0 where it does. */
  readonly waitMs: () => number;
  /** Lets a call through, or answers null; while a probe is in progress, when that is over. */
  readonly enter: () => Promise<Pass | null>;
};

type BreakerOptions = {
  readonly nowMs: () => number;
  /** Failures in a row that open the circuit. */
  readonly failureLimit?: number;
  /** How long it stays open before the first probe; doubles with every probe that fails. */
  readonly openMs?: number;
  /** The longest it stays open between probes, whatever the source says. */
  readonly maxOpenMs?: number;
};

type Closed = { readonly kind: 'closed'; failures: number };
type Open = { readonly kind: 'open'; readonly untilMs: number; readonly openMs: number };
type Probing = {
  readonly kind: 'probing';
  readonly openMs: number;
  readonly over: Promise<void>;
  readonly end: () => void;
};

/**
 * A circuit breaker for one upstream: after repeated failures nobody asks it for a while, and calls
 * are refused at once. Then one call probes it, and only its success lets the others in again. Those
 * that come during the probe wait for it: after an outage a picture of ten new players needs ten
 * answers, and must not fail because nine of them were not the probe.
 */
export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { nowMs, failureLimit = 5, openMs = 5000, maxOpenMs = 60_000 } = options;
  let state: Closed | Open | Probing = { kind: 'closed', failures: 0 };

  function open(lengthMs: number): void {
    const boundedMs = Math.min(Math.max(lengthMs, openMs), maxOpenMs);
    state = { kind: 'open', untilMs: nowMs() + boundedMs, openMs: boundedMs };
  }

  function noteCall(during: Closed, outcome: Outcome): void {
    // Calls that began before the circuit opened may end after it: old news.
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
    // It never got out: the next one may try.
    else state = { kind: 'open', untilMs: nowMs(), openMs: probe.openMs };
    probe.end();
  }

  function startProbe(from: Open): Probing {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    return { kind: 'probing', openMs: from.openMs, over, end };
  }

  return {
    isRefusing: () =>
      state.kind === 'probing' || (state.kind === 'open' && nowMs() < state.untilMs),

    waitMs: () => (state.kind === 'open' ? Math.max(0, state.untilMs - nowMs()) : 0),

    enter: async () => {
      while (state.kind === 'probing') await state.over;
      if (state.kind === 'closed') {
        const during = state;
        return (outcome) => noteCall(during, outcome);
      }
      if (nowMs() < state.untilMs) return null;
      const probe = startProbe(state);
      state = probe;
      return (outcome) => noteProbe(probe, outcome);
    },
  };
}
