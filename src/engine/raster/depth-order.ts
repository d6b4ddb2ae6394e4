import type { ScreenQuad } from './screen-quads.ts';

/**
 * Which of two quads is in front, if it is the same everywhere both can be seen: 1 for the first,
 * −1 for the second, 0 if their planes cross there and each pixel has to compare them.
 * Indexed `first * count + second`.
 */
export function depthOrder(quads: readonly ScreenQuad[]): Int8Array {
  const order = new Int8Array(quads.length ** 2);
  const bounds = boundsOf(quads);
  const common = new Float64Array(8);
  for (let first = 0; first < quads.length; first++) {
    const a = quads[first]!;
    for (let second = first + 1; second < quads.length; second++) {
      const b = quads[second]!;
      const isOneShell = a.shell === b.shell;
      // Quads that never meet in a pixel need no comparison.
      if (!isOneShell && !overlap(bounds, first, second, common)) continue;
      const sign = isOneShell ? shellOrder(a, b) : planeOrder(a, b, common);
      order[first * quads.length + second] = sign;
      order[second * quads.length + first] = -sign;
    }
  }
  return order;
}

/**
 * Within one shell the order is known without comparing planes. Two sides of one box that face the
 * same way never hide each other, so either may come first.
 */
function shellOrder(first: ScreenQuad, second: ScreenQuad): -1 | 1 {
  return first.shellDepth >= second.shellDepth ? 1 : -1;
}

/** The corners of a pixel lie up to one pixel outside the part of it that a quad touches. */
const reach = 1.01;

/** Left, top, right and bottom of each quad. */
function boundsOf(quads: readonly ScreenQuad[]): Float64Array {
  const bounds = new Float64Array(quads.length * 4);
  quads.forEach(({ outline: o }, quad) => {
    bounds[quad * 4] = Math.min(o[0]!, o[2]!, o[4]!, o[6]!) - reach;
    bounds[quad * 4 + 1] = Math.min(o[1]!, o[3]!, o[5]!, o[7]!) - reach;
    bounds[quad * 4 + 2] = Math.max(o[0]!, o[2]!, o[4]!, o[6]!) + reach;
    bounds[quad * 4 + 3] = Math.max(o[1]!, o[3]!, o[5]!, o[7]!) + reach;
  });
  return bounds;
}

/** Writes the corners of the intersection of two quads' bounds; `false` if it is empty. */
function overlap(
  bounds: Float64Array,
  first: number,
  second: number,
  corners: Float64Array,
): boolean {
  const [i, j] = [first * 4, second * 4];
  const left = Math.max(bounds[i]!, bounds[j]!);
  const right = Math.min(bounds[i + 2]!, bounds[j + 2]!);
  if (left > right) return false;
  const top = Math.max(bounds[i + 1]!, bounds[j + 1]!);
  const bottom = Math.min(bounds[i + 3]!, bounds[j + 3]!);
  if (top > bottom) return false;
  corners.set([left, top, right, top, right, bottom, left, bottom]);
  return true;
}

/**
 * The sign of the difference of two planes' nearness in all pixels that both quads touch, if it is
 * constant. These pixels lie in the overlap of the bounding boxes, but also close to
 * either quad, which is a tighter bound if a box is much larger than its quad.
 */
function planeOrder(first: ScreenQuad, second: ScreenQuad, common: Float64Array): -1 | 0 | 1 {
  return (
    constantSign(first, second, common, 0) ||
    constantSign(first, second, first.outline, reach) ||
    constantSign(first, second, second.outline, reach)
  );
}

/** A linear function has one sign in and around a polygon if it clearly has it at the corners. */
function constantSign(
  { plane: f }: ScreenQuad,
  { plane: g }: ScreenQuad,
  corners: ArrayLike<number>,
  around: number,
): -1 | 0 | 1 {
  const a = f[0]! - g[0]!;
  const b = f[1]! - g[1]!;
  const c = f[2]! - g[2]!;
  const change = around * (Math.abs(a) + Math.abs(b));
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < 8; i += 2) {
    const value = a * corners[i]! + b * corners[i + 1]! + c;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > change) return 1;
  return high < -change ? -1 : 0;
}
