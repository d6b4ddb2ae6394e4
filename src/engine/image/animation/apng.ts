import { deflatePixels } from '../deflate/deflate-pixels.ts';
import { free } from '../free.ts';
import { pngOf } from '../write-png.ts';
import { pngChunk } from '../../../common/png/png.ts';
import { changeOf } from './changes.ts';
import type { FilmFile, FilmFrame } from './palette.ts';

// Animated PNG (W3C PNG specification, third edition, sections 11.3.6): the first frame is the picture
// that other programs show; each further one is what changed.

const operations = { replace: 0, over: 1 } as const;

export function apngFrame({ index, image, previous, delayMs }: FilmFrame): Uint8Array {
  const { area, image: changed, isLaidOver } = changeOf(image, previous, 1);
  // One sequence counts the control chunks and the frames behind them; the first frame is not counted.
  const control = Buffer.alloc(26);
  control.writeUInt32BE(Math.max(0, 2 * index - 1), 0);
  control.writeUInt32BE(area.widthPx, 4);
  control.writeUInt32BE(area.heightPx, 8);
  control.writeUInt32BE(area.leftPx, 12);
  control.writeUInt32BE(area.topPx, 16);
  control.writeUInt16BE(delayMs, 20);
  control.writeUInt16BE(1000, 22);
  control.writeUInt8(isLaidOver ? operations.over : operations.replace, 25);
  const packed = deflatePixels(changed);
  if (changed !== image) free(changed.data);
  const sequence = Buffer.alloc(4);
  sequence.writeUInt32BE(2 * index, 0);
  const pixels = index === 0 ? pngChunk('IDAT', packed) : pngChunk('fdAT', sequence, packed);
  return Buffer.concat([pngChunk('fcTL', control), pixels]);
}

export function apngFile({ frames, ...size }: FilmFile): Uint8Array {
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(frames.length, 0);
  return pngOf(size, [pngChunk('acTL', animation), ...frames]);
}
