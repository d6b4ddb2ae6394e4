import { readMotd, readStyledLine, shortText, textOrNull } from '../motd/styled-text.ts';
import { blankDetails, type ServerDetails } from '../server-status.ts';
import { asCount, asInt32 } from '../wire/fields.ts';

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

type PongFields = {
  readonly brand: string;
  readonly motd: string;
  /** The fields from the protocol on. */
  readonly rest: readonly string[];
};

// A version contains dots, which finds the fields even if the name contains something similar.
const versions = [/^\d+\.\d/, /^/] as const;

/** Some servers escape a `;` in their name, others do not: it goes on until all fields match. */
function splitPong(text: string): PongFields {
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
