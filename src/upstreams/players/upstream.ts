import { readFile } from 'node:fs/promises';
import { parseAccountServices, setting, webUrl } from '../../common/setting-values.ts';
import { defineUpstream } from '../define-upstream.ts';
import { accountHost, createAccountService, paces } from './account-service.ts';
import { createAccountServices } from './account-services.ts';
import { createBedrockService } from './bedrock-service.ts';
import { playerCaches, serviceCaches } from './cached.ts';
import { createPlayers } from './players.ts';
import { createUrlSkins } from './url-skins.ts';

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
      services: createAccountServices(settings.accountServices, deps),
      caches,
      folder: deps.samples,
      fallbackSheets: {
        // Written out, as the bundle of the program finds them so.
        classic: await readFile(new URL('../../../samples/fallback/classic.png', import.meta.url)),
        slim: await readFile(new URL('../../../samples/fallback/slim.png', import.meta.url)),
      },
    }),
    urlSkins: createUrlSkins(deps.fetchBytes, caches.urlSkins),
  }),
});
