export type MemoryWatch = {
  /** False while Redis is so full that nothing may be added that is only cached. */
  readonly hasSpace: () => boolean;
};

type MemoryWatchOptions = {
  /** The reply to `INFO memory`; `undefined` if there is none. */
  readonly readInfo: () => Promise<string | undefined>;
  readonly nowMs: () => number;
};

/**
 * The part of `maxmemory` that the cache may fill. The rest is for windows, records and queued
 * messages, which must not be evicted (so the policy is `noeviction`).
 */
const cacheShare = 0.5;
/** Less than what can be written in this time fits into the rest. */
const checkMs = 1000;

/** Watches the memory of Redis while there is something to write. Without `maxmemory` there is always room. */
export function createMemoryWatch({ readInfo, nowMs }: MemoryWatchOptions): MemoryWatch {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let hasSpace = true;

  async function check(): Promise<void> {
    const info = await readInfo();
    if (info === undefined) return;
    const fields = info.split('\r\n').map((line) => line.split(':'));
    const numberOf = (name: string) => Number(fields.find(([field]) => field === name)?.[1] ?? 0);
    const maxBytes = numberOf('maxmemory');
    hasSpace = maxBytes === 0 || numberOf('used_memory') < maxBytes * cacheShare;
  }

  return {
    hasSpace: () => {
      if (nowMs() - checkedAtMs >= checkMs) {
        checkedAtMs = nowMs();
        void check();
      }
      return hasSpace;
    },
  };
}
