/** Limits background writes in progress. */
export type WriteBudget = {
  /** Starts a write, or drops it if too many are in progress. Never throws. */
  readonly spend: (bytes: number, write: () => Promise<unknown>) => void;
};

type WriteBudgetOptions = {
  readonly maxWrites: number;
  readonly maxBytes: number;
};

/** Writes that cannot be sent soon are dropped: they only save another instance some work. */
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
      // Failures are ignored: the next write of this key makes up for them.
      void write().then(settled, settled);
    },
  };
}
