import { isUtf8 } from 'node:buffer';
import { readStyledLine, shortText, textOrNull } from '../motd/styled-text.ts';
import type { Mod, QueryDetails } from '../server-status.ts';
import { asCount } from '../wire/fields.ts';

/** Start of every request. */
const magic = [0xfe, 0xfd] as const;
const packetIds = { stat: 0x00, challenge: 0x09 } as const;

const maxPlugins = 500;
const maxPlayers = 500;
/** Limit of fields in a full status; real ones have ten. */
const maxFields = 64;

export function writeChallengeRequest(sessionId: number): Buffer {
  const packet = Buffer.of(...magic, packetIds.challenge, 0, 0, 0, 0);
  packet.writeInt32BE(sessionId, 3);
  return packet;
}

/** Four more bytes than a request for the basic status. */
export function writeStatRequest(sessionId: number, token: number): Buffer {
  const packet = Buffer.alloc(15);
  packet.set([...magic, packetIds.stat]);
  packet.writeInt32BE(sessionId, 3);
  packet.writeInt32BE(token, 7);
  return packet;
}

/** The challenge token, sent as decimal text; null for any other datagram. */
export function readChallenge(datagram: Uint8Array, sessionId: number): number | null {
  const body = bodyOf(datagram, packetIds.challenge, sessionId);
  const text = body?.toString('latin1').split('\0', 1)[0] ?? '';
  return /^-?\d{1,10}$/.test(text) ? Number(text) | 0 : null;
}

/** Fixed bytes before the fields: an unused field name and two numbers. */
const fieldsHead = 'splitnum\0\x80\0';
/** Fixed bytes before the player list. */
const playersHead = '\x01player_\0\0';

/** Parses a full status; null for any other datagram. */
export function readFullStat(datagram: Uint8Array, sessionId: number): QueryDetails | null {
  const body = bodyOf(datagram, packetIds.stat, sessionId);
  if (body === null || body.length < fieldsHead.length) return null;
  const texts = textsFrom(body.subarray(fieldsHead.length));
  const fields = new Map<string, string>();
  for (let i = 0; i < maxFields; i++) {
    const key = texts.next();
    if (key === '' || key === null) break;
    fields.set(key, texts.next() ?? '');
  }
  if (!fields.has('numplayers') && !fields.has('hostname')) return null;
  return {
    ...readPlugins(fields.get('plugins') ?? ''),
    map: textOrNull(fields.get('map')),
    online: asCount(fields.get('numplayers')),
    max: asCount(fields.get('maxplayers')),
    players: readPlayers(texts),
  };
}

/** What follows packet type and session id. */
function bodyOf(datagram: Uint8Array, packetId: number, sessionId: number): Buffer | null {
  const packet = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  if (packet.length < 5 || packet[0] !== packetId) return null;
  return packet.readInt32BE(1) === sessionId ? packet.subarray(5) : null;
}

type Texts = {
  /** The next NUL-terminated string; null at the end. */
  readonly next: () => string | null;
  readonly skip: (bytes: number) => void;
};

function textsFrom(bytes: Buffer): Texts {
  // The game writes Latin-1, other programs UTF-8.
  const encoding = isUtf8(bytes.subarray()) ? 'utf8' : 'latin1';
  let at = 0;
  return {
    next: () => {
      if (at >= bytes.length) return null;
      const zero = bytes.indexOf(0, at);
      const end = zero < 0 ? bytes.length : zero;
      const text = bytes.toString(encoding, at, end);
      at = end + 1;
      return text;
    },
    skip: (count) => void (at += count),
  };
}

/** `Paper on 1.21.4: WorldEdit 7.3; Essentials 2.20`; empty for the vanilla game. */
function readPlugins(text: string): Pick<QueryDetails, 'software' | 'plugins'> {
  const colon = text.indexOf(': ');
  const software = textOrNull(colon < 0 ? text.replace(/:\s*$/, '') : text.slice(0, colon));
  const list = colon < 0 ? [] : text.slice(colon + 2).split('; ', maxPlugins);
  return { software, plugins: list.filter((one) => one.trim() !== '').map((one) => pluginOf(one)) };
}

/** The version is after the last space. */
function pluginOf(text: string): Mod {
  const plugin = text.trim();
  const space = plugin.lastIndexOf(' ');
  return space < 0
    ? { id: shortText(plugin), version: null }
    : { id: shortText(plugin.slice(0, space)), version: shortText(plugin.slice(space + 1)) };
}

function readPlayers(texts: Texts): QueryDetails['players'] {
  texts.skip(playersHead.length);
  const players: QueryDetails['players'][number][] = [];
  while (players.length < maxPlayers) {
    const name = texts.next();
    if (name === '' || name === null) break;
    players.push(readStyledLine(name, 'java'));
  }
  return players;
}
