import { asWords, type RgbaImage } from '../image/canvas.ts';
import type { Art } from './art/art.ts';

/** Fills a picture with art, each art pixel a square of `artPx`; the rest is clipped. */
export function enlarge(picture: RgbaImage, { columns, rows, words }: Art, artPx: number): void {
  const { widthPx, heightPx } = picture;
  const into = asWords(picture);
  for (let row = 0; row < rows; row++) {
    const top = row * artPx;
    if (top >= heightPx) return;
    const start = top * widthPx;
    const end = start + widthPx;
    for (let column = row * columns, at = start; at < end; column++) {
      const word = words[column]!;
      // For so few pixels, calling `fill` would take longer.
      for (const next = Math.min(at + artPx, end); at < next; at++) into[at] = word;
    }
    for (let copy = 1; copy < artPx && top + copy < heightPx; copy++) {
      into.copyWithin(start + copy * widthPx, start, start + widthPx);
    }
  }
}
