import { crc32 } from 'node:zlib';

/**
 * Reads the structure of a PNG before it is decoded: its header, and its chunks reduced to those that
 * contain pixels. A decoder never gets a picture of a forbidden size, or a chunk that could take memory
 * or change colours (compressed text, colour profiles, gamma, animation).
 * Layout: W3C PNG specification, third edition, sections 5 and 11.
 */

/** The file is not a PNG, or not one that is accepted here. The message is public. */
export class UnusableImageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableImageError';
  }
}

/** What is wrong with a file. @throws the error if it is another */
export function problemOf(error: unknown): string {
  if (error instanceof UnusableImageError) return error.message;
  throw error;
}

export const colourType = { grey: 0, rgb: 2, indexed: 3, greyAlpha: 4, rgba: 6 } as const;

export type PngHeader = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitDepth: number;
  readonly colourType: number;
  readonly isInterlaced: boolean;
};

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const headerLength = 13;
/** Length, type and checksum. */
const chunkFrame = 12;
/** Signature, then length, type, data and checksum of the header chunk. */
const headerEnd = pngSignature.length + 4 + 4 + headerLength + 4;

const depthsOfColourType = new Map<number, readonly number[]>([
  [colourType.grey, [1, 2, 4, 8, 16]],
  [colourType.rgb, [8, 16]],
  [colourType.indexed, [1, 2, 4, 8]],
  [colourType.greyAlpha, [8, 16]],
  [colourType.rgba, [8, 16]],
]);

/**
 * Reads the header of a PNG.
 * @throws {UnusableImageError} if the bytes do not start like a PNG
 */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < headerEnd || !view.subarray(0, pngSignature.length).equals(pngSignature)) {
    throw new UnusableImageError('is not a PNG');
  }
  const isHeader =
    view.readUInt32BE(8) === headerLength && view.toString('latin1', 12, 16) === 'IHDR';
  const header = {
    widthPx: view.readUInt32BE(16),
    heightPx: view.readUInt32BE(20),
    bitDepth: view[24] ?? 0,
    colourType: view[25] ?? 0,
    isInterlaced: view[28] === 1,
  };
  const known = depthsOfColourType.get(header.colourType)?.includes(header.bitDepth) === true;
  // Compression and filter method have one value each; interlacing has two.
  const methods = view[26] === 0 && view[27] === 0 && (view[28] ?? 2) <= 1;
  if (!isHeader || !known || !methods) throw new UnusableImageError('is a broken PNG');
  return header;
}

const neededChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** 1 to 256 whole colours (section 11.2.2): an incomplete one crashes the process inside the decoder. */
function isPaletteLength(length: number): boolean {
  return length > 0 && length <= 256 * 3 && length % 3 === 0;
}

/**
 * Returns the PNG with only the chunks that contain its pixels.
 * @throws {UnusableImageError} if the chunks are damaged, cut short or have no end
 */
export function stripPng(bytes: Uint8Array): Buffer {
  return neededOf(bytes, false);
}

/**
 * The same for files of which games show what there is: wrong checksums are corrected, and what is
 * missing at the end is added. Whether all pixels are there is found when they are decoded.
 * @throws {UnusableImageError} if the chunks make no sense
 */
export function mendPng(bytes: Uint8Array): Buffer {
  return neededOf(bytes, true);
}

function neededOf(bytes: Uint8Array, mends: boolean): Buffer {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Buffer[] = [pngSignature];
  const seen = new Set<string>();
  for (let at = pngSignature.length; at + 8 <= view.length;) {
    const length = view.readUInt32BE(at);
    const end = at + 12 + length;
    const type = view.toString('latin1', at + 4, at + 8);
    // All pixels may be there even if the file ends within the last chunk of them.
    if (end > view.length && !(mends && type === 'IDAT')) break;
    if (!isExpected(type, length, seen)) throw new UnusableImageError('is a broken PNG');
    seen.add(type);
    if (neededChunks.has(type)) chunks.push(wholeChunk(view.subarray(at, end), mends));
    if (type === 'IEND') return Buffer.concat(chunks);
    at = end;
  }
  if (!mends) throw new UnusableImageError('is a broken PNG');
  return Buffer.concat([...chunks, pngChunk('IEND')]);
}

/** One header; one palette at most, and before the pixels: browsers show nothing else. */
function isExpected(type: string, length: number, seen: ReadonlySet<string>): boolean {
  if (type === 'IHDR') return !seen.has(type);
  return type !== 'PLTE' || (!seen.has(type) && !seen.has('IDAT') && isPaletteLength(length));
}

/** The decoder checks only some checksums: a damaged tRNS would silently be ignored. */
function wholeChunk(chunk: Buffer, mends: boolean): Buffer {
  const bodyEnd = 8 + chunk.readUInt32BE(0);
  const isWhole =
    chunk.length === bodyEnd + 4 &&
    crc32(chunk.subarray(4, bodyEnd)) === chunk.readUInt32BE(bodyEnd);
  if (isWhole) return chunk;
  if (!mends) throw new UnusableImageError('is a broken PNG');
  return pngChunk(chunk.toString('latin1', 4, 8), chunk.subarray(8, bodyEnd));
}

/** A chunk with its length and checksum. @param body in any number of pieces */
export function pngChunk(type: string, ...body: readonly Uint8Array[]): Buffer {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  const chunk = Buffer.allocUnsafe(length + chunkFrame);
  chunk.writeUInt32BE(length, 0);
  chunk.write(type, 4, 'latin1');
  let at = 8;
  for (const piece of body) {
    chunk.set(piece, at);
    at += piece.length;
  }
  chunk.writeUInt32BE(crc32(chunk.subarray(4, at)), at);
  return chunk;
}

export function chunkBodies(png: Buffer, type: string): Buffer[] {
  const bodies: Buffer[] = [];
  for (let at = pngSignature.length; at < png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === type) bodies.push(png.subarray(at + 8, end - 4));
    at = end;
  }
  return bodies;
}

export function hasPngSignature(bytes: Uint8Array): boolean {
  return pngSignature.every((byte, index) => bytes[index] === byte);
}

export const pngFile = {
  Check: (value: unknown): value is Uint8Array | null =>
    value === null || (value instanceof Uint8Array && hasPngSignature(value)),
} as const;
