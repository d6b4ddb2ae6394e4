import type { StatusResponse } from '../../server-status/schema.ts';
import {
  defineService,
  type CompatQuery,
  type CompatStatus,
  type WriteStatus,
} from '../define-service.ts';
import {
  asIcon,
  asJson,
  inQuery,
  labelOf,
  playersOf,
  secondsOf,
  serverRow,
} from '../read-server.ts';
import { notOffered } from '../read-values.ts';

/** Its times are texts. */
function common(status: StatusResponse, isOnline: boolean) {
  const isUnknown = status.offline_reason === 'unknown_host';
  const at = String(secondsOf(status.retrieved_at));
  return {
    status: isUnknown ? 'error' : 'success',
    online: isOnline,
    error: isUnknown ? 'invalid hostname or port' : '',
    last_online: isOnline ? at : '',
    last_updated: at,
    // In nanoseconds.
    duration: (status.latency_ms ?? 0) * 1_000_000,
  };
}

const writeStatus: WriteStatus = (status, { listed }) => {
  const { motd, icon, players, version } = status;
  return {
    ...common(status, status.online === true),
    motd: motd?.raw ?? '',
    ...(motd !== null && { motd_formatted: motd.html }),
    ...(icon !== null && { favicon: icon }),
    players: {
      max: players?.max ?? 0,
      now: players?.online ?? 0,
      sample: listed.map(({ id, raw }) => ({ name: raw, id: id ?? '' })),
    },
    server: { name: version?.name ?? '', protocol: version?.protocol ?? 0 },
  };
};

/** A server without the query protocol is offline for it. */
const writeQuery: WriteStatus = (status) => {
  const { software, plugins, map, motd, version, players } = status;
  const isQueried = status.online === true && (players?.list ?? null) !== null;
  return {
    ...common(status, isQueried),
    motd: isQueried ? (motd?.raw ?? '') : '',
    version: isQueried ? (version?.name ?? '') : '',
    game_type: isQueried ? 'SMP' : '',
    game_id: isQueried ? 'MINECRAFT' : '',
    server_mod: software ?? '',
    map: map ?? '',
    players: {
      max: isQueried ? (players?.max ?? 0) : 0,
      now: isQueried ? (players?.online ?? 0) : 0,
      list: isQueried ? playersOf(status).map(({ name }) => name) : [],
    },
    plugins: (plugins ?? []).map(labelOf),
  };
};

function imageOf({ theme, title = '' }: CompatQuery): CompatStatus['form'] {
  const dark = theme?.toLowerCase() === 'dark';
  return { kind: 'widget', theme: dark ? 'dark' : 'light', ...(title !== '' && { title }) };
}

const address = inQuery;

export const mcapi = defineService({
  host: 'mcapi.us',
  rows: {
    'server/status': serverRow({ address, ...asJson(writeStatus) }),
    'server/query': serverRow({
      address,
      ...asJson(writeQuery),
      shows: 'the response of the query protocol, as JSON',
      hasQuery: true,
    }),
    'server/image': serverRow({
      address,
      options: '&theme=dark&title={title}',
      shows: 'our card; theirs was 325 × 64 pixels',
      form: imageOf,
    }),
    'server/icon': serverRow({ address, ...asIcon }),
    scripts: notOffered('the script asks their host; the status is here, as JSON', '/minecraft.js'),
  },
});
