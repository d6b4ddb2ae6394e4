import { NetError } from '../../net/net-error.ts';
import { readComponent } from '../motd/component.ts';
import { writeSectionCodes } from '../motd/section-codes.ts';
import { readMotd, readStyledLine, shortText, type StyledText } from '../motd/styled-text.ts';
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
} from '../wire/fields.ts';
import { readFavicon } from './favicon.ts';
import { parseLenientJson } from './lenient-json.ts';
import { readMods } from './mods.ts';
import { protocolName } from './protocols.ts';

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
