import { hash } from 'node:crypto';
import type { Entry } from './recollection.ts';
import type { Tier } from './tiered-load.ts';

/** How a value travels: as bytes. */
export type Codec<T> = {
  readonly encode: (value: T) => Uint8Array;
  /** `undefined` for bytes that are no such value: they may be anybody's. */
  readonly decode: (bytes: Uint8Array) => T | undefined;
};

/** A store shared by several instances, as far as it is used here. Quick, or `undefined`. */
type SharedStore = {
  readonly readMany: (
    keys: readonly string[],
  ) => Promise<readonly (Uint8Array | null)[] | undefined>;
  /** Is not waited for. */
  readonly write: (key: string, bytes: Uint8Array, lifetimeMs: number) => void;
};

type RedisTierOptions<T> = {
  readonly store: SharedStore;
  /** What is kept here; part of every key. */
  readonly name: string;
  readonly nowMs: () => number;
  readonly codec: Codec<T>;
  /** How long a value may be of use to anybody, at most a day; 0 keeps it out. */
  readonly lifetimeMs: (value: T) => number;
  /** Told how many keys were found, were not, and could not be looked for. */
  readonly onRead?: ((outcome: 'hit' | 'miss' | 'skipped', keys: number) => void) | undefined;
};

const longestLifetimeMs = 24 * 60 * 60 * 1000;
/** A larger value takes longer to fetch than it is waited for. */
const maxValueBytes = 1024 * 1024;
/** Names the format of keys and values: another format gets another number. */
const prefix = 'lineup:1:cache:';
/** Before each value stands when it was stored: float64, big-endian. */
const headBytes = 8;

/**
 * The second tier of a memory: answers that another instance, or this one before it was restarted,
 * has had. A store that is dead or slow is an empty one, and what it holds is checked as if a
 * stranger had written it.
 */
export function createRedisTier<T>(options: RedisTierOptions<T>): Tier<T> {
  const { store, name, nowMs, codec, onRead } = options;

  // Hashed, because a key may be a URL: long, and not for everybody who reads the store.
  const storeKey = (key: string) => `${prefix}${name}:${hash('sha256', key, 'base64url')}`;

  function encode({ value, storedAtMs }: Entry<T>): Uint8Array {
    const body = codec.encode(value);
    const bytes = new Uint8Array(headBytes + body.byteLength);
    new DataView(bytes.buffer).setFloat64(0, storedAtMs);
    bytes.set(body, headBytes);
    return bytes;
  }

  function decode(bytes: Uint8Array | null | undefined): Entry<T> | undefined {
    if (!bytes || bytes.byteLength < headBytes) return undefined;
    const storedAtMs = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
    const value = codec.decode(bytes.subarray(headBytes));
    if (!(storedAtMs > 0 && Number.isFinite(storedAtMs)) || value === undefined) return undefined;
    // A clock that is ahead of ours must not make an answer good for longer.
    return { value, storedAtMs: Math.min(storedAtMs, nowMs()) };
  }

  return {
    read: async (keys) => {
      const found = await store.readMany(keys.map(storeKey));
      if (found === undefined) {
        onRead?.('skipped', keys.length);
        return keys.map(() => undefined);
      }
      const entries = keys.map((_key, index) => decode(found[index]));
      const hits = entries.filter((entry) => entry !== undefined).length;
      onRead?.('hit', hits);
      onRead?.('miss', keys.length - hits);
      return entries;
    },
    write: (key, entry) => {
      const lifetimeMs = Math.floor(Math.min(options.lifetimeMs(entry.value), longestLifetimeMs));
      if (!(lifetimeMs > 0)) return;
      const bytes = encode(entry);
      if (bytes.byteLength <= maxValueBytes) store.write(storeKey(key), bytes, lifetimeMs);
    },
  };
}

/** Values that are plain data, as JSON; `isValue` checks what comes back. */
export function jsonCodec<T>(isValue: (value: unknown) => value is T): Codec<T> {
  const [text, bytes] = [new TextDecoder(), new TextEncoder()];
  return {
    encode: (value) => bytes.encode(JSON.stringify(value)),
    decode: (encoded) => {
      const value = parsed(text.decode(encoded));
      return isValue(value) ? value : undefined;
    },
  };
}

/** Values that are bytes; `isValue` checks what comes back, by its signature, say. */
export function bytesCodec(isValue: (bytes: Uint8Array) => boolean): Codec<Uint8Array> {
  return {
    encode: (value) => value,
    // Copied, because what was read is a view of all that came through the connection with it, and
    // would be held for as long as the value is.
    decode: (encoded) => (isValue(encoded) ? new Uint8Array(encoded) : undefined),
  };
}

/** Adds `null`, "there is none", to the values of a codec. */
export function orNull<T>(codec: Codec<T>): Codec<T | null> {
  const [none, some] = [0, 1];
  return {
    encode: (value) =>
      value === null
        ? Uint8Array.of(none)
        : Buffer.concat([Uint8Array.of(some), codec.encode(value)]),
    decode: (encoded) => {
      if (encoded[0] === some) return codec.decode(encoded.subarray(1));
      return encoded[0] === none && encoded.byteLength === 1 ? null : undefined;
    },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
