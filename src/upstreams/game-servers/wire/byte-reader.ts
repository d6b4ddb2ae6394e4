import { NetError } from '../../net/net-error.ts';
import { decodeVarInt } from './varint.ts';

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
