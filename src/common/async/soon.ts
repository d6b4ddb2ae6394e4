/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `goOn` with the value, synchronously if it is there: a promise costs a microtask. */
export function thenSync<A, B>(
  soon: MaybePromise<A>,
  goOn: (value: A) => MaybePromise<B>,
): MaybePromise<B> {
  return soon instanceof Promise ? soon.then(goOn) : goOn(soon);
}
