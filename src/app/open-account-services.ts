import { createCircuitBreaker, type CircuitBreaker } from '../async/circuit-breaker.ts';
import type { Clock } from '../async/clock.ts';
import type { OpenBucket } from '../async/token-bucket.ts';
import { cacheShares, type OpenCache } from '../cache/open-caches.ts';
import { playerCacheRules } from '../players/cached.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import type { UpstreamClient } from '../net/upstream-client.ts';
import { parseTarget } from '../net/target-url.ts';
import { createAccountServices, type AccountServices } from '../players/account-services.ts';
import { openTurns, paces } from '../players/paces.ts';
import { upstreamError, type Upstream } from '../players/upstream.ts';
import type { Settings } from './settings.ts';

/** Opens the client of a service by its name in metrics. */
type OpenUpstream = (
  name: string,
  baseUrl: string,
) => Omit<Upstream, 'serviceName'> & { readonly breaker: CircuitBreaker };

export type ServiceParts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly openBucket: OpenBucket;
  readonly openCache: OpenCache;
  readonly open: OpenUpstream;
  /** A client without a circuit breaker; `isOperators: false` for a URL that the operator did not name. */
  readonly openClient: (
    name: string,
    baseUrl: string,
    trust: { readonly isOperators: boolean },
  ) => UpstreamClient;
  readonly fetchBytes: SafeFetch['fetchBytes'];
};

type ServiceSettings = Pick<Settings, 'accountServices' | 'allowPrivateAddresses'>;

/** Opens each service with its own circuit breaker and caches, so that they are never mixed. */
export function openAccountServices(
  { accountServices: roots, allowPrivateAddresses }: ServiceSettings,
  { clock, openBucket, openCache, open, openClient, fetchBytes }: ServiceParts,
): AccountServices {
  const { serviceAccounts, serviceProfiles, serviceRoots } = playerCacheRules;
  const share = cacheShares.accountServices / Math.max(1, roots.size) / 3;
  const services = [...roots].map(([name, rootUrl]) => {
    const label = `account service ${name}`;
    const openTurn = openTurns(openBucket, paces.others);
    const upstream = { ...open(label, rootUrl), serviceName: name, openTurn };
    const guards = {
      isRefusing: upstream.breaker.isRefusing,
      timeoutError: () => upstreamError(upstream, 'timeout'),
    };
    // In the shared Redis, the name of a cache tells the services apart.
    const own = <T extends { readonly name: string }>(rules: T): T => ({
      ...rules,
      name: `${rules.name}:${name}`,
    });
    return {
      name,
      rootUrl,
      upstream,
      openApi: (apiUrl: string): Upstream => {
        const isOperators = new URL(apiUrl).origin === new URL(rootUrl).origin;
        // URLs named by another service are subject to the rules for clients' URLs.
        if (!isOperators) parseTarget(apiUrl, { allowPrivateAddresses });
        const client = openClient(label, apiUrl, { isOperators });
        const breaker = createCircuitBreaker({ nowMs: clock.nowMs });
        return { client, breaker, name: label, serviceName: name, openTurn };
      },
      caches: {
        serviceAccounts: openCache(own(serviceAccounts), share, guards),
        serviceProfiles: openCache(own(serviceProfiles), share, guards),
        serviceRoots: openCache(own(serviceRoots), share, guards),
      },
    };
  });
  return createAccountServices(services, fetchBytes);
}
