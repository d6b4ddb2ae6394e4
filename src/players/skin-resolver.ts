import { LRUCache } from 'lru-cache';
import type { CacheContext } from '../cache/context.ts';
import type { PlayerCaches, Profile } from './cached.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import { type DefaultSkin, defaultSkinFor } from './default-skins.ts';
import {
  ownSheet,
  type OwnSheet,
  type Player,
  type PlayerModel,
  type ServiceTexture,
  type SkinSource,
  type TextureSource,
} from './player.ts';
import { UpstreamFailure } from './upstream.ts';

/** Players whose last textures are known, at some 300 bytes each. */
const knownPlayers = { maxSize: 20_000, sizeCalculation: () => 1 };
/** Stands for a sheet that is not there. */
const missing = new Uint8Array(0);

/** The bundled skin for players whose default skin can't be had, one PNG file a model. */
export type FallbackSheets = Readonly<Record<PlayerModel, Uint8Array>>;

/** What a player wears. */
type TextureSet = Pick<Player, 'model' | 'skin' | 'cape'>;

/** The same where the skin is not here yet. */
type CurrentTextures = TextureSet & { readonly skin: TextureSource | ServiceTexture };

export type SkinResolver = {
  /**
   * The textures that a profile names. Who has changed to a skin that can't be had yet keeps the
   * earlier ones: an account service in trouble must not change how known players look.
   */
  readonly resolveTextures: (profile: Profile, context: CacheContext) => Promise<TextureSet>;
  /** The same of a profile of another account service. */
  readonly resolveServiceTextures: (
    profile: ServiceProfile,
    context: CacheContext,
  ) => Promise<TextureSet>;
  /** A sheet that only a hash is known of: nobody says for which model, so the classic one. */
  readonly textureOnly: (hash: string) => TextureSet;
  /** The PNG file behind a source. Errors: see `Players.loadSheet`. */
  readonly loadSheet: (source: SkinSource, context: CacheContext) => Promise<Uint8Array>;
  readonly fallbackPlayer: Player;
};

/** What a player of another account service wears. */
export type ServiceProfile = {
  readonly service: string;
  readonly uuid: string;
  readonly skin: { readonly source: ServiceTexture; readonly model: PlayerModel } | null;
  readonly cape: ServiceTexture | null;
};

type SkinResolverOptions = {
  readonly service: Pick<AccountService, 'fetchTexture' | 'textureUrl'>;
  /** The PNG of a texture of another account service; null where it is not there. */
  readonly fetchServiceTexture: (texture: ServiceTexture) => Promise<Uint8Array | null>;
  readonly caches: Pick<PlayerCaches, 'textures' | 'serviceTextures'>;
  readonly fallbackSheets: FallbackSheets;
};

/** The PNG of a texture, cached; `instead` where it does not come in time. */
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

export function createSkinResolver(options: SkinResolverOptions): SkinResolver {
  const { service, fallbackSheets } = options;
  const fallback = {
    classic: ownSheet(fallbackSheets.classic),
    slim: ownSheet(fallbackSheets.slim),
  } satisfies Record<PlayerModel, OwnSheet>;

  const texture = (hash: string, namedBy: TextureSource['namedBy']): TextureSource => ({
    kind: 'texture',
    revision: hash,
    url: service.textureUrl(hash),
    namedBy,
  });

  const fetchTexture = createTextureFetch(options);

  /**
   * Loaded at once, not when it is drawn: whether the default skin or the fallback is drawn must be
   * in the revision, or a cache would keep the fallback as the picture of the default skin.
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

  /** What the game gives to who has no skin. */
  async function standardTextures(uuid: string, cape: TextureSet['cape'], context: CacheContext) {
    const standard = defaultSkinFor(uuid);
    return { model: standard.model, skin: await defaultSource(standard, context), cape };
  }

  return {
    resolveTextures: async ({ uuid, skin, cape }, context) => {
      const capeSource = cape === null ? null : texture(cape, 'profile');
      if (skin === null) return standardTextures(uuid, capeSource, context);
      const named = texture(skin.hash, 'profile');
      return currentTextures(uuid, { model: skin.model, skin: named, cape: capeSource }, context);
    },

    resolveServiceTextures: async ({ service: name, uuid, skin, cape }, context) => {
      if (skin === null) return standardTextures(uuid, cape, context);
      const textureSet = { model: skin.model, skin: skin.source, cape };
      return currentTextures(`${name} ${uuid}`, textureSet, context);
    },

    textureOnly: (hash) => ({ model: 'classic', skin: texture(hash, 'client'), cape: null }),

    loadSheet: async (source, context) => {
      if (source.kind === 'own') return source.sheet;
      const sheet = await fetchTexture(source, context);
      if (sheet !== null) return sheet;
      throw source.kind === 'texture' && source.namedBy === 'client'
        ? new LineupError('unknown-skin', 'There is no texture with this hash.')
        : new LineupError('upstream-failed', 'The texture of this player is missing.', {
            cause: new UpstreamFailure('textures', 'missing'),
          });
    },

    fallbackPlayer: {
      name: null,
      uuid: null,
      model: 'classic',
      skin: fallback.classic,
      cape: null,
    },
  };
}

/**
 * The textures of players; where a new skin can't be had, the last ones that could. The sheet of a
 * new skin is loaded at once, while there is another to go on with.
 *
 * @param fetchSheet answers `missing` for one that does not come in time
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
