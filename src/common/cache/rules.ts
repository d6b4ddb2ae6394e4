import type { Clock } from '../async/clock.ts';
import type { LineupError } from '../errors/lineup-error.ts';
import type { EntryRules } from './entries.ts';

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
