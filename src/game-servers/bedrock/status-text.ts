import { readMotd, readStyledLine, shortText, told } from '../motd/styled-text.ts';
import { blankDetails, type ServerDetails } from '../server-status.ts';
import { asCount, asInt32 } from '../wire/fields.ts';

/**
 * Reads the text of a pong: `brand;motd;protocol;version;online;max;server id;second line;game
 * mode;…`. Trailing fields may be missing. Whoever answers with a pong is there: what can't be read
 * counts as not told, and nothing throws.
 */
export function readBedrockStatus(text: string): ServerDetails {
  const { brand, motd, rest } = splitPong(text);
  const [protocol, version, online, max, serverId, second = '', gamemode] = rest;
  // An empty count is none; one that is missing, or no number, is not told.
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
      count === null ? null : { online: count, max: asCount(max) ?? 0, sample: [], info: [] },
    motd: readMotd(second === '' ? motd : `${motd}\n${second}`, 'bedrock'),
    gamemode: told(gamemode),
    serverId: told(serverId),
  };
}

type PongFields = {
  readonly brand: string;
  readonly motd: string;
  /** From the protocol on. */
  readonly rest: readonly string[];
};

/** The fields from the protocol to the limit; a count may be empty. */
const anchors = [
  // A version has dots; where a name holds what looks like fields, this is still found.
  /;(?=-?\d+;\d+(?:\.\d+)+[^;]*;-?\d*;-?\d*(?:;|$))/,
  /;(?=-?\d+;[^;]*;-?\d*;-?\d*(?:;|$))/,
] as const;

/**
 * Some servers write a `;` in their name as `\;`, others as it is. Where the fields are not what
 * they should be after that, the name goes on until something looks like them.
 */
function splitPong(text: string): PongFields {
  const [brand = '', motd = '', ...rest] = text.split(/(?<!\\);/).map(unescaped);
  if (areFields(rest)) return { brand, motd, rest };
  const start = text.indexOf(';') + 1;
  const body = start === 0 ? '' : text.slice(start - 1);
  for (const anchor of anchors) {
    const at = body.search(anchor);
    if (at <= 0) continue;
    const name = body.slice(1, at);
    return {
      brand,
      motd: unescaped(name),
      rest: body
        .slice(at + 1)
        .split(';')
        .map(unescaped),
    };
  }
  return { brand, motd, rest };
}

function areFields([protocol = '', , online = '', max = '']: readonly string[]): boolean {
  return /^-?\d+$/.test(protocol) && /^-?\d*$/.test(online) && /^-?\d*$/.test(max);
}

function unescaped(field: string): string {
  return field.replaceAll('\\;', ';');
}
