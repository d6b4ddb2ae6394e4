/** A text that can be laid out at any size, whole or cut with `…`; `length` counts its characters. */
export type Fitting<Laid> = {
  readonly length: number;
  /** To be tried for the whole text, the largest first; it is cut at the last one. */
  readonly sizes: readonly number[];
  /** @param count of characters; fewer than `length` end in `…` */
  readonly layAt: (count: number, size: number) => Laid;
  readonly fits: (laid: Laid) => boolean;
};

/** Shrinks a text, then cuts it, until it fits; `null` if not even `…` does. */
export function fitText<Laid>({ length, sizes, layAt, fits }: Fitting<Laid>): Laid | null {
  let smallest = 0;
  for (const size of sizes) {
    const whole = layAt(length, size);
    if (fits(whole)) return whole;
    smallest = size;
  }
  const count = longest(length - 1, (some) => fits(layAt(some, smallest)), -1);
  return count < 0 ? null : layAt(count, smallest);
}

/**
 * The largest count up to `max` that passes, by binary search: all smaller counts must pass, too.
 * @param min is returned if none of the others passes; it is not tried
 */
export function longest(max: number, passes: (count: number) => boolean, min = 0): number {
  let low = min;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
