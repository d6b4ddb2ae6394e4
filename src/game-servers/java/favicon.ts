import { crc32, inflateSync } from 'node:zlib';

/** As text it would have a third more; icons in use have up to some 15 kB. */
const mostIconBytes = 64 * 1024;
const iconSizePx = 64;

/** Signature, then the length and name of the header chunk (W3C PNG, sections 5.2 and 11.2.1). */
const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const signatureBytes = 8;

/**
 * The bytes of a favicon as servers send it, a data URI (old ones break it into lines); null when it
 * is anything but a PNG of 64×64 pixels of at most 64 kB that every browser can show.
 */
export function readFavicon(favicon: unknown): Uint8Array | null {
  if (typeof favicon !== 'string' || favicon.length > mostIconBytes * 2) return null;
  const [, base64] = /^data:image\/png;base64,([A-Za-z0-9+/=\s]+)$/i.exec(favicon) ?? [];
  if (base64 === undefined) return null;
  const png = Buffer.from(base64, 'base64');
  if (png.length > mostIconBytes) return null;
  const chunks = readChunks(png);
  return chunks !== null && isPicture(chunks) ? Uint8Array.from(png.subarray(0, chunks.end)) : null;
}

type Chunks = {
  readonly header: Buffer;
  readonly hasPalette: boolean;
  /** The compressed pixels. */
  readonly data: Buffer;
  /** Where the last chunk ends; what follows is not of the picture. */
  readonly end: number;
};

/** All chunks, whole and with their checksums, from the header to the end; null when they are not. */
function readChunks(png: Buffer): Chunks | null {
  if (!png.subarray(0, pngStart.length).equals(pngStart)) return null;
  const bodies = new Map<string, Buffer[]>();
  let at = signatureBytes;
  while (at + 12 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) return null;
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return null;
    const type = png.toString('latin1', at + 4, at + 8);
    bodies.set(type, [...(bodies.get(type) ?? []), png.subarray(at + 8, end - 4)]);
    at = end;
    if (type === 'IEND') break;
  }
  const [header, second] = bodies.get('IHDR') ?? [];
  const data = bodies.get('IDAT');
  if (header === undefined || second !== undefined || !bodies.has('IEND') || !data) return null;
  return { header, hasPalette: bodies.has('PLTE'), data: Buffer.concat(data), end: at };
}

/** Channels and allowed depths by colour type (section 11.2.1); 3 is the one with a palette. */
const colourTypes = new Map<number, { readonly channels: number; readonly depths: number[] }>([
  [0, { channels: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { channels: 3, depths: [8, 16] }],
  [3, { channels: 1, depths: [1, 2, 4, 8] }],
  [4, { channels: 2, depths: [8, 16] }],
  [6, { channels: 4, depths: [8, 16] }],
]);

type Pass = readonly [x: number, y: number, stepX: number, stepY: number];

/** The one pass of a usual picture, and the seven of an interlaced one (section 8.2). */
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

/** Whether the header is that of an icon, and there are pixels for all of it. */
function isPicture({ header, hasPalette, data }: Chunks): boolean {
  const [depth = 0, type = 0, compression, filter, interlacing = 0] = header.subarray(8);
  const colour = colourTypes.get(type);
  const scan = passes[interlacing];
  const isIcon = header.readUInt32BE(0) === iconSizePx && header.readUInt32BE(4) === iconSizePx;
  if (!isIcon || colour?.depths.includes(depth) !== true || scan === undefined) return false;
  if (compression !== 0 || filter !== 0 || (type === 3 && !hasPalette)) return false;
  const rows = scan.flatMap((pass) => rowLengths(pass, colour.channels * depth));
  return areRows(data, rows);
}

/** Bytes of each row of a pass, the one that names its filter included. */
function rowLengths([x, y, stepX, stepY]: Pass, bitsAPixel: number): number[] {
  const columns = Math.ceil((iconSizePx - x) / stepX);
  const rows = Math.ceil((iconSizePx - y) / stepY);
  return Array.from({ length: rows }, () => 1 + Math.ceil((columns * bitsAPixel) / 8));
}

const mostFilter = 4;

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
      const isKnown = (pixels[at] ?? mostFilter + 1) <= mostFilter;
      at += length;
      return isKnown;
    })
  );
}
