import type { Clock } from '../async/clock.ts';
import { createCache, type SwrCache } from './swr-cache.ts';
import type { CacheParts, CacheRules, CacheTier } from './rules.ts';
import type { SharedStore } from './shared-tier.ts';

/** How the memory of the caches is shared out. */
export const cacheShares = {
  pictures: 18 / 64,
  textures: 11 / 64,
  urlSkins: 7 / 64,
  profiles: 1 / 16,
  accounts: 1 / 16,
  /** Names, numbers and skins of Bedrock players, a third of it each. */
  bedrock: 1 / 64,
  /** Names, profiles and roots of other account services, shared out among them. */
  accountServices: 1 / 64,
  serviceTextures: 1 / 64,
  // What game servers said lives for half a minute, and in this process alone.
  statuses: 1 / 16,
  robloxPictures: 1 / 16,
  /** Users, games and groups: each kind an equal part of it. */
  roblox: 1 / 16,
  chatPictures: 1 / 16,
  /** Invites and guilds, half of it each. */
  chatLookups: 1 / 64,
} as const;

type CachesOptions = {
  /** Ceiling over all caches of the process together, in bytes. */
  readonly maxBytes: number;
  readonly clock: Clock;
  /** Redis, where there is one. */
  readonly store: SharedStore | undefined;
  readonly countCache: ((cache: string, tier: CacheTier, answers: number) => void) | undefined;
  readonly afterJoining?: CacheParts['afterJoining'];
};

/** Opens a cache that gets this share (0 to 1) of the ceiling. Throws when more than all is given away. */
export type OpenCache = <T extends object | null>(
  rules: CacheRules<T>,
  share: number,
  guards?: Pick<CacheParts, 'isRefusing' | 'admit' | 'timeoutError'>,
) => SwrCache<T>;

/** Opens the caches of the process, which together stay below one ceiling. */
export function cacheOpener(options: CachesOptions): OpenCache {
  const { maxBytes, clock, store, countCache, afterJoining } = options;
  let given = 0;
  return (rules, share, guards = {}) => {
    given += share;
    if (given > 1) throw new RangeError('the caches have more than the whole ceiling');
    return createCache({
      ...rules,
      ...guards,
      clock,
      store,
      afterJoining,
      maxBytes: maxBytes * share,
      onAnswer: (tier) => countCache?.(rules.name, tier, 1),
    });
  };
}
