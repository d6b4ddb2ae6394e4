import { NetError } from '../../net/net-error.ts';

/** A 32-bit number in groups of seven bits never takes more. */
const longestVarInt = 5;

/** What was read, and how many bytes that took. */
export type Taken<T> = { readonly value: T; readonly length: number };

/**
 * A number in the game's VarInt form: seven bits a byte, low ones first, the eighth bit saying that
 * more follow; negative numbers as their 32-bit two's complement.
 *
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
 * The VarInt at `offset`, as a signed number; null when the bytes end before it does.
 * @throws {NetError} `garbage` when it goes on past five bytes.
 */
export function decodeVarInt(bytes: Uint8Array, offset = 0): Taken<number> | null {
  let value = 0;
  for (let i = 0; i < longestVarInt; i++) {
    const byte = bytes[offset + i];
    if (byte === undefined) return null;
    value |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) return { value, length: i + 1 };
  }
  throw new NetError('garbage');
}
