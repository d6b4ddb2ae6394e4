import { hash } from 'node:crypto';
import { dayMs } from '../async/clock.ts';
import type { Entry } from './entries.ts';
import type { CacheRules } from './rules.ts';

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

type SharedTierOptions<T> = Pick<
  CacheRules<T>,
  'name' | 'shape' | 'staleMs' | 'negativeMs' | 'sharedMs'
> & { readonly store?: SharedStore | undefined; readonly nowMs: () => number };

/** A larger value takes longer to fetch than it is waited for. */
const maxValueBytes = 1024 * 1024;
/** Names the format of keys and values: another format gets another number. */
const prefix = 'lineup:2:cache:';
/** Before each value stand when it was stored (float64, big-endian) and its kind. */
const headBytes = 9;
const kinds = { none: 0, json: 1, bytes: 2 } as const;

/**
 * The second tier of a cache: values that another instance, or this one before it was restarted,
 * has had. A store that is dead or slow is an empty one, and what it holds is checked as if a
 * stranger had written it. Without a store or a shape there is no such tier.
 */
export function createSharedTier<T>(options: SharedTierOptions<T>): SharedTier<T> | undefined {
  const { store, shape, name, nowMs, staleMs, negativeMs = 0, sharedMs = dayMs } = options;
  if (store === undefined || shape === undefined) return undefined;

  // Hashed, because a key may be a URL: long, and not for everybody who reads the store.
  const storeKey = (key: string) => `${prefix}${name}:${hash('sha256', key, 'base64url')}`;

  function decode(bytes: Uint8Array | null | undefined): Entry<T> | undefined {
    if (!bytes || bytes.byteLength < headBytes) return undefined;
    const storedAtMs = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
    const value = unpacked(bytes[8], bytes.subarray(headBytes));
    if (!(storedAtMs > 0 && Number.isFinite(storedAtMs)) || !shape?.Check(value)) return undefined;
    // A clock that is ahead of ours must not make a value good for longer.
    return { value, storedAtMs: Math.min(storedAtMs, nowMs()) };
  }

  return {
    read: async (key) => decode(await store.read(storeKey(key))),
    write: (key, { value, storedAtMs }) => {
      const usefulMs = value === null ? negativeMs : staleMs;
      const lifetimeMs = Math.floor(Math.min(usefulMs, sharedMs, dayMs));
      if (!(lifetimeMs > 0)) return;
      const [kind, body] = packed(value);
      if (headBytes + body.byteLength > maxValueBytes) return;
      const bytes = new Uint8Array(headBytes + body.byteLength);
      new DataView(bytes.buffer).setFloat64(0, storedAtMs);
      bytes[8] = kind;
      bytes.set(body, headBytes);
      store.write(storeKey(key), bytes, lifetimeMs);
    },
  };
}

function packed(value: unknown): readonly [kind: number, body: Uint8Array] {
  if (value === null) return [kinds.none, new Uint8Array()];
  if (value instanceof Uint8Array) return [kinds.bytes, value];
  return [kinds.json, Buffer.from(JSON.stringify(value))];
}

/** `undefined` for what `packed` never makes. */
function unpacked(kind: number | undefined, body: Uint8Array): unknown {
  if (kind === kinds.none && body.byteLength === 0) return null;
  // Copied, because what was read is a view of all that came through the connection with it, and
  // would be held for as long as the value is.
  if (kind === kinds.bytes) return new Uint8Array(body);
  if (kind !== kinds.json) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
