import { fact, factCount, planeCount, type RasterRow } from './raster-memory.ts';
import { samplesPerPixel } from './plan.ts';
import { noteCrossing, splitPixel, type Order } from './split-pixel.ts';
import { shaded, stacksOfGroups } from './group-stacks.ts';
import { stackOfSurfaces, type Target } from './stack-surfaces.ts';

/**
 * Finds what pixel (x, y) sees and writes it to `target.view`.
 * @returns how many different stacks there are, 0 when the pixel sees nothing.
 */
export function resolvePixel(raster: RasterRow, x: number, y: number, target: Target): number {
  if (x <= raster.repeatUntilX && raster.changes[x] === 0) return 1;
  raster.repeatUntilX = raster.widthPx;
  raster.pixelX = x;
  raster.pixelY = y;
  const kept = keepVisible(raster);
  const order = orderKept(raster, kept);
  if (order !== 'none' && coversWhole(raster, kept)) {
    target.view.stacks[0] = stackOfSurfaces(raster, countToOccluder(raster, kept), target);
    target.view.weights[0] = samplesPerPixel;
    return 1;
  }
  raster.repeatUntilX = -1;
  return stacksOfGroups(raster, splitPixel(raster, kept), order, target);
}

/** Whether each kept quad shows one texel all over the pixel. */
function coversWhole({ keptTexels }: RasterRow, kept: number): boolean {
  for (let i = 0; i < kept; i++) if (keptTexels[i]! < 0) return false;
  return true;
}

/** Nearness of a quad's plane at the pixel's centre. */
function nearness({ planes: f, pixelX, pixelY }: RasterRow, quad: number): number {
  const i = quad * planeCount;
  return f[i]! * (pixelX + 0.5) + f[i + 1]! * (pixelY + 0.5) + f[i + 2]!;
}

/** Pixels; more than rounding can make of the place where two planes cross. */
const crossingSlack = 1e-3;

/** See `depthOrder`; of two cells of one shell, that which is entered from the air is in front. */
function knownOrder(raster: RasterRow, first: number, second: number): number {
  const { order, orderedQuads, quads, shells, outers } = raster;
  if (first < orderedQuads) return order[first * quads.length + second]!;
  if (second < orderedQuads) return -order[second * quads.length + first]!;
  if (shells[first] !== shells[second]) return 0;
  // Two that are entered from the air are not met by one ray, so either may come first.
  return outers[first] === 1 ? 1 : -outers[second]!;
}

/** Whether one plane is nearer than another all over the pixel: planes are linear, corners suffice. */
function isInFront(raster: RasterRow, front: number, behind: number): boolean {
  const order = knownOrder(raster, front, behind);
  if (order !== 0) return order > 0;
  const f = raster.planes;
  const i = front * planeCount;
  const j = behind * planeCount;
  const a = f[i]! - f[j]!;
  const b = f[i + 1]! - f[j + 1]!;
  const corner = a * raster.pixelX + b * raster.pixelY + f[i + 2]! - f[j + 2]!;
  const leastLeft = b < 0 ? corner + b : corner;
  if (leastLeft < 0 || leastLeft + a < 0) return false;
  // Where the planes draw nearer to each other to the right, this holds up to where they cross.
  if (a < 0) {
    const lastX = Math.floor(raster.pixelX - leastLeft / a - 1 - crossingSlack);
    if (lastX < raster.repeatUntilX) raster.repeatUntilX = lastX;
  }
  return true;
}

/** Copies the pixel's quads to `kept…`, without those that its occluder hides altogether. */
function keepVisible(raster: RasterRow): number {
  const { quadAt, texelAt, keptQuads, keptTexels, pixelX: x } = raster;
  const { widthPx } = raster;
  const end = raster.counts[x]! * widthPx;
  const occluder = raster.occluders[x]!;
  let kept = 0;
  for (let at = x; at < end; at += widthPx) {
    const quad = quadAt[at]!;
    if (occluder >= 0 && quad !== occluder && isInFront(raster, occluder, quad)) continue;
    keptQuads[kept] = quad;
    keptTexels[kept++] = texelAt[at]!;
  }
  return kept;
}

/** Sorts the kept quads, nearest first, and notes which of them cross in the pixel. */
function orderKept(raster: RasterRow, kept: number): Order {
  sortByNearness(raster, kept);
  const { keptQuads, shells, cells, hides } = raster;
  raster.crossings = 0;
  let order: Order = 'all';
  for (let i = 0; i < kept; i++) {
    const behind = keptQuads[i]!;
    hides[i] = 1;
    // All pairs: planes of different parts, drawn out beyond them, can lie in a circle.
    for (let j = 0; j < i; j++) {
      const front = keptQuads[j]!;
      const hasCells = cells[behind]! | cells[front]!;
      if (hasCells === 1 && shells[front] === shells[behind]) {
        // Which cells of a shell a ray meets says in which order.
        if (order !== 'all' && (cells[behind]! & cells[front]!) === 1) continue;
        if (knownOrder(raster, front, behind) === 1) continue;
        hides[j] = 0;
        if (order === 'all') order = 'cells';
        continue;
      }
      if (isInFront(raster, front, behind)) continue;
      hides[j] = 0;
      if (hasCells === 1 && isInFront(raster, behind, front)) {
        if (order === 'all') order = 'cells';
        continue;
      }
      order = 'none';
      noteCrossing(raster, j, i);
    }
  }
  return order;
}

/** Writes the sorted kept quads down to the first opaque one to `words`; returns how many. */
function countToOccluder(raster: RasterRow, kept: number): number {
  const { keptQuads, keptTexels, facts, words, wordQuads } = raster;
  for (let i = 0; i < kept; i++) {
    words[i] = shaded(raster, keptQuads[i]!, keptTexels[i]!);
    wordQuads[i] = keptQuads[i]!;
    if (facts[keptQuads[i]! * factCount + fact.opaque] === 1) return i + 1;
  }
  return kept;
}

/** Nearer at the pixel's centre comes first, but for what is known of two quads. */
function sortByNearness(raster: RasterRow, kept: number): void {
  const { keptQuads, keptTexels, depths } = raster;
  for (let i = 0; i < kept; i++) {
    const quad = keptQuads[i]!;
    const texel = keptTexels[i]!;
    const near = nearness(raster, quad);
    let at = i;
    for (; at > 0; at--) {
      const before = keptQuads[at - 1]!;
      const order = knownOrder(raster, quad, before);
      if (order < 0 || (order === 0 && near <= depths[at - 1]!)) break;
      keptQuads[at] = before;
      keptTexels[at] = keptTexels[at - 1]!;
      depths[at] = depths[at - 1]!;
    }
    keptQuads[at] = quad;
    keptTexels[at] = texel;
    depths[at] = near;
  }
}
