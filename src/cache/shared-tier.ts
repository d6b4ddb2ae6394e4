import { hash } from 'node:crypto';
import type { Codec } from './codecs.ts';
import type { Entry } from './entries.ts';
import { dayMs } from './rules.ts';

/** A store shared by several instances, as far as it is used here. Neither waits long nor rejects. */
export type SharedStore = {
  /** `undefined` while it is away, `null` for a key that it does not hold. */
  readonly read: (key: string) => Promise<Uint8Array | null | undefined>;
  /** Is not waited for. */
  readonly write: (key: string, bytes: Uint8Array, lifetimeMs: number) => void;
};

export type SharedTier<T> = {
  readonly read: (key: string) => Promise<Entry<T> | undefined>;
  readonly write: (key: string, entry: Entry<T>) => void;
};

type SharedTierOptions<T> = {
  readonly store?: SharedStore | undefined;
  readonly codec?: Codec<T> | undefined;
  /** What is kept here; part of every key. */
  readonly name: string;
  readonly nowMs: () => number;
  readonly staleMs: number;
  readonly negativeMs?: number;
  /** How long a value is kept at most; a day by default. */
  readonly sharedMs?: number;
};

/** A larger value takes longer to fetch than it is waited for. */
const maxValueBytes = 1024 * 1024;
/** Names the format of keys and values: another format gets another number. */
const prefix = 'lineup:1:cache:';
/** Before each value stands when it was stored: float64, big-endian. */
const headBytes = 8;

/**
 * The second tier of a cache: values that another instance, or this one before it was restarted,
 * has had. A store that is dead or slow is an empty one, and what it holds is checked as if a
 * stranger had written it. Without a store or a codec there is no such tier.
 */
export function createSharedTier<T>(options: SharedTierOptions<T>): SharedTier<T> | undefined {
  const { store, codec, name, nowMs, staleMs, negativeMs = 0, sharedMs = dayMs } = options;
  if (store === undefined || codec === undefined) return undefined;

  // Hashed, because a key may be a URL: long, and not for everybody who reads the store.
  const storeKey = (key: string) => `${prefix}${name}:${hash('sha256', key, 'base64url')}`;

  function decode(bytes: Uint8Array | null | undefined): Entry<T> | undefined {
    if (!bytes || bytes.byteLength < headBytes) return undefined;
    const storedAtMs = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
    const value = codec?.decode(bytes.subarray(headBytes));
    if (!(storedAtMs > 0 && Number.isFinite(storedAtMs)) || value === undefined) return undefined;
    // A clock that is ahead of ours must not make a value good for longer.
    return { value, storedAtMs: Math.min(storedAtMs, nowMs()) };
  }

  return {
    read: async (key) => decode(await store.read(storeKey(key))),
    write: (key, { value, storedAtMs }) => {
      const usefulMs = value === null ? negativeMs : staleMs;
      const lifetimeMs = Math.floor(Math.min(usefulMs, sharedMs, dayMs));
      if (!(lifetimeMs > 0)) return;
      const body = codec.encode(value);
      if (headBytes + body.byteLength > maxValueBytes) return;
      const bytes = new Uint8Array(headBytes + body.byteLength);
      new DataView(bytes.buffer).setFloat64(0, storedAtMs);
      bytes.set(body, headBytes);
      store.write(storeKey(key), bytes, lifetimeMs);
    },
  };
}
