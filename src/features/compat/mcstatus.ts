import type { StatusAnswer } from '../server-status/schema.ts';
import type { CompatRows, WriteStatus } from './picture.ts';
import { isNotOff, playersOf, serverRow } from './read-server.ts';
import { isOn, notOffered } from './read-values.ts';

function common(status: StatusAnswer) {
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

function motdOf({ motd }: StatusAnswer) {
  const { raw = '', clean = '', html = '' } = motd ?? {};
  return { raw, clean, html };
}

const writeJava: WriteStatus = (status) => {
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
      list: playersOf(status).map(({ id, raw, clean, html }) => ({
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

const icon = serverRow({
  path: '/v2/icon/{host}:{port}?timeout=5',
  shows: 'the icon',
  edition: 'java',
  form: { kind: 'icon' },
});

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
  'v2/vote': notOffered('/v2/vote', 'votes are not sent to servers'),
};
