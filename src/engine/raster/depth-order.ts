import type { ScreenQuad } from './screen-quads.ts';
import type { Uint32Builder } from '../image/scratch.ts';

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

/**
 * Sorts runs by length, those of the same length from top to bottom. Then the loop that fills
 * them has the same count for thousands of runs, which the processor predicts: a misprediction
 * at the end of each run costs as much as five pixels.
 * @param runs triples of place, length, stack
 * @param widthPx the maximum length of a run
 */
export function runsByLength({ words, length }: Uint32Builder, widthPx: number): Uint32Array {
  const next = new Uint32Array(widthPx + 2);
  for (let i = 1; i < length; i += 3) next[words[i]! + 1]! += 3;
  sumUp(next);
  const ordered = new Uint32Array(length);
  for (let i = 0; i < length; i += 3) {
    const size = words[i + 1]!;
    const to = next[size]!;
    next[size] = to + 3;
    ordered[to] = words[i]!;
    ordered[to + 1] = size;
    ordered[to + 2] = words[i + 2]!;
  }
  return ordered;
}

/**
 * The same for edge pixels by their number of groups; the groups are moved with them.
 * @param edges pairs of place, end in `groups`
 * @param maxGroups the maximum number of groups of a pixel
 */
export function edgesBySize(edges: Uint32Builder, groups: Uint32Builder, maxGroups: number) {
  const nextEdge = new Uint32Array(maxGroups + 2);
  const nextGroup = new Uint32Array(maxGroups + 2);
  for (let i = 1, start = 0; i < edges.length; i += 2) {
    const size = edges.words[i]! - start;
    nextEdge[size + 1]!++;
    nextGroup[size + 1]! += size;
    start += size;
  }
  sumUp(nextEdge);
  sumUp(nextGroup);
  const ordered = {
    edges: new Uint32Array(edges.length / 2),
    edgeEnds: nextEdge.slice(1),
    groups: new Uint32Array(groups.length),
  };
  for (let i = 0, from = 0; i < edges.length; i += 2) {
    const end = edges.words[i + 1]!;
    const size = end - from;
    ordered.edges[nextEdge[size]!++] = edges.words[i]!;
    let toGroup = nextGroup[size]!;
    while (from < end) ordered.groups[toGroup++] = groups.words[from++]!;
    nextGroup[size] = toGroup;
  }
  return ordered;
}

/** Turns counts into start offsets. */
function sumUp(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i]! += counts[i - 1]!;
}
