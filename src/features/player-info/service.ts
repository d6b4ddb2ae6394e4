import type { Drawing } from '../../drawing/pool.ts';
import { pictureVersion } from '../../drawing/order.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { strongEtag } from '../../http/conditional.ts';
import { badReference } from '../../players/bad-reference.ts';
import type { Memory, Trace } from '../../players/memory.ts';
import type { Player, SkinSource } from '../../players/player.ts';
import type { Players } from '../../players/players.ts';
import type { PlayerAnswer } from './schema.ts';

export type InfoParts = {
  readonly players: Players;
  readonly drawing: Drawing;
  readonly pictures: Memory<Uint8Array>;
  /** Base of links; empty for links without a host. */
  readonly publicUrl: string;
};

/** An answer and what it is known by. */
export type Known<T> = {
  readonly etag: string;
  readonly cache: 'HIT' | 'MISS';
  /** `null` when the client holds it already. */
  readonly value: T | null;
};

type IsKnown = (etag: string) => boolean;

/** Every method throws LineupError: `bad-request`, `unknown-player`, `unknown-cape`, `upstream-…`. */
export type PlayerInfo = {
  describe(value: string, isKnown: IsKnown): Promise<Known<PlayerAnswer>>;
  /** The PNG of the skin: as it was fetched, or as the game would use it. */
  skin(value: string, processed: boolean, isKnown: IsKnown): Promise<Known<Uint8Array>>;
  /** The PNG of the cape, as it was fetched. */
  cape(value: string, isKnown: IsKnown): Promise<Known<Uint8Array>>;
};

export function createPlayerInfo(parts: InfoParts): PlayerInfo {
  const { players, drawing, pictures, publicUrl } = parts;

  async function find(value: string, trace: Trace): Promise<Player> {
    const reference = players.parseReference(value);
    if (reference === null) throw badReference('path.player');
    const [result] = await players.resolveMany([reference], trace);
    if (result?.ok) return result.player;
    throw (result?.error ?? new LineupError('unknown-player')).at('path.player');
  }

  async function process(source: SkinSource, trace: Trace): Promise<Uint8Array> {
    const png = await players.loadSheet(source, trace);
    return drawing.processedSheet({ revision: source.revision, png });
  }

  return {
    describe: async (value, isKnown) => {
      const trace: Trace = { asked: false };
      const description = describePlayer(await find(value, trace), publicUrl);
      const etag = strongEtag(['player', description]);
      return answer(etag, { trace, isKnown }, async () => description);
    },
    skin: async (value, processed, isKnown) => {
      const trace: Trace = { asked: false };
      const { skin } = await find(value, trace);
      if (!processed) {
        const etag = strongEtag(['sheet', skin.revision]);
        return answer(etag, { trace, isKnown }, () => players.loadSheet(skin, trace));
      }
      const etag = strongEtag(['processed', pictureVersion, skin.revision]);
      return answer(etag, { trace, isKnown }, () =>
        pictures.get(etag, () => process(skin, trace), trace),
      );
    },
    cape: async (value, isKnown) => {
      const trace: Trace = { asked: false };
      const { cape } = await find(value, trace);
      if (cape === null) throw new LineupError('unknown-cape').at('path.player');
      const etag = strongEtag(['sheet', cape.revision]);
      return answer(etag, { trace, isKnown }, () => players.loadSheet(cape, trace));
    },
  };
}

/** Works the value out unless the client holds it, and then says whether that took any asking. */
async function answer<T>(
  etag: string,
  { trace, isKnown }: { readonly trace: Trace; readonly isKnown: IsKnown },
  bring: () => Promise<T>,
): Promise<Known<T>> {
  const value = isKnown(etag) ? null : await bring().catch(throwAtPlayer);
  return { etag, cache: trace.asked ? 'MISS' : 'HIT', value };
}

/** Whatever is wrong with a sheet, it is that of the player in the path. */
function throwAtPlayer(error: unknown): never {
  throw error instanceof LineupError ? error.at('path.player') : error;
}

function describePlayer(
  { uuid, name, model, skin, cape }: Player,
  publicUrl: string,
): PlayerAnswer {
  const texture = ({ url, revision }: SkinSource): PlayerAnswer['skin'] => ({
    // A sheet of our own is served by ourselves.
    url: url ?? `${publicUrl}/api/blockgame/skin/${encodeURIComponent(name ?? revision)}`,
    hash: revision,
  });
  return {
    uuid: uuid === null ? null : dashed(uuid),
    name,
    model,
    skin: texture(skin),
    cape: cape === null ? null : texture(cape),
  };
}

/** 8-4-4-4-12, the usual form of a UUID. */
function dashed(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
