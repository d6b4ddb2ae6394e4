import type { CacheContext } from '../../common/cache/context.ts';
import type { SwrCache } from '../../common/cache/swr-cache.ts';
import { failureOf } from '../../common/errors/lineup-error.ts';
import type { ServiceClient, ServiceRules } from '../net/service-client.ts';
import { readPngHeader, stripPng, UnusableImageError } from '../../common/png/png.ts';

export type PictureName = {
  readonly folder: 'icons' | 'banners' | 'splashes';
  readonly guild: string;
  /** Changes with the picture. */
  readonly hash: string;
  /** Maximum pixels of the longer side: a power of two. */
  readonly size: number;
};

/** The path on the host. An animated picture (`a_…`) is a still in this format. */
export function picturePath({ folder, guild, hash, size }: PictureName): string {
  return `/${folder}/${guild}/${hash}.png?size=${size}`;
}

export type LoadGuildPicture = ReturnType<typeof createGuildPictures>;

export const pictureRules: ServiceRules = {
  serviceName: 'Discord',
  // A banner of 1024×576 pixels of noise is not quite as large.
  request: { maxBytes: 2 * 1024 * 1024, timeoutMs: 4000 },
  meanings: { 200: 'found', 403: 'none', 404: 'none', 410: 'none', 415: 'none' },
  breaker: null,
};

export function createGuildPictures(service: ServiceClient, cache: SwrCache<Uint8Array | null>) {
  async function fetchPicture(path: string, size: number): Promise<Uint8Array | null> {
    try {
      return await service.call({ path, read: (bytes) => checked(bytes, size) });
    } catch (error) {
      if (failureOf(error).cause === 'too-large') return null;
      throw error;
    }
  }

  /**
   * A picture as PNG without metadata, and not larger than requested; null
   * if there is none, or none in an accepted format.
   * @throws {LineupError} `upstream-failed`, `upstream-timeout`, `overloaded`
   */
  return (picture: PictureName, context: CacheContext) => {
    const path = picturePath(picture);
    return cache.get(path, () => fetchPicture(path, picture.size), context);
  };
}

/** The header is checked before the picture is decoded. */
function checked(bytes: Uint8Array, size: number): Uint8Array | null {
  try {
    const { widthPx, heightPx } = readPngHeader(bytes);
    const fits = Math.max(widthPx, heightPx) <= size && Math.min(widthPx, heightPx) > 0;
    return fits ? stripPng(bytes) : null;
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}
