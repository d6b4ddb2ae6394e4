import type { CacheContext } from './context.ts';
import { createEntries } from './entries.ts';
import { createLoader, waitForLoad, type PendingLoad } from './loader.ts';
import type { CacheParts, CacheRules } from './rules.ts';
import { createSharedTier } from './shared-tier.ts';

export type SwrCache<T> = {
  /**
   * The value of one key. `load` brings it from its source when it is not cached; `fallback` is used
   * where that fails or is slow and not even a stale value is known (it is not kept).
   *
   * Rejects as `load` does where nothing else can be given, with `upstream-timeout` when the request
   * has waited for as long as it may, and with the refusal of `admit`.
   */
  readonly get: (
    key: string,
    load: () => Promise<T>,
    context: CacheContext,
    fallback?: T,
  ) => Promise<T>;
};

/**
 * A stale-while-revalidate cache that asks its source as seldom as possible.
 *
 * - A fresh value comes from memory; equal requests at one time share one load (single flight).
 * - A failure is never kept and never replaces a value: while loading fails, the last good one is
 *   used up to `staleMs` of age, and nobody tries again for `backOffMs`.
 * - With a stale value at hand nobody waits longer than `softTimeoutMs` for the newer one; the load
 *   goes on in the background.
 *
 * ```ts
 * const users = createCache<User | null>({
 *   ...{ name: 'users', freshMs: 900_000, staleMs: 86_400_000, negativeMs: 60_000, timeoutMs: 5000 },
 *   ...{ shape: Compile(nullable(user)), clock, maxBytes: 4_000_000, store: redis },
 *   isRefusing: breaker.isRefusing,
 * });
 * const context: CacheContext = { sourceHit: false, client: request.clientKey };
 * const user = await users.get(id, () => batch.load(id), context);
 * reply.header('x-cache', context.sourceHit ? 'MISS' : 'HIT');
 * ```
 *
 * `lru-cache` holds the values. Its own `fetch` does not fit here: it gives a stale value at once or
 * waits without an end, and forgets what is being loaded when other entries need the room.
 */
export function createCache<T extends object | null>(
  options: CacheRules<T> & CacheParts,
): SwrCache<T> {
  const { clock, onAnswer, isRefusing, afterJoining } = options;
  const { nowMs } = clock;
  const entries = createEntries<T>(options, { nowMs, maxBytes: options.maxBytes });
  const run = createLoader({ ...options, entries, tier: createSharedTier({ ...options, nowMs }) });
  const pending = new Map<string, PendingLoad<T>>();

  function start(key: string, load: () => Promise<T>, context: CacheContext): PendingLoad<T> {
    const started = run(key, load, context);
    pending.set(key, started);
    void started.outcome.finally(() => pending.delete(key));
    return started;
  }

  /** What can be given without a load: a fresh value, or another while the source is left alone. */
  function atHand(key: string, fallback: T | undefined): T | undefined {
    const known = entries.find(key);
    if (known?.state === 'fresh') return known.value;
    const isLeftAlone = known?.state === 'backing-off' || isRefusing?.() === true;
    return isLeftAlone && !pending.has(key) ? (known?.value ?? fallback) : undefined;
  }

  /** Notes until when a value is fresh, as the entry is now: what was loaded has just begun. */
  function withExpiry(value: T, key: string, context: CacheContext): T {
    const expiresAt = entries.find(key)?.expiresAt ?? 0;
    context.expiresAt = Math.min(context.expiresAt ?? Number.POSITIVE_INFINITY, expiresAt);
    return value;
  }

  async function get(
    key: string,
    load: () => Promise<T>,
    context: CacheContext,
    fallback?: T,
  ): Promise<T> {
    const older = () => entries.find(key)?.value ?? fallback;
    const value = atHand(key, fallback);
    const running = pending.get(key);
    if (value !== undefined || running !== undefined) onAnswer?.('process');
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
