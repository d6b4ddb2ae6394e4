import type { ScreenQuad } from './screen-quads.ts';

/**
 * Which of two quads is in front, where that is the same wherever both can be: 1 when the first is,
 * −1 when the second is, 0 when their planes cross there and each pixel has to ask again.
 * Indexed `first * count + second`.
 * @param rows of how many quads it is worked out, against all: of the cells of a raised overlay there
 *   are hundreds, and two of them meet in few pixels
 */
export function depthOrder(quads: readonly ScreenQuad[], rows: number): Int8Array {
  const order = new Int8Array(rows * quads.length);
  const boxes = quads.map(({ outline }) => boundsOf(outline));
  for (let first = 0; first < rows; first++) {
    for (let second = first + 1; second < quads.length; second++) {
      const [a, b] = [quads[first]!, quads[second]!];
      const sign =
        a.shell === b.shell
          ? shellOrder(a, b)
          : planeOrder([a, b], overlap(boxes[first]!, boxes[second]!));
      order[first * quads.length + second] = sign;
      if (second < rows) order[second * quads.length + first] = -sign;
    }
  }
  return order;
}

/**
 * Within one shell the order is known without looking at planes. Two sides of one box that face the
 * same way never hide each other, so either may come first.
 */
function shellOrder(first: ScreenQuad, second: ScreenQuad): -1 | 1 {
  return first.shellDepth >= second.shellDepth ? 1 : -1;
}

/** left, top, right, bottom */
type Bounds = readonly [number, number, number, number];

/** A pixel's corners reach one pixel beyond what a quad touches of it. */
const reach = 1.01;

function boundsOf(outline: readonly number[]): Bounds {
  const xs = [outline[0]!, outline[2]!, outline[4]!, outline[6]!];
  const ys = [outline[1]!, outline[3]!, outline[5]!, outline[7]!];
  return [
    Math.min(...xs) - reach,
    Math.min(...ys) - reach,
    Math.max(...xs) + reach,
    Math.max(...ys) + reach,
  ];
}

function overlap(a: Bounds, b: Bounds): Bounds {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

type Linear = readonly [a: number, b: number, c: number];

/**
 * The sign that one plane's nearness less the other's has in all pixels that both quads touch, if
 * there is one. These pixels lie in the overlap of the bounding boxes, but also within reach of
 * either quad, which says more where a box is much larger than what it bounds.
 */
function planeOrder(
  [first, second]: readonly [ScreenQuad, ScreenQuad],
  common: Bounds,
): -1 | 0 | 1 {
  const [left, top, right, bottom] = common;
  // Quads that never meet in a pixel are never compared.
  if (left > right || top > bottom) return 0;
  const nearer: Linear = [
    first.functions[9]! - second.functions[9]!,
    first.functions[10]! - second.functions[10]!,
    first.functions[11]! - second.functions[11]!,
  ];
  const corners = [left, top, right, top, right, bottom, left, bottom];
  return (
    constantSign(nearer, corners, 0) ||
    constantSign(nearer, first.outline, reach) ||
    constantSign(nearer, second.outline, reach)
  );
}

/** A linear function has one sign in and around a polygon when it clearly has it at the corners. */
function constantSign([a, b, c]: Linear, corners: readonly number[], around: number): -1 | 0 | 1 {
  const change = around * (Math.abs(a) + Math.abs(b));
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < corners.length; i += 2) {
    const value = a * corners[i]! + b * corners[i + 1]! + c;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > change) return 1;
  return high < -change ? -1 : 0;
}
