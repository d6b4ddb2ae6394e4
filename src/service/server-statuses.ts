import { hourMs, minuteMs, type Clock } from '../common/async/clock.ts';
import type { CacheContext } from '../common/cache/context.ts';
import type { OpenCache } from '../common/cache/open-caches.ts';
import { createCache, type SwrCache } from '../common/cache/swr-cache.ts';
import { LineupError } from '../common/errors/lineup-error.ts';
import { createServerStatuses } from './routes/server-status/service.ts';
import {
  readBlockedServers,
  type BlockedServers,
} from '../upstreams/game-servers/blocked-servers.ts';
import { createGameServers, type GameServers } from '../upstreams/game-servers/game-servers.ts';
import type { PlayerHead } from '../upstreams/game-servers/motd/text-run.ts';
import { stateOf, statusRule, type ServerStatus } from '../upstreams/game-servers/server-status.ts';
import { countedCall } from './metrics/counted-call.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { NameLookup } from '../upstreams/net/name-lookup.ts';
import { createSafeDatagrams } from '../upstreams/net/safe-datagrams.ts';
import { createSafeDial } from '../upstreams/net/safe-dial.ts';
import { createSrvLookup } from '../upstreams/net/srv-lookup.ts';
import type { UpstreamClient } from '../upstreams/net/upstream-client.ts';
import type { Players } from '../upstreams/players/players.ts';
import type { PlayerReference } from '../upstreams/players/reference.ts';
import type { Settings } from './settings.ts';
import type { Drawing } from './queue/drawing.ts';

/** Name of all game servers in metrics. */
const upstream = 'game servers';

type Deps = {
  readonly clock: Clock;
  readonly openCache: OpenCache;
  /** Share of the cache memory for statuses. */
  readonly share: number;
  readonly lookup: NameLookup;
  readonly metrics: Metrics | undefined;
  readonly drawing: Drawing;
  readonly pictures: SwrCache<Uint8Array>;
  readonly players: Pick<Players, 'resolveMany' | 'loadSheet'>;
  /** The session service, which publishes the list of blocked servers. */
  readonly session: Pick<UpstreamClient, 'request'>;
};

/** Opens the statuses of game servers with all their parts. */
export function openServerStatuses({ allowPrivateAddresses }: Settings, deps: Deps) {
  const { clock, openCache, share, lookup, metrics, players, session } = deps;
  const dial = createSafeDial({ allowPrivateAddresses, lookup });
  const { fetchStatus } = createGameServers({
    dial,
    datagrams: createSafeDatagrams(dial),
    lookupSrv: createSrvLookup(),
    nowMs: clock.nowMs,
    onWaiting: metrics?.waitingAt(upstream),
  });
  return createServerStatuses({
    ...deps,
    gameServers: { fetchStatus: counted(fetchStatus, metrics) },
    statuses: openCache<ServerStatus>({ ...statusRule, name: 'statuses' }, share),
    blockedServers: openBlockedServers(session, clock),
    headSkins: (heads, context) => loadHeadSkins(players, heads, context),
  });
}

function counted(fetchStatus: GameServers['fetchStatus'], metrics: Metrics | undefined) {
  if (metrics === undefined) return fetchStatus;
  return countedCall(fetchStatus, {
    upstream,
    report: metrics.countUpstreamCall,
    outcomeOf: stateOf,
    failureOf: (error) => (error instanceof LineupError ? error.code : 'internal'),
  });
}

/** Some three thousand digests of 40 digits; cached for an hour, a failure for a minute. */
const blockedRule = {
  name: 'blockedServers',
  freshMs: hourMs,
  staleMs: 0,
  negativeMs: minuteMs,
  sizeBytes: (list: BlockedServers | null) => (list?.size ?? 0) * 128,
  maxBytes: 4 * 1024 * 1024,
} as const;

/** A status waits no longer for this, as it is only a detail. */
const blockedTimeoutMs = 1000;

function openBlockedServers({ request }: Pick<UpstreamClient, 'request'>, clock: Clock) {
  const lists = createCache<BlockedServers | null>({ ...blockedRule, clock });
  const load = async (): Promise<BlockedServers | null> => {
    try {
      const { status, bytes } = await request({
        method: 'GET',
        path: '/blockedservers',
        timeoutMs: blockedTimeoutMs,
      });
      return status === 200 ? readBlockedServers(Buffer.from(bytes).toString('latin1')) : null;
    } catch {
      return null;
    }
  };
  return (context: CacheContext) => lists.get('list', load, context);
}

/** One look-up for all heads in a MOTD; null for unavailable ones. */
async function loadHeadSkins(
  players: Deps['players'],
  heads: readonly PlayerHead[],
  context: CacheContext,
): Promise<readonly (Uint8Array | null)[]> {
  const results = await players.resolveMany(heads.map(referenceOf), context);
  return Promise.all(
    results.map(async (result) =>
      result.ok ? players.loadSheet(result.player.skin, context).catch(() => null) : null,
    ),
  );
}

function referenceOf({ texture, uuid, name }: PlayerHead): PlayerReference {
  if (texture !== null) return { kind: 'texture', hash: texture };
  return uuid === null ? { kind: 'name', name: name ?? '' } : { kind: 'uuid', uuid };
}
