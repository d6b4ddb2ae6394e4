import { crc32 } from 'node:zlib';
import type { RgbaImage } from './canvas.ts';
import { deflatePixels } from './deflate/deflate-pixels.ts';
import { colourType, pngSignature } from '../../png/png.ts';

const headerLength = 13;
/** Length, type and checksum. */
const chunkFrame = 12;

/** Writes a picture as a PNG of three chunks: header, pixels, end (W3C PNG specification, section 5). */
export function writePng(image: RgbaImage): Buffer {
  const packed = deflatePixels(image);
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(image.widthPx, 0);
  header.writeUInt32BE(image.heightPx, 4);
  header.set([8, colourType.rgba], 8);
  const png = Buffer.allocUnsafe(
    pngSignature.length + 3 * chunkFrame + header.length + packed.length,
  );
  png.set(pngSignature);
  let at = pngSignature.length;
  at = writeChunk(png, at, 'IHDR', header);
  at = writeChunk(png, at, 'IDAT', packed);
  writeChunk(png, at, 'IEND', new Uint8Array(0));
  return png;
}

/** @returns the offset of the next chunk */
function writeChunk(png: Buffer, at: number, type: string, body: Uint8Array): number {
  const end = at + 8 + body.length;
  png.writeUInt32BE(body.length, at);
  png.write(type, at + 4, 'latin1');
  png.set(body, at + 8);
  png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end);
  return end + 4;
}
