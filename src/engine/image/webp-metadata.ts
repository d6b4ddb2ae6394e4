import type { RgbaImage } from './canvas.ts';

// Container of WebP: RIFF, little-endian (RFC 9649, 2.5 to 2.7).

const [riffHeadBytes, chunkHeadBytes, extendedBytes] = [12, 8, 10];
/** Flags of an extended file: it has an alpha channel, and XMP. */
const flags = 0x10 | 0x04;

/**
 * Adds XMP to a lossless WebP; its pixels stay unchanged.
 * @param webp a simple file with one chunk of pixels, as our encoder writes it; others are returned
 *   unchanged
 */
export function withXmp(
  webp: Buffer,
  xmp: string,
  { widthPx, heightPx }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
): Buffer {
  if (webp.toString('latin1', riffHeadBytes, riffHeadBytes + 4) !== 'VP8L') return webp;
  const extended = Buffer.alloc(extendedBytes);
  extended.writeUInt8(flags, 0);
  extended.writeUIntLE(widthPx - 1, 4, 3);
  extended.writeUIntLE(heightPx - 1, 7, 3);
  const chunks = [
    webpChunk('VP8X', extended),
    webp.subarray(riffHeadBytes),
    webpChunk('XMP ', Buffer.from(xmp)),
  ];
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** Chunks have an even length, with a padding byte if necessary. */
export function webpChunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(chunkHeadBytes);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
