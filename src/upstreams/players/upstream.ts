import { readFile } from 'node:fs/promises';
import { parseAccountServices, setting, webUrl } from '../../common/setting-values.ts';
import { defineUpstream, type UpstreamDeps } from '../define-upstream.ts';
import type { RateLimitPace, ServiceRules } from '../net/service-client.ts';
import { parseTarget } from '../net/target-url.ts';
import { createAccountService } from './account-service.ts';
import { createAccountServices } from './account-services.ts';
import { createBedrockService } from './bedrock-service.ts';
import { playerCaches, serviceCaches } from './cached.ts';
import { createPlayers } from './players.ts';
import { createUrlSkins } from './url-skins.ts';

/** Calls to account services: up to two for a player, within five seconds; textures are free. */
const paces = {
  /** At most the 200 in two minutes that Mojang accepts from an address: unofficial, as others found. */
  names: { ratePerSecond: 1.25, burst: 50, maxWaitMs: 3000 },
  /** At most 400 in ten seconds, likewise. */
  profiles: { ratePerSecond: 30, burst: 100, maxWaitMs: 1000 },
  /** Other services publish no limits; this is for all calls to one of them. */
  others: { ratePerSecond: 10, burst: 50, maxWaitMs: 1000 },
} as const satisfies Record<string, RateLimitPace>;

/** A signed profile is 2 kB, a Bedrock skin with its textures 3 kB. */
const maxJsonBytes = 64 * 1024;

/** How all hosts of account services are called. */
export const accountRules = (serviceName: string): ServiceRules => ({
  serviceName,
  request: { timeoutMs: 5000, maxBytes: maxJsonBytes },
  meanings: {
    200: 'found',
    204: 'none',
    404: 'none',
    // Mojang sends both for too many requests; continuing makes the ban longer.
    403: 'refused',
    429: 'refused',
    '4xx': 'invalid',
  },
  backOffMsOf: ({ headers }) => {
    const seconds = headers['retry-after'] ?? '';
    return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
  },
});

function accountHost(name: string, url: string, serviceName: string, pace?: RateLimitPace) {
  return { name, health: name, url, rules: accountRules(serviceName), ...(pace && { pace }) };
}

/** Also publishes which game servers are blocked. */
export const mojangSessionUrl = setting({
  ...webUrl,
  fallback: 'https://sessionserver.mojang.com',
  help: 'Account service: profiles',
});

/** Java and Bedrock players, other account services, and skins at URLs. */
export const players = defineUpstream({
  settings: {
    mojangApiUrl: setting({
      ...webUrl,
      fallback: 'https://api.minecraftservices.com',
      help: 'Account service: look-up of names',
    }),
    mojangSessionUrl,
    mojangTexturesUrl: setting({
      ...webUrl,
      fallback: 'https://textures.minecraft.net',
      help: 'Account service: textures',
    }),
    geyserApiUrl: setting({
      ...webUrl,
      fallback: 'https://api.geysermc.org',
      help: 'Bedrock players: gamertags, XUIDs and their skins',
    }),
    accountServices: setting({
      parse: parseAccountServices,
      fallback: new Map(),
      allowed: 'a comma-separated list of name=URL, each name once, of a–z, 0–9 and dashes',
      help: 'Further account services for `service=`, each an authlib-injector root (Ely.by, LittleSkin, Drasl, Blessing Skin)',
      secret: true,
    }),
  },
  hosts: (urls) => ({
    api: accountHost('account names', urls.mojangApiUrl, 'Mojang', paces.names),
    session: accountHost('account profiles', urls.mojangSessionUrl, 'Mojang', paces.profiles),
    textures: accountHost('textures', urls.mojangTexturesUrl, 'Mojang'),
    bedrock: accountHost('Bedrock players', urls.geyserApiUrl, 'GeyserMC', paces.others),
  }),
  caches: playerCaches,
  divided: serviceCaches,
  create: async ({ settings, hosts, caches, deps }) => ({
    players: createPlayers({
      service: createAccountService({ ...hosts, texturesUrl: settings.mojangTexturesUrl }),
      bedrock: createBedrockService(hosts.bedrock),
      services: openAccountServices(settings.accountServices, deps),
      caches,
      folder: deps.samples,
      fallbackSheets: {
        classic: await fallbackSheet('classic'),
        slim: await fallbackSheet('slim'),
      },
    }),
    urlSkins: createUrlSkins({ fetchBytes: deps.fetchBytes, cache: caches.urlSkins }),
  }),
});

const fallbackSheet = (model: string) =>
  readFile(new URL(`../../../samples/fallback/${model}.png`, import.meta.url));

/** Opens each service with its own circuit breaker and caches, so that they are never mixed. */
function openAccountServices(roots: ReadonlyMap<string, string>, deps: UpstreamDeps) {
  const { allowPrivateAddresses, fetchBytes, openCache, openHost } = deps;
  const services = [...roots].map(([name, rootUrl]) => {
    const label = `account service ${name}`;
    const { health, ...host } = accountHost(label, rootUrl, name, paces.others);
    const upstream = openHost({ ...host, health });
    const { guards } = upstream;
    // In the shared Redis, the name of a cache tells the services apart.
    const own = <T extends { readonly name: string; readonly weight: number }>(rules: T): T => ({
      ...rules,
      name: `${rules.name}:${name}`,
      weight: rules.weight / roots.size,
    });
    return {
      name,
      rootUrl,
      upstream,
      openApi: (url: string) => {
        const isOperators = new URL(url).origin === new URL(rootUrl).origin;
        // URLs named by another service are subject to the rules for clients' URLs.
        if (!isOperators) parseTarget(url, { allowPrivateAddresses });
        return openHost({ ...host, url, isOperators });
      },
      caches: {
        serviceAccounts: openCache(own(serviceCaches.serviceAccounts), guards),
        serviceProfiles: openCache(own(serviceCaches.serviceProfiles), guards),
        serviceRoots: openCache(own(serviceCaches.serviceRoots), guards),
      },
    };
  });
  return createAccountServices(services, fetchBytes);
}
