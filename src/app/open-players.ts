import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../async/clock.ts';
import { cacheShares } from '../cache/open-caches.ts';
import { playerCacheRules } from '../players/cached.ts';
import type { HttpServer } from '../http/server.ts';
import { createAccountService } from '../players/account-service.ts';
import { createBedrockService } from '../players/bedrock-service.ts';
import { openAccountServices, type ServiceParts } from './open-account-services.ts';
import { openTurns, paces } from '../players/paces.ts';
import { createPlayers, type Players } from '../players/players.ts';
import { openSampleFolder, type SampleFolder } from '../players/sample-folder.ts';
import { upstreamError } from '../players/upstream.ts';
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

type PlayerParts = ServiceParts & { readonly folder: SampleFolder };

/** Opens everything about players: account service, Bedrock players, samples, caches. */
export async function openPlayers(settings: Settings, parts: PlayerParts): Promise<Players> {
  const { openBucket, openCache, folder, open } = parts;
  const openHost = (name: string, url: string, serviceName = 'Mojang') => ({
    ...open(name, url),
    serviceName,
  });
  const api = {
    ...openHost('account names', settings.mojangApiUrl),
    openTurn: openTurns(openBucket, paces.names),
  };
  const session = {
    ...openHost('account profiles', settings.mojangSessionUrl),
    openTurn: openTurns(openBucket, paces.profiles),
  };
  const textures = openHost('textures', settings.mojangTexturesUrl);
  const geyser = {
    ...openHost('Bedrock players', settings.geyserApiUrl, 'GeyserMC'),
    openTurn: openTurns(openBucket, paces.others),
  };
  const { accounts, profiles, textures: sheets } = playerCacheRules;
  const { xuids, gamertags, bedrockSkins, serviceTextures } = playerCacheRules;
  const bedrockShare = cacheShares.bedrock / 3;
  const guards = (host: ReturnType<typeof openHost>) => ({
    isRefusing: host.breaker.isRefusing,
    timeoutError: () => upstreamError(host, 'timeout'),
  });
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
      accounts: openCache(accounts, cacheShares.accounts, guards(api)),
      profiles: openCache(profiles, cacheShares.profiles, guards(session)),
      textures: openCache(sheets, cacheShares.textures, guards(textures)),
      xuids: openCache(xuids, bedrockShare, guards(geyser)),
      gamertags: openCache(gamertags, bedrockShare, guards(geyser)),
      serviceTextures: openCache(serviceTextures, cacheShares.serviceTextures),
      bedrockSkins: openCache(bedrockSkins, bedrockShare, guards(geyser)),
    },
    folder,
    fallbackSheets: {
      classic: await readFallbackSheet('classic'),
      slim: await readFallbackSheet('slim'),
    },
  });
}

function readFallbackSheet(model: 'classic' | 'slim'): Promise<Uint8Array> {
  return readFile(join(samples, 'fallback', `${model}.png`));
}
