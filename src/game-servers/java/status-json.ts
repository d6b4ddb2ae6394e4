import { NetError } from '../../net/net-error.ts';
import { readComponent } from '../motd/component.ts';
import { readSectionCodes, writeSectionCodes } from '../motd/section-codes.ts';
import { shortText } from '../motd/short-text.ts';
import { createRunList, plainStyle } from '../motd/text-run.ts';
import type { Motd, ServerDetails } from '../server-status.ts';
import { asFields, asInt32, asList, asText, type Fields } from '../wire/fields.ts';
import { readFavicon } from './favicon.ts';
import { readMods } from './mods.ts';

const mostSampled = 100;
const longestName = 128;
/** A letter in a colour of its own takes fifteen units. */
const longestRawMotd = 32 * 1024;

const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/**
 * Reads the status of a server of version 1.7 or newer. Any field may be missing or of a wrong type;
 * it counts as not told then.
 * @throws {NetError} `garbage` when it is not a JSON object at all.
 */
export function readStatusJson(json: string): ServerDetails {
  const status = parseObject(json);
  return {
    version: readVersion(status['version']),
    players: readPlayers(status['players']),
    motd: readDescription(status['description']),
    icon: readFavicon(status['favicon']),
    mods: readMods(status),
    gamemode: null,
    serverId: null,
  };
}

function parseObject(json: string): Fields {
  const value = parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new NetError('garbage');
  }
  return asFields(value);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new NetError('garbage', { cause: error });
  }
}

function readVersion(version: unknown): ServerDetails['version'] {
  const { name, protocol } = asFields(version);
  const text = asText(name);
  return text === null ? null : { name: shortText(text, longestName), protocol: asInt32(protocol) };
}

function readPlayers(players: unknown): ServerDetails['players'] {
  const { online, max, sample } = asFields(players);
  const count = asInt32(online);
  if (count === null) return null;
  return { online: count, max: asInt32(max) ?? 0, sample: readSample(sample) };
}

function readSample(sample: unknown): NonNullable<ServerDetails['players']>['sample'] {
  return asList(sample)
    .slice(0, mostSampled)
    .flatMap((entry) => {
      const { name, id } = asFields(entry);
      const text = asText(name);
      if (text === null) return [];
      const idText = asText(id) ?? '';
      return [{ name: shortText(text, longestName), id: uuid.test(idText) ? idText : null }];
    });
}

/** A string with `§` codes, or a component in any of its forms. */
function readDescription(description: unknown): Motd {
  if (typeof description === 'string') return readTextMotd(description);
  const runs = readComponent(description);
  return { raw: writeSectionCodes(runs), runs };
}

/** A message in the older form. */
export function readTextMotd(text: string): Motd {
  const list = createRunList();
  readSectionCodes(text, list, { base: plainStyle, edition: 'java' });
  return { raw: text.slice(0, longestRawMotd).toWellFormed(), runs: list.runs };
}
