import { Transformer } from '@napi-rs/image';
import type { RgbaImage } from './canvas.ts';
import { unpackPixels } from '../../common/png/pixel-data.ts';
import { colourType, readPngHeader, stripPng, UnusableImageError } from '../../common/png/png.ts';
import { free } from './scratch.ts';

/**
 * Decodes a PNG of any colour type, depth and interlacing to straight RGBA, eight bits per channel (the
 * high byte of 16-bit channels, as in the game). Callers check the size in the header first: this
 * allocates up to `width * height * 16` bytes.
 * @param strip `mendPng` to overlook what games do
 * @throws {UnusableImageError} if it cannot be decoded, or has more data than pixels
 */
export function decodePng(
  bytes: Uint8Array,
  strip: (bytes: Uint8Array) => Buffer = stripPng,
): RgbaImage {
  const header = readPngHeader(bytes);
  const png = strip(bytes);
  // The decoder stops when the picture is full, without reporting extra data.
  freePixels(unpackPixels(png, header).bytes);
  const raw = rawPixels(png);
  const pixels = header.widthPx * header.heightPx;
  const channelBytes = header.bitDepth === 16 ? 2 : 1;
  const channels = raw.length / (pixels * channelBytes);
  if (channels !== 1 && channels !== 2 && channels !== 3 && channels !== 4) {
    throw new UnusableImageError('is a broken PNG');
  }
  const eightBit = channelBytes === 2 ? highBytes(raw) : raw;
  const grey = header.colourType === colourType.grey || header.colourType === colourType.greyAlpha;
  if (grey !== channels < 3) throw new UnusableImageError('is a broken PNG');
  const data = expandChannels(eightBit, pixels, channels);
  for (const used of [raw, eightBit]) if (used.buffer !== data.buffer) free(used);
  return { widthPx: header.widthPx, heightPx: header.heightPx, data };
}

/** The same of a file without faults, but `null` if it cannot be decoded. */
export function decodePngOrNull(bytes: Uint8Array): RgbaImage | null {
  try {
    return decodePng(bytes);
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}

/** Decompressed pixels have some room behind them; small buffers come from a pool. */
function freePixels({ buffer, byteLength }: Buffer): void {
  if (byteLength > 65_536) free(new Uint8Array(buffer));
}

function rawPixels(png: Buffer): Uint8Array {
  try {
    return new Transformer(png).rawPixelsSync();
  } catch {
    throw new UnusableImageError('is a broken PNG');
  }
}

/** The decoder returns 16-bit channels in the machine's byte order, little-endian. */
function highBytes(raw: Uint8Array): Uint8Array {
  const high = new Uint8Array(raw.length / 2);
  for (let i = 0; i < high.length; i++) high[i] = raw[i * 2 + 1] ?? 0;
  return high;
}

function expandChannels(
  raw: Uint8Array,
  pixels: number,
  channels: 1 | 2 | 3 | 4,
): Uint8ClampedArray {
  if (channels === 4) return new Uint8ClampedArray(raw.buffer, raw.byteOffset, raw.byteLength);
  const data = new Uint8ClampedArray(pixels * 4);
  const hasAlpha = channels === 2;
  const [green, blue] = channels === 3 ? [1, 2] : [0, 0];
  for (let i = 0; i < pixels; i++) {
    const from = i * channels;
    data[i * 4] = raw[from] ?? 0;
    data[i * 4 + 1] = raw[from + green] ?? 0;
    data[i * 4 + 2] = raw[from + blue] ?? 0;
    data[i * 4 + 3] = hasAlpha ? (raw[from + 1] ?? 0) : 255;
  }
  return data;
}
