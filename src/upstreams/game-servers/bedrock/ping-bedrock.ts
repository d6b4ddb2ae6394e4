import type { SafeDatagrams } from '../../net/safe-datagrams.ts';
import { type ServerDetails, blankDetails } from '../server-status.ts';
import { createByteReader } from '../wire/byte-reader.ts';
import { asCount, asInt32 } from '../../net/read-json.ts';
import { shortText, readStyledLine, readMotd, textOrNull } from '../motd/section-codes.ts';

/** Datagrams get lost: when the ping is repeated; a second is left for the last answer. */
const sendAtMs = [0, 300, 800, 1600, 2600, 3800] as const;

export type DatagramContext = {
  readonly exchange: SafeDatagrams['exchange'];
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

type PingOptions = DatagramContext & {
  readonly nowMs: () => number;
  /** Eight random bytes as a number: only a host that receives the ping can answer it. */
  readonly randomInt64: () => bigint;
};

/** Pings a Bedrock server; the pong repeats the number of its ping. Rejects with NetError. */
export function pingBedrock({ exchange, nowMs, randomInt64, ...options }: PingOptions) {
  const clientId = randomInt64();
  const sentAtMs = new Map<bigint, number>();
  return exchange<{ readonly details: ServerDetails; readonly latencyMs: number }>({
    ...options,
    sendAtMs,
    question: () => {
      const token = randomInt64();
      sentAtMs.set(token, nowMs());
      return bedrockPing(token, clientId);
    },
    read: (datagram) => {
      const pong = readBedrockPong(datagram);
      const pingedAtMs = pong === null ? undefined : sentAtMs.get(pong.time);
      if (pong === null || pingedAtMs === undefined) return null;
      return { details: readBedrockStatus(pong.text), latencyMs: nowMs() - pingedAtMs };
    },
  });
}

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

/**
 * Parses a pong; null for any other datagram. A server that is not to be found in its network sends no text,
 * others a wrong length: they are online all the same, and what is there is their text.
 */
export function readBedrockPong(datagram: Uint8Array) {
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

/**
 * Parses the text of a pong: `brand;motd;protocol;version;online;max;server id;second line;game
 * mode;…`. Trailing fields may be missing. A server that sends a pong is online: invalid fields count
 * as not reported, and nothing throws.
 */
export function readBedrockStatus(text: string): ServerDetails {
  const { brand, motd, rest } = splitPong(text);
  const [protocol, version, online, max, serverId, ...others] = rest;
  const [second = '', gamemode] = joinSecond(others);
  // An empty count is zero; a missing or invalid one is not reported.
  const count = online === '' ? 0 : asCount(online);
  return {
    ...blankDetails,
    brand: brand === 'MCPE' || brand === 'MCEE' ? brand : null,
    version:
      version === undefined
        ? null
        : {
            name: shortText(version),
            text: readStyledLine(version, 'bedrock'),
            protocol: asInt32(protocol),
            protocolName: null,
          },
    players:
      count === null
        ? null
        : { online: count, max: asCount(max) ?? 0, sample: [], info: [], listed: [] },
    motd: readMotd(second === '' ? motd : `${motd}\n${second}`, 'bedrock'),
    gamemode: textOrNull(gamemode),
    serverId: textOrNull(serverId),
  };
}

// A version contains dots, which finds the fields even if the name contains something similar.
const versions = [/^\d+\.\d/, /^/] as const;

/**
 * Some servers escape a `;` in their name, others do not: it goes on until all fields match.
 * @returns `rest`: the fields from the protocol on
 */
function splitPong(text: string) {
  const [brand = '', motd = '', ...rest] = text.split(/(?<!\\);/).map(unescaped);
  if (areFields(rest)) return { brand, motd, rest };
  const bare = text.split(';').slice(1);
  for (const form of versions) {
    const at = bare.findIndex(
      (_, index) =>
        index > 0 && index + 3 < bare.length && areFields(bare.slice(index, index + 4), form),
    );
    if (at === -1) continue;
    return {
      brand,
      motd: unescaped(bare.slice(0, at).join(';')),
      rest: bare.slice(at).map(unescaped),
    };
  }
  return { brand, motd, rest };
}

/** Whether these are the fields from protocol to maximum; counts may be empty. */
function areFields(fields: readonly string[], form = /^/): boolean {
  const [protocol = '', version = '', online = '', max = ''] = fields;
  const areNumbers = /^-?\d+$/.test(protocol) && /^-?\d*$/.test(online) && /^-?\d*$/.test(max);
  return areNumbers && form.test(version);
}

const gamemodes: ReadonlySet<string> = new Set(['survival', 'creative', 'adventure', 'spectator']);

/** The second line may contain a `;` as well: it goes on until a mode of the game. */
function joinSecond(fields: readonly string[]): readonly string[] {
  const at = fields.findLastIndex((field) => gamemodes.has(field.toLowerCase()));
  return at < 2 ? fields : [fields.slice(0, at).join(';'), ...fields.slice(at)];
}

function unescaped(field: string): string {
  return field.replaceAll('\\;', ';');
}
