import type { ListedLines, StatusResponse } from '../../server-status/schema.ts';
import { defineService, type CompatRow, type WriteStatus } from '../define-service.ts';
import { asIcon, asJson, sampleOf, serverRow } from '../read-server.ts';
import { isOn, isOnByDefault, notOffered } from '../read-values.ts';

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
      sample: sampleOf(listed),
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

const alsoShorter = { shows: 'the status as JSON; also without `/v1`' };

const serverIcon = serverRow({ ...asIcon, options: '?timeout=5' });

const icon: CompatRow = {
  ...serverIcon,
  shows: 'the icon; without `/{host}` that of servers that have none',
  subjectIn: (request) => (request.pathValues.length === 0 ? '' : serverIcon.subjectIn?.(request)),
  read: (host, request) =>
    host === '' ? { kind: 'default-icon' } : serverIcon.read(host, request),
};

export const mcstatus = defineService({
  host: 'api.mcstatus.io',
  rows: {
    'v2/status/java': serverRow({
      ...asJson(writeJava),
      hasQuery: (query) => isOnByDefault(query, 'query'),
      options: '?query=true&timeout=5',
    }),
    'v2/status/bedrock': serverRow({
      ...asJson(writeBedrock),
      edition: 'bedrock',
      options: '?timeout=5',
    }),
    'v2/icon': icon,
    'v2/widget/java': serverRow({
      shows: 'our card',
      options: '?dark=true&timeout=5',
      form: (query) => {
        const isDark = isOnByDefault(query, 'dark');
        const theme = isOn(query, 'transparent') ? 'transparent' : isDark ? 'dark' : 'light';
        return { kind: 'widget', theme };
      },
    }),
    'v1/status/java': serverRow({
      ...asJson(writeFirstJava),
      ...alsoShorter,
      aliases: ['status/java'],
    }),
    'v1/status/bedrock': serverRow({
      ...asJson(writeFirstBedrock),
      ...alsoShorter,
      aliases: ['status/bedrock'],
      edition: 'bedrock',
    }),
    'v1/favicon': serverRow(asIcon),
    'v2/vote': notOffered('votes are not sent to servers'),
  },
});
