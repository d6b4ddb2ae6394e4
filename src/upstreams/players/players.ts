import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import type { AccountServices } from './account-services.ts';
import type { BedrockService } from './bedrock-service.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { PlayerCaches } from './cached.ts';
import type { Player } from '../../common/player.ts';
import {
  floodgateUuid,
  parsePlayerReference,
  nameAt,
  referenceAt,
  type PlayerReference,
  type ReferenceKind,
} from './reference.ts';
import type { SampleFolder } from './sample-folder.ts';
import { createSkinResolver, type FallbackSheets, type SkinResolver } from './skin-resolver.ts';

/** One player, or an error; an unknown player must not hide the others. */
type PlayerResult =
  | { readonly ok: true; readonly player: Player }
  | { readonly ok: false; readonly error: LineupError };

export type Players = ReturnType<typeof createPlayers>;

type PlayersOptions = {
  readonly service: AccountService;
  readonly bedrock: BedrockService;
  readonly services: AccountServices;
  readonly caches: Omit<PlayerCaches, 'urlSkins'>;
  readonly folder: Pick<SampleFolder, 'find' | 'isBundled'>;
  readonly fallbackSheets: FallbackSheets;
};

/** The most players of a picture, who are looked up at once. */
const picturePlayers = 10;
/**
 * A longer list is looked up by as many: it waits for its tokens, instead of being refused because it requests more
 * of them than come within a second. Three lists of one client together still request fewer.
 */
const listPlayers = 8;

/** Resolves references of all kinds to players; other services are called last. */
export function createPlayers(options: PlayersOptions) {
  const { folder, services } = options;
  const skins = createSkinResolver({
    ...options,
    fetchServiceTexture: ({ service, url }) => services.of(service).fetchTexture(url),
  });
  const sources = createPlayerSources({ ...options, skins });

  /** Turns LineupErrors into results; rejects for other errors. */
  async function resolve<Kind extends ReferenceKind>(
    reference: PlayerReference<Kind>,
    context: CacheContext,
  ): Promise<PlayerResult> {
    const { find, unknown }: PlayerSource<Kind> = sources[reference.kind];
    try {
      const player = await find(reference, context);
      if (player !== null) return { ok: true, player };
      return { ok: false, error: new LineupError('unknown-player', unknown) };
    } catch (error) {
      if (error instanceof LineupError) return { ok: false, error };
      throw error;
    }
  }

  return {
    /**
     * Parses a player reference; null if it is invalid.
     * @param service from `readService`; by default Mojang's
     */
    parseReference: (value: string, service: string | null = null): PlayerReference | null => {
      const reference = parsePlayerReference(value, (text) => folder.find(text)?.stem ?? null);
      return reference === null ? nameAt(value, service) : referenceAt(reference, service);
    },
    /**
     * The account service of this name; null without a name, which means Mojang's.
     * @throws {LineupError} `bad-request` that lists the existing services
     */
    readService: (name: string | undefined, fieldPath: string): string | null => {
      if (name === undefined) return null;
      if (services.names.includes(name)) return name;
      const known = services.names.length === 0 ? 'none here' : services.names.join(', ');
      throw badRequest(`${fieldPath}: must be the name of an account service; there is ${known}`);
    },
    /**
     * Looks up all these players and their textures, in order. Errors in the results are
     * `unknown-player`, `upstream-failed`, `upstream-timeout` and `overloaded`.
     */
    resolveMany: async (references: readonly PlayerReference[], context: CacheContext) => {
      const results: PlayerResult[] = [];
      const atOnce = references.length > picturePlayers ? listPlayers : picturePlayers;
      for (let from = 0; from < references.length; from += atOnce) {
        const some = references.slice(from, from + atOnce);
        results.push(...(await Promise.all(some.map((one) => resolve(one, context)))));
      }
      return results;
    },
    loadSheet: skins.loadSheet,
    fallbackPlayer: skins.fallbackPlayer,
  };
}

type PlayerSource<Kind extends ReferenceKind> = {
  /** Null if it knows none; failures are LineupErrors. */
  readonly find: (
    reference: PlayerReference<Kind>,
    context: CacheContext,
  ) => Promise<Player | null> | Player | null;
  /** The error sentence for an unknown player. */
  readonly unknown: string;
};

type PlayerSources = { readonly [Kind in ReferenceKind]: PlayerSource<Kind> };

type SourceParts = PlayersOptions & { readonly skins: SkinResolver };

/** One row for each kind of reference; a new kind needs a row here and a pattern in `reference.ts`. */
function createPlayerSources(parts: SourceParts): PlayerSources {
  const { caches, folder, services, skins } = parts;
  const { findAccount, findProfile } = parts.service;
  const bedrock = createBedrockPlayers(parts);

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
    finding: ReturnType<ReturnType<AccountServices['of']>['findByUuid']>,
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
      find: ({ stem }, context) => samplePlayer(folder, stem, context),
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
      find: ({ service, name }, context) =>
        serviceAccount(services.of(service).findByName(name, context), context),
      unknown: 'This account service has no player with this name.',
    },
    'service-uuid': {
      find: ({ service, uuid }, context) =>
        serviceAccount(services.of(service).findByUuid(uuid, context), context),
      unknown: 'This account service has no player with this UUID.',
    },
  };
}

const unknownBedrock =
  'This Bedrock player is not known: only those are who joined a server with Floodgate.';

function samplePlayer(
  folder: SourceParts['folder'],
  name: string,
  context: CacheContext,
): Player | null {
  const sample = folder.find(name);
  if (sample === null) return null;
  // A file of the operator may be another one at any time.
  if (!folder.isBundled(sample)) context.expiresAt = 0;
  const { stem, model, revision, sheet, problem } = sample;
  if (problem !== null)
    throw new LineupError('unusable-skin', `The skin file “${stem}” ${problem}.`);
  const skin = { kind: 'own', revision, url: null, sheet } as const;
  return { name: stem, uuid: null, model, skin, cape: null };
}

/** XUIDs are unsigned 64-bit numbers; nobody has a larger one. */
const maxXuid = 2n ** 64n - 1n;

/** Looks up Bedrock players; null for those who never joined a server with Floodgate. */
function createBedrockPlayers({ bedrock: service, caches, skins }: SourceParts) {
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
