import type { Clock } from '../async/clock.ts';
import { createCache } from './swr-cache.ts';
import type { CacheParts, CacheRules, CacheTier, SharedStore } from './rules.ts';

export const cacheShares = {
  pictures: 18 / 64,
  textures: 11 / 64,
  urlSkins: 7 / 64,
  profiles: 1 / 16,
  accounts: 1 / 16,
  /** Bedrock names, XUIDs and skins, a third each. */
  bedrock: 1 / 64,
  /** Names, profiles and API roots of other account services, divided among them. */
  accountServices: 1 / 64,
  serviceTextures: 1 / 64,
  // Game server statuses are cached for half a minute, and only in this process.
  statuses: 1 / 16,
  robloxPictures: 1 / 16,
  /** Users, games and groups, in equal parts. */
  roblox: 1 / 16,
  chatPictures: 1 / 16,
  /** Invites and guilds, half each. */
  chatLookups: 1 / 64,
} as const;

export type OpenCache = ReturnType<typeof cacheOpener>;

/**
 * Returns the function that opens the caches of the process, which together stay below `maxBytes`: each with
 * a share (0 to 1) of it.
 */
export function cacheOpener(options: {
  /** Limit for all caches of the process together, in bytes. */
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly store: SharedStore | undefined;
  readonly countCache: ((cache: string, tier: CacheTier, answers: number) => void) | undefined;
  readonly afterJoining?: CacheParts['afterJoining'];
}) {
  const { maxBytes, clock, store, countCache, afterJoining } = options;
  let given = 0;
  return <T extends object | null>(
    rules: CacheRules<T>,
    share: number,
    guards: Pick<CacheParts, 'isRefusing' | 'timeoutError'> = {},
  ) => {
    given += share;
    if (given > 1) throw new RangeError('the caches have more than the whole ceiling');
    return createCache({
      ...rules,
      ...guards,
      clock,
      store,
      afterJoining,
      maxBytes: maxBytes * share,
      onResponse: (tier) => countCache?.(rules.name, tier, 1),
    });
  };
}
