import type { CacheContext } from './context.ts';
import {
  createEntries,
  type CacheParts,
  type CacheRules,
  type CacheTier,
  type SharedStore,
} from './entries.ts';
import { createLoader, waitForLoad, type LoadFor, type PendingLoad } from './loader.ts';
import { createSharedTier } from './shared-tier.ts';
import type { Clock } from '../async/clock.ts';

export type SwrCache<T extends object | null> = ReturnType<typeof createCache<T>>;

/**
 * A stale-while-revalidate cache that calls its source as rarely as possible.
 *
 * - Fresh values come from memory. Concurrent requests for a key share one load (single flight).
 * - Failures are never stored and never replace a value: while loading fails, the last good value is
 *   used up to an age of `staleMs`, and no load is tried for `backOffMs`.
 * - A request with a stale value waits at most `softTimeoutMs` for a newer one; the load continues in
 *   the background.
 *
 * Values are stored in an `lru-cache`. Its own `fetch` does not fit: it returns stale values at once or
 * waits without limit, and drops pending loads when other entries need the room.
 */
export function createCache<T extends object | null>(options: CacheRules<T> & CacheParts) {
  const { clock, onResponse, isRefusing, afterJoining } = options;
  const { nowMs } = clock;
  const entries = createEntries<T>(options, { nowMs, maxBytes: options.maxBytes });
  const run = createLoader({ ...options, entries, tier: createSharedTier({ ...options, nowMs }) });
  const pending = new Map<string, PendingLoad<T>>();

  function start(key: string, load: LoadFor<T>, context: CacheContext): PendingLoad<T> {
    const started = run(key, load, context);
    pending.set(key, started);
    void started.outcome.finally(() => pending.delete(key));
    return started;
  }

  /** The value to return without a load: a fresh one, or a stale one while the source is backing off. */
  function available(key: string, fallback: T | undefined): T | undefined {
    const known = entries.find(key);
    if (known?.state === 'fresh') return known.value;
    // A stale `null` is not used, here and below: the name may have been taken since.
    const isLeftAlone = known?.state === 'backing-off' || isRefusing?.() === true;
    return isLeftAlone && !pending.has(key) ? (known?.value ?? fallback) : undefined;
  }

  function withExpiry(value: T, key: string, context: CacheContext): T {
    // What came meanwhile says nothing of an older value.
    const found = entries.find(key);
    const expiresAt = found?.value === value ? found.expiresAt : 0;
    context.expiresAt = Math.min(context.expiresAt ?? Number.POSITIVE_INFINITY, expiresAt);
    return value;
  }

  /**
   * Returns the value of a key. `load` fetches it if it is not cached. `fallback` is returned (but not
   * stored) if that fails or is slow and there is no stale value.
   *
   * A shared load is made for the client that came first. If it is refused (`overloaded`), another one
   * that waits for it loads for itself.
   * Rejects like `load` if there is no other value, and with `upstream-timeout` if the request has waited
   * as long as it may.
   */
  async function get(
    key: string,
    load: LoadFor<T>,
    context: CacheContext,
    fallback?: T,
  ): Promise<T> {
    const older = () => entries.find(key)?.value ?? fallback;
    const value = available(key, fallback);
    const running = pending.get(key);
    if (value !== undefined || running !== undefined) onResponse?.('process');
    if (value !== undefined) return withExpiry(value, key, context);
    const awaited = running ?? start(key, load, context);
    const outcome = await waitForLoad(awaited, { older, context }, options);
    if (running !== undefined) await afterJoining?.();
    if (outcome.kind === 'loaded') return withExpiry(outcome.value, key, context);
    const isOfOther = running !== undefined && running.client !== context.client;
    if (outcome.kind === 'refused' && isOfOther) return get(key, load, context, fallback);
    const stale = older();
    if (stale === undefined) throw outcome.error;
    context.expiresAt = 0;
    return stale;
  }

  return { get };
}

type CacheOf<Rules> = Rules extends {
  readonly shape: { Check: (value: unknown) => value is infer T extends object | null };
}
  ? SwrCache<T>
  : never;

export type CachesOf<Table> = { readonly [Name in keyof Table]: CacheOf<Table[Name]> };

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
