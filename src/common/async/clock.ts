export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The time and timers, as a parameter; tests pass a clock that they advance by hand. */
export type Clock = {
  /** Milliseconds since 1970; never steps back. */
  readonly nowMs: () => number;
  /** Calls `run` once after `delayMs`, unless the returned function is called before. */
  readonly startTimer: (delayMs: number, run: () => void) => () => void;
};

/** The system clock: monotonic, so that a corrected wall clock does not make all values stale. */
export const systemClock: Clock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  startTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Settles like `pending`, or resolves to null after `ms` milliseconds. */
export function settledWithin<T>(pending: Promise<T>, ms: number, clock: Clock): Promise<T | null> {
  return new Promise((resolve, reject) => {
    // After a pause of our own process, timers run before data that has arrived: the data goes first.
    let cancel = clock.startTimer(ms, () => {
      cancel = clock.startTimer(0, () => resolve(null));
    });
    pending.finally(() => cancel()).then(resolve, reject);
  });
}
