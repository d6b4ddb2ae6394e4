import type { Socket } from 'node:net';
import { NetError } from '../../net/net-error.ts';
import { listenToReplies, type TakeMessage } from '../wire/replies.ts';
import type { PingContext, Addressee } from './modern-ping.ts';
import { type ServerDetails, blankDetails } from '../server-status.ts';
import { asInt32, asCount } from '../../net/read-json.ts';
import { shortText, readStyledLine, readMotd } from '../motd/section-codes.ts';
import { olderProtocolName } from './status-json.ts';

/** Packet ids of servers of version 1.6 and older. */
const packetIds = { ping: 0xfe, pluginMessage: 0xfa, kick: 0xff } as const;
/** Protocol version of 1.6.4, the last with this ping; the value does not affect the response. */
const protocolVersion = 78;
const channel = 'MC|PingHost';

/** Pings a server of version 1.6 or older; the oldest only read the first byte. Rejects with NetError. */
export async function pingLegacy(socket: Socket, context: PingContext) {
  const replies = listenToReplies(socket);
  const sentAtMs = context.nowMs();
  socket.write(legacyRequest(context.addressee));
  const text = await replies.next(takeKick, context.signal);
  return { text, latencyMs: context.nowMs() - sentAtMs };
}

/** Strings are UTF-16 with their number of units in front. */
export function legacyRequest({ host, port }: Addressee): Buffer {
  const hostText = utf16(host);
  const tail = Buffer.alloc(4);
  tail.writeInt32BE(port);
  return Buffer.concat([
    Buffer.of(packetIds.ping, 1, packetIds.pluginMessage),
    uint16(channel.length),
    utf16(channel),
    // Length of the rest in bytes: one for the version, two for the length, the host, four for the
    // port.
    uint16(7 + hostText.length),
    Buffer.of(protocolVersion),
    uint16(host.length),
    hostText,
    tail,
  ]);
}

/** The response is a kick packet, which otherwise contains the reason of a disconnect. */
const takeKick: TakeMessage<string> = (bytes) => {
  if (bytes.length > 0 && bytes[0] !== packetIds.kick) throw new NetError('invalid-response');
  if (bytes.length < 3) return null;
  const length = 3 + bytes.readUInt16BE(1) * 2;
  if (bytes.length < length) return null;
  return { value: utf16Text(bytes.subarray(3, length)), length };
};

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function utf16Text(bigEndian: Buffer): string {
  return Buffer.from(bigEndian).swap16().toString('utf16le');
}

/**
 * Parses the response of a server of version 1.6 or older: `§1`, protocol, version, MOTD, players and
 * maximum, separated by NULs (1.4 to 1.6), or MOTD, players and maximum, separated by `§` (before 1.4).
 * @throws {NetError} `invalid-response` if it is neither
 */
export function readLegacyStatus(text: string): ServerDetails {
  if (text.startsWith('§1\0')) {
    const [, number, version = ''] = text.split('\0', 3);
    const protocol = asInt32(number);
    // The MOTD may contain NULs itself.
    const rest = text.split('\0').slice(3).join('\0');
    const [, motd = '', online, max] = /^([\s\S]*?)\0(-?\d+)\0(-?\d+)(?:\0|$)/.exec(rest) ?? [];
    return {
      ...detailsOf(motd, online, max),
      version: {
        name: shortText(version),
        text: readStyledLine(version, 'java'),
        protocol,
        protocolName: olderProtocolName(protocol),
      },
    };
  }
  // Only the MOTD may contain `§` itself.
  const [, motd = '', online, max] = /^([\s\S]*)§(-?\d+)§(-?\d+)$/u.exec(text) ?? [];
  return detailsOf(motd, online, max);
}

function detailsOf(motd: string, online?: string, max?: string): ServerDetails {
  const count = asCount(online);
  if (count === null) throw new NetError('invalid-response');
  return {
    ...blankDetails,
    players: { online: count, max: asCount(max) ?? 0, sample: [], info: [], listed: [] },
    motd: readMotd(motd, 'java'),
  };
}
