import type { ListedLines, StatusResponse } from '../server-status/schema.ts';
import type { CompatRow, CompatRows, WriteStatus } from './picture.ts';
import { isNotOff, serverRow } from './read-server.ts';
import { isOn, notOffered } from './read-values.ts';

function common(status: StatusResponse) {
  return {
    online: status.online === true,
    host: status.host,
    port: status.port,
    ip_address: status.ip,
    eula_blocked: status.eula_blocked ?? false,
    retrieved_at: Date.parse(status.retrieved_at),
    expires_at: Date.parse(status.expires_at),
  };
}

function motdOf({ motd }: StatusResponse) {
  const { raw = '', clean = '', html = '' } = motd ?? {};
  return { raw, clean, html };
}

const writeJava: WriteStatus = (status, { listed }) => {
  const { srv, version, players, icon, mods, software, plugins } = status;
  const base = { ...common(status), srv_record: srv };
  if (status.online !== true) return base;
  return {
    ...base,
    version: version && {
      name_raw: version.raw,
      name_clean: version.clean,
      name_html: version.html,
      protocol: version.protocol ?? 0,
    },
    players: {
      online: players?.online ?? null,
      max: players?.max ?? null,
      list: (players?.list ?? listed).map(({ id, raw, clean, html }) => ({
        uuid: id ?? '',
        name_raw: raw,
        name_clean: clean,
        name_html: html,
      })),
    },
    motd: motdOf(status),
    icon,
    mods: (mods ?? []).map(({ id, version: number }) => ({ name: id, version: number ?? '' })),
    software,
    plugins: plugins ?? [],
  };
};

const writeBedrock: WriteStatus = (status) => {
  const { version, players, gamemode, server_id, brand } = status;
  if (status.online !== true) return common(status);
  return {
    ...common(status),
    version: version && { name: version.name, protocol: version.protocol },
    players: players && { online: players.online, max: players.max },
    motd: motdOf(status),
    gamemode,
    server_id,
    edition: brand,
  };
};

/** The first version had everything but the address in `response`, which is null for who is offline. */
const firstOf = (response: (status: StatusResponse, listed: ListedLines) => object): WriteStatus =>
  function write(status, { listed }) {
    const { online, host, port, eula_blocked } = common(status);
    return { online, host, port, eula_blocked, response: online ? response(status, listed) : null };
  };

const writeFirstJava = firstOf((status, listed) => {
  const { version, players, icon, mods, srv } = status;
  return {
    version: version && { name: version.name, protocol: version.protocol ?? 0 },
    players: {
      online: players?.online ?? null,
      max: players?.max ?? null,
      sample: listed.map(({ id, raw }) => ({ id: id ?? '', name: raw })),
    },
    motd: motdOf(status),
    favicon: icon,
    mod_info: mods && {
      type: 'FML',
      mods: mods.map(({ id, version: number }) => ({ id, version: number ?? '' })),
    },
    srv_record: srv,
  };
});

const writeFirstBedrock = firstOf((status) => {
  const { version, players, gamemode, server_id, brand, port, srv } = status;
  return {
    server_guid: Number(server_id ?? 0),
    edition: brand,
    motd: motdOf(status),
    protocol_version: version?.protocol ?? null,
    version: version?.name ?? null,
    online_players: players?.online ?? null,
    max_players: players?.max ?? null,
    server_id,
    gamemode,
    gamemode_id: gamemode === 'Survival' ? 1 : 0,
    port_ipv4: port,
    port_ipv6: port,
    srv_record: srv,
  };
});

const firstJava = serverRow({
  path: '/v1/status/java/{host}:{port}',
  shows: 'the status as JSON; also without `/v1`',
  edition: 'java',
  form: { kind: 'json', write: writeFirstJava },
});

const firstBedrock = serverRow({
  path: '/v1/status/bedrock/{host}:{port}',
  shows: 'the status as JSON; also without `/v1`',
  edition: 'bedrock',
  form: { kind: 'json', write: writeFirstBedrock },
});

const shownIcon = { shows: 'the icon', edition: 'java', form: { kind: 'icon' } } as const;

const serverIcon = serverRow({ ...shownIcon, path: '/v2/icon/{host}:{port}?timeout=5' });

const icon: CompatRow = {
  ...serverIcon,
  shows: 'the icon; without `/{host}` that of servers that have none',
  read: (request) =>
    request.pathValues.length === 0 ? { kind: 'default-icon' } : serverIcon.read(request),
};

/** api.mcstatus.io. */
export const mcstatus: CompatRows = {
  'v2/status/java': serverRow({
    path: '/v2/status/java/{host}:{port}?query=true&timeout=5',
    shows: 'the status as JSON',
    edition: 'java',
    hasQuery: ({ query }) => isNotOff(query),
    form: { kind: 'json', write: writeJava },
  }),
  'v2/status/bedrock': serverRow({
    path: '/v2/status/bedrock/{host}:{port}?timeout=5',
    shows: 'the status as JSON',
    edition: 'bedrock',
    form: { kind: 'json', write: writeBedrock },
  }),
  'v2/icon': icon,
  'v2/widget/java': serverRow({
    path: '/v2/widget/java/{host}:{port}?dark=true&timeout=5',
    shows: 'our card',
    edition: 'java',
    form: (query) => ({
      kind: 'widget',
      theme: isOn(query, 'transparent') ? 'transparent' : isNotOff(query.dark) ? 'dark' : 'light',
    }),
  }),
  'v1/status/java': firstJava,
  'v1/status/bedrock': firstBedrock,
  'v1/favicon': serverRow({ ...shownIcon, path: '/v1/favicon/{host}:{port}' }),
  'status/java': firstJava,
  'status/bedrock': firstBedrock,
  'v2/vote': notOffered('/v2/vote', 'votes are not sent to servers'),
};
