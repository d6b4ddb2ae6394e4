export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Time as a parameter: what is now, and call me later. Tests hand in one they wind by hand. */
export type Clock = {
  /** Milliseconds since 1970; never steps back. */
  readonly nowMs: () => number;
  /** Calls `run` once after `delayMs`, unless the returned function is called before. */
  readonly startTimer: (delayMs: number, run: () => void) => () => void;
};

/**
 * The machine's clock. Monotonic (a corrected wall clock must not make every answer stale, or fresh
 * for another day), yet near enough to the wall that instances can compare their times.
 */
export const systemClock: Clock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  startTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Settles after `delayMs`, or rejects with the signal's reason as soon as that aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.startTimer(delayMs, () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    });
    if (signal?.aborted === true) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** Settles as `pending` does, or with null when that takes too long. */
export function settledWithin<T>(pending: Promise<T>, ms: number, clock: Clock): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.startTimer(ms, () => resolve(null));
    pending.finally(cancel).then(resolve, reject);
  });
}
