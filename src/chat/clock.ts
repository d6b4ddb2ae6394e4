/** Time as a parameter, as far as it is used here. */
export type Clock = {
  readonly nowMs: () => number;
  /** Calls `run` once after `delayMs`, unless the returned function is called before. */
  readonly startTimer: (delayMs: number, run: () => void) => () => void;
};

/** Settles after `delayMs`. */
export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.startTimer(delayMs, resolve);
  });
}

/** The promise's outcome, or a rejection with the signal's reason as soon as that aborts. */
export async function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return promise;
  const { promise: given, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, given]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** The promise's outcome, or a rejection with `late()` when it takes longer than `delayMs`. */
export function within<T>(
  clock: Clock,
  promise: Promise<T>,
  { delayMs, late }: { readonly delayMs: number; readonly late: () => Error },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.startTimer(Math.max(0, delayMs), () => reject(late()));
    promise.then(resolve, reject).finally(cancel);
  });
}
