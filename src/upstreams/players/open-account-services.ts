import { cacheShares } from '../../common/cache/open-caches.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import {
  createServiceClient,
  openRateLimit,
  type ServiceClient,
  type RateLimit,
} from '../net/service-client.ts';
import { parseTarget } from '../net/target-url.ts';
import { createAccountServices, type AccountServices } from './account-services.ts';
import { playerCacheRules } from './cached.ts';
import { accountRules, paces } from './service-rules.ts';
import type { UpstreamDeps } from '../net/upstream-deps.ts';

export type ServiceParts = UpstreamDeps & { readonly fetchBytes: SafeFetch['fetchBytes'] };

type Host = {
  /** Name in metrics and logs. */
  readonly name: string;
  readonly url: string;
  readonly serviceName: string;
  readonly rateLimit: RateLimit | undefined;
};

/** Opens a host of an account service. */
export function openAccountHost(
  { name, url, serviceName, rateLimit }: Host,
  { clock, openClient, upstreams }: Pick<ServiceParts, 'clock' | 'openClient' | 'upstreams'>,
): ServiceClient {
  const client = openClient(name, url);
  const service = createServiceClient(accountRules(serviceName), {
    name,
    client,
    clock,
    rateLimit,
  });
  upstreams.push({ name, isHealthy: () => !service.guards.isRefusing() });
  return service;
}

/** The roots of account services by their names. */
export type ServiceSettings = {
  readonly accountServices: ReadonlyMap<string, string>;
  readonly allowPrivateAddresses: boolean;
};

/** Opens each service with its own circuit breaker and caches, so that they are never mixed. */
export function openAccountServices(
  { accountServices: roots, allowPrivateAddresses }: ServiceSettings,
  parts: ServiceParts,
): AccountServices {
  const { clock, openBucket, openCache, openClient } = parts;
  const { serviceAccounts, serviceProfiles, serviceRoots } = playerCacheRules;
  const share = cacheShares.accountServices / Math.max(1, roots.size) / 3;
  const services = [...roots].map(([name, rootUrl]) => {
    const label = `account service ${name}`;
    const rateLimit = openRateLimit(openBucket, paces.others);
    const upstream = openAccountHost(
      { name: label, url: rootUrl, serviceName: name, rateLimit },
      parts,
    );
    const { guards } = upstream;
    // In the shared Redis, the name of a cache tells the services apart.
    const own = <T extends { readonly name: string }>(rules: T): T => ({
      ...rules,
      name: `${rules.name}:${name}`,
    });
    return {
      name,
      rootUrl,
      upstream,
      openApi: (apiUrl: string) => {
        const isOperators = new URL(apiUrl).origin === new URL(rootUrl).origin;
        // URLs named by another service are subject to the rules for clients' URLs.
        if (!isOperators) parseTarget(apiUrl, { allowPrivateAddresses });
        const client = openClient(label, apiUrl, { isOperators });
        return createServiceClient(accountRules(name), { name: label, client, clock, rateLimit });
      },
      caches: {
        serviceAccounts: openCache(own(serviceAccounts), share, guards),
        serviceProfiles: openCache(own(serviceProfiles), share, guards),
        serviceRoots: openCache(own(serviceRoots), share, guards),
      },
    };
  });
  return createAccountServices(services, parts.fetchBytes);
}
