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
import { readMods } from './mods.ts';
import { protocolName } from './protocols.ts';

const maxSampled = 100;

const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const nilUuid = /^[0-]+$/;
/** The name of an account; proxies put a sign before Bedrock names. */
const playerName = /^[.*+~-]?\w{1,16}$/;

/**
 * Parses the status of a server of version 1.7 or newer. Fields that are missing or of a wrong type
 * count as not reported.
 * @throws {NetError} `garbage` if it is not a JSON object, or a kick
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
  const value = parse(json);
  if (!isFields(value) || isKick(value)) throw new NetError('garbage');
  return value;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new NetError('garbage', { cause: error });
  }
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
function readSample(entries: unknown): Pick<ServerPlayers, 'sample' | 'info'> {
  const sample: ListedPlayer[] = [];
  const info: StyledText[] = [];
  for (const entry of asList(entries).slice(0, maxSampled)) {
    const { name, id } = asFields(entry);
    if (typeof name !== 'string') continue;
    const text = readStyledLine(name, 'java');
    const idText = asText(id) ?? '';
    const isPlayer = playerName.test(shortText(name)) && !nilUuid.test(idText);
    if (!isPlayer) info.push(text);
    else sample.push({ name: shortText(name), id: uuid.test(idText) ? idText : null, text });
  }
  return { sample, info };
}

/** A string with `§` codes, or a component in any form. */
function readDescription(description: unknown): StyledText {
  if (typeof description === 'string') return readMotd(description, 'java');
  const runs = readComponent(description);
  return { raw: writeSectionCodes(runs), runs };
}
