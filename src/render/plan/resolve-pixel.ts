import { fact, factCount, functionCount, partOfPixel, type RasterRow } from './raster-row.ts';
import { groupSamples } from './group-samples.ts';
import { samplesPerPixel } from './plan.ts';
import { sampleOffsets, sampleQuad } from './sample-texels.ts';
import { stackOf, type StackTable } from './stack-table.ts';

/** What one pixel sees: so many of its samples each of some stacks. */
export type PixelView = { readonly stacks: Uint32Array; readonly weights: Uint8Array };

/** Where the findings go. */
export type Target = { readonly table: StackTable; readonly view: PixelView };

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
  const ordered = orderKept(raster, kept);
  const whole = ordered && coversWhole(raster, kept);
  if (whole) {
    target.view.stacks[0] = stackOfSurfaces(
      raster.words,
      countToOccluder(raster, kept),
      target.table,
    );
    target.view.weights[0] = samplesPerPixel;
    return 1;
  }
  raster.repeatUntilX = -1;
  const varying = sampleVarying(raster, kept);
  return ordered
    ? sampleOrdered(raster, kept, varying, target)
    : sampleCrossing(raster, kept, target);
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

/** Whether one plane is nearer than another all over the pixel: planes are linear, corners suffice. */
function isInFront(raster: RasterRow, front: number, behind: number): boolean {
  const order = raster.order[front * raster.quads.length + behind]!;
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
  const order = raster.order[first * raster.quads.length + second]!;
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
 * Sorts the kept quads, nearest first.
 * @returns whether they lie in this order all over the pixel, so that no two of them cross in it.
 */
function orderKept(raster: RasterRow, kept: number): boolean {
  sortByNearness(raster, kept);
  const { keptQuads } = raster;
  for (let i = 1; i < kept; i++) {
    // All pairs: planes of different parts, drawn out beyond them, can lie in a circle.
    for (let j = 0; j < i; j++) {
      if (!isInFront(raster, keptQuads[j]!, keptQuads[i]!)) return false;
    }
  }
  return true;
}

/** Writes the sorted kept quads down to the first opaque one to `words`; returns how many. */
function countToOccluder(raster: RasterRow, kept: number): number {
  const { keptQuads, keptTexels, facts, words } = raster;
  for (let i = 0; i < kept; i++) {
    words[i] = shaded(raster, keptQuads[i]!, keptTexels[i]!);
    if (facts[keptQuads[i]! * factCount + fact.opaque] === 1) return i + 1;
  }
  return kept;
}

/** The stack of the first `count` surfaces in `words`, nearest first. */
function stackOfSurfaces(words: Uint32Array, count: number, table: StackTable): number {
  let stack = 0;
  for (let i = count - 1; i >= 0; i--) stack = stackOf(table, words[i]!, stack);
  return stack;
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

/** Counts and stacks what the samples see, when the kept quads lie in one order all over. */
function sampleOrdered(
  raster: RasterRow,
  kept: number,
  varying: number,
  { table, view }: Target,
): number {
  const groups = groupSamples(raster, varying, view.weights);
  let seen = 0;
  for (let group = 0; group < groups; group++) {
    const count = surfacesInOrder(raster, kept, raster.leaders[group]!);
    if (count === 0) continue;
    seen = countStack(
      view,
      seen,
      stackOfSurfaces(raster.words, count, table),
      view.weights[group]!,
    );
  }
  return seen;
}

/** Adds samples to a stack's count; groups come in order, so no count is overwritten unread. */
function countStack(view: PixelView, seen: number, stack: number, samples: number): number {
  for (let i = 0; i < seen; i++) {
    if (view.stacks[i] === stack) {
      view.weights[i]! += samples;
      return seen;
    }
  }
  view.stacks[seen] = stack;
  view.weights[seen] = samples;
  return seen + 1;
}

/** Writes what a sample sees to `words`, nearest first, when the kept quads do not cross. */
function surfacesInOrder(raster: RasterRow, kept: number, sample: number): number {
  const { keptQuads, keptTexels, sampleTexels, facts, words } = raster;
  let count = 0;
  for (let i = 0; i < kept; i++) {
    const all = keptTexels[i]!;
    const texel = all >= 0 ? all : sampleTexels[i * samplesPerPixel + sample]!;
    if (texel === partOfPixel) continue;
    const quad = keptQuads[i]!;
    words[count++] = shaded(raster, quad, texel);
    if (facts[quad * factCount + fact.opaque] === 1) break;
  }
  return count;
}

/** Quads cross within the pixel: each sample has an order of its own. */
function sampleCrossing(raster: RasterRow, kept: number, { table, view }: Target): number {
  const { words, wordsBefore } = raster;
  let seen = 0;
  let before = 0;
  let samples = 0;
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    const count = surfacesByDepth(raster, kept, sample);
    // Neighbours mostly see the same, and looking up a stack costs more than comparing.
    if (count === before && sameWords(words, wordsBefore, count)) {
      samples++;
      continue;
    }
    if (before > 0)
      seen = countStack(view, seen, stackOfSurfaces(wordsBefore, before, table), samples);
    for (let i = 0; i < count; i++) wordsBefore[i] = words[i]!;
    before = count;
    samples = 1;
  }
  return before === 0
    ? seen
    : countStack(view, seen, stackOfSurfaces(wordsBefore, before, table), samples);
}

function sameWords(a: Uint32Array, b: Uint32Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false;
  return true;
}

function surfacesByDepth(raster: RasterRow, kept: number, sample: number): number {
  const { keptQuads, keptTexels, sampleTexels, facts, functions, depths, words } = raster;
  const x = raster.pixelX + sampleOffsets[sample * 2]!;
  const y = raster.pixelY + sampleOffsets[sample * 2 + 1]!;
  let count = 0;
  let occluder = -Infinity;
  for (let i = 0; i < kept; i++) {
    const all = keptTexels[i]!;
    const texel = all >= 0 ? all : sampleTexels[i * samplesPerPixel + sample]!;
    if (texel === partOfPixel) continue;
    const quad = keptQuads[i]!;
    const f = quad * functionCount + 9;
    const near = functions[f]! * x + functions[f + 1]! * y + functions[f + 2]!;
    if (near <= occluder) continue;
    let at = count++;
    for (; at > 0 && depths[at - 1]! < near; at--) {
      depths[at] = depths[at - 1]!;
      words[at] = words[at - 1]!;
    }
    depths[at] = near;
    const first = quad * factCount;
    words[at] = (texel << 8) | facts[first + fact.shade]!;
    if (facts[first + fact.opaque] === 1) {
      occluder = near;
      count = at + 1;
    }
  }
  return count;
}
