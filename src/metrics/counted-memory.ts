import type { CacheTier } from './metrics.ts';

/** A memory and its second tier, as far as they are used here. */
type Memory<T, Trace> = {
  readonly get: (key: string, load: () => Promise<T>, trace: Trace, orElse?: T) => Promise<T>;
  readonly getEach: (
    keys: readonly string[],
    loadEach: (keys: readonly string[]) => Promise<readonly T[]>,
    trace: Trace,
  ) => ReadonlyMap<string, Promise<T>>;
};
type Tier<Entry> = {
  readonly read: (keys: readonly string[]) => Promise<readonly (Entry | undefined)[]>;
};

export type CacheCounter = {
  readonly countTier: <Entry, Kind extends Tier<Entry>>(tier: Kind) => Kind;
  readonly countMemory: <T, Trace>(memory: Memory<T, Trace>) => Memory<T, Trace>;
};

/**
 * Counts where the answers of one memory come from. A question that needs more than the process
 * knows goes to the second tier, or where there is none to the source, before it is first waited
 * for; what has not gone there by then is answered by the process.
 */
export function createCacheCounter(tell: (tier: CacheTier, answers: number) => void): CacheCounter {
  /** Keys that have left the process so far. */
  let flown = 0;
  let hasTier = false;

  function countSource(keys: number): void {
    if (!hasTier) flown += keys;
    tell('source', keys);
  }

  function countProcess<R>(keys: number, ask: () => R): R {
    const before = flown;
    const answer = ask();
    tell('process', keys - (flown - before));
    return answer;
  }

  return {
    countTier: (tier) => {
      hasTier = true;
      return {
        ...tier,
        read: async (keys) => {
          flown += keys.length;
          const entries = await tier.read(keys);
          tell('redis', entries.filter((entry) => entry !== undefined).length);
          return entries;
        },
      };
    },
    countMemory: (memory) => ({
      get: (key, load, trace, orElse) => {
        const counted = (): ReturnType<typeof load> => {
          countSource(1);
          return load();
        };
        return countProcess(1, () => memory.get(key, counted, trace, orElse));
      },
      getEach: (keys, loadEach, trace) => {
        const counted = (missing: readonly string[]): ReturnType<typeof loadEach> => {
          countSource(missing.length);
          return loadEach(missing);
        };
        return countProcess(new Set(keys).size, () => memory.getEach(keys, counted, trace));
      },
    }),
  };
}
