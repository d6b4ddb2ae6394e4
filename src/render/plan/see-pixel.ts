import { fact, factCount, functionCount, partOfPixel, type Gather } from './gather-row.ts';
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
export function seePixel(gather: Gather, x: number, y: number, target: Target): number {
  if (x <= gather.repeatUntilX && gather.changes[x] === 0) return 1;
  gather.repeatUntilX = gather.widthPx;
  gather.pixelX = x;
  gather.pixelY = y;
  const kept = keepVisible(gather);
  const ordered = orderKept(gather, kept);
  const whole = ordered && coversWhole(gather, kept);
  if (whole) {
    target.view.stacks[0] = stackOfWords(gather.words, firstWall(gather, kept), target.table);
    target.view.weights[0] = samplesPerPixel;
    return 1;
  }
  gather.repeatUntilX = -1;
  const varying = sampleVarying(gather, kept);
  return ordered
    ? sampleOrdered(gather, kept, varying, target)
    : sampleCrossing(gather, kept, target);
}

/**
 * Looks at the samples of those kept quads that do not show one texel all over the pixel, and puts
 * their places into `varying`.
 * @returns how many.
 */
function sampleVarying(gather: Gather, kept: number): number {
  const { keptTexels, varying } = gather;
  let count = 0;
  for (let i = 0; i < kept; i++) {
    if (keptTexels[i]! >= 0) continue;
    varying[count++] = i * samplesPerPixel;
    sampleQuad(gather, i);
  }
  return count;
}

/** Whether each kept quad shows one texel all over the pixel. */
function coversWhole({ keptTexels }: Gather, kept: number): boolean {
  for (let i = 0; i < kept; i++) if (keptTexels[i]! < 0) return false;
  return true;
}

/** Nearness of a quad's plane at a point of the picture. */
function nearness(gather: Gather, quad: number, x: number, y: number): number {
  const i = quad * functionCount + 9;
  const f = gather.functions;
  return f[i]! * x + f[i + 1]! * y + f[i + 2]!;
}

/** Pixels; more than rounding can make of the place where two planes cross. */
const crossingSlack = 1e-3;

/** Whether one plane is nearer than another all over the pixel: planes are linear, corners suffice. */
function isInFront(gather: Gather, front: number, behind: number): boolean {
  const order = gather.order[front * gather.quads.length + behind]!;
  if (order !== 0) return order > 0;
  const f = gather.functions;
  const i = front * functionCount + 9;
  const j = behind * functionCount + 9;
  const a = f[i]! - f[j]!;
  const b = f[i + 1]! - f[j + 1]!;
  const corner = a * gather.pixelX + b * gather.pixelY + f[i + 2]! - f[j + 2]!;
  const leastLeft = b < 0 ? corner + b : corner;
  if (leastLeft < 0 || leastLeft + a < 0) return false;
  // Where the planes draw nearer to each other to the right, this holds up to where they cross.
  if (a < 0) {
    const lastX = Math.floor(gather.pixelX - leastLeft / a - 1 - crossingSlack);
    if (lastX < gather.repeatUntilX) gather.repeatUntilX = lastX;
  }
  return true;
}

/** Whether one quad's plane is nearer than another's at the pixel's centre. */
function isNearer(gather: Gather, first: number, second: number): boolean {
  const order = gather.order[first * gather.quads.length + second]!;
  if (order !== 0) return order > 0;
  const x = gather.pixelX + 0.5;
  const y = gather.pixelY + 0.5;
  return nearness(gather, first, x, y) > nearness(gather, second, x, y);
}

/** Copies the pixel's quads to `kept…`, without those that its wall hides altogether. */
function keepVisible(gather: Gather): number {
  const { quadAt, texelAt, keptQuads, keptTexels, pixelX: x } = gather;
  const { widthPx } = gather;
  const end = gather.counts[x]! * widthPx;
  const wall = gather.walls[x]!;
  let kept = 0;
  for (let at = x; at < end; at += widthPx) {
    const quad = quadAt[at]!;
    if (wall >= 0 && quad !== wall && isInFront(gather, wall, quad)) continue;
    keptQuads[kept] = quad;
    keptTexels[kept++] = texelAt[at]!;
  }
  return kept;
}

/**
 * Sorts the kept quads, nearest first.
 * @returns whether they lie in this order all over the pixel, so that no two of them cross in it.
 */
function orderKept(gather: Gather, kept: number): boolean {
  sortByNearness(gather, kept);
  const { keptQuads } = gather;
  for (let i = 1; i < kept; i++) {
    // All pairs: planes of different parts, drawn out beyond them, can lie in a circle.
    for (let j = 0; j < i; j++) {
      if (!isInFront(gather, keptQuads[j]!, keptQuads[i]!)) return false;
    }
  }
  return true;
}

/** Writes the sorted kept quads down to the first opaque one to `words`; returns how many. */
function firstWall(gather: Gather, kept: number): number {
  const { keptQuads, keptTexels, facts, words } = gather;
  for (let i = 0; i < kept; i++) {
    words[i] = shaded(gather, keptQuads[i]!, keptTexels[i]!);
    if (facts[keptQuads[i]! * factCount + fact.opaque] === 1) return i + 1;
  }
  return kept;
}

/** The stack of the first `count` surfaces in `words`, nearest first. */
function stackOfWords(words: Uint32Array, count: number, table: StackTable): number {
  let stack = 0;
  for (let i = count - 1; i >= 0; i--) stack = stackOf(table, words[i]!, stack);
  return stack;
}

function shaded(gather: Gather, quad: number, texel: number): number {
  return (texel << 8) | gather.facts[quad * factCount + fact.shade]!;
}

function sortByNearness(gather: Gather, kept: number): void {
  const { keptQuads, keptTexels } = gather;
  for (let i = 1; i < kept; i++) {
    const quad = keptQuads[i]!;
    const texel = keptTexels[i]!;
    let at = i;
    for (; at > 0 && isNearer(gather, quad, keptQuads[at - 1]!); at--) {
      keptQuads[at] = keptQuads[at - 1]!;
      keptTexels[at] = keptTexels[at - 1]!;
    }
    keptQuads[at] = quad;
    keptTexels[at] = texel;
  }
}

/** Counts and stacks what the samples see, when the kept quads lie in one order all over. */
function sampleOrdered(
  gather: Gather,
  kept: number,
  varying: number,
  { table, view }: Target,
): number {
  const groups = groupSamples(gather, varying, view.weights);
  let seen = 0;
  for (let group = 0; group < groups; group++) {
    const count = surfacesInOrder(gather, kept, gather.leaders[group]!);
    if (count === 0) continue;
    seen = countStack(view, seen, stackOfWords(gather.words, count, table), view.weights[group]!);
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
function surfacesInOrder(gather: Gather, kept: number, sample: number): number {
  const { keptQuads, keptTexels, sampleTexels, facts, words } = gather;
  let count = 0;
  for (let i = 0; i < kept; i++) {
    const all = keptTexels[i]!;
    const texel = all >= 0 ? all : sampleTexels[i * samplesPerPixel + sample]!;
    if (texel === partOfPixel) continue;
    const quad = keptQuads[i]!;
    words[count++] = shaded(gather, quad, texel);
    if (facts[quad * factCount + fact.opaque] === 1) break;
  }
  return count;
}

/** Quads cross within the pixel: each sample has an order of its own. */
function sampleCrossing(gather: Gather, kept: number, { table, view }: Target): number {
  const { words, wordsBefore } = gather;
  let seen = 0;
  let before = 0;
  let samples = 0;
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    const count = surfacesByDepth(gather, kept, sample);
    // Neighbours mostly see the same, and looking up a stack costs more than comparing.
    if (count === before && sameWords(words, wordsBefore, count)) {
      samples++;
      continue;
    }
    if (before > 0)
      seen = countStack(view, seen, stackOfWords(wordsBefore, before, table), samples);
    for (let i = 0; i < count; i++) wordsBefore[i] = words[i]!;
    before = count;
    samples = 1;
  }
  return before === 0
    ? seen
    : countStack(view, seen, stackOfWords(wordsBefore, before, table), samples);
}

function sameWords(a: Uint32Array, b: Uint32Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false;
  return true;
}

function surfacesByDepth(gather: Gather, kept: number, sample: number): number {
  const { keptQuads, keptTexels, sampleTexels, facts, functions, depths, words } = gather;
  const x = gather.pixelX + sampleOffsets[sample * 2]!;
  const y = gather.pixelY + sampleOffsets[sample * 2 + 1]!;
  let count = 0;
  let wall = -Infinity;
  for (let i = 0; i < kept; i++) {
    const all = keptTexels[i]!;
    const texel = all >= 0 ? all : sampleTexels[i * samplesPerPixel + sample]!;
    if (texel === partOfPixel) continue;
    const quad = keptQuads[i]!;
    const f = quad * functionCount + 9;
    const near = functions[f]! * x + functions[f + 1]! * y + functions[f + 2]!;
    if (near <= wall) continue;
    let at = count++;
    for (; at > 0 && depths[at - 1]! < near; at--) {
      depths[at] = depths[at - 1]!;
      words[at] = words[at - 1]!;
    }
    depths[at] = near;
    const first = quad * factCount;
    words[at] = (texel << 8) | facts[first + fact.shade]!;
    if (facts[first + fact.opaque] === 1) {
      wall = near;
      count = at + 1;
    }
  }
  return count;
}
