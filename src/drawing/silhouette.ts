import { encodePng } from '../render/image/encode.ts';
import { asWords, createImage } from '../render/image/canvas.ts';
import type { SheetBytes } from './order.ts';

const grey = 0xff98938f;

/** Areas of the second layer on a sheet, which a silhouette leaves empty: left, top, right, bottom. */
const overlayAreas = [
  [32, 0, 64, 16],
  [0, 32, 56, 48],
  [0, 48, 16, 64],
  [48, 48, 64, 64],
] as const;

/** The sheet of a plain grey figure, for unavailable players. */
export function silhouetteSheet(): SheetBytes {
  const image = createImage(64, 64);
  const words = asWords(image);
  words.fill(grey);
  for (const [left, top, right, bottom] of overlayAreas) {
    for (let y = top; y < bottom; y++) words.fill(0, y * 64 + left, y * 64 + right);
  }
  return { revision: 'silhouette-1', png: encodePng(image) };
}
