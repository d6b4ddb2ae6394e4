import type { Rect } from '../rects.ts';
import { createBitReader } from './bit-reader.ts';

const bitsOfRect = 22;

/** The rectangles that hidden data erase, within the sheet: at most one for each 22 bits. */
export function eraseRects(bytes: Uint8Array | undefined): Rect[] {
  if (bytes === undefined) return [];
  const rects: Rect[] = [];
  const bits = createBitReader(bytes);
  while (bits.left() >= bitsOfRect) {
    const [x, y] = [bits.read(6), bits.read(6)];
    const [width, height] = [bits.read(5) + 1, bits.read(5) + 1];
    rects.push({ x, y, width: Math.min(width, 64 - x), height: Math.min(height, 64 - y) });
  }
  return rects;
}
