import { NetError } from '../../net/net-error.ts';
import { decodeVarInt } from './varint.ts';

/** Reads a whole message from front to back; every read is checked against what is there. */
export type ByteReader = {
  readonly varInt: () => number;
  readonly uint8: () => number;
  readonly uint16: () => number;
  readonly int64: () => bigint;
  readonly bytes: (length: number) => Buffer;
  /** UTF-8 with its length in bytes before it, as a VarInt. */
  readonly string: () => string;
  readonly left: () => number;
};

/**
 * A reader of `message`, numbers in network order.
 * Every method throws NetError `garbage` when the message ends before what it promised.
 */
export function createByteReader(message: Uint8Array): ByteReader {
  const view = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const bytes = (length: number): Buffer => {
    // A length that is negative as a signed number would walk backwards.
    if (length < 0 || length > view.length - at) throw new NetError('garbage');
    at += length;
    return view.subarray(at - length, at);
  };
  const varInt = (): number => {
    const taken = decodeVarInt(view, at);
    if (taken === null) throw new NetError('garbage');
    at += taken.length;
    return taken.value;
  };
  return {
    varInt,
    bytes,
    uint8: () => bytes(1).readUInt8(),
    uint16: () => bytes(2).readUInt16BE(),
    int64: () => bytes(8).readBigInt64BE(),
    string: () => bytes(varInt()).toString('utf8'),
    left: () => view.length - at,
  };
}
