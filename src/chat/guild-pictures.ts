import type { CacheContext } from '../cache/context.ts';
import type { SwrCache } from '../cache/swr-cache.ts';
import { NetError } from '../net/net-error.ts';
import type { FetchLimits, FetchOptions } from '../net/safe-fetch.ts';
import { unavailable } from '../net/unavailable.ts';
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
  readonly fetchBytes: (url: string, options: FetchOptions) => Promise<{ bytes: Uint8Array }>;
  /** By path. */
  readonly cache: SwrCache<Uint8Array | null>;
  readonly baseUrl: string;
};

const limits: FetchLimits = {
  // A banner of 1024×576 pixels of noise is not quite as large.
  maxBytes: 2 * 1024 * 1024,
  timeoutMs: 4000,
  connectTimeoutMs: 2000,
  maxRedirects: 0,
  accept: 'image/png',
};

export function createGuildPictures({
  fetchBytes,
  cache,
  baseUrl,
}: PictureParts): LoadGuildPicture {
  const { hostname } = new URL(baseUrl);
  const allowHost = (host: string) => host === hostname;

  async function fetchPicture(path: string, size: number): Promise<Uint8Array | null> {
    try {
      const { bytes } = await fetchBytes(`${baseUrl}${path}`, { ...limits, allowHost });
      return checked(bytes, size);
    } catch (error) {
      if (!(error instanceof NetError)) throw error;
      if (error.kind === 'too-large' || isGone(error)) return null;
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

function isGone({ kind, status }: NetError): boolean {
  return kind === 'http-status' && [403, 404, 410, 415].includes(status ?? 0);
}
