import type { RgbaImage } from './canvas.ts';

// Container of WebP: RIFF, little-endian (RFC 9649, 2.5 to 2.7).

const [riffHeadBytes, chunkHeadBytes, extendedBytes] = [12, 8, 10];

/** What an extended file has. */
export const webpFlags = { animation: 0x02, xmp: 0x04, alpha: 0x10 } as const;

/**
 * Adds XMP to a lossless WebP; its pixels stay unchanged.
 * @param webp a simple file with one chunk of pixels, as our encoder writes it; others are returned
 *   unchanged
 */
export function withXmp(webp: Buffer, xmp: string, size: Size): Buffer {
  if (webp.toString('latin1', riffHeadBytes, riffHeadBytes + 4) !== 'VP8L') return webp;
  const pixels = webp.subarray(riffHeadBytes);
  return webpFile([
    extendedHead(webpFlags.alpha | webpFlags.xmp, size),
    pixels,
    webpChunk('XMP ', Buffer.from(xmp)),
  ]);
}

export function webpFile(chunks: readonly Uint8Array[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** The first chunk of an extended file. @param flags of `webpFlags` */
export function extendedHead(flags: number, { widthPx, heightPx }: Size): Buffer {
  const head = Buffer.alloc(extendedBytes);
  head.writeUInt8(flags, 0);
  head.writeUIntLE(widthPx - 1, 4, 3);
  head.writeUIntLE(heightPx - 1, 7, 3);
  return webpChunk('VP8X', head);
}

type Size = Pick<RgbaImage, 'widthPx' | 'heightPx'>;

/** Chunks have an even length, with a padding byte if necessary. */
export function webpChunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(chunkHeadBytes);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
