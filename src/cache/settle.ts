import type { Clock } from './clock.ts';

export type Settled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

/** The outcome of a promise as data; never rejects. */
export function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error }),
  );
}

/** The outcome of a promise if it is there within `delayMs`, else `late`; the promise goes on. */
export function settleWithin<T>(
  clock: Clock,
  promise: Promise<T>,
  delayMs: number,
): Promise<Settled<T> | 'late'> {
  return new Promise((resolve) => {
    const cancel = clock.startTimer(delayMs, () => resolve('late'));
    void settle(promise).then(resolve).finally(cancel);
  });
}
