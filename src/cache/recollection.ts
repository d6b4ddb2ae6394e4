import { createByteCache } from './byte-cache.ts';

/** A remembered answer as plain data, so that a second tier can carry it. */
export type Entry<T> = { readonly value: T; readonly storedAtMs: number };

/**
 * `fresh`: good as it is. `stale`: only while it can't be renewed. `resting`: stale, and the last
 * attempt to renew it failed so recently that the next one should wait.
 */
type Recalled<T> = {
  readonly value: T;
  readonly state: 'fresh' | 'stale' | 'resting';
  /** When a fresh one ends to be so; 0 for the others. */
  readonly freshUntilMs: number;
};

export type RecollectionOptions<T> = {
  readonly nowMs: () => number;
  /** Ceiling of the memory it may hold. */
  readonly maxBytes: number;
  readonly sizeBytes: (value: T) => number;
  /** Age below which an answer is good as it is; Infinity for what never changes. */
  readonly freshMs: number;
  /** Age up to which it may still be used while no newer one can be had. */
  readonly staleMs: number;
  /** Age up to which a `null` ("there is none") is believed; 0 keeps none. */
  readonly negativeMs: number;
  /** How long a stale answer rests after a failed attempt to renew it. */
  readonly retryMs: number;
};

export type Recollection<T> = {
  readonly recall: (key: string) => Recalled<T> | undefined;
  /** Keeps an answer of now, or one of an earlier time that a second tier had, if it is the newer. */
  readonly keep: (key: string, entry: Entry<T>) => void;
  /** Notes that renewing this key failed. */
  readonly rest: (key: string) => void;
};

type Kept<T> = Entry<T> & { restsUntilMs: number };

/**
 * The share of the memory for "there is none". It is apart from the good answers, because anybody
 * can invent names without end, and those must not push out the players that are known.
 */
const negativeShare = 1 / 8;

/** The memory behind `createRemembered`: what is known of a key, and how old it is. */
export function createRecollection<T extends object | null>(
  options: RecollectionOptions<T>,
): Recollection<T> {
  const { nowMs, freshMs, staleMs, negativeMs, maxBytes } = options;
  const sizeBytes = (kept: Kept<T>) => options.sizeBytes(kept.value);
  const goodShare = negativeMs > 0 ? 1 - negativeShare : 1;
  const good = createByteCache<Kept<T>>({ maxBytes: maxBytes * goodShare, sizeBytes });
  const negative = createByteCache<Kept<T>>({ maxBytes: maxBytes * negativeShare, sizeBytes });

  const find = (key: string) => good.get(key) ?? negative.get(key);

  function recall(key: string): Recalled<T> | undefined {
    const kept = find(key);
    if (kept === undefined) return undefined;
    const { value, storedAtMs, restsUntilMs } = kept;
    const ageMs = nowMs() - storedAtMs;
    const goodMs = value === null ? negativeMs : freshMs;
    if (ageMs < goodMs) return { value, state: 'fresh', freshUntilMs: storedAtMs + goodMs };
    // "There is none" is no answer to fall back on: the name may have been taken since.
    if (value === null || ageMs > staleMs) return undefined;
    return { value, state: nowMs() < restsUntilMs ? 'resting' : 'stale', freshUntilMs: 0 };
  }

  function keep(key: string, entry: Entry<T>): void {
    if ((find(key)?.storedAtMs ?? Number.NEGATIVE_INFINITY) > entry.storedAtMs) return;
    good.delete(key);
    negative.delete(key);
    if (entry.value === null && negativeMs <= 0) return;
    const cache = entry.value === null ? negative : good;
    cache.set(key, { ...entry, restsUntilMs: Number.NEGATIVE_INFINITY });
  }

  function rest(key: string): void {
    const kept = find(key);
    if (kept !== undefined) kept.restsUntilMs = nowMs() + options.retryMs;
  }

  return { recall, keep, rest };
}
