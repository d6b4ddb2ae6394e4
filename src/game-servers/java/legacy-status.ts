import { NetError } from '../../net/net-error.ts';
import { shortText } from '../motd/short-text.ts';
import type { ServerDetails } from '../server-status.ts';
import { asInt32 } from '../wire/fields.ts';
import { readTextMotd } from './status-json.ts';

const longestName = 128;

/**
 * Reads the answer of a server of version 1.6 or older: `§1`, protocol, version, message, players,
 * places, divided by zeros (1.4 to 1.6), or message, players, places, divided by `§` (before).
 * @throws {NetError} `garbage` when it is neither.
 */
export function readLegacyStatus(text: string): ServerDetails {
  if (text.startsWith('§1\0')) {
    const [, protocol, version = '', motd = '', online, max] = text.split('\0');
    const name = shortText(version, longestName);
    return detailsOf({ motd, online, max, version: { name, protocol: asInt32(protocol) } });
  }
  // The message may hold the sign itself, the counts never do.
  const [, motd = '', online, max] = /^([\s\S]*)§(-?\d+)§(-?\d+)$/u.exec(text) ?? [];
  return detailsOf({ motd, online, max, version: null });
}

type LegacyFields = {
  readonly motd: string;
  readonly online: string | undefined;
  readonly max: string | undefined;
  readonly version: ServerDetails['version'];
};

function detailsOf({ motd, online, max, version }: LegacyFields): ServerDetails {
  const count = asInt32(online);
  if (count === null) throw new NetError('garbage');
  return {
    version,
    players: { online: count, max: asInt32(max) ?? 0, sample: [] },
    motd: readTextMotd(motd),
    icon: null,
    mods: null,
    gamemode: null,
    serverId: null,
  };
}
