import { isIP } from 'node:net';
import type { CacheState } from '../../http/responses.ts';
import { defaultPorts } from '../../../upstreams/game-servers/target.ts';
import type { StatusResponse } from '../server-status/schema.ts';
import { writePing } from './minetools.ts';
import type { CompatRow, CompatRows, WriteStatus } from './picture.ts';
import { playersOf, secondsOf, serverRow } from './read-server.ts';
import { notOffered } from './read-values.ts';

type Styled = { readonly raw: string; readonly clean: string; readonly html: string };

/** A list of texts as three lists. */
function columns(lines: readonly Styled[]) {
  return {
    raw: lines.map(({ raw }) => raw),
    clean: lines.map(({ clean }) => clean),
    html: lines.map(({ html }) => html),
  };
}

/** Parts that are omitted if they are empty. */
function given<T>(list: readonly T[] | null, write: (list: readonly T[]) => object): object {
  return list === null || list.length === 0 ? {} : write(list);
}

function common(status: StatusResponse, cache: CacheState, version: 1 | 2 | 3) {
  const { online, ip, port, host, srv, edition, software } = status;
  const isAddress = isIP(host.replaceAll(/[[\]]/g, '')) !== 0;
  return {
    online: online === true,
    ip: ip ?? '',
    port: srv?.port ?? port,
    ...(!isAddress && { hostname: host }),
    debug: {
      ping: online === true,
      query: software !== null || (status.players?.list ?? null) !== null,
      bedrock: edition === 'bedrock',
      srv: srv !== null,
      querymismatch: false,
      ipinsrv: srv !== null && isIP(srv.host) !== 0,
      cnameinsrv: false,
      animatedmotd: false,
      cachehit: cache === 'HIT',
      cachetime: secondsOf(status.retrieved_at),
      cacheexpire: secondsOf(status.expires_at),
      apiversion: version,
    },
  };
}

/** The second line of a Bedrock server is its world. */
function linesOf({ edition, motd }: StatusResponse): readonly Styled[] {
  const lines = motd?.lines ?? [];
  return edition === 'bedrock' ? lines.slice(0, 1) : lines;
}

function mapOf({ edition, motd, map }: StatusResponse): Styled | null {
  const world = edition === 'bedrock' ? motd?.lines[1] : undefined;
  if (world !== undefined) return world;
  return map === null ? null : { raw: map, clean: map, html: escaped(map) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What all versions have in the same form. */
function described(status: StatusResponse) {
  const { version, icon, software, gamemode, server_id: serverId, players } = status;
  return {
    version: version?.name ?? '',
    ...(icon !== null && { icon }),
    ...(software !== null && { software }),
    ...(gamemode !== null && { gamemode }),
    ...(serverId !== null && { serverid: serverId }),
    motd: columns(linesOf(status)),
    ...given(players?.info ?? null, (lines) => ({ info: columns(lines) })),
  };
}

function countsOf({ players }: StatusResponse) {
  return { online: players?.online ?? 0, max: players?.max ?? 0 };
}

/** The name of a mod or plugin, with its version if it has one. */
const named = (name: string, version: string | null) => [name, version ?? ''].join(' ').trim();

/** As the second, but for what says that a server is offline. */
const writeFirst: WriteStatus = (status, { cache }) => {
  const { online, ...base } = common(status, cache, 1);
  return online ? { ...base, ...reported(status) } : { offline: true, ...base };
};

const writeSecond: WriteStatus = (status, { cache }) => {
  const base = common(status, cache, 2);
  return base.online ? { ...base, ...reported(status) } : base;
};

/** What an online server reports, in the form of the first two versions. */
function reported(status: StatusResponse) {
  const { version, plugins, mods } = status;
  const map = mapOf(status);
  const protocol = version?.protocol ?? null;
  return {
    ...described(status),
    ...(protocol !== null && { protocol }),
    ...(map !== null && { map: map.clean }),
    players: {
      ...countsOf(status),
      ...given(playersOf(status), (list) => ({ list: list.map(({ name }) => name) })),
      ...given(
        playersOf(status).filter(({ id }) => id !== null),
        (list) => ({ uuid: Object.fromEntries(list.map(({ name, id }) => [name, id])) }),
      ),
    },
    ...given(plugins, (list) => ({
      plugins: {
        names: list.map(({ name }) => name),
        raw: list.map((one) => named(one.name, one.version)),
      },
    })),
    ...given(mods, (list) => ({
      mods: { names: list.map(({ id }) => id), raw: list.map((one) => named(one.id, one.version)) },
    })),
  };
}

const writeThird: WriteStatus = (status, { cache }) => {
  const { edition, eula_blocked: isBlocked, version, plugins, mods } = status;
  const eula = edition === 'java' && { eula_blocked: isBlocked ?? false };
  const base = { ...common(status, cache, 3), ...eula };
  if (status.online !== true) return base;
  const map = mapOf(status);
  const { protocol = null, protocol_name: name = null } = version ?? {};
  return {
    ...base,
    ...described(status),
    ...(protocol !== null && {
      protocol: { version: protocol, ...(name !== null && { name }) },
    }),
    ...(map !== null && { map: { raw: map.raw, clean: map.clean, html: map.html } }),
    players: {
      ...countsOf(status),
      ...given(playersOf(status), (list) => ({
        list: list.map(({ name: player, id }) => ({ name: player, uuid: id ?? '' })),
      })),
    },
    ...given(plugins, (list) => ({ plugins: list.map(versioned) })),
    ...given(mods, (list) => ({
      mods: list.map(({ id, ...one }) => versioned({ name: id, ...one })),
    })),
  };
};

function versioned({ name, version }: { readonly name: string; readonly version: string | null }) {
  return { name, version: version ?? '' };
}

const forms = { 2: writeSecond, 3: writeThird } as const;

function statusRow(edition: 'java' | 'bedrock', version: 2 | 3): CompatRow {
  const prefix = edition === 'bedrock' ? '/bedrock' : '';
  return serverRow({
    path: `${prefix}/${version}/{host}:{port}`,
    shows: 'the status as JSON',
    edition,
    hasQuery: edition === 'java',
    form: { kind: 'json', write: forms[version] },
  });
}

/** The first version had one path for both editions. */
const eitherRow = serverRow({
  path: '/1/{host}:{port}',
  shows: `the status as JSON; that of the Bedrock edition at port ${defaultPorts.bedrock}`,
  edition: (host) => (host.endsWith(`:${defaultPorts.bedrock}`) ? 'bedrock' : 'java'),
  hasQuery: true,
  form: { kind: 'json', write: writeFirst },
});

const word = {
  shows: 'nothing but the status code: 200 if it is online, otherwise 404',
  form: { kind: 'word' },
} as const;

/** api.mcsrvstat.us. */
export const mcsrvstat: CompatRows = {
  1: eitherRow,
  2: statusRow('java', 2),
  3: statusRow('java', 3),
  'bedrock/2': statusRow('bedrock', 2),
  'bedrock/3': statusRow('bedrock', 3),
  simple: serverRow({ ...word, path: '/simple/{host}:{port}', edition: 'java' }),
  'bedrock/simple': serverRow({
    ...word,
    path: '/bedrock/simple/{host}:{port}',
    edition: 'bedrock',
  }),
  icon: serverRow({
    path: '/icon/{host}:{port}',
    shows: 'the icon',
    edition: 'java',
    form: { kind: 'icon' },
  }),
  ping: serverRow({
    path: '/ping/{host}:{port}',
    shows: 'what a server answers to a ping, as JSON; only what we know of it',
    edition: 'java',
    form: { kind: 'json', write: writePing },
  }),
  debug: notOffered('/debug/…', 'what servers send is not shown unread'),
};
