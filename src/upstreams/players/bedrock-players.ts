import type { CacheContext } from '../../common/cache/context.ts';
import type { PlayerCaches } from './cached.ts';
import type { BedrockService } from './bedrock-service.ts';
import type { Player } from '../../common/player.ts';
import { floodgateUuid } from './reference.ts';
import type { SkinResolver } from './skin-resolver.ts';

type BedrockParts = {
  readonly service: BedrockService;
  readonly caches: Pick<PlayerCaches, 'xuids' | 'gamertags' | 'bedrockSkins'>;
  readonly skins: SkinResolver;
};

/** XUIDs are unsigned 64-bit numbers; nobody has a larger one. */
const mostXuid = 2n ** 64n - 1n;

/** Looks up Bedrock players; null for those who never joined a server with Floodgate. */
export function createBedrockPlayers({ service, caches, skins }: BedrockParts) {
  /** The account's own spelling of its name, or what is known if that look-up fails. */
  async function nameOf(
    xuid: string,
    typedName: string | null,
    context: CacheContext,
  ): Promise<string | null> {
    const load = (client: string) => service.findGamertag(xuid, client);
    const fallback = { gamertag: typedName ?? '' };
    const found = await caches.gamertags.get(xuid, load, context, fallback);
    return found?.gamertag || typedName;
  }

  async function find(
    xuid: string,
    typedName: string | null,
    context: CacheContext,
  ): Promise<Player | null> {
    const [skin, name] = await Promise.all([
      caches.bedrockSkins.get(xuid, (client) => service.findSkin(xuid, client), context),
      nameOf(xuid, typedName, context),
    ]);
    if (skin === null) return null;
    const uuid = floodgateUuid(xuid);
    const profile = { uuid, name: name ?? '', skin, cape: null };
    return { name, uuid, ...(await skins.resolveTextures(profile, context)) };
  }

  return {
    findByXuid: async (xuid: string, context: CacheContext) =>
      BigInt(xuid) > mostXuid ? null : find(xuid, null, context),
    findByGamertag: async (gamertag: string, context: CacheContext): Promise<Player | null> => {
      const key = gamertag.normalize('NFC').toLowerCase();
      const load = (client: string) => service.findXuid(gamertag, client);
      const account = await caches.xuids.get(key, load, context);
      return account && find(account.xuid, gamertag, context);
    },
  };
}
