import { NetError } from '../../net/net-error.ts';
import { readComponent } from '../motd/component.ts';
import {
  writeSectionCodes,
  readMotd,
  readStyledLine,
  shortText,
  type StyledText,
} from '../motd/section-codes.ts';
import {
  blankDetails,
  type ListedPlayer,
  type ServerDetails,
  type ServerPlayers,
  type ServerVersion,
} from '../server-status.ts';
import {
  asCount,
  asFields,
  asInt32,
  asList,
  asText,
  isFields,
  type Fields,
} from '../../net/read-json.ts';
import { readMods } from './mods.ts';
import {
  readPngHeader,
  stripPng,
  UnusableImageError,
  type PngHeader,
  colourType,
  chunkBodies,
} from '../../../common/png/png.ts';
import { unpackPixels } from '../../../common/png/pixel-data.ts';
import protocols from './protocols.json' with { type: 'json' };

const maxSampled = 100;

const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const nilUuid = /^[0-]+$/;
/** The name of an account, of which old ones have up to 25 letters; proxies put a sign before Bedrock names. */
const playerName = /^[.*+~-]?\w{1,25}$/;

/**
 * Parses the status of a server of version 1.7 or newer. Fields that are missing or of a wrong type
 * count as not reported.
 * @throws {NetError} `invalid-response` if it is not a JSON object, or a kick
 */
export function readStatusJson(json: string): ServerDetails {
  const status = parseObject(json);
  const { enforcesSecureChat } = status;
  return {
    ...blankDetails,
    version: readVersion(status['version']),
    players: readPlayers(status['players']),
    motd: readDescription(status['description']),
    icon: readFavicon(status['favicon']),
    ...readMods(status),
    enforcesSecureChat: typeof enforcesSecureChat === 'boolean' ? enforcesSecureChat : null,
  };
}

function parseObject(json: string): Fields {
  const value = parseLenientJson(json);
  if (!isFields(value) || isKick(value)) throw new NetError('invalid-response');
  return value;
}

/** Bot protections send a text component as disconnect message in the status packet. */
function isKick(status: Fields): boolean {
  const isComponent = 'text' in status || 'translate' in status;
  return isComponent && !('version' in status || 'players' in status || 'description' in status);
}

function readVersion(version: unknown): ServerVersion | null {
  const fields = asFields(version);
  const name = asText(fields['name']);
  if (name === null) return null;
  const protocol = asInt32(fields['protocol']);
  const text = readStyledLine(name, 'java');
  return { name: shortText(name), text, protocol, protocolName: protocolName(protocol) };
}

function readPlayers(players: unknown): ServerPlayers | null {
  const { online, max, sample } = asFields(players);
  const count = asCount(online);
  if (count === null) return null;
  return { online: count, max: asCount(max) ?? 0, ...readSample(sample) };
}

/** Servers also put text lines there: not valid account names, or with a UUID of zeros. */
function readSample(entries: unknown): Omit<ServerPlayers, 'online' | 'max'> {
  const listed: ListedPlayer[] = [];
  const sample: ListedPlayer[] = [];
  const info: StyledText[] = [];
  for (const entry of asList(entries).slice(0, maxSampled)) {
    const { name, id } = asFields(entry);
    if (typeof name !== 'string') continue;
    const idText = asText(id) ?? '';
    const text = readStyledLine(name, 'java');
    const line = { name: shortText(name), id: uuid.test(idText) ? idText : null, text };
    listed.push(line);
    if (playerName.test(line.name) && !nilUuid.test(idText)) sample.push(line);
    else info.push(text);
  }
  return { sample, info, listed };
}

/** A string with `§` codes, or a component in any form. */
function readDescription(description: unknown): StyledText {
  if (typeof description === 'string') return readMotd(description, 'java');
  const runs = readComponent(description);
  return { raw: writeSectionCodes(runs, 'java'), runs };
}

/**
 * Parses JSON as the game does, which takes what a person typed into a file of settings: a byte order mark,
 * line breaks and other control characters inside of strings, `\'` and a backslash before a line break.
 * @throws {NetError} `invalid-response` for anything else that is no JSON
 */
export function parseLenientJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    return parseStrictly(json.replaceAll(quoted, withoutControls));
  }
}

function parseStrictly(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new NetError('invalid-response', { cause: error });
  }
}

/** A string, also one without an end: otherwise each `\"` in it would be tried as the start of another. */
const quoted = /"(?:[^"\\]|\\[\s\S])*"?/g;

const escapesAndControls = /\\[\s\S]|\p{Cc}/gu;

function withoutControls(text: string): string {
  return text.replaceAll(escapesAndControls, (found) => {
    if (found === "\\'") return "'";
    const control = found === '\\\n' ? '\n' : found;
    return control.startsWith('\\') ? control : JSON.stringify(control).slice(1, -1);
  });
}

/** In bytes; real icons have up to some 15 kB. */
const maxIconBytes = 64 * 1024;

const iconSizePx = 64;

/**
 * Decodes a favicon, a data URI (old servers break it into lines), to the chunks of its pixels. Null
 * unless it is a PNG of 64×64 pixels of at most 64 kB that every browser can show.
 */
function readFavicon(favicon: unknown): Uint8Array | null {
  if (typeof favicon !== 'string' || favicon.length > maxIconBytes * 2) return null;
  const [, base64] = /^data:image\/png;base64,([A-Za-z0-9+/=\s]+)$/i.exec(favicon) ?? [];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxIconBytes) return null;
  try {
    const header = readPngHeader(bytes);
    const png = stripPng(bytes);
    return isIcon(header, png) ? Uint8Array.from(png) : null;
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}

/** Whether the header is that of an icon and all pixel data is present. */
function isIcon(header: PngHeader, png: Buffer): boolean {
  const isSized = header.widthPx === iconSizePx && header.heightPx === iconSizePx;
  const isIndexed = header.colourType === colourType.indexed;
  if (!isSized || (isIndexed && chunkBodies(png, 'PLTE').length === 0)) return false;
  const { bytes, rowStarts } = unpackPixels(png, header);
  return rowStarts.every((at) => (bytes[at] ?? lastFilter + 1) <= lastFilter);
}

const lastFilter = 4;

/**
 * Releases of the Java edition by protocol number, from the first to the last with that number.
 * Excludes snapshots, whose numbers begin at 2³⁰. Versions before 1.7 are apart: 1.7 restarted the numbers.
 */
const releases = new Map(Object.entries(protocols.releases));
const olderReleases = new Map(Object.entries(protocols.olderReleases));

/** The release of a protocol number; null if it is unknown. */
export function protocolName(protocol: number | null): string | null {
  return releases.get(String(protocol)) ?? null;
}

/** The same for the number in a legacy response. */
export function olderProtocolName(protocol: number | null): string | null {
  return olderReleases.get(String(protocol)) ?? null;
}
