import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../async/clock.ts';
import { cacheShares } from '../cache/open-caches.ts';
import { playerCacheRules } from '../players/cached.ts';
import type { HttpServer } from '../http/server.ts';
import { createAccountService } from '../players/account-service.ts';
import { createBedrockService } from '../players/bedrock-service.ts';
import {
  openAccountHost,
  openAccountServices,
  type ServiceParts,
} from './open-account-services.ts';
import { openRateLimit, type RateLimitPace } from '../net/service-client.ts';
import { createPlayers, type Players } from '../players/players.ts';
import { openSampleFolder, type SampleFolder } from '../players/sample-folder.ts';
import { paces, type officialUrls } from '../players/service-rules.ts';
import type { Settings } from './settings.ts';

const samples = join(import.meta.dirname, '..', '..', 'samples');

/** Opens the bundled skins and those of the operator. */
export async function openSamples(
  app: HttpServer,
  { skinsDir }: Settings,
  clock: Clock,
): Promise<SampleFolder> {
  const folder = await openSampleFolder({
    bundled: join(samples, 'skins'),
    folder: skinsDir,
    clock,
    onProblem: (file, reason) => app.log.warn({ file, reason }, 'skin file ignored'),
  });
  app.addHook('onClose', async () => folder.close());
  return folder;
}

type PlayerParts = ServiceParts & { readonly folder: Pick<SampleFolder, 'find'> };

type PlayerSettings = Pick<
  Settings,
  keyof typeof officialUrls | 'accountServices' | 'allowPrivateAddresses'
>;

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
      classic: await readFile(new URL('../../samples/fallback/classic.png', import.meta.url)),
      slim: await readFile(new URL('../../samples/fallback/slim.png', import.meta.url)),
    },
  });
}
