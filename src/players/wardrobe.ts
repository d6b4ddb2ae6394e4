import { createHash } from 'node:crypto';
import { LineupError } from '../errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import { type DefaultSkin, defaultSkinFor } from './default-skins.ts';
import type { PlayerMemories, Trace } from './memory.ts';
import type { OwnSheet, Player, PlayerModel, SkinSource, TextureSource } from './player.ts';
import type { Profile } from './profile-format.ts';

/** The bundled skin for players whose default skin can't be had, one PNG file a model. */
export type FallbackSheets = Readonly<Record<PlayerModel, Uint8Array>>;

/** What a player wears. */
type Clothes = Pick<Player, 'model' | 'skin' | 'cape'>;

export type Wardrobe = {
  readonly dress: (profile: Profile, trace: Trace) => Promise<Clothes>;
  /** A sheet that only a hash is known of: nobody says for which model, so the classic one. */
  readonly dressInTexture: (hash: string) => Clothes;
  /** The PNG file behind a source. Errors: see `Players.loadSheet`. */
  readonly loadSheet: (source: SkinSource, trace: Trace) => Promise<Uint8Array>;
  readonly fallbackPlayer: Player;
};

type WardrobeOptions = {
  readonly service: Pick<AccountService, 'fetchTexture' | 'textureUrl'>;
  readonly memories: Pick<PlayerMemories, 'textures'>;
  readonly fallbackSheets: FallbackSheets;
};

export function createWardrobe(options: WardrobeOptions): Wardrobe {
  const { service, fallbackSheets } = options;
  const { textures } = options.memories;
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

  function fetchTexture(hash: string, trace: Trace, orElse?: Uint8Array) {
    return textures.get(hash, () => service.fetchTexture(hash), trace, orElse);
  }

  /**
   * Loaded at once, not when it is drawn: whether the default skin or the fallback is drawn must be
   * in the revision, or a cache would keep the fallback as the picture of the default skin.
   */
  async function defaultSource(skin: DefaultSkin, trace: Trace): Promise<SkinSource> {
    const instead = fallback[skin.model];
    const sheet = await fetchTexture(skin.hash, trace, instead.sheet).catch(() => null);
    return sheet === null || sheet === instead.sheet ? instead : texture(skin.hash, 'profile');
  }

  return {
    dress: async ({ uuid, skin, cape }, trace) => {
      const capeSource = cape === null ? null : texture(cape, 'profile');
      if (skin !== null) {
        return { model: skin.model, skin: texture(skin.hash, 'profile'), cape: capeSource };
      }
      const worn = defaultSkinFor(uuid);
      return { model: worn.model, skin: await defaultSource(worn, trace), cape: capeSource };
    },

    dressInTexture: (hash) => ({ model: 'classic', skin: texture(hash, 'client'), cape: null }),

    loadSheet: async (source, trace) => {
      if (source.kind === 'own') return source.sheet;
      const sheet = await fetchTexture(source.revision, trace);
      if (sheet !== null) return sheet;
      throw source.namedBy === 'client'
        ? new LineupError('unknown-skin', 'There is no texture with this hash.')
        : new LineupError('upstream-failed');
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

function ownSheet(sheet: Uint8Array): OwnSheet {
  const revision = createHash('sha256').update(sheet).digest('hex');
  return { kind: 'own', revision, url: null, sheet };
}
