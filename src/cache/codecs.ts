/** How a value travels between instances: as bytes. */
export type Codec<T> = {
  readonly encode: (value: T) => Uint8Array;
  /** `undefined` for bytes that are no such value: they may be anybody's. */
  readonly decode: (bytes: Uint8Array) => T | undefined;
};

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
