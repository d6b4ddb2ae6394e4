/** A value, or a promise of it. */
export type Soon<T> = T | Promise<T>;

/** Calls `goOn` with the value, synchronously if it is there: a promise costs a microtask. */
export function whenKnown<A, B>(soon: Soon<A>, goOn: (value: A) => Soon<B>): Soon<B> {
  return soon instanceof Promise ? soon.then(goOn) : goOn(soon);
}
