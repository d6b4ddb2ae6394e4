import { unpackPixels } from '../../../common/png/pixel-data.ts';
import {
  chunkBodies,
  colourType,
  readPngHeader,
  stripPng,
  UnusableImageError,
  type PngHeader,
} from '../../../common/png/png.ts';

/** In bytes; real icons have up to some 15 kB. */
const maxIconBytes = 64 * 1024;
const iconSizePx = 64;

/**
 * Decodes a favicon, a data URI (old servers break it into lines), to the chunks of its pixels. Null
 * unless it is a PNG of 64×64 pixels of at most 64 kB that every browser can show.
 */
export function readFavicon(favicon: unknown): Uint8Array | null {
  if (typeof favicon !== 'string' || favicon.length > maxIconBytes * 2) return null;
  const [, base64] = /^data:image\/png;base64,([A-Za-z0-9+/=\s]+)$/i.exec(favicon) ?? [];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxIconBytes) return null;
  try {
    const header = readPngHeader(bytes);
    const png = stripPng(bytes);
    return isIcon(header, png) ? Uint8Array.from(png) : null;
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}

/** Whether the header is that of an icon and all pixel data is present. */
function isIcon(header: PngHeader, png: Buffer): boolean {
  const isSized = header.widthPx === iconSizePx && header.heightPx === iconSizePx;
  const isIndexed = header.colourType === colourType.indexed;
  if (!isSized || (isIndexed && chunkBodies(png, 'PLTE').length === 0)) return false;
  const { bytes, rowStarts } = unpackPixels(png, header);
  return rowStarts.every((at) => (bytes[at] ?? lastFilter + 1) <= lastFilter);
}

const lastFilter = 4;
