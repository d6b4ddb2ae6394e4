import { sleep } from '../../common/async/clock.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { invalidResponse } from '../net/read-json.ts';
import type { ServiceClient } from '../net/service-client.ts';
import { readTextureHeader } from '../../common/png/texture-header.ts';
import type { Platform, RobloxParts } from './platform.ts';

/** Kinds of pictures, and the sizes (px, square) that the platform offers. */
const pictureKinds = {
  Avatar: [48, 60, 100, 150, 180, 352, 420, 720],
  AvatarBust: [48, 60, 100, 150, 180, 352, 420],
  AvatarHeadShot: [48, 60, 100, 150, 180, 352, 420, 720],
  GameIcon: [50, 128, 150, 256, 420, 512],
  GroupIcon: [150, 420],
} as const satisfies Record<string, readonly number[]>;
type PictureKind = keyof typeof pictureKinds;

export const figureKinds = {
  full: 'Avatar',
  bust: 'AvatarBust',
  face: 'AvatarHeadShot',
} as const satisfies Record<string, PictureKind>;

export type PictureReference = {
  readonly kind: PictureKind;
  readonly targetId: number;
  /** At least this large, if the platform has it. */
  readonly sizePx: number;
};

export type RobloxPictures = ReturnType<typeof createRobloxPictures>;

type PictureParts = RobloxParts & {
  /** The platform's hosts of pictures. Its paths are whole URLs. */
  readonly files: Pick<ServiceClient, 'call' | 'failure'>;
};

type Shown = { readonly state: string; readonly url: string | null };
type Look = () => Promise<Shown | null>;

const maxPictures = 100;
/** A picture that is being drawn is ready after a second or two. */
const pendingWaitMs = 500;
const maxPendingWaits = 2;

/** The smallest size that is large enough, otherwise the largest. */
function sizeFor(kind: PictureKind, sizePx: number): number {
  const sizes: readonly number[] = pictureKinds[kind];
  return sizes.find((size) => size >= sizePx) ?? sizes.at(-1)!;
}

const keyOf = ({ kind, targetId, sizePx }: PictureReference) =>
  `${kind}:${targetId}:${sizeFor(kind, sizePx)}`;

export function createRobloxPictures(parts: PictureParts) {
  const { platform, caches, files } = parts;
  const show = platform.batch('pictures', maxPictures, (keys) => loadShown(platform, keys));

  /** The state decides: an error comes with the URL of a grey placeholder. */
  async function urlOf(look: Look): Promise<string | null> {
    for (let waits = 0; ; waits += 1) {
      const shown = await look();
      if (shown === null) return null;
      if (shown.state === 'Completed' && shown.url !== null) return shown.url;
      if (shown.state === 'Blocked' || shown.state === 'InReview') return null;
      if (shown.state !== 'Pending') {
        throw files.failure(invalidResponse(`picture ${shown.state}`));
      }
      if (waits === maxPendingWaits) {
        throw new LineupError('upstream-failed', 'Roblox is still drawing this picture.', {
          retryAfterSeconds: 3,
        });
      }
      await sleep(platform.clock, pendingWaitMs);
    }
  }

  async function load(look: Look, client: string): Promise<Uint8Array | null> {
    const url = await urlOf(look);
    if (url === null) return null;
    return files.call({ path: url, clients: [client], read: checkedPicture });
  }

  /** The keyed API has only faces, and is tried first. */
  async function loadFace(picture: PictureReference, client: string): Promise<Uint8Array | null> {
    const look = () => show(keyOf(picture), client);
    if (!platform.hasKey || picture.kind !== 'AvatarHeadShot') return load(look, client);
    try {
      return await load(() => showKeyed(platform, picture, client), client);
    } catch {
      return load(look, client);
    }
  }

  return {
    /**
     * Resolves to a PNG with a checked header; null if the platform has none (blocked, or in review).
     * @throws {LineupError} `upstream-failed`, also for a picture that is not drawn yet
     */
    find: (picture: PictureReference, context: CacheContext) =>
      caches.pictures.get(keyOf(picture), (client) => loadFace(picture, client), context),
    /** The picture's URL at the platform, which expires and is not cached; null if there is none. */
    address: async (picture: PictureReference, context: CacheContext) => {
      context.sourceHit = true;
      return urlOf(() => show(keyOf(picture), context.client ?? ''));
    },
    /** The n-th picture (from 1) of a game. */
    ofGame: (universeId: number, index: number, context: CacheContext) =>
      caches.pictures.get(
        `GameThumbnail:${universeId}:${index}`,
        (client) => load(() => showOfGame(platform, { universeId, index, client }), client),
        context,
      ),
  };
}

async function loadShown(
  platform: Platform,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Shown>> {
  const json = keys.map((requestId) => {
    const [type, targetId, size] = requestId.split(':');
    return {
      requestId,
      type,
      targetId: Number(targetId),
      size: `${size}x${size}`,
      format: 'png',
    };
  });
  const found = await platform.call('pictures', { json });
  return new Map(
    found?.data.map(({ requestId, state, imageUrl }) => [
      requestId ?? '',
      { state, url: urlIn(imageUrl) },
    ]),
  );
}

/** The operation is either done or running; the keyed API has no other states. */
async function showKeyed(platform: Platform, { targetId }: PictureReference, client: string) {
  const found = await platform.find('cloudPicture', targetId, client);
  const url = urlIn(found?.response?.imageUri);
  return found && { state: url === null ? 'Pending' : 'Completed', url };
}

async function showOfGame(
  platform: Platform,
  thumbnail: { readonly universeId: number; readonly index: number; readonly client: string },
): Promise<Shown | null> {
  const { universeId, index, client } = thumbnail;
  const found = await platform.find('gamePictures', universeId, client);
  const picture = found?.data.find((one) => one.universeId === universeId)?.thumbnails[index - 1];
  return picture === undefined ? null : { state: picture.state, url: urlIn(picture.imageUrl) };
}

/** The URL may be an empty string. */
function urlIn(url: string | null | undefined): string | null {
  return url === '' ? null : (url ?? null);
}

function checkedPicture(bytes: Uint8Array): Uint8Array {
  const header = readTextureHeader(bytes, 'picture');
  if (!header.ok) throw invalidResponse(header.problem);
  return bytes;
}
