import { systemClock, type Clock } from './clock.ts';

/** Why waiting ended without an outcome. */
type WaitFailure = 'timeout' | 'busy' | 'aborted';

/** Makes the error of a room out of the reason; the kernel has no error class of its own. */
export type WaitErrorOf = (failure: WaitFailure, cause?: unknown) => Error;

export type DeadlineOptions = {
  readonly timeoutMs: number;
  /** A wider limit (the caller's own) that ends this one too, with its own reason. */
  readonly signal?: AbortSignal | undefined;
  readonly errorOf: WaitErrorOf;
  readonly clock?: Clock | undefined;
};

/** Of a timer that is so late: the process itself stood still. */
const pauseMs = 50;

/**
 * Runs `task` under one deadline. The signal it is given aborts with `errorOf('timeout')` after
 * `timeoutMs` (at most twice that, where the process itself stood still), or with `errorOf('aborted', the outer signal's reason)`. The task must obey the signal; timer and listener
 * are gone when it ends.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
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
    // What arrived during a pause has not been read yet, as timers come first: the task gets as long as
    // that was.
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
 * Settles as `promise` does, or rejects with the signal's reason as soon as that fires. For work
 * that cannot be stopped itself (a name look-up, a request that still waits for its connection):
 * its late result, good or bad, is dropped.
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
