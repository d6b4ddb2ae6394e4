import { LineupError } from '../../common/errors/lineup-error.ts';
import { defineUpstream, type UpstreamDeps } from '../define-upstream.ts';
import { countedCall } from '../net/upstream-client.ts';
import { createSafeDatagrams } from '../net/safe-datagrams.ts';
import { createSafeDial } from '../net/safe-dial.ts';
import { createSrvLookup } from '../net/name-lookup.ts';
import { mojangSessionUrl } from '../players/upstream.ts';
import { blockedRules, createBlockedServers } from './blocked-servers.ts';
import { createGameServers } from './game-servers.ts';
import { stateOf, statusRule } from './server-status.ts';

/** Game servers, which clients name, and the list of those that the game refuses. */
export const gameServers = defineUpstream({
  settings: { mojangSessionUrl },
  hosts: ({ mojangSessionUrl: url }) => ({
    session: { name: 'blocked servers', url, rules: blockedRules },
  }),
  caches: { statuses: statusRule },
  create: ({ hosts, caches, deps }) => ({
    gameServers: { fetchStatus: openFetchStatus(deps) },
    statuses: caches.statuses,
    blockedServers: createBlockedServers(hosts.session, deps.clock),
  }),
});

/** Name of all game servers in metrics. */
const upstream = 'game servers';

/** They are not called over HTTP. */
function openFetchStatus({ allowPrivateAddresses, lookup, clock, metrics }: UpstreamDeps) {
  const dial = createSafeDial({ allowPrivateAddresses, lookup });
  const { fetchStatus } = createGameServers({
    dial,
    datagrams: createSafeDatagrams(dial),
    lookupSrv: createSrvLookup(),
    nowMs: clock.nowMs,
    onWaiting: metrics?.waitingAt(upstream),
  });
  return countedCall(fetchStatus, {
    upstream,
    report: metrics?.countUpstreamCall,
    outcomeOf: stateOf,
    failureOf: (error) => (error instanceof LineupError ? error.code : 'internal'),
  });
}
