import type { Socket } from 'node:net';
import { NetError, withinTime } from '../../net/net-error.ts';
import { listenToReplies, maxReplyBytes, type TakeMessage } from '../wire/replies.ts';
import {
  createByteReader,
  type ByteReader,
  decodeVarInt,
  encodeVarInt,
} from '../wire/byte-reader.ts';

export type PingContext = {
  readonly addressee: Addressee;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
};

/** Time to wait for the pong, which only gives the latency: twice that of the status, and some. */
function pongTimeoutMs(statusMs: number): number {
  return Math.min(1000, 100 + 2 * statusMs);
}

/**
 * Pings a server of version 1.7 or newer. The latency is that of the ping packet, or of the status if
 * the server does not answer it (many proxies close the connection instead). Rejects with NetError.
 */
export async function pingModern(socket: Socket, context: PingContext) {
  const { addressee, nowMs, signal } = context;
  const replies = listenToReplies(socket);
  const requestedAtMs = nowMs();
  socket.write(statusRequest(addressee));
  const json = await replies.next(takeStatus, signal);
  const statusMs = nowMs() - requestedAtMs;
  const pingedAtMs = nowMs();
  const token = BigInt(Math.trunc(pingedAtMs));
  socket.write(pingRequest(token));
  try {
    const pong = await withinTime({ timeoutMs: pongTimeoutMs(statusMs), signal }, (pongSignal) =>
      replies.next(takePong, pongSignal),
    );
    return { json, latencyMs: pong === token ? nowMs() - pingedAtMs : statusMs };
  } catch {
    return { json, latencyMs: statusMs };
  }
}

/** Next state of the handshake: status instead of login. */
const statusState = 1;
/**
 * The version in the handshake: 26.3, the newest release on 28 November 2026. Servers choose by it what they
 * show, such as colours that older clients do not know; a client of no version gets what the oldest gets.
 */
export const currentProtocol = 777;

const packetIds = { status: 0, ping: 1 } as const;

/** A packet: length, id, body. */
function framePacket(id: number, body: Uint8Array = new Uint8Array()): Buffer {
  const numbered = Buffer.concat([encodeVarInt(id), body]);
  return Buffer.concat([encodeVarInt(numbered.length), numbered]);
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([encodeVarInt(bytes.length), bytes]);
}

/** Host and port in the handshake, by which proxies choose a server. */
export type Addressee = { readonly host: string; readonly port: number };

export function statusRequest({ host, port }: Addressee): Buffer {
  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port);
  const handshake = Buffer.concat([
    encodeVarInt(currentProtocol),
    encodeString(host),
    portBytes,
    encodeVarInt(statusState),
  ]);
  return Buffer.concat([framePacket(0, handshake), framePacket(packetIds.status)]);
}

/** @param token returned in the pong */
export function pingRequest(token: bigint): Buffer {
  const body = Buffer.alloc(8);
  body.writeBigInt64BE(token);
  return framePacket(packetIds.ping, body);
}

/** Takes a complete packet and returns it without its length. */
const takePacket: TakeMessage<Buffer> = (bytes) => {
  const size = decodeVarInt(bytes);
  if (size === null) return null;
  if (size.value < 1 || size.value > maxReplyBytes) throw new NetError('invalid-response');
  const length = size.length + size.value;
  return bytes.length < length ? null : { value: bytes.subarray(size.length, length), length };
};

/** Takes a packet with this id, and reads its body. */
const takeBody =
  <T>(id: number, read: (body: ByteReader) => T): TakeMessage<T> =>
  (bytes) => {
    const packet = takePacket(bytes);
    if (packet === null) return null;
    const reader = createByteReader(packet.value);
    if (reader.varInt() !== id) throw new NetError('invalid-response');
    return { value: read(reader), length: packet.length };
  };

export const takeStatus = takeBody(packetIds.status, (body) => body.string());

export const takePong = takeBody(packetIds.ping, (body) => body.int64());
