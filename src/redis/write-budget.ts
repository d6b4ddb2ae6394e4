/** Bounds the writes in progress that nobody waits for. */
export type WriteBudget = {
  /** Starts a write, or forgets it when too many are in progress. Never throws. */
  readonly spend: (bytes: number, write: () => Promise<unknown>) => void;
};

type WriteBudgetOptions = {
  readonly maxWrites: number;
  readonly maxBytes: number;
};

/** What can't be written soon is not written: it was only to save another instance some work. */
export function createWriteBudget({ maxWrites, maxBytes }: WriteBudgetOptions): WriteBudget {
  let writes = 0;
  let usedBytes = 0;
  return {
    spend: (bytes, write) => {
      if (writes >= maxWrites || usedBytes + bytes > maxBytes) return;
      writes += 1;
      usedBytes += bytes;
      const settled = (): void => {
        writes -= 1;
        usedBytes -= bytes;
      };
      // A failure is nobody's concern: the next write of this key makes up for it.
      void write().then(settled, settled);
    },
  };
}
