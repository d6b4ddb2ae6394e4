import { hash } from 'node:crypto';
import { dayMs } from '../async/clock.ts';
import type { Entry, CacheRules, SharedStore } from './entries.ts';

export type SharedTier<T> = ReturnType<typeof createSharedTier<T>>;

type SharedTierOptions<T> = Pick<
  CacheRules<T>,
  'name' | 'shape' | 'staleMs' | 'negativeMs' | 'sharedMs'
> & { readonly store?: SharedStore | undefined; readonly nowMs: () => number };

/** Reading a larger value would exceed the read timeout. */
const maxValueBytes = 1024 * 1024;
/** Contains the version of the format of keys and values. */
const prefix = 'lineup:2:cache:';
/** Each value begins with its time of storage (float64, big-endian) and its kind. */
const headBytes = 9;
const kinds = { none: 0, json: 1, bytes: 2 } as const;

/**
 * The second tier of a cache: values that other instances, or this one before a restart, have stored. A
 * store that is down or slow counts as empty, and its values are validated like any input. Returns
 * `undefined` without a store or a shape.
 */
export function createSharedTier<T>(options: SharedTierOptions<T>) {
  const { store, shape, name, nowMs, staleMs, negativeMs = 0, sharedMs = dayMs } = options;
  if (store === undefined || shape === undefined) return undefined;

  // Hashed, because a key may be a long URL, and not every reader of the store should see it.
  const storeKey = (key: string) => `${prefix}${name}:${hash('sha256', key, 'base64url')}`;

  function decode(bytes: Uint8Array | null | undefined): Entry<T> | undefined {
    if (!bytes || bytes.byteLength < headBytes) return undefined;
    const storedAtMs = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
    const value = unpacked(bytes[8], bytes.subarray(headBytes));
    if (!(storedAtMs > 0 && Number.isFinite(storedAtMs)) || !shape?.Check(value)) return undefined;
    // Another instance's clock may be ahead; it must not extend the lifetime of a value.
    return { value, storedAtMs: Math.min(storedAtMs, nowMs()) };
  }

  return {
    read: async (key: string) => decode(await store.read(storeKey(key))),
    write: (key: string, { value, storedAtMs }: Entry<T>): void => {
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

function unpacked(kind: number | undefined, body: Uint8Array): unknown {
  if (kind === kinds.none && body.byteLength === 0) return null;
  // Copied, because the bytes read are a view of a larger network buffer that would be kept alive.
  if (kind === kinds.bytes) return new Uint8Array(body);
  if (kind !== kinds.json) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
