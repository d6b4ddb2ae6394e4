import type { StatusAnswer } from '../server-status/schema.ts';
import type { CompatRows, WriteStatus } from './picture.ts';
import { hostAndPort, playersOf, serverRow } from './read-server.ts';

/** Its errors are sentences in a 200. */
function errorOf({ offline_reason: reason }: StatusAnswer): string {
  return reason === null ? 'the server does not answer queries' : reason.replaceAll('_', ' ');
}

const writePing: WriteStatus = (status) => {
  const { motd, icon, latency_ms: latency, players, version } = status;
  if (status.online !== true) return { error: errorOf(status) };
  return {
    description: motd?.raw ?? '',
    favicon: icon,
    latency: latency ?? 0,
    players: {
      max: players?.max ?? 0,
      online: players?.online ?? 0,
      sample: (players?.sample ?? []).map(({ id, raw }) => ({ id: id ?? '', name: raw })),
    },
    version: { name: version?.name ?? '', protocol: version?.protocol ?? 0 },
  };
};

const writeQuery: WriteStatus = (status) => {
  const { players, motd, software, plugins, version, map } = status;
  if ((players?.list ?? null) === null) return { error: errorOf(status), status: 'ERR' };
  return {
    MaxPlayers: players?.max ?? 0,
    Motd: motd?.raw ?? '',
    Playerlist: playersOf(status).map(({ name }) => name),
    Players: players?.online ?? 0,
    Plugins: (plugins ?? []).map((one) => [one.name, one.version ?? ''].join(' ').trim()),
    Software: software ?? '',
    Version: version?.name ?? '',
    Map: map ?? '',
    status: 'OK',
  };
};

const shared = { edition: 'java', addressOf: hostAndPort } as const;

/** api.minetools.eu. */
export const minetools: CompatRows = {
  ping: serverRow({
    ...shared,
    path: '/ping/{host}/{port}',
    shows: 'the status as JSON',
    form: { kind: 'json', write: writePing },
  }),
  query: serverRow({
    ...shared,
    path: '/query/{host}/{port}',
    shows: 'the response of the query protocol, as JSON',
    hasQuery: true,
    form: { kind: 'json', write: writeQuery },
  }),
  favicon: serverRow({
    ...shared,
    path: '/favicon/{host}/{port}',
    shows: 'the icon',
    form: { kind: 'icon' },
  }),
};
