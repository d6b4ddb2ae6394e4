import type { RgbaImage } from './canvas.ts';
import { deflatePixels } from './deflate/deflate-pixels.ts';
import { colourType, pngChunk, pngSignature } from '../../common/png/png.ts';

const headerLength = 13;

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
  const end = pngChunk('IEND');
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), ...chunks, end]);
}
