import { fact, factCount, functionCount, type RasterRow } from './raster-memory.ts';
import { partOfPixel } from './raster-row.ts';
import { groupSamples } from './group-samples.ts';
import { samplesPerPixel } from './plan.ts';
import { sampleCrossing, surfacesByDepth } from './sample-crossing.ts';
import { sampleQuad } from './sample-texels.ts';
import { countStack, stackOfSurfaces, type Target } from './stack-surfaces.ts';

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
  const whole = order !== 'none' && coversWhole(raster, kept);
  if (whole) {
    target.view.stacks[0] = stackOfSurfaces(raster, countToOccluder(raster, kept), target.table);
    target.view.weights[0] = samplesPerPixel;
    return 1;
  }
  raster.repeatUntilX = -1;
  const varying = sampleVarying(raster, kept);
  if (order === 'none') return sampleCrossing(raster, kept, target);
  const surfacesOf = order === 'all' ? surfacesInOrder : surfacesByDepth;
  return sampleGroups(raster, (sample) => surfacesOf(raster, kept, sample), varying, target);
}

/**
 * Looks at the samples of those kept quads that do not show one texel all over the pixel, and puts
 * their places into `varying`.
 * @returns how many.
 */
function sampleVarying(raster: RasterRow, kept: number): number {
  const { keptTexels, varying } = raster;
  let count = 0;
  for (let i = 0; i < kept; i++) {
    if (keptTexels[i]! >= 0) continue;
    varying[count++] = i * samplesPerPixel;
    sampleQuad(raster, i);
  }
  return count;
}

/** Whether each kept quad shows one texel all over the pixel. */
function coversWhole({ keptTexels }: RasterRow, kept: number): boolean {
  for (let i = 0; i < kept; i++) if (keptTexels[i]! < 0) return false;
  return true;
}

/** Nearness of a quad's plane at a point of the picture. */
function nearness(raster: RasterRow, quad: number, x: number, y: number): number {
  const i = quad * functionCount + 9;
  const f = raster.functions;
  return f[i]! * x + f[i + 1]! * y + f[i + 2]!;
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
  const f = raster.functions;
  const i = front * functionCount + 9;
  const j = behind * functionCount + 9;
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

/** Whether one quad's plane is nearer than another's at the pixel's centre. */
function isNearer(raster: RasterRow, first: number, second: number): boolean {
  const order = knownOrder(raster, first, second);
  if (order !== 0) return order > 0;
  const x = raster.pixelX + 0.5;
  const y = raster.pixelY + 0.5;
  return nearness(raster, first, x, y) > nearness(raster, second, x, y);
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

/**
 * Where surfaces lie in one order: all over the pixel, so that no two of them cross in it; wherever
 * the same cells are seen; nowhere.
 */
type Order = 'all' | 'cells' | 'none';

/** Sorts the kept quads, nearest first. */
function orderKept(raster: RasterRow, kept: number): Order {
  sortByNearness(raster, kept);
  const { keptQuads, shells, cells } = raster;
  let order: Order = 'all';
  for (let i = 1; i < kept; i++) {
    const behind = keptQuads[i]!;
    // All pairs: planes of different parts, drawn out beyond them, can lie in a circle.
    for (let j = 0; j < i; j++) {
      const front = keptQuads[j]!;
      const hasCells = (cells[behind]! | cells[front]!) === 1;
      if (hasCells && shells[front] === shells[behind]) {
        // Which cells of a shell a ray meets says in which order.
        if (knownOrder(raster, front, behind) !== 1) order = 'cells';
        continue;
      }
      if (isInFront(raster, front, behind)) continue;
      if (!hasCells || !isInFront(raster, behind, front)) return 'none';
      order = 'cells';
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

function shaded(raster: RasterRow, quad: number, texel: number): number {
  return (texel << 8) | raster.facts[quad * factCount + fact.shade]!;
}

function sortByNearness(raster: RasterRow, kept: number): void {
  const { keptQuads, keptTexels } = raster;
  for (let i = 1; i < kept; i++) {
    const quad = keptQuads[i]!;
    const texel = keptTexels[i]!;
    let at = i;
    for (; at > 0 && isNearer(raster, quad, keptQuads[at - 1]!); at--) {
      keptQuads[at] = keptQuads[at - 1]!;
      keptTexels[at] = keptTexels[at - 1]!;
    }
    keptQuads[at] = quad;
    keptTexels[at] = texel;
  }
}

/** Counts and stacks what the samples see, where those that see the same cells see one order. */
function sampleGroups(
  raster: RasterRow,
  surfacesOf: (sample: number) => number,
  varying: number,
  { table, view }: Target,
): number {
  const groups = groupSamples(raster, varying, view.weights);
  let seen = 0;
  for (let group = 0; group < groups; group++) {
    const count = surfacesOf(raster.leaders[group]!);
    if (count === 0) continue;
    const stack = stackOfSurfaces(raster, count, table);
    seen = countStack(view, seen, stack, view.weights[group]!);
  }
  return seen;
}

/** Writes what a sample sees to `words`, nearest first, when the kept quads do not cross. */
function surfacesInOrder(raster: RasterRow, kept: number, sample: number): number {
  const { keptQuads, keptTexels, sampleTexels, facts, words, wordQuads } = raster;
  let count = 0;
  for (let i = 0; i < kept; i++) {
    const all = keptTexels[i]!;
    const texel = all >= 0 ? all : sampleTexels[i * samplesPerPixel + sample]!;
    if (texel === partOfPixel) continue;
    const quad = keptQuads[i]!;
    wordQuads[count] = quad;
    words[count++] = shaded(raster, quad, texel);
    if (facts[quad * factCount + fact.opaque] === 1) break;
  }
  return count;
}
