import type { Clock } from './cache/clock.ts';
import { createRedisTier, type Codec } from './cache/redis-tier.ts';
import { createRemembered, type Remembered, type RememberedOptions } from './cache/remembered.ts';
import { memoryCodecs } from './memory-codecs.ts';
import { createCacheCounter } from './metrics/counted-memory.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { OwnSheet } from './players/player.ts';
import type { Account, Profile } from './players/profile-format.ts';
import type { SharedRedis } from './redis/redis.ts';

/** Everything that is remembered. */
type Kinds = {
  readonly pictures: Uint8Array;
  readonly textures: Uint8Array | null;
  readonly urlSkins: OwnSheet | null;
  readonly profiles: Profile | null;
  readonly accounts: Account | null;
};

/** How the process's cache is shared out: pictures, then what they are made of. */
const shareOfCache = {
  pictures: 7 / 16,
  textures: 1 / 4,
  urlSkins: 1 / 8,
  profiles: 1 / 16,
  accounts: 1 / 16,
} as const satisfies Record<keyof Kinds, number>;

/** What game servers said lives for half a minute and in this process alone. */
export const shareOfStatuses = 1 / 16;

type MemoryRule<T> = Pick<RememberedOptions<T>, 'freshMs' | 'staleMs' | 'sizeBytes'> & {
  readonly negativeMs?: number;
};

export type Remember = <Kind extends keyof Kinds>(
  kind: Kind,
  rule: MemoryRule<Kinds[Kind]>,
  isRefusing?: () => boolean,
) => Remembered<Kinds[Kind]>;

type MemoriesOptions = {
  /** Ceiling over all memories of the process. */
  readonly maxBytes: number;
  readonly clock: Clock;
  /** The second tier. */
  readonly redis: SharedRedis | undefined;
  readonly metrics: Metrics | undefined;
};

/** Those whose values are bytes, in memory that the allocator hands out piece by piece. */
const kindsOfBytes: ReadonlySet<keyof Kinds> = new Set(['pictures', 'textures', 'urlSkins']);

/**
 * What a piece of bytes takes up in all: about 1 kB of objects and bookkeeping, and the gaps between
 * pieces of all lengths as they come and go. Measured on Node 24 with pictures of 5 kB: 1.4 times
 * their length as a cache fills, 1.7 times after it has turned over.
 */
function residentBytes(bytes: number): number {
  return bytes === 0 ? 0 : 1024 + (bytes * 4) / 3;
}

/** Pictures are many and large, and soon drawn again. */
const pictureLifetimeMs = 60 * 60 * 1000;

/** Makes memories that together stay below the ceiling of the cache. */
export function createMemories({ maxBytes, clock, redis, metrics }: MemoriesOptions): Remember {
  function remember<T extends object | null>(
    kind: keyof Kinds,
    rule: MemoryRule<T>,
    parts: { readonly codec: Codec<T>; readonly isRefusing: (() => boolean) | undefined },
  ): Remembered<T> {
    const counter = createCacheCounter((tier, answers) => metrics?.countCache(kind, tier, answers));
    const lifetimeMs = (value: T): number =>
      value === null ? (rule.negativeMs ?? 0) : longestUseMs(kind, rule.staleMs);
    const tier =
      redis &&
      createRedisTier({
        store: redis,
        name: kind,
        nowMs: clock.nowMs,
        codec: parts.codec,
        lifetimeMs,
      });
    const sizeBytes = kindsOfBytes.has(kind)
      ? (value: T) => residentBytes(rule.sizeBytes(value))
      : rule.sizeBytes;
    const memory = createRemembered<T>({
      ...rule,
      sizeBytes,
      clock,
      maxBytes: maxBytes * shareOfCache[kind],
      ...(parts.isRefusing && { isRefusing: parts.isRefusing }),
      ...(tier && { tier: metrics ? counter.countTier(tier) : tier }),
    });
    return metrics ? counter.countMemory(memory) : memory;
  }
  return (kind, rule, isRefusing) => remember(kind, rule, { codec: codecOf(kind), isRefusing });
}

function longestUseMs(kind: keyof Kinds, staleMs: number): number {
  return kind === 'pictures' ? pictureLifetimeMs : staleMs;
}

function codecOf<Kind extends keyof Kinds>(kind: Kind): Codec<Kinds[Kind]> {
  const codecs: { readonly [K in keyof Kinds]: Codec<Kinds[K]> } = memoryCodecs;
  return codecs[kind];
}
