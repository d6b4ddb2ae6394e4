import { NetError } from '../../net/net-error.ts';
import { decodeVarInt } from './varint.ts';

/** Reads a complete message from front to back; every read is bounds-checked. */
export type ByteReader = {
  readonly varInt: () => number;
  readonly uint8: () => number;
  readonly uint16: () => number;
  readonly int64: () => bigint;
  readonly bytes: (length: number) => Buffer;
  /** All that is left. */
  readonly rest: () => Buffer;
  /** UTF-8 with its length in bytes as a VarInt in front. */
  readonly string: () => string;
};

/** Creates a reader; numbers are big-endian. Every method throws NetError `invalid-response` beyond the end. */
export function createByteReader(message: Uint8Array): ByteReader {
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
    rest: () => bytes(view.length - at),
    uint8: () => bytes(1).readUInt8(),
    uint16: () => bytes(2).readUInt16BE(),
    int64: () => bytes(8).readBigInt64BE(),
    string: () => bytes(varInt()).toString('utf8'),
  };
}
