import { asWords, type RgbaImage } from './canvas.ts';

/** Blends `source` over `target` at (`leftPx`, `topPx`), straight alpha, clipped. */
export function blendOver(
  target: RgbaImage,
  source: RgbaImage,
  leftPx: number,
  topPx: number,
): void {
  const from = asWords(source);
  const into = asWords(target);
  const fromX = Math.max(0, -leftPx);
  const toX = Math.min(source.widthPx, target.widthPx - leftPx);
  const toY = Math.min(source.heightPx, target.heightPx - topPx);
  for (let y = Math.max(0, -topPx); y < toY; y++) {
    const row = y * source.widthPx;
    const shift = (y + topPx) * target.widthPx + leftPx;
    for (let x = fromX; x < toX; x++) {
      const over = from[row + x]!;
      const alpha = over >>> 24;
      if (alpha === 0) continue;
      into[shift + x] = alpha === 255 ? over : overlaid(over, into[shift + x]!);
    }
  }
}

/** One straight RGBA word over another. */
function overlaid(over: number, under: number): number {
  const alpha = over >>> 24;
  // In 1/255² of full coverage: the upper word's, and what shows through of the lower one.
  const own = alpha * 255;
  const through = (under >>> 24) * (255 - alpha);
  const sum = own + through;
  const channel = (at: number): number =>
    ((((over >>> at) & 255) * own + ((under >>> at) & 255) * through) / sum + 0.5) | 0;
  const both = (sum / 255 + 0.5) | 0;
  return ((both << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0)) >>> 0;
}
