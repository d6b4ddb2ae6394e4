import type { CacheContext } from '../../common/cache/context.ts';
import type { PlayerCaches } from './cached.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import type { AccountServices } from './account-services.ts';
import type { BedrockService } from './bedrock-service.ts';
import type { Player } from '../../common/player.ts';
import { type PlayerReference, type ReferenceKind, floodgateUuid } from './reference.ts';
import type { Sample } from './sample-file.ts';
import type { SampleFolder } from './sample-folder.ts';
import type { SkinResolver } from './skin-resolver.ts';

/** Resolves players of one kind of reference. */
export type PlayerSource<Kind extends ReferenceKind> = {
  /** Null if it knows none; failures are LineupErrors. */
  readonly find: (
    reference: PlayerReference<Kind>,
    context: CacheContext,
  ) => Promise<Player | null> | Player | null;
  /** The error sentence for an unknown player. */
  readonly unknown: string;
};

type PlayerSources = { readonly [Kind in ReferenceKind]: PlayerSource<Kind> };

type SourceParts = {
  readonly service: Pick<AccountService, 'findAccount' | 'findProfile'>;
  readonly bedrock: BedrockService;
  readonly services: Pick<AccountServices, 'findByName' | 'findByUuid'>;
  readonly caches: Pick<
    PlayerCaches,
    'accounts' | 'profiles' | 'xuids' | 'gamertags' | 'bedrockSkins'
  >;
  readonly folder: Pick<SampleFolder, 'find'>;
  readonly skins: SkinResolver;
};

/** One row for each kind of reference; a new kind needs a row here and a pattern in `reference.ts`. */
export function createPlayerSources(parts: SourceParts): PlayerSources {
  const { caches, folder, skins } = parts;
  const { findAccount, findProfile } = parts.service;
  const bedrock = createBedrockPlayers({ ...parts, service: parts.bedrock });

  async function findByUuid(uuid: string, context: CacheContext): Promise<Player | null> {
    const profile = await caches.profiles.get(uuid, (client) => findProfile(uuid, client), context);
    if (profile === null) return null;
    return { name: profile.name, uuid, ...(await skins.resolveTextures(profile, context)) };
  }

  async function findByName(name: string, context: CacheContext): Promise<Player | null> {
    // Names are ASCII and case-insensitive.
    const key = name.toLowerCase();
    const account = await caches.accounts.get(key, (client) => findAccount(key, client), context);
    return account && findByUuid(account.uuid, context);
  }

  async function serviceAccount(
    finding: ReturnType<AccountServices['findByUuid']>,
    context: CacheContext,
  ): Promise<Player | null> {
    const found = await finding;
    if (found === null) return null;
    const { name, uuid } = found;
    return { name, uuid, ...(await skins.resolveServiceTextures(found, context)) };
  }

  return {
    name: {
      find: ({ name }, context) => findByName(name, context),
      unknown: 'There is no player with this name.',
    },
    uuid: {
      find: ({ uuid }, context) => findByUuid(uuid, context),
      unknown: 'There is no player with this UUID.',
    },
    sample: {
      find: ({ stem }) => samplePlayer(folder.find(stem)),
      unknown: 'There is no sample with this name.',
    },
    texture: {
      find: ({ hash }) => ({ name: null, uuid: null, ...skins.textureOnly(hash) }),
      unknown: 'There is no texture with this hash.',
    },
    gamertag: {
      find: ({ gamertag }, context) => bedrock.findByGamertag(gamertag, context),
      unknown: unknownBedrock,
    },
    xuid: {
      find: ({ xuid }, context) => bedrock.findByXuid(xuid, context),
      unknown: unknownBedrock,
    },
    'service-name': {
      find: (reference, context) =>
        serviceAccount(parts.services.findByName(reference, context), context),
      unknown: 'This account service has no player with this name.',
    },
    'service-uuid': {
      find: (reference, context) =>
        serviceAccount(parts.services.findByUuid(reference, context), context),
      unknown: 'This account service has no player with this UUID.',
    },
  };
}

const unknownBedrock =
  'This Bedrock player is not known: only those are who joined a server with Floodgate.';

function samplePlayer(sample: Sample | null): Player | null {
  if (sample === null) return null;
  const { stem, model, revision, sheet, problem } = sample;
  if (problem !== null)
    throw new LineupError('unusable-skin', `The skin file “${stem}” ${problem}.`);
  const skin = { kind: 'own', revision, url: null, sheet } as const;
  return { name: stem, uuid: null, model, skin, cape: null };
}

type BedrockParts = {
  readonly service: BedrockService;
  readonly caches: Pick<PlayerCaches, 'xuids' | 'gamertags' | 'bedrockSkins'>;
  readonly skins: SkinResolver;
};

/** XUIDs are unsigned 64-bit numbers; nobody has a larger one. */
const maxXuid = 2n ** 64n - 1n;

/** Looks up Bedrock players; null for those who never joined a server with Floodgate. */
function createBedrockPlayers({ service, caches, skins }: BedrockParts) {
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
      BigInt(xuid) > maxXuid ? null : find(xuid, null, context),
    findByGamertag: async (gamertag: string, context: CacheContext): Promise<Player | null> => {
      const key = gamertag.normalize('NFC').toLowerCase();
      const load = (client: string) => service.findXuid(gamertag, client);
      const account = await caches.xuids.get(key, load, context);
      return account && find(account.xuid, gamertag, context);
    },
  };
}
