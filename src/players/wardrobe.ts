import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { LineupError } from '../errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import { type DefaultSkin, defaultSkinFor } from './default-skins.ts';
import type { PlayerMemories, Trace } from './memory.ts';
import type { OwnSheet, Player, PlayerModel, SkinSource, TextureSource } from './player.ts';
import type { Profile } from './profile-format.ts';

/** Players whose last clothes are known, at some 300 bytes each. */
const mostDressed = 20_000;
/** Stands for a sheet that is not there. */
const missing = new Uint8Array(0);

/** The bundled skin for players whose default skin can't be had, one PNG file a model. */
export type FallbackSheets = Readonly<Record<PlayerModel, Uint8Array>>;

/** What a player wears. */
type Clothes = Pick<Player, 'model' | 'skin' | 'cape'>;

export type Wardrobe = {
  /**
   * What a profile says that its player wears. Who has changed a skin that can't be had yet is dressed
   * as before: an account service in trouble must not undress players that are known.
   */
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

  const wornNow = rememberClothes((hash, trace) => fetchTexture(hash, trace, missing));

  return {
    dress: async ({ uuid, skin, cape }, trace) => {
      const capeSource = cape === null ? null : texture(cape, 'profile');
      if (skin !== null) {
        const wanted = texture(skin.hash, 'profile');
        return wornNow(uuid, { model: skin.model, skin: wanted, cape: capeSource }, trace);
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

/**
 * What players wear, but for those whose new skin can't be had: they are dressed as before. Of a new
 * skin the sheet is asked for at once, while there is another to go on with.
 *
 * @param fetchSheet answers `missing` for one that does not come in time
 */
function rememberClothes(fetchSheet: (hash: string, trace: Trace) => Promise<Uint8Array | null>) {
  const lastWorn = new LRUCache<string, Clothes>({ max: mostDressed });
  return async (uuid: string, clothes: Clothes, trace: Trace): Promise<Clothes> => {
    const before = lastWorn.get(uuid);
    const { revision } = clothes.skin;
    if (before !== undefined && before.skin.revision !== revision) {
      const sheet = await fetchSheet(revision, trace).catch(() => null);
      if (sheet === null || sheet === missing) {
        trace.freshUntilMs = 0;
        return before;
      }
    }
    lastWorn.set(uuid, clothes);
    return clothes;
  };
}

function ownSheet(sheet: Uint8Array): OwnSheet {
  const revision = createHash('sha256').update(sheet).digest('hex');
  return { kind: 'own', revision, url: null, sheet };
}
