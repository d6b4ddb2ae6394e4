import type { CacheContext } from '../cache/context.ts';
import type { SwrCache } from '../cache/swr-cache.ts';
import { NetError } from '../net/net-error.ts';
import { unavailable } from '../net/unavailable.ts';
import type { UpstreamClient, UpstreamResponse } from '../net/upstream-client.ts';
import { readPngHeader, stripPng, UnusableImageError } from '../png/png.ts';

/** A picture of a guild at the platform's picture host. */
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

/**
 * A picture as PNG without metadata, and not larger than requested; null
 * if there is none, or none in an accepted format.
 * @throws {LineupError} `upstream-failed`, `upstream-timeout`, `overloaded`
 */
export type LoadGuildPicture = (
  picture: PictureName,
  context: CacheContext,
) => Promise<Uint8Array | null>;

type PictureParts = {
  /** Of the picture host, which the operator names. */
  readonly request: UpstreamClient['request'];
  /** By path. */
  readonly cache: SwrCache<Uint8Array | null>;
};

const limits = {
  // A banner of 1024×576 pixels of noise is not quite as large.
  maxBytes: 2 * 1024 * 1024,
  timeoutMs: 4000,
  headers: { accept: 'image/png' },
} as const;

export function createGuildPictures({ request, cache }: PictureParts): LoadGuildPicture {
  async function fetchPicture(path: string, size: number): Promise<Uint8Array | null> {
    try {
      const response = await request({ method: 'GET', path, ...limits });
      return isGone(response) ? null : checked(bytesOf(response), size);
    } catch (error) {
      if (!(error instanceof NetError)) throw error;
      if (error.kind === 'too-large') return null;
      throw unavailable(error, { busy: error.message });
    }
  }

  return (picture, context) => {
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

function isGone({ status }: UpstreamResponse): boolean {
  return [403, 404, 410, 415].includes(status);
}

function bytesOf({ status, bytes }: UpstreamResponse): Uint8Array {
  if (status !== 200) throw new NetError('http-status', { status });
  return bytes;
}
