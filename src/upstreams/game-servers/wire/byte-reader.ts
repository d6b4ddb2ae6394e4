import { NetError } from '../../net/net-error.ts';

export type ByteReader = ReturnType<typeof createByteReader>;

/** Reads a complete message from front to back. Every method throws NetError `invalid-response` beyond the end. */
export function createByteReader(message: Uint8Array) {
  const view = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const bytes = (length: number): Buffer => {
    // A negative length would read backwards.
    if (length < 0 || length > view.length - at) throw new NetError('invalid-response');
    at += length;
    return view.subarray(at - length, at);
  };
  const varInt = (): number => {
    const taken = decodeVarInt(view, at);
    if (taken === null) throw new NetError('invalid-response');
    at += taken.length;
    return taken.value;
  };
  return {
    varInt,
    bytes,
    /** All that is left. */
    rest: () => bytes(view.length - at),
    uint8: () => bytes(1).readUInt8(),
    /** Numbers are big-endian. */
    uint16: () => bytes(2).readUInt16BE(),
    int64: () => bytes(8).readBigInt64BE(),
    /** UTF-8 with its length in bytes as a VarInt in front. */
    string: () => bytes(varInt()).toString('utf8'),
  };
}

/** A 32-bit number needs no more groups of seven bits. */
const longestVarInt = 5;

/** A value and its length in bytes. */
export type Taken<T> = { readonly value: T; readonly length: number };

/**
 * Encodes a number as the game's VarInt: seven bits per byte, low ones first, the eighth bit set if
 * more follow; negative numbers as 32-bit two's complement.
 * @param value a 32-bit integer, signed or unsigned
 */
export function encodeVarInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return Buffer.from(bytes);
}

/**
 * Decodes the VarInt at `offset` as a signed number; null if the bytes end before it does.
 * @throws {NetError} `invalid-response` if it is longer than five bytes
 */
export function decodeVarInt(bytes: Uint8Array, offset = 0): Taken<number> | null {
  let value = 0;
  for (let i = 0; i < longestVarInt; i++) {
    const byte = bytes[offset + i];
    if (byte === undefined) return null;
    value |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) return { value, length: i + 1 };
  }
  throw new NetError('invalid-response');
}
