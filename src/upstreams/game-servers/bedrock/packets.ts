import { createByteReader } from '../wire/byte-reader.ts';

const packetIds = { ping: 0x01, pong: 0x1c } as const;

/** Identifies a RakNet datagram outside of a connection. */
const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex');

/** @param time returned in the pong, to tell pings apart */
export function bedrockPing(time: bigint, clientId: bigint): Buffer {
  const packet = Buffer.alloc(33);
  packet.writeUInt8(packetIds.ping, 0);
  packet.writeBigInt64BE(time, 1);
  magic.copy(packet, 9);
  packet.writeBigInt64BE(clientId, 25);
  return packet;
}

export type BedrockPong = { readonly time: bigint; readonly text: string };

/**
 * Parses a pong; null for any other datagram. A server that is not to be found in its network sends no text,
 * others a wrong length: they are online all the same, and what is there is their text.
 */
export function readBedrockPong(datagram: Uint8Array): BedrockPong | null {
  try {
    const reader = createByteReader(datagram);
    if (reader.uint8() !== packetIds.pong) return null;
    const time = reader.int64();
    // The server id, which the text repeats.
    reader.int64();
    if (!reader.bytes(magic.length).equals(magic)) return null;
    const text = reader.rest();
    const length = text.length < 2 ? 0 : text.readUInt16BE();
    return { time, text: text.toString('utf8', 2, 2 + length) };
  } catch {
    return null;
  }
}
