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

/** Creates the error of a wait without a result; `common/async` has no error class of its own. */
export type WaitErrorOf = (failure: 'timeout' | 'busy' | 'aborted', cause?: unknown) => Error;

/** A timer that is this late means that the process itself was paused. */
const pauseMs = 50;

/**
 * Runs `task` with a deadline. The signal passed to it aborts with `errorOf('timeout')` after `timeoutMs` (at
 * most twice that if the process itself was paused), or with `errorOf('aborted', reason)` when the outer
 * signal aborts. The task must obey the signal. The timer and listener are removed when it ends.
 */
export async function withDeadline<T>(
  options: {
    readonly timeoutMs: number;
    readonly signal?: AbortSignal | undefined;
    readonly errorOf: WaitErrorOf;
    readonly clock?: Clock | undefined;
  },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeoutMs, signal: outer, errorOf, clock = systemClock } = options;
  const controller = new AbortController();
  const passOn = (): void => controller.abort(errorOf('aborted', outer?.reason));
  if (outer?.aborted === true) passOn();
  outer?.addEventListener('abort', passOn, { once: true });
  const dueMs = clock.nowMs() + timeoutMs;
  const end = (): void => controller.abort(errorOf('timeout'));
  let cancel = clock.startTimer(timeoutMs, () => {
    // After a pause of the process, timers run before data that arrived meanwhile is read: the task
    // gets as much time as the pause took.
    const lateMs = clock.nowMs() - dueMs;
    if (lateMs < pauseMs) end();
    else cancel = clock.startTimer(Math.min(lateMs, timeoutMs), end);
  });
  try {
    return await task(controller.signal);
  } finally {
    cancel();
    outer?.removeEventListener('abort', passOn);
  }
}

/**
 * Settles like `promise`, or rejects with the signal's reason as soon as it aborts. For work that
 * cannot be cancelled (a name look-up, a request that waits for a connection).
 */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const giveUp = (): void => aborted.reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Resolves after `delayMs`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.startTimer(delayMs, resolve);
  return (signal === undefined ? promise : abortable(promise, signal)).finally(cancel);
}
