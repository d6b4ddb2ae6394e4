import { LRUCache } from 'lru-cache';

/** A cached value and its age, as plain data: a second tier can carry it. */
export type Entry<T> = { readonly value: T; readonly storedAtMs: number };

/**
 * `fresh`: good as it is. `stale`: only while it can't be renewed. `backing-off`: stale, and the
 * last attempt to renew it failed so recently that the next one should wait.
 */
type Known<T> = {
  readonly value: T;
  readonly state: 'fresh' | 'stale' | 'backing-off';
  /** When a fresh one ends to be so; 0 for the others. */
  readonly expiresAt: number;
};

export type EntryRules<T> = {
  /**
   * What a value weighs in memory, in bytes, beside the overhead of an entry. By default two for each
   * letter of its JSON (the names of fields are there only once, their letters count for the objects),
   * or what its bytes take up.
   */
  readonly sizeBytes?: (value: T) => number;
  /** Age below which a value is good as it is; Infinity for what never changes. */
  readonly freshMs: number;
  /** Age up to which it may still be used while no newer one can be had. */
  readonly staleMs: number;
  /** Age up to which a `null` ("there is none") is believed; by default none is kept. */
  readonly negativeMs?: number;
  /** How long a stale value rests after a failed attempt to renew it; 5 s by default. */
  readonly backOffMs?: number;
};

export type Entries<T> = {
  readonly find: (key: string) => Known<T> | undefined;
  /** Keeps a value of now, or one of an earlier time that a second tier had, if it is the newer. */
  readonly keep: (key: string, entry: Entry<T>) => void;
  /** Notes that renewing this key failed. */
  readonly backOff: (key: string) => void;
};

type Stored<T> = Entry<T> & { backsOffUntilMs: number };

/**
 * What one entry costs beside its value: its slot in the map, the list of the least recently used,
 * the record with its times. Measured on Node 24 with a ten-letter key: 202 bytes.
 */
const entryOverheadBytes = 256;

/**
 * The share of the memory for "there is none". It is apart from the good values, because anybody
 * can invent names without end, and those must not push out the players that are known.
 */
const negativeShare = 1 / 8;

/** The memory behind a cache: values by key and how old they are, bounded by bytes. */
export function createEntries<T extends object | null>(
  rules: EntryRules<T>,
  { nowMs, maxBytes }: { readonly nowMs: () => number; readonly maxBytes: number },
): Entries<T> {
  const { freshMs, staleMs, negativeMs = 0, backOffMs = 5000, sizeBytes = weightOf } = rules;
  const open = (share: number) =>
    new LRUCache<string, Stored<T>>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ value }, key) =>
        entryOverheadBytes + key.length + Math.ceil(sizeBytes(value)),
    });
  const good = open(negativeMs > 0 ? 1 - negativeShare : 1);
  const negative = open(negativeShare);

  const stored = (key: string) => good.get(key) ?? negative.get(key);

  function find(key: string): Known<T> | undefined {
    const found = stored(key);
    if (found === undefined) return undefined;
    const { value, storedAtMs, backsOffUntilMs } = found;
    const ageMs = nowMs() - storedAtMs;
    const goodMs = value === null ? negativeMs : freshMs;
    if (ageMs < goodMs) return { value, state: 'fresh', expiresAt: storedAtMs + goodMs };
    // "There is none" is nothing to go on with: the name may have been taken since.
    if (value === null || ageMs > staleMs) return undefined;
    return { value, state: nowMs() < backsOffUntilMs ? 'backing-off' : 'stale', expiresAt: 0 };
  }

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
 * Bytes take up about 1 kB of objects and bookkeeping, and the gaps between pieces of all lengths as
 * they come and go. Measured on Node 24 with pictures of 5 kB: 1.4 times their length as a cache
 * fills, 1.7 times after it has turned over.
 */
function weightOf(value: object | null): number {
  if (value === null) return 0;
  if (value instanceof Uint8Array) return 1024 + (value.byteLength * 4) / 3;
  return 2 * JSON.stringify(value).length;
}
