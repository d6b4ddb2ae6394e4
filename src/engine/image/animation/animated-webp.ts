import { changeOf } from './changes.ts';
import { losslessWebp } from '../webp/lossless-webp.ts';
import { free } from '../free.ts';
import { webpChunk } from '../webp-metadata.ts';
import type { FilmFile, FilmFrame } from './palette.ts';

// Animated WebP (RFC 9649, section 2.7): every frame is a lossless picture of what changed.

/** Flags of the file: it has an animation, alpha, XMP. */
const flags = { animation: 0x02, xmp: 0x04, alpha: 0x10 } as const;
const replaces = 0x02;

export function webpFrame({ image, previous, delayMs }: FilmFrame): Uint8Array {
  const { area, image: changed, isLaidOver } = changeOf(image, previous, 2);
  const head = Buffer.alloc(16);
  head.writeUIntLE(area.leftPx / 2, 0, 3);
  head.writeUIntLE(area.topPx / 2, 3, 3);
  head.writeUIntLE(area.widthPx - 1, 6, 3);
  head.writeUIntLE(area.heightPx - 1, 9, 3);
  head.writeUIntLE(delayMs, 12, 3);
  head.writeUInt8(isLaidOver ? 0 : replaces, 15);
  const pixels = webpChunk('VP8L', losslessWebp(changed));
  if (changed !== image) free(changed.data);
  return webpChunk('ANMF', Buffer.concat([head, pixels]));
}

export function webpFile({ widthPx, heightPx, frames, xmp }: FilmFile): Uint8Array {
  const extended = Buffer.alloc(10);
  extended.writeUInt8(flags.animation | flags.alpha | (xmp === null ? 0 : flags.xmp), 0);
  extended.writeUIntLE(widthPx - 1, 4, 3);
  extended.writeUIntLE(heightPx - 1, 7, 3);
  // A transparent background, and a loop without end.
  const animation = Buffer.alloc(6);
  return webpChunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      webpChunk('VP8X', extended),
      webpChunk('ANIM', animation),
      ...frames,
      ...(xmp === null ? [] : [webpChunk('XMP ', Buffer.from(xmp))]),
    ]),
  );
}
