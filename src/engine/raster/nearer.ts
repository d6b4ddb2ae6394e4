import { planeCount, type RasterRow } from './raster-memory.ts';
import { samplesPast } from './sample-texels.ts';
import { crossingNumbers, mostQuestions } from './walk-memory.ts';

/** Pixels; more than the rounding error of the line where two planes cross. */
export const crossingSlack = 1e-3;

/**
 * Whether the first of two planes is nearer at the first of the samples in `agreed`; removes those at
 * which the other is. `repeatUntilX` ends where they cross.
 * @param at where the crossing is in `crossings`
 */
export function isNearer(raster: RasterRow, crossings: Float32Array, at: number): boolean {
  const a = crossings[at]!;
  const b = crossings[at + 1]!;
  const middle = a * (raster.pixelX + 0.5) + b * (raster.pixelY + 0.5) + crossings[at + 2]!;
  const sure = Math.abs(middle) - (Math.abs(a) + Math.abs(b)) / 2;
  if (sure > 0) {
    // Up to where they cross, if they approach each other to the right.
    if (a > 0 !== middle > 0) repeatFor(raster, sure / Math.abs(a));
    return middle > 0;
  }
  raster.repeatUntilX = -1;
  const { agreed } = raster;
  const nearer = samplesPast(a, b, middle - (a + b) / 2);
  const isFirst = (nearer & agreed & -agreed) !== 0;
  raster.agreed = agreed & (isFirst ? nearer : ~nearer);
  return isFirst;
}

function repeatFor(raster: RasterRow, px: number): void {
  const lastX = Math.floor(raster.pixelX + px - crossingSlack);
  if (lastX < raster.repeatUntilX) raster.repeatUntilX = lastX;
}

/** `isNearer` of two quads, noted for `StackMemo` unless it is the same wherever they are seen. */
export function ask(raster: RasterRow, first: number, second: number): boolean {
  const { planes: f, walk } = raster;
  const { box, crossings } = walk;
  const i = first * planeCount;
  const j = second * planeCount;
  const a = f[i]! - f[j]!;
  const b = f[i + 1]! - f[j + 1]!;
  const c = f[i + 2]! - f[j + 2]!;
  const middle = a * box[0]! + b * box[1]! + c;
  if (Math.abs(middle) > Math.abs(a) * box[2]! + Math.abs(b) * box[3]!) return middle > 0;
  const at = walk.asked * crossingNumbers;
  crossings[at] = a;
  crossings[at + 1] = b;
  crossings[at + 2] = c;
  const answer = isNearer(raster, crossings, at);
  if (walk.asked < mostQuestions) walk.answers[walk.asked++] = Number(answer);
  return answer;
}
