import { isIP } from 'node:net';
import { defaultPorts, type Edition } from '../../../../upstreams/game-servers/target.ts';
import type { CacheState } from '../../../http/responses.ts';
import type { StatusResponse } from '../../server-status/schema.ts';
import { defineService, type WriteStatus } from '../define-service.ts';
import {
  asIcon,
  asJson,
  labelOf,
  playersOf,
  secondsOf,
  serverRow,
  type Versioned,
} from '../read-server.ts';
import { notOffered } from '../read-values.ts';
import { writePing } from './minetools.ts';

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
    ...given(plugins, (list) => ({ plugins: namesAndLabels(list) })),
    ...given(mods, (list) => ({ mods: namesAndLabels(list.map(modOf)) })),
  };
}

function namesAndLabels(list: readonly Versioned[]) {
  return { names: list.map(({ name }) => name), raw: list.map(labelOf) };
}

function modOf({ id, version }: { readonly id: string; readonly version: string | null }) {
  return { name: id, version };
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
    ...given(mods, (list) => ({ mods: list.map(modOf).map(versioned) })),
  };
};

function versioned({ name, version }: Versioned) {
  return { name, version: version ?? '' };
}

/** The first version had one path for both editions. */
const editionAt = (host: string): Edition =>
  host.endsWith(`:${defaultPorts.bedrock}`) ? 'bedrock' : 'java';

const second = asJson(writeSecond);
const third = asJson(writeThird);
const word = {
  shows: 'nothing but the status code: 200 if it is online, otherwise 404',
  form: { kind: 'word' },
} as const;

export const mcsrvstat = defineService({
  host: 'api.mcsrvstat.us',
  rows: {
    1: serverRow({
      ...asJson(writeFirst),
      shows: `the status as JSON; that of the Bedrock edition at port ${defaultPorts.bedrock}`,
      edition: editionAt,
      hasQuery: true,
    }),
    2: serverRow({ ...second, hasQuery: true }),
    3: serverRow({ ...third, hasQuery: true }),
    'bedrock/2': serverRow({ ...second, edition: 'bedrock' }),
    'bedrock/3': serverRow({ ...third, edition: 'bedrock' }),
    simple: serverRow(word),
    'bedrock/simple': serverRow({ ...word, edition: 'bedrock' }),
    icon: serverRow(asIcon),
    ping: serverRow({
      ...asJson(writePing),
      shows: 'what a server answers to a ping, as JSON; only what we know of it',
    }),
    debug: notOffered('what servers send is not shown unread', '/…'),
  },
});
