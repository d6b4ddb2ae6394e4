import { asWords, type RgbaImage } from '../image/canvas.ts';

/**
 * Fills the small gaps that an outline leaves inside letters (`o`, `a`, `e`), where a few pixels of the
 * background would be specks; larger ones stay open.
 * @param outline whose pixels are filled with black
 * @param widestPx how wide or high, whichever is less, a gap may be to be filled
 */
export function closeCounters(outline: RgbaImage, widestPx: number): void {
  const { widthPx } = outline;
  const words = asWords(outline);
  // What is seen through belongs to a gap until it is found.
  const isLeft = new Uint8Array(words.length);
  for (let at = 0; at < words.length; at++) isLeft[at] = words[at]! >>> 24 < mostlyOpaque ? 1 : 0;
  const pixels = new Uint32Array(words.length);
  for (let start = isLeft.indexOf(1); start >= 0; start = isLeft.indexOf(1, start + 1)) {
    const gap = takeGap(start, isLeft, { widthPx, pixels });
    if (!isSmall(gap, outline, widestPx)) continue;
    for (const at of gap) {
      // With its soft edge.
      for (const middle of [at - widthPx, at, at + widthPx]) {
        words.fill(black, middle - 1, middle + 2);
      }
    }
  }
}

/** Alpha, which is the highest byte of a pixel, from which on nothing is seen through it. */
const mostlyOpaque = 200;

const black = 0xff000000;

/** The pixels of the gap around one, which are taken off those that are left. */
function takeGap(
  start: number,
  isLeft: Uint8Array,
  { widthPx, pixels }: { readonly widthPx: number; readonly pixels: Uint32Array },
): Uint32Array {
  let count = 0;
  const take = (at: number): void => {
    if (isLeft[at] !== 1) return;
    isLeft[at] = 0;
    pixels[count] = at;
    count += 1;
  };
  take(start);
  for (let index = 0; index < count; index++) {
    const at = pixels[index]!;
    take(at - widthPx);
    take(at - 1);
    take(at + 1);
    take(at + widthPx);
  }
  return pixels.subarray(0, count);
}

/** Whether a gap ends inside of the picture, and is at most so wide or so high. */
function isSmall(gap: Uint32Array, { widthPx, heightPx }: RgbaImage, widestPx: number): boolean {
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
  for (const at of gap) {
    const x = at % widthPx;
    const y = Math.trunc(at / widthPx);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    if (left === 0 || top === 0 || right === widthPx - 1 || bottom === heightPx - 1) return false;
  }
  return Math.min(right - left, bottom - top) + 1 <= widestPx;
}
