import {
  type ServiceParts,
  type ServiceSettings,
  openAccountHost,
  openAccountServices,
} from './open-account-services.ts';
import type { SampleFolder } from './sample-folder.ts';
import { type officialUrls, paces } from './service-rules.ts';
import { type Players, createPlayers } from './players.ts';
import { type RateLimitPace, openRateLimit } from '../net/service-client.ts';
import { playerCacheRules } from './cached.ts';
import { cacheShares } from '../../common/cache/open-caches.ts';
import { createAccountService } from './account-service.ts';
import { createBedrockService } from './bedrock-service.ts';
import { readFile } from 'node:fs/promises';

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
