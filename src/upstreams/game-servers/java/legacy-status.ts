import { NetError } from '../../net/net-error.ts';
import { readMotd, readStyledLine, shortText } from '../motd/styled-text.ts';
import { blankDetails, type ServerDetails } from '../server-status.ts';
import { asCount, asInt32 } from '../wire/fields.ts';
import { olderProtocolName } from './protocols.ts';

/**
 * Parses the response of a server of version 1.6 or older: `§1`, protocol, version, MOTD, players and
 * maximum, separated by NULs (1.4 to 1.6), or MOTD, players and maximum, separated by `§` (before 1.4).
 * @throws {NetError} `invalid-response` if it is neither
 */
export function readLegacyStatus(text: string): ServerDetails {
  if (text.startsWith('§1\0')) {
    const [, number, version = ''] = text.split('\0', 3);
    const protocol = asInt32(number);
    // The MOTD may contain NULs itself.
    const rest = text.split('\0').slice(3).join('\0');
    const [, motd = '', online, max] = /^([\s\S]*?)\0(-?\d+)\0(-?\d+)(?:\0|$)/.exec(rest) ?? [];
    return {
      ...detailsOf({ motd, online, max }),
      version: {
        name: shortText(version),
        text: readStyledLine(version, 'java'),
        protocol,
        protocolName: olderProtocolName(protocol),
      },
    };
  }
  // Only the MOTD may contain `§` itself.
  const [, motd = '', online, max] = /^([\s\S]*)§(-?\d+)§(-?\d+)$/u.exec(text) ?? [];
  return detailsOf({ motd, online, max });
}

type LegacyFields = {
  readonly motd: string;
  readonly online: string | undefined;
  readonly max: string | undefined;
};

function detailsOf({ motd, online, max }: LegacyFields): ServerDetails {
  const count = asCount(online);
  if (count === null) throw new NetError('invalid-response');
  return {
    ...blankDetails,
    players: { online: count, max: asCount(max) ?? 0, sample: [], info: [], listed: [] },
    motd: readMotd(motd, 'java'),
  };
}
