import { isUtf8 } from 'node:buffer';
import type { DatagramContext } from '../bedrock/ping-bedrock.ts';
import { readStyledLine, shortText, textOrNull } from '../motd/section-codes.ts';
import type { Mod, QueryDetails } from '../server-status.ts';
import { asCount } from '../../net/read-json.ts';

/** Start of every request. */
const magic = [0xfe, 0xfd] as const;
const packetIds = { stat: 0x00, challenge: 0x09 } as const;

const maxPlugins = 500;
const maxPlayers = 500;
/** Limit of the texts in the fields of a full status; real ones have some twenty. */
const maxFieldTexts = 1000;

/** Datagrams get lost. */
const sendAtMs = [0, 300, 800] as const;

/**
 * Requests the full status by the query protocol (GameSpy 4): a challenge, then the status, on one
 * socket. Rejects with NetError; 'timeout' for most servers, which have it switched off.
 * @param sessionId any 32 bits; the protocol uses four of each byte
 */
export function queryServer(context: DatagramContext, sessionId: number): Promise<QueryDetails> {
  const { exchange, ...options } = context;
  const id = sessionId & 0x0f0f0f0f;
  let token: number | null = null;
  return exchange<QueryDetails>({
    ...options,
    sendAtMs,
    question: () => (token === null ? writeChallengeRequest(id) : writeStatRequest(id, token)),
    read: (datagram, send) => {
      const challenge = readChallenge(datagram, id);
      if (challenge === null) return readFullStat(datagram, id);
      // Only the first challenge is answered: each would cost another datagram.
      if (token === null) send(writeStatRequest(id, challenge));
      token ??= challenge;
      return null;
    },
  });
}

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
/** Before the player list; two NULs follow, and more from some servers. */
const playersHead = '\x01player_\0';

/** Parses a full status; null for any other datagram. */
export function readFullStat(datagram: Uint8Array, sessionId: number): QueryDetails | null {
  const body = bodyOf(datagram, packetIds.stat, sessionId);
  if (body === null || body.length < fieldsHead.length) return null;
  const bytes = body.subarray(fieldsHead.length);
  // The game writes Latin-1, other programs UTF-8.
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  const [fieldTexts = '', players = ''] = splitAt(text);
  const fields = readFields(fieldTexts);
  if (!fields.has('numplayers') && !fields.has('hostname')) return null;
  return {
    ...readPlugins(fields.get('plugins') ?? ''),
    map: textOrNull(fields.get('map')),
    online: asCount(fields.get('numplayers')),
    max: asCount(fields.get('maxplayers')),
    players: readPlayers(players),
  };
}

/** Fields and players; without their head there are none. */
function splitAt(text: string): readonly string[] {
  const at = text.indexOf(playersHead);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + playersHead.length)];
}

/** The fields of the game, and those of servers for its Bedrock edition. */
const knownKeys: ReadonlySet<string> = new Set([
  'hostname',
  'gametype',
  'game_id',
  'version',
  'server_engine',
  'plugins',
  'map',
  'numplayers',
  'maxplayers',
  'whitelist',
  'hostip',
  'hostport',
]);

/** A field that we do not know. */
const otherKey = /^[a-z][a-z_]*$/;

/**
 * Keys and values, each ended by a NUL, up to an empty key. Older games wrote the low byte of each letter, so
 * that `☀` is a NUL within a value: a value goes on until a known key follows.
 */
function readFields(text: string): ReadonlyMap<string, string> {
  const texts = text.replace(/\0{1,2}$/, '').split('\0', maxFieldTexts);
  const fields = new Map<string, string>();
  for (let at = 0; at < texts.length;) {
    const [key = '', ...rest] = texts.slice(at, nextKnownKey(texts, at + 2));
    if (key === '') break;
    const isLast = at + 1 + rest.length === texts.length;
    const isAlone = isLast || (key !== 'hostname' && hasOtherFields(rest));
    const value = isAlone ? rest.slice(0, 1) : rest;
    fields.set(key, value.join('\0'));
    at += 1 + value.length;
  }
  return fields;
}

function nextKnownKey(texts: readonly string[], from: number): number {
  const at = texts.findIndex((text, index) => index >= from && knownKeys.has(text));
  return at < 0 ? texts.length : at;
}

/** Whether keys and values follow the first of these texts. */
function hasOtherFields(texts: readonly string[]): boolean {
  return texts.length % 2 === 1 && texts.every((text, i) => i % 2 === 0 || otherKey.test(text));
}

/** What follows packet type and session id. */
function bodyOf(datagram: Uint8Array, packetId: number, sessionId: number): Buffer | null {
  const packet = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  if (packet.length < 5 || packet[0] !== packetId) return null;
  return packet.readInt32BE(1) === sessionId ? packet.subarray(5) : null;
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

/** Names, each ended by a NUL, up to an empty one. */
function readPlayers(text: string): QueryDetails['players'] {
  const names = text.replace(/^\0+/, '').split('\0', maxPlayers);
  const end = names.indexOf('');
  return (end < 0 ? names : names.slice(0, end)).map((name) => readStyledLine(name, 'java'));
}
