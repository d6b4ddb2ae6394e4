import type { Clock } from '../async/clock.ts';
import type { LineupError } from '../errors/lineup-error.ts';
import type { EntryRules } from './entries.ts';
import type { SharedStore } from './shared-tier.ts';
import type { SwrCache } from './swr-cache.ts';

/** Where a value came from: this process, Redis, or the work that both save. */
export type CacheTier = 'process' | 'redis' | 'source';

/** What is cached, and how: plain data, so that the room whose values these are can say it. */
export type CacheRules<T> = EntryRules<T> & {
  /** What metrics and Redis call it. */
  readonly name: string;
  /**
   * What a value is: plain data, or bytes. Redis holds what another version of this service wrote, or
   * anybody; what does not fit is none. Without a shape values stay in the process.
   */
  readonly shape?: { readonly Check: (value: unknown) => value is T };
  /** How long Redis keeps a value, where that is less than `staleMs`. */
  readonly sharedMs?: number;
  /** How long a request waits for a newer value while it has a stale one; 800 ms by default. */
  readonly softTimeoutMs?: number;
  /**
   * How long a request waits for sources, over all its look-ups in caches that have such a limit;
   * without it a look-up takes as long as its load does.
   */
  readonly timeoutMs?: number;
};

type CacheOf<Rules> = Rules extends {
  readonly shape: { Check: (value: unknown) => value is infer T };
}
  ? SwrCache<T>
  : never;

/** The caches of a table of rules. */
export type CachesOf<Table> = { readonly [Name in keyof Table]: CacheOf<Table[Name]> };

export type CacheParts = {
  readonly clock: Clock;
  /** Ceiling of the memory it may hold. */
  readonly maxBytes: number;
  readonly store?: SharedStore | undefined;
  /** True while the source takes no requests (an open circuit): then stale values serve at once. */
  readonly isRefusing?: (() => boolean) | undefined;
  /** What a request is told that has waited for as long as it may. */
  readonly timeoutError?: (() => LineupError) | undefined;
  /**
   * Asked before each load, with the client that caused it. A refusal concerns this client alone:
   * whoever only waits for the same load starts one of its own.
   */
  readonly admit?: ((client: string | undefined) => LineupError | undefined) | undefined;
  readonly onAnswer?: ((tier: CacheTier) => void) | undefined;
  /**
   * What those wait for who waited for somebody else's load: it ends for all of them at once. Without
   * it they go on together.
   */
  readonly afterJoining?: (() => Promise<void>) | undefined;
};
