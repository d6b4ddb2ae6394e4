import { inflateRawSync } from 'node:zlib';
import { chunkBodies, colourType, UnusableImageError, type PngHeader } from './png.ts';

const channels = new Map<number, number>([
  [colourType.grey, 1],
  [colourType.rgb, 3],
  [colourType.indexed, 1],
  [colourType.greyAlpha, 2],
  [colourType.rgba, 4],
]);

type Pass = readonly [x: number, y: number, stepX: number, stepY: number];

const onePass: readonly Pass[] = [[0, 0, 1, 1]];

/** The passes of an interlaced picture (W3C PNG, section 8.2). */
const sevenPasses: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/**
 * Decompresses the pixels of a stripped PNG. A file may expand a thousandfold: no more is decompressed
 * than its header implies, whose size callers check first.
 * @throws {UnusableImageError} if there are more or fewer bytes, or the data is invalid
 */
export function unpackPixels(png: Buffer, header: PngHeader) {
  /** Offset of each row of each pass, at its filter byte. */
  const rowStarts: number[] = [];
  let size = 0;
  for (const { bytes, rows } of passSizes(header)) {
    for (let row = 0; row < rows; row++, size += bytes) rowStarts.push(size);
  }
  const bytes = unpackAtMost(size, Buffer.concat(chunkBodies(png, 'IDAT')));
  if (bytes?.length !== size) throw new UnusableImageError('is a broken PNG');
  return { bytes, rowStarts };
}

function passSizes(header: PngHeader): { bytes: number; rows: number }[] {
  const bitsAPixel = (channels.get(header.colourType) ?? 0) * header.bitDepth;
  const passes = header.isInterlaced ? sevenPasses : onePass;
  return passes.flatMap(([x, y, stepX, stepY]) => {
    const columns = Math.ceil((header.widthPx - x) / stepX);
    const rows = Math.ceil((header.heightPx - y) / stepY);
    return columns > 0 && rows > 0
      ? [{ bytes: 1 + Math.ceil((columns * bitsAPixel) / 8), rows }]
      : [];
  });
}

/** zlib header before the deflate data (RFC 1950); no decoder checks the checksum after it. */
const zlibHeaderBytes = 2;

/** Deflate, a window of at most 32 kB, no dictionary, and its own check (RFC 1950, section 2.2). */
function isZlibHeader(packed: Buffer): boolean {
  const [method = 0, flags = 0] = packed;
  return (method & 0x8f) === 8 && (flags & 0x20) === 0 && (method * 256 + flags) % 31 === 0;
}

function unpackAtMost(size: number, packed: Buffer): Buffer | null {
  if (size === 0 || !isZlibHeader(packed)) return null;
  try {
    // In one piece; the rest tells the end without another piece.
    const chunkSize = size + 64;
    return inflateRawSync(packed.subarray(zlibHeaderBytes), { maxOutputLength: size, chunkSize });
  } catch {
    return null;
  }
}
