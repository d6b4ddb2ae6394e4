import { asSignedWords, type RgbaImage } from './canvas.ts';

/**
 * Blends `source` over `target` at (`leftPx`, `topPx`), straight alpha, clipped. Most pixels of a figure
 * are in runs of transparent or opaque ones, which have loops of their own.
 */
export function blendOver(
  target: RgbaImage,
  source: RgbaImage,
  leftPx: number,
  topPx: number,
): void {
  const from = asSignedWords(source);
  const into = asSignedWords(target);
  const fromX = Math.max(0, -leftPx);
  const toX = Math.min(source.widthPx, target.widthPx - leftPx);
  const toY = Math.min(source.heightPx, target.heightPx - topPx);
  for (let y = Math.max(0, -topPx); y < toY; y++) {
    const end = y * source.widthPx + toX;
    const shift = (y + topPx) * target.widthPx + leftPx - y * source.widthPx;
    let at = end - toX + fromX;
    while (at < end) {
      while (at < end && from[at] === 0) at++;
      for (; at < end; at++) {
        const over = from[at]!;
        if (over >>> 24 !== 255) break;
        into[at + shift] = over;
      }
      if (at === end) break;
      const over = from[at]!;
      if (over >>> 24 !== 0) into[at + shift] = overlaid(over, into[at + shift]!);
      at++;
    }
  }
}

/** One straight RGBA word over another. */
function overlaid(over: number, under: number): number {
  if (under >>> 24 === 255) return overOpaque(over, under);
  const alpha = over >>> 24;
  // In 1/255² of full coverage: the upper word's, and what shows through of the lower one.
  const own = alpha * 255;
  const through = (under >>> 24) * (255 - alpha);
  const sum = own + through;
  const channel = (at: number): number =>
    ((((over >>> at) & 255) * own + ((under >>> at) & 255) * through) / sum + 0.5) | 0;
  const both = (sum / 255 + 0.5) | 0;
  return (both << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0);
}

/** The same over an opaque word, without divisions. */
function overOpaque(over: number, under: number): number {
  const alpha = over >>> 24;
  const through = 255 - alpha;
  const red = in255ths((over & 255) * alpha + (under & 255) * through);
  const green = in255ths(((over >>> 8) & 255) * alpha + ((under >>> 8) & 255) * through);
  const blue = in255ths(((over >>> 16) & 255) * alpha + ((under >>> 16) & 255) * through);
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** `sum / 255`, rounded: exact up to 255². */
function in255ths(sum: number): number {
  const rounded = sum + 128;
  return (rounded + (rounded >> 8)) >> 8;
}
