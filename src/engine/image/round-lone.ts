import { asWords, type RgbaImage } from './canvas.ts';

/** The distance of the levels that a channel keeps. */
const step = 8;

/** Rounded by half a step at most: the least and the greatest level stay what they are. */
const levels = Uint8Array.from({ length: 256 }, (_, level) =>
  level === 255 ? 255 : Math.min(255, Math.round(level / step) * step),
);

/**
 * Rounds the colours of single pixels of a film, which differ from all around them: they are on edges between two
 * sides, where nobody sees it, and most of its bytes are theirs.
 * @param drawn what was just drawn there; only its pixels are rounded
 */
export function roundLone(
  picture: RgbaImage,
  drawn: RgbaImage,
  leftPx: number,
  topPx: number,
): void {
  const { widthPx, heightPx } = picture;
  const [into, from] = [asWords(picture), asWords(drawn)];
  const fromX = Math.max(1, leftPx);
  const toX = Math.min(widthPx - 1, leftPx + drawn.widthPx);
  const toY = Math.min(heightPx - 1, topPx + drawn.heightPx);
  for (let y = Math.max(1, topPx); y < toY; y++) {
    const shift = (y - topPx) * drawn.widthPx - leftPx;
    for (let x = fromX; x < toX; x++) {
      const at = y * widthPx + x;
      const word = into[at]!;
      if (from[shift + x] === 0 || word >>> 24 !== 255) continue;
      if (word === into[at - 1] || word === into[at + 1]) continue;
      if (word === into[at - widthPx] || word === into[at + widthPx]) continue;
      const [red, green, blue] = [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
      into[at] = (0xff000000 | (levels[blue]! << 16) | (levels[green]! << 8) | levels[red]!) >>> 0;
    }
  }
}
