import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { hasPngSignature } from '../png/png.ts';
import { residentBytes } from './entries.ts';

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

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** What a schema describes, as nobody changes it. */
type Plain<T> = T extends object ? { readonly [Name in keyof T]: Plain<T[Name]> } : T;

/**
 * Objects that fit a schema, and `null`: what they weigh and how they travel. Redis holds what another
 * version of this service wrote, or anybody: the schema tells.
 *
 * @param bytes what any of them weighs at most; by default two for each letter of its JSON
 */
export function objectsOf<T extends TSchema>(schema: T, bytes?: number) {
  const check = Compile(schema);
  return {
    sizeBytes: (value: Plain<Static<T>> | null): number =>
      value === null ? 0 : (bytes ?? 256 + 2 * JSON.stringify(value).length),
    codec: orNull(jsonCodec((value): value is Plain<Static<T>> => check.Check(value))),
  };
}

/** PNG files, and `null`: what they weigh and how they travel. */
export const pngFiles = {
  sizeBytes: (png: Uint8Array | null): number => residentBytes(png?.byteLength ?? 0),
  codec: orNull(bytesCodec(hasPngSignature)),
} as const;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
