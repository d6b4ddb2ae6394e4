import type { Clock } from '../async/clock.ts';
import { createCache } from './swr-cache.ts';
import type { CacheParts, CacheRules, CacheTier, SharedStore } from './rules.ts';

/** How much of the memory for caches one has, in parts of `allWeights`. */
export type Weighted = { readonly weight: number };

const allWeights = 64;

export const weightOf = (rows: readonly Weighted[]) =>
  rows.reduce((sum, { weight }) => sum + weight, 0);

/** The weight that all of these leave. */
export function restOf(rows: readonly Weighted[]): number {
  const rest = allWeights - weightOf(rows);
  if (rest <= 0) throw new RangeError('the caches have more than the whole ceiling');
  return rest;
}

export type OpenCache = ReturnType<typeof cacheOpener>;

/**
 * Returns the function that opens the caches of the process, which together stay below `maxBytes`: each has
 * its weight of it.
 */
export function cacheOpener(options: {
  /** Limit for all caches of the process together, in bytes. */
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly store?: SharedStore | undefined;
  readonly countCache?: ((cache: string, tier: CacheTier, answers: number) => void) | undefined;
  readonly afterJoining?: CacheParts['afterJoining'];
}) {
  const { maxBytes, countCache, ...parts } = options;
  return <T extends object | null>(
    rules: CacheRules<T> & Weighted,
    guards: Pick<CacheParts, 'isRefusing' | 'timeoutError'> = {},
  ) =>
    createCache({
      ...rules,
      ...guards,
      ...parts,
      maxBytes: (maxBytes * rules.weight) / allWeights,
      onResponse: (tier) => countCache?.(rules.name, tier, 1),
    });
}
