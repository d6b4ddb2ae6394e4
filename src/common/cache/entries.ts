import { LRUCache } from 'lru-cache';
import type { Clock } from '../async/clock.ts';
import type { LineupError } from '../errors/lineup-error.ts';

export type Entry<T> = { readonly value: T; readonly storedAtMs: number };

export type EntryRules<T> = {
  /**
   * Memory of a value in bytes, without the overhead of an entry. By default its byte length, or two bytes
   * for each character of its JSON (field names are shared, so their characters make up for the objects).
   */
  readonly sizeBytes?: (value: T) => number;
  /** Age in ms up to which a value is fresh; Infinity if it never changes. */
  readonly freshMs: number;
  /** Age in ms up to which a stale value may be used while no newer one is available. */
  readonly staleMs: number;
  /** Age in ms up to which a `null` ("there is none") may be used; by default none is stored. */
  readonly negativeMs?: number;
  /** How long to wait after a failed attempt to renew a stale value; 5 s by default. */
  readonly backOffMs?: number;
};

export type Entries<T extends object | null> = ReturnType<typeof createEntries<T>>;

type Stored<T> = Entry<T> & { backsOffUntilMs: number };

/** Memory of an entry without its value: 202 bytes with a key of ten characters on Node 24. */
const entryOverheadBytes = 256;

/** Part of the memory for `null`: endless made-up names must not evict known players. */
const negativeShare = 1 / 8;

export function createEntries<T extends object | null>(
  rules: EntryRules<T>,
  { nowMs, maxBytes }: { readonly nowMs: () => number; readonly maxBytes: number },
) {
  const { freshMs, staleMs, negativeMs = 0, backOffMs = 5000, sizeBytes = memoryOf } = rules;
  const open = (share: number) =>
    new LRUCache<string, Stored<T>>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ value }, key) =>
        entryOverheadBytes + key.length + Math.ceil(sizeBytes(value)),
    });
  const good = open(negativeMs > 0 ? 1 - negativeShare : 1);
  const negative = open(negativeShare);

  const stored = (key: string) => good.get(key) ?? negative.get(key);

  /**
   * `fresh`: usable as it is, until `expiresAt`. `stale`: usable while it cannot be renewed. `backing-off`:
   * stale, and the last attempt to renew it failed too recently to try again.
   */
  function find(key: string) {
    const found = stored(key);
    if (found === undefined) return undefined;
    const { value, storedAtMs, backsOffUntilMs } = found;
    const ageMs = nowMs() - storedAtMs;
    const goodMs = value === null ? negativeMs : freshMs;
    if (ageMs < goodMs) return { value, state: 'fresh', expiresAt: storedAtMs + goodMs } as const;
    if (ageMs > staleMs) return undefined;
    const state = nowMs() < backsOffUntilMs ? 'backing-off' : 'stale';
    return { value, state, expiresAt: 0 } as const;
  }

  /** Stores a value unless the entry that is there is newer. */
  function keep(key: string, entry: Entry<T>): void {
    if ((stored(key)?.storedAtMs ?? Number.NEGATIVE_INFINITY) > entry.storedAtMs) return;
    good.delete(key);
    negative.delete(key);
    if (entry.value === null && negativeMs <= 0) return;
    const entries = entry.value === null ? negative : good;
    entries.set(key, { ...entry, backsOffUntilMs: Number.NEGATIVE_INFINITY });
  }

  function backOff(key: string): void {
    const found = stored(key);
    if (found !== undefined) found.backsOffUntilMs = nowMs() + backOffMs;
  }

  return { find, keep, backOff };
}

/**
 * Estimates the memory of bytes: about 1 kB of objects, plus fragmentation. Measured on Node 24 with
 * pictures of 5 kB: 1.4 to 1.7 times their length.
 */
function memoryOf(value: object | null): number {
  if (value === null) return 0;
  if (value instanceof Uint8Array) return 1024 + (value.byteLength * 4) / 3;
  return 2 * JSON.stringify(value).length;
}

/** Where a value came from: this process, Redis, or the source. */
export type CacheTier = 'process' | 'redis' | 'source';

/** What is cached and for how long: plain data, declared beside the values. */
export type CacheRules<T> = EntryRules<T> & {
  /** Name in metrics and Redis keys. */
  readonly name: string;
  /** Schema of the values in Redis: others are ignored. Without it they are not shared. */
  readonly shape?: { readonly Check: (value: unknown) => value is T };
  /** How long Redis keeps a value, if shorter than `staleMs`. */
  readonly sharedMs?: number;
  /** How long a request with a stale value waits for a newer one; 800 ms by default. */
  readonly softTimeoutMs?: number;
  /** How long a request waits for sources, over all caches that set this; default: no limit. */
  readonly timeoutMs?: number;
};

export type CacheParts = {
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly store?: SharedStore | undefined;
  /** True while the source accepts no calls (open circuit): stale values are then returned at once. */
  readonly isRefusing?: (() => boolean) | undefined;
  /** Creates the error for a request that has waited as long as it may. */
  readonly timeoutError?: (() => LineupError) | undefined;
  readonly onResponse?: ((tier: CacheTier) => void) | undefined;
  /** Spreads the work of requests that joined a load over several iterations of the event loop. */
  readonly afterJoining?: (() => Promise<void>) | undefined;
};

/** A store shared by several instances. Its methods return quickly and never reject. */
export type SharedStore = {
  /** `undefined` if the store is not available, `null` if it does not have the key. */
  readonly read: (key: string) => Promise<Uint8Array | null | undefined>;
  /** Fire and forget. */
  readonly write: (key: string, bytes: Uint8Array, lifetimeMs: number) => void;
};
