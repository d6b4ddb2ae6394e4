import { createImage, blit, type RgbaImage } from './canvas.ts';

/** Fainter pixels are invisible. */
const leastAlpha = 8;

/** The picture without its transparent border; unchanged if there is none, or nothing else. */
export function trimmed(source: RgbaImage): RgbaImage {
  const { data, widthPx, heightPx } = source;
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (data[(y * widthPx + x) * 4 + 3]! < leastAlpha) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  const isWhole = left === 0 && top === 0 && right === widthPx && bottom === heightPx;
  if (right === 0 || isWhole) return source;
  const target = createImage(right - left, bottom - top);
  blit(target, source, -left, -top);
  return target;
}
