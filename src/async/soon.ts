/** Here at once, or a little later. */
export type Soon<T> = T | Promise<T>;

/** Goes on at once where it can: a promise, and a turn of the event loop, for each request are not free. */
export function whenKnown<A, B>(soon: Soon<A>, goOn: (value: A) => Soon<B>): Soon<B> {
  return soon instanceof Promise ? soon.then(goOn) : goOn(soon);
}
