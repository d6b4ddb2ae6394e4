import { NetError } from '../../net/net-error.ts';
import { readSectionCodes } from '../motd/section-codes.ts';
import { shortText } from '../motd/short-text.ts';
import { createRunList, plainStyle } from '../motd/text-run.ts';
import type { Motd, ServerDetails } from '../server-status.ts';
import { asInt32 } from '../wire/fields.ts';

const longestName = 128;

/**
 * Reads the text of a pong: `edition;motd;protocol;version;online;max;server id;second line;game
 * mode;…`. Trailing fields may be missing.
 * @throws {NetError} `garbage` when not even the counts of players are there.
 */
export function readBedrockStatus(text: string): ServerDetails {
  const [, motd = '', protocol, version, online, max, serverId, second = '', gamemode] =
    text.split(';');
  const count = asInt32(online);
  if (version === undefined || count === null) throw new NetError('garbage');
  return {
    version: { name: shortText(version, longestName), protocol: asInt32(protocol) },
    players: { online: count, max: asInt32(max) ?? 0, sample: [] },
    motd: readMotd(second === '' ? motd : `${motd}\n${second}`),
    icon: null,
    mods: null,
    gamemode: told(gamemode),
    serverId: told(serverId),
  };
}

function told(text: string | undefined): string | null {
  const short = shortText(text ?? '', longestName);
  return short === '' ? null : short;
}

/** A datagram bounds it. */
function readMotd(raw: string): Motd {
  const list = createRunList();
  readSectionCodes(raw, list, { base: plainStyle, edition: 'bedrock' });
  return { raw: raw.toWellFormed(), runs: list.runs };
}
