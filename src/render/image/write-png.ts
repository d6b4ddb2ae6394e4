import { crc32 } from 'node:zlib';
import type { RgbaImage } from './canvas.ts';
import { deflatePixels } from './deflate/deflate-pixels.ts';
import { colourType, pngSignature } from '../../png/png.ts';

const headerLength = 13;
/** Length, type and checksum. */
const chunkFrame = 12;

/** Writes a picture as a PNG of three chunks: header, pixels, end (W3C PNG specification, section 5). */
export function writePng(image: RgbaImage): Buffer {
  return pngOf(image, [pngChunk('IDAT', deflatePixels(image))]);
}

/** A PNG from its chunks between header and end. */
export function pngOf(
  { widthPx, heightPx }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
  chunks: readonly Uint8Array[],
): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, colourType.rgba], 8);
  const end = pngChunk('IEND', new Uint8Array(0));
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), ...chunks, end]);
}

/** @param body in one or more pieces */
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
