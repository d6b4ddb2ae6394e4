import manifest from '../../package.json' with { type: 'json' };
import type { HttpServer } from './http/server.ts';
import { countedCall } from './metrics/counted-call.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { NameResolver } from '../upstreams/net/name-lookup.ts';
import { NetError } from '../upstreams/net/net-error.ts';
import {
  createSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from '../upstreams/net/safe-fetch.ts';
import { createUpstreamClient, type UpstreamClient } from '../upstreams/net/upstream-client.ts';
import type { Settings } from './settings.ts';
import type { HealthPart } from '../upstreams/net/upstream-deps.ts';

export type OutgoingParts = {
  readonly settings: Settings;
  readonly names: NameResolver;
  readonly metrics: Metrics | undefined;
  readonly skinHosts?: Pick<SafeFetchOptions, 'lookup' | 'openSocket' | 'clock'> | undefined;
};

/** The `User-Agent`, with a contact address; Discord requires one. */
const userAgentOf = ({ publicUrl = 'https://lineup.invalid' }: Settings) =>
  `Lineup/${manifest.version} (+${publicUrl})`;
/** Name of all skin hosts in metrics. */
const skinUrlsName = 'skin URLs';

/** Opens the fetch for skin URLs of clients, and the same counted under one name for all hosts. */
export function openSkinHosts({ settings, names, metrics, skinHosts }: OutgoingParts) {
  const safeFetch = createSafeFetch({
    lookup: clientLookup(settings, names),
    allowPrivateAddresses: settings.allowPrivateAddresses,
    userAgent: userAgentOf(settings),
    onWaiting: metrics?.waitingAt(skinUrlsName),
    ...skinHosts,
  });
  return { safeFetch, fetchBytes: countedFetch(safeFetch, metrics) };
}

/** Resolver for names from clients; the system's where private addresses are allowed. */
export function clientLookup({ allowPrivateAddresses }: Settings, names: NameResolver) {
  return allowPrivateAddresses ? names.lookupLocal : names.lookupPublic;
}

function countedFetch({ fetchBytes }: SafeFetch, metrics: Metrics | undefined) {
  if (metrics === undefined) return fetchBytes;
  return countedCall(fetchBytes, {
    upstream: skinUrlsName,
    report: metrics.countUpstreamCall,
    outcomeOf: () => '200',
    failureOf: (error) => (error instanceof NetError ? error.kind : 'internal'),
  });
}

/** Opens clients of the operator's upstreams; the app closes them. */
export function openUpstreams(app: HttpServer, parts: OutgoingParts) {
  const { settings, names, metrics } = parts;
  const upstreams: HealthPart[] = [{ name: 'DNS', isHealthy: names.isHealthy }];
  const clients: UpstreamClient[] = [];
  app.addHook('onClose', async () => {
    await Promise.all(clients.map((client) => client.close()));
  });
  const openClient = (
    name: string,
    baseUrl: string,
    { isOperators = true, userAgent = userAgentOf(settings) } = {},
  ) => {
    const client = createUpstreamClient({
      baseUrl,
      name,
      userAgent,
      allowPrivateAddresses: isOperators || settings.allowPrivateAddresses,
      lookup: isOperators ? names.lookupLocal : clientLookup(settings, names),
      onCall: metrics?.countUpstreamCall,
      onWaiting: metrics?.waitingAt(name),
    });
    clients.push(client);
    return client;
  };
  return { openClient, upstreams };
}
