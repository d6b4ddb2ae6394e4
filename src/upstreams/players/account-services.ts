import { hash } from 'node:crypto';
import type { CacheContext } from '../../common/cache/context.ts';
import type { UpstreamDeps } from '../define-upstream.ts';
import { NetError } from '../net/net-error.ts';
import { UpstreamFailure, type ServiceClient, unavailable } from '../net/service-client.ts';
import { parseTarget } from '../net/target-url.ts';
import { accountHost, paces, readPng } from './account-service.ts';
import { serviceCaches, type ServiceRoot } from './cached.ts';
import type { CacheRules } from '../../common/cache/entries.ts';
import type { Weighted } from '../../common/cache/swr-cache.ts';
import type { ServiceTexture } from '../../common/player.ts';
import type { ServiceProfile } from './skin-resolver.ts';
import { sheetLimits } from './url-skins.ts';
import { createYggdrasilApi, discoverRoot, noRoot } from './yggdrasil.ts';

export type AccountServices = ReturnType<typeof createAccountServices>;

type FoundProfile = ServiceProfile & { readonly name: string };

/**
 * Account services besides Mojang's. They are never mixed: the same name may be another player.
 * Failures are LineupErrors `upstream-failed`, `upstream-timeout` or `overloaded`.
 */
export function createAccountServices(roots: ReadonlyMap<string, string>, deps: UpstreamDeps) {
  const open = (name: string, url: string) =>
    createService(name, url, openService(name, url, deps, 1 / roots.size));
  const services = new Map([...roots].map(([name, url]) => [name, open(name, url)]));
  return {
    names: [...services.keys()],
    of: (name: string) => {
      const service = services.get(name);
      if (service === undefined) throw new RangeError(`there is no account service ${name}`);
      return service;
    },
  };
}

/** A circuit breaker and caches of its own, so that services are never mixed. @param share of their weights */
function openService(name: string, rootUrl: string, deps: UpstreamDeps, share: number) {
  const { allowPrivateAddresses, fetchBytes, openCache, openHost } = deps;
  const { health, ...host } = accountHost(`account service ${name}`, rootUrl, name, paces.others);
  const upstream = openHost({ ...host, health });
  // In the shared Redis, the name of a cache tells the services apart.
  const open = <T extends object | null>(rules: CacheRules<T> & Weighted) =>
    openCache<T>(
      { ...rules, name: `${rules.name}:${name}`, weight: rules.weight * share },
      upstream.guards,
    );
  return {
    fetchBytes,
    upstream,
    /** Opens a client for the API that the root points to, which the operator did not name. */
    openApi: (url: string) => {
      const isOperators = new URL(url).origin === new URL(rootUrl).origin;
      // URLs named by another service are subject to the rules for clients' URLs.
      if (!isOperators) parseTarget(url, { allowPrivateAddresses });
      return openHost({ ...host, url, isOperators });
    },
    caches: {
      serviceAccounts: open(serviceCaches.serviceAccounts),
      serviceProfiles: open(serviceCaches.serviceProfiles),
      serviceRoots: open(serviceCaches.serviceRoots),
    },
  };
}

/** @param rootUrl without a slash at the end */
function createService(service: string, rootUrl: string, parts: ReturnType<typeof openService>) {
  const { upstream, caches, fetchBytes } = parts;
  let current = hostOf(rootUrl, upstream);

  /** Shared keys contain the root, because another instance may use the same name for another service. */
  const keyOf = (suffix: string): string => `${rootUrl} ${suffix}`;

  /** Returns the API at a URL; only the last one is cached, as a root rarely changes it. */
  function hostAt(url: string) {
    if (current.url !== url) {
      current = hostOf(url, url === rootUrl ? upstream : parts.openApi(url));
    }
    return current;
  }

  async function rootOf(context: CacheContext): Promise<ServiceRoot> {
    const root = await caches.serviceRoots.get(
      rootUrl,
      (client) => discoverRoot(upstream, { rootUrl, open: (url) => hostAt(url).upstream }, client),
      context,
    );
    if (root !== null) return root;
    throw noRoot(upstream);
  }

  async function findByUuid(uuid: string, context: CacheContext): Promise<FoundProfile | null> {
    const root = await rootOf(context);
    const load = (client: string) => hostAt(root.apiUrl).api.findProfile(uuid, client);
    const profile = await caches.serviceProfiles.get(keyOf(uuid), load, context);
    if (profile === null) return null;
    const { name, skin, cape } = profile;
    return {
      service,
      uuid,
      name,
      skin: skin && { source: textureAt(skin.url, root), model: skin.model },
      cape: cape === null || !isOwnHost(cape, root) ? null : textureAt(cape, root),
    };
  }

  /** @throws {LineupError} for a texture on a host outside the service's own domains */
  function textureAt(url: string, root: ServiceRoot): ServiceTexture {
    if (!isOwnHost(url, root)) throw upstream.failure(new NetError('blocked-host'));
    const revision = hash('sha256', `${service} ${url}`);
    return { kind: 'service-texture', revision, url, service };
  }

  return {
    findByName: async (name: string, context: CacheContext): Promise<FoundProfile | null> => {
      const root = await rootOf(context);
      const key = name.toLowerCase();
      const load = (client: string) => hostAt(root.apiUrl).api.findAccount(key, client);
      const account = await caches.serviceAccounts.get(keyOf(key), load, context);
      return account && findByUuid(account.uuid, context);
    },
    findByUuid,
    fetchTexture: async (url: string): Promise<Uint8Array | null> => {
      const { skinDomains } = await rootOf({ sourceHit: false });
      const allowHost = (host: string) => isOfDomains(host, skinDomains);
      const fetching = fetchBytes(url, { ...sheetLimits, allowHost });
      return fetching.then(({ bytes }) => readPng(bytes)).catch(textureFailure(service));
    },
  };
}

function hostOf(url: string, upstream: ServiceClient) {
  return { url, upstream, api: createYggdrasilApi(upstream) };
}

/** A failed texture request: null for 404. The breaker ignores it: textures are on other hosts. */
function textureFailure(service: string): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof NetError)) throw error;
    if (error.status === 404) return null;
    const sentence = `A texture of ${service} can’t be fetched right now.`;
    const cause = new UpstreamFailure(`textures of ${service}`, error);
    throw unavailable(error, { busy: sentence, failed: sentence, cause });
  };
}

function isOwnHost(url: string, { skinDomains }: ServiceRoot): boolean {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && isOfDomains(host, skinDomains);
}

/** `skinDomains` as authlib-injector reads it: a leading dot stands for all subdomains. */
function isOfDomains(host: string, domains: readonly string[]): boolean {
  const name = host.toLowerCase();
  return domains.some((domain) => {
    const rule = domain.toLowerCase();
    return rule.startsWith('.') ? name.endsWith(rule) && name !== rule : name === rule;
  });
}
