import { LRUCache } from 'lru-cache';
import type { CacheContext } from '../../common/cache/context.ts';
import type { PlayerCaches, Profile } from './cached.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import {
  ownSheet,
  type OwnSheet,
  type Player,
  type PlayerModel,
  type ServiceTexture,
  type SkinSource,
  type TextureSource,
} from '../../common/player.ts';
import { UpstreamFailure } from '../net/service-client.ts';
import characters from './default-skins.json' with { type: 'json' };

/** Players whose last textures are cached, at some 300 bytes each. */
const knownPlayers = { maxSize: 20_000, sizeCalculation: () => 1 };
/** Marks a sheet that is not available. */
const missing = new Uint8Array(0);

/** The bundled PNG file of each model, for players whose default skin is not available. */
export type FallbackSheets = Readonly<Record<PlayerModel, Uint8Array>>;

type TextureSet = Pick<Player, 'model' | 'skin' | 'cape'>;

/** Textures whose skin is not loaded yet. */
type CurrentTextures = TextureSet & { readonly skin: TextureSource | ServiceTexture };

export type SkinResolver = ReturnType<typeof createSkinResolver>;

/** A player's profile at another account service. */
export type ServiceProfile = {
  readonly service: string;
  readonly uuid: string;
  readonly skin: { readonly source: ServiceTexture; readonly model: PlayerModel } | null;
  readonly cape: ServiceTexture | null;
};

type SkinResolverOptions = {
  readonly service: Pick<AccountService, 'fetchTexture' | 'textureUrl'>;
  /** The PNG of a texture of another account service; null if it does not exist. */
  readonly fetchServiceTexture: (texture: ServiceTexture) => Promise<Uint8Array | null>;
  readonly caches: Pick<PlayerCaches, 'textures' | 'serviceTextures'>;
  readonly fallbackSheets: FallbackSheets;
};

/** Loads the PNG of a texture through the cache; `instead` is returned if it does not come in time. */
function createTextureFetch({ service, fetchServiceTexture, caches }: SkinResolverOptions) {
  const { textures, serviceTextures } = caches;
  return (
    source: TextureSource | ServiceTexture,
    context: CacheContext,
    instead?: Uint8Array,
  ): Promise<Uint8Array | null> => {
    const { kind, revision } = source;
    return kind === 'texture'
      ? textures.get(revision, () => service.fetchTexture(revision), context, instead)
      : serviceTextures.get(revision, () => fetchServiceTexture(source), context, instead);
  };
}

type FetchTexture = ReturnType<typeof createTextureFetch>;

/**
 * Loads the PNG file of a skin or cape. Throws LineupError `unknown-skin` for a missing texture that a
 * client named, `upstream-failed` and `upstream-timeout` for one that should exist, or `overloaded`.
 */
const sheetLoader =
  (fetchTexture: FetchTexture) =>
  async (source: SkinSource, context: CacheContext): Promise<Uint8Array> => {
    if (source.kind === 'own') return source.sheet;
    const sheet = await fetchTexture(source, context);
    if (sheet !== null) return sheet;
    throw source.kind === 'texture' && source.namedBy === 'client'
      ? new LineupError('unknown-skin', 'There is no texture with this hash.')
      : new LineupError('upstream-failed', 'The texture of this player is missing.', {
          cause: new UpstreamFailure('textures', 'missing'),
        });
  };

export function createSkinResolver(options: SkinResolverOptions) {
  const { service, fallbackSheets } = options;
  const fallback = {
    classic: ownSheet(fallbackSheets.classic),
    slim: ownSheet(fallbackSheets.slim),
  } satisfies Record<PlayerModel, OwnSheet>;

  const fallbackPlayer: Player = {
    name: null,
    uuid: null,
    model: 'classic',
    skin: fallback.classic,
    cape: null,
  };

  const texture = (hash: string, namedBy: TextureSource['namedBy']): TextureSource => ({
    kind: 'texture',
    revision: hash,
    url: service.textureUrl(hash),
    namedBy,
  });

  const fetchTexture = createTextureFetch(options);

  /**
   * Loaded at once instead of when it is drawn: the revision must say whether the default skin or the
   * bundled fallback is drawn, or caches would keep the fallback under the default skin's validator.
   */
  async function defaultSource(skin: DefaultSkin, context: CacheContext): Promise<SkinSource> {
    const instead = fallback[skin.model];
    const standard = texture(skin.hash, 'profile');
    const sheet = await fetchTexture(standard, context, instead.sheet).catch(() => null);
    return sheet === null || sheet === instead.sheet ? instead : standard;
  }

  const currentTextures = keepLastTextures((source, context) =>
    fetchTexture(source, context, missing),
  );

  async function standardTextures(uuid: string, cape: TextureSet['cape'], context: CacheContext) {
    const standard = defaultSkinFor(uuid);
    return { model: standard.model, skin: await defaultSource(standard, context), cape };
  }

  return {
    /** The textures of a profile; a player keeps the previous ones if a skin is missing. */
    resolveTextures: async ({ uuid, skin, cape }: Profile, context: CacheContext) => {
      const capeSource = cape === null ? null : texture(cape, 'profile');
      if (skin === null) return standardTextures(uuid, capeSource, context);
      const named = texture(skin.hash, 'profile');
      return currentTextures(uuid, { model: skin.model, skin: named, cape: capeSource }, context);
    },

    /** The same for a profile of another account service. */
    resolveServiceTextures: async (
      { service: name, uuid, skin, cape }: ServiceProfile,
      context: CacheContext,
    ): Promise<TextureSet> => {
      if (skin === null) return standardTextures(uuid, cape, context);
      const textureSet = { model: skin.model, skin: skin.source, cape };
      return currentTextures(`${name} ${uuid}`, textureSet, context);
    },

    /** A texture known only by its hash, drawn with the classic model. */
    textureOnly: (hash: string): TextureSet => ({
      model: 'classic',
      skin: texture(hash, 'client'),
      cape: null,
    }),

    loadSheet: sheetLoader(fetchTexture),

    /** The player drawn for `fallback=default`. */
    fallbackPlayer,
  };
}

/**
 * Resolves textures, and falls back to the last available ones. The sheet of a new skin is loaded at
 * once if there is an older skin to fall back to.
 * @param fetchSheet resolves to `missing` if the sheet does not come in time
 */
function keepLastTextures(
  fetchSheet: (
    source: TextureSource | ServiceTexture,
    context: CacheContext,
  ) => Promise<Uint8Array | null>,
) {
  const last = new LRUCache<string, CurrentTextures>(knownPlayers);
  return async (
    key: string,
    textures: CurrentTextures,
    context: CacheContext,
  ): Promise<TextureSet> => {
    const before = last.get(key);
    if (before !== undefined && before.skin.revision !== textures.skin.revision) {
      const sheet = await fetchSheet(textures.skin, context).catch(() => null);
      if (sheet === null || sheet === missing) {
        context.expiresAt = 0;
        return before;
      }
    }
    last.set(key, textures);
    return textures;
  };
}

export type DefaultSkin = {
  readonly character: string;
  readonly model: PlayerModel;
  /** Texture hash at the account service. */
  readonly hash: string;
};

/** All eighteen in the game's order: the nine characters slim, then wide. */
export const defaultSkins: readonly DefaultSkin[] = (['slim', 'classic'] as const).flatMap(
  (model) => characters.map((row) => ({ character: row.character, model, hash: row[model] })),
);

/**
 * The default skin of an account without its own, by the game's rule.
 * @param uuid 32 hex digits
 */
export function defaultSkinFor(uuid: string): DefaultSkin {
  const count = defaultSkins.length;
  const index = ((javaHash(uuid) % count) + count) % count;
  const skin = defaultSkins[index];
  if (skin === undefined) throw new RangeError('not the 32 hex digits of a UUID');
  return skin;
}

/**
 * `java.util.UUID.hashCode()`: high ⊕ low half, folded to a signed 32-bit integer. Folding is ⊕ of
 * the two 32-bit words of the result, so it is the ⊕ of all four words of the UUID.
 */
function javaHash(uuid: string): number {
  const words = [0, 8, 16, 24].map((start) => Number.parseInt(uuid.slice(start, start + 8), 16));
  return words.reduce((hash, word) => hash ^ word, 0);
}
