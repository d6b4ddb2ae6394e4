import { inflateSync } from 'node:zlib';
import {
  colourType,
  readPngHeader,
  stripPng,
  UnusableImageError,
  type PngHeader,
} from '../../png/png.ts';

/** As text it would have a third more; icons in use have up to some 15 kB. */
const maxIconBytes = 64 * 1024;
const iconSizePx = 64;

/**
 * A favicon as servers send it, a data URI (old ones break it into lines), with no chunks but those
 * of its pixels; null when it is anything but a PNG of 64×64 pixels of at most 64 kB that every
 * browser can show.
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
    return isIcon(header, readChunks(png), png) ? Uint8Array.from(png) : null;
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}

type Chunks = {
  readonly hasPalette: boolean;
  /** The compressed pixels. */
  readonly data: Buffer;
};

const signatureBytes = 8;

/** The chunks of a PNG whose chain was checked when it was stripped. */
function readChunks(png: Buffer): Chunks {
  const data: Buffer[] = [];
  let hasPalette = false;
  for (let at = signatureBytes; at < png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    hasPalette ||= type === 'PLTE';
    if (type === 'IDAT') data.push(png.subarray(at + 8, end - 4));
    at = end;
  }
  return { hasPalette, data: Buffer.concat(data) };
}

const channels = new Map<number, number>([
  [colourType.grey, 1],
  [colourType.rgb, 3],
  [colourType.indexed, 1],
  [colourType.greyAlpha, 2],
  [colourType.rgba, 4],
]);

type Pass = readonly [x: number, y: number, stepX: number, stepY: number];

/** The one pass of a usual picture, and the seven of an interlaced one (W3C PNG, section 8.2). */
const passes: readonly (readonly Pass[])[] = [
  [[0, 0, 1, 1]],
  [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
];
/** Of the interlace method in the file: after signature, length, type, sizes and four more bytes. */
const interlaceOffset = 28;

/** Whether the header is that of an icon, and there are pixels for all of it. */
function isIcon(header: PngHeader, { hasPalette, data }: Chunks, png: Buffer): boolean {
  const isSized = header.widthPx === iconSizePx && header.heightPx === iconSizePx;
  if (!isSized || (header.colourType === colourType.indexed && !hasPalette)) return false;
  const bitsAPixel = (channels.get(header.colourType) ?? 0) * header.bitDepth;
  const scan = passes[png[interlaceOffset] ?? 0] ?? [];
  return areRows(
    data,
    scan.flatMap((pass) => rowLengths(pass, bitsAPixel)),
  );
}

/** Bytes of each row of a pass, the one that names its filter included. */
function rowLengths([x, y, stepX, stepY]: Pass, bitsAPixel: number): number[] {
  const columns = Math.ceil((iconSizePx - x) / stepX);
  const rows = Math.ceil((iconSizePx - y) / stepY);
  return Array.from({ length: rows }, () => 1 + Math.ceil((columns * bitsAPixel) / 8));
}

const lastFilter = 4;

function areRows(data: Buffer, rows: readonly number[]): boolean {
  const size = rows.reduce((sum, length) => sum + length, 0);
  let pixels: Buffer;
  try {
    // At most 33 kB, whatever it would become.
    pixels = inflateSync(data, { maxOutputLength: size });
  } catch {
    return false;
  }
  let at = 0;
  return (
    pixels.length === size &&
    rows.every((length) => {
      const isKnown = (pixels[at] ?? lastFilter + 1) <= lastFilter;
      at += length;
      return isKnown;
    })
  );
}
