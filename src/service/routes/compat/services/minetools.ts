import type { StatusResponse } from '../../server-status/schema.ts';
import { defineService, type ProfileFacts, type WriteStatus } from '../define-service.ts';
import { decodedTextures, plainId, profileRow, texturesOf } from '../read-profile.ts';
import {
  asIcon,
  asJson,
  labelOf,
  playersOf,
  sampleOf,
  serverRow,
  twoSegments,
} from '../read-server.ts';

/** Its errors are sentences in a 200. */
function errorOf({ offline_reason: reason }: StatusResponse): string {
  return reason === null ? 'the server does not answer queries' : reason.replaceAll('_', ' ');
}

export const writePing: WriteStatus = (status, { listed }) => {
  const { motd, icon, latency_ms: latency, players, version } = status;
  if (status.online !== true) return { error: errorOf(status) };
  return {
    description: motd?.raw ?? '',
    favicon: icon,
    latency: latency ?? 0,
    players: {
      max: players?.max ?? 0,
      online: players?.online ?? 0,
      sample: sampleOf(listed),
    },
    version: { name: version?.name ?? '', protocol: version?.protocol ?? 0 },
  };
};

const writeQuery: WriteStatus = (status) => {
  const { players, motd, software, plugins, version, map, ip, port, srv } = status;
  if ((players?.list ?? null) === null) return { error: errorOf(status), status: 'ERR' };
  return {
    GameName: 'MINECRAFT',
    HostIp: ip ?? '',
    HostPort: srv?.port ?? port,
    MaxPlayers: players?.max ?? 0,
    Motd: motd?.raw ?? '',
    Playerlist: playersOf(status).map(({ name }) => name),
    Players: players?.online ?? 0,
    Plugins: (plugins ?? []).map(labelOf),
    Software: software ?? '',
    Version: version?.name ?? '',
    Map: map ?? '',
    status: 'OK',
  };
};

/** As long as clients may keep our answer. */
const cacheSeconds = 900;

function cacheOf({ cache, nowMs }: ProfileFacts) {
  const cachedAt = nowMs / 1000;
  return {
    HIT: cache === 'HIT',
    cache_time: cacheSeconds,
    cache_time_left: cacheSeconds,
    cached_at: cachedAt,
    cached_until: cachedAt + cacheSeconds,
  };
}

/** Unknown players have no `id`; what no player can have as a name or UUID is an error. */
function unknownPlayer(player: string) {
  const isPossible = /^(?:\w{1,25}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32})$/i.test(
    player,
  );
  return { id: null, name: player, status: 'ERR', ...(!isPossible && notPossible) };
}

const notPossible = { error: 'Invalid UUID or nickname.' };

const inOk = (body: object) => ({ status: 200, body }) as const;

/** Programs look for `"status": "OK"` in the text: the blank has to be there. */
const indent = 4;

const address = twoSegments;

export const minetools = defineService({
  host: 'api.minetools.eu',
  rows: {
    ping: serverRow({ address, ...asJson(writePing, indent) }),
    query: serverRow({
      address,
      ...asJson(writeQuery, indent),
      shows:
        'the response of the query protocol, as JSON; `HostIp` and `HostPort` are those that were contacted',
      hasQuery: true,
    }),
    favicon: serverRow({ address, ...asIcon }),
    uuid: profileRow({
      shows: 'name and UUID as JSON',
      indent,
      write: (profile, facts) => ({
        cache: cacheOf(facts),
        id: plainId(profile),
        name: profile.name,
        status: 'OK',
      }),
      unknown: (player) => inOk(unknownPlayer(player)),
    }),
    profile: profileRow({
      shows: 'the profile, raw and decoded; the signature is empty',
      indent,
      write: (profile, facts) => {
        const { name, value } = texturesOf(profile, facts.nowMs);
        return {
          decoded: decodedTextures(profile, facts.nowMs),
          raw: {
            cache: cacheOf(facts),
            id: plainId(profile),
            name: profile.name,
            properties: [{ name, signature: '', value }],
            status: 'OK',
          },
        };
      },
      unknown: (player) => inOk({ decoded: null, raw: unknownPlayer(player) }),
    }),
  },
});
