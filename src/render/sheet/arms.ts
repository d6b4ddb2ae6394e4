import type { RgbaImage } from '../image/canvas.ts';
import type { Model } from '../model/boxes.ts';
import type { Rect } from './rects.ts';

/** The texels of both arms on a 64 px wide sheet that only four units wide arms have … */
const fourth: readonly Rect[] = [
  { x: 50, y: 16, width: 2, height: 4 },
  { x: 54, y: 20, width: 2, height: 12 },
  { x: 42, y: 48, width: 2, height: 4 },
  { x: 46, y: 52, width: 2, height: 12 },
];

/** … and those of each arm that both models have. */
const arms: readonly (readonly Rect[])[] = [
  [
    { x: 44, y: 16, width: 6, height: 4 },
    { x: 40, y: 20, width: 14, height: 12 },
  ],
  [
    { x: 36, y: 48, width: 6, height: 4 },
    { x: 32, y: 52, width: 14, height: 12 },
  ],
];

/**
 * The model whose arms a sheet has: slim if nothing is where the fourth texel of an arm would be, and at
 * least half of each arm is painted. An empty arm alone does not make a sheet a slim one.
 * @param decoded a sheet as in its file; the old format knows one model only
 */
export function modelOfArms(decoded: RgbaImage): Model {
  if (decoded.heightPx < decoded.widthPx) return 'classic';
  const isClear = fourth.every((rect) => paintedShare(decoded, [rect]) === 0);
  const isSlim = isClear && arms.every((arm) => paintedShare(decoded, arm) >= 0.5);
  return isSlim ? 'slim' : 'classic';
}

/** The part of the texels in some rectangles that are visible. */
function paintedShare({ data, widthPx }: RgbaImage, rects: readonly Rect[]): number {
  const scale = widthPx / 64;
  let all = 0;
  let painted = 0;
  for (const { x, y, width, height } of rects) {
    all += width * height * scale ** 2;
    for (let row = y * scale; row < (y + height) * scale; row++) {
      for (let column = x * scale; column < (x + width) * scale; column++) {
        painted += Number(data[(row * widthPx + column) * 4 + 3] !== 0);
      }
    }
  }
  return painted / all;
}
