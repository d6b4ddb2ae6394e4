import type { SampleFolder } from './sample-folder.ts';
import { type officialUrls, paces, accountRules } from './service-rules.ts';
import { type Players, createPlayers } from './players.ts';
import {
  type RateLimitPace,
  openRateLimit,
  type RateLimit,
  type ServiceClient,
  createServiceClient,
} from '../net/service-client.ts';
import { playerCacheRules } from './cached.ts';
import { cacheShares } from '../../common/cache/open-caches.ts';
import { createAccountService } from './account-service.ts';
import { createBedrockService } from './bedrock-service.ts';
import { readFile } from 'node:fs/promises';
import type { UpstreamDeps } from '../net/upstream-deps.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import { type AccountServices, createAccountServices } from './account-services.ts';
import { parseTarget } from '../net/target-url.ts';

type PlayerParts = ServiceParts & { readonly folder: Pick<SampleFolder, 'find'> };

type PlayerSettings = ServiceSettings & Readonly<Record<keyof typeof officialUrls, string>>;

/** Opens everything about players: account service, Bedrock players, samples, caches. */
export async function openPlayers(settings: PlayerSettings, parts: PlayerParts): Promise<Players> {
  const { openBucket, openCache, folder } = parts;
  const openHost = (name: string, url: string, pace?: RateLimitPace, serviceName = 'Mojang') =>
    openAccountHost(
      { name, url, serviceName, rateLimit: pace && openRateLimit(openBucket, pace) },
      parts,
    );
  const api = openHost('account names', settings.mojangApiUrl, paces.names);
  const session = openHost('account profiles', settings.mojangSessionUrl, paces.profiles);
  const textures = openHost('textures', settings.mojangTexturesUrl);
  const geyser = openHost('Bedrock players', settings.geyserApiUrl, paces.others, 'GeyserMC');
  const { accounts, profiles, textures: sheets } = playerCacheRules;
  const { xuids, gamertags, bedrockSkins, serviceTextures } = playerCacheRules;
  const bedrockShare = cacheShares.bedrock / 3;
  return createPlayers({
    service: createAccountService({
      api,
      session,
      textures,
      texturesUrl: settings.mojangTexturesUrl,
    }),
    bedrock: createBedrockService(geyser),
    services: openAccountServices(settings, parts),
    caches: {
      accounts: openCache(accounts, cacheShares.accounts, api.guards),
      profiles: openCache(profiles, cacheShares.profiles, session.guards),
      textures: openCache(sheets, cacheShares.textures, textures.guards),
      xuids: openCache(xuids, bedrockShare, geyser.guards),
      gamertags: openCache(gamertags, bedrockShare, geyser.guards),
      serviceTextures: openCache(serviceTextures, cacheShares.serviceTextures),
      bedrockSkins: openCache(bedrockSkins, bedrockShare, geyser.guards),
    },
    folder,
    fallbackSheets: {
      classic: await readFile(new URL('../../../samples/fallback/classic.png', import.meta.url)),
      slim: await readFile(new URL('../../../samples/fallback/slim.png', import.meta.url)),
    },
  });
}

type ServiceParts = UpstreamDeps & { readonly fetchBytes: SafeFetch['fetchBytes'] };

type Host = {
  /** Name in metrics and logs. */
  readonly name: string;
  readonly url: string;
  readonly serviceName: string;
  readonly rateLimit: RateLimit | undefined;
};

/** Opens a host of an account service. */
function openAccountHost(
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
type ServiceSettings = {
  readonly accountServices: ReadonlyMap<string, string>;
  readonly allowPrivateAddresses: boolean;
};

/** Opens each service with its own circuit breaker and caches, so that they are never mixed. */
function openAccountServices(
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
