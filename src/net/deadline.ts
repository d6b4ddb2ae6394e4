import { NetError } from './net-error.ts';

export type DeadlineOptions = {
  readonly timeoutMs: number;
  /** A wider limit (the caller's own) that ends this one too, with its own reason. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Runs `task` under one deadline. The signal it is given aborts with NetError('timeout') after
 * `timeoutMs`, or with the outer signal's reason. The task must obey the signal; timer and listener
 * are gone when it ends.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeoutMs, signal: outer } = options;
  const controller = new AbortController();
  const passOn = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) passOn();
  outer?.addEventListener('abort', passOn, { once: true });
  const timer = setTimeout(() => controller.abort(new NetError('timeout')), timeoutMs);
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
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
  const giveUp = (): void => aborted.reject(reasonOf(signal));
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** The signal's reason as an error of this room. */
export function reasonOf(signal: AbortSignal): NetError {
  const reason: unknown = signal.reason;
  return reason instanceof NetError ? reason : new NetError('aborted', { cause: reason });
}
