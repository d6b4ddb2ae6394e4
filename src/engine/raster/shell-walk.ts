import {
  fact,
  factCount,
  planeCount,
  type RasterRow,
  crossingNumbers,
  maxQuestions,
} from './raster-memory.ts';
import { cellAt, planeBelow, texelAt, wallOf } from './shell-walls.ts';
import { samplesPast } from './sample-texels.ts';

const occluder = 3;

/**
 * Adds the walls that a ray crosses from a cell at the outside of a shell to one on the base.
 * @param entry where the surface of the first is in `seenQuads`, and `base` that of the last
 * @param count how many surfaces there are in `words`
 * @returns how many there are then
 */
export function walkToBase(raster: RasterRow, entry: number, base: number, count: number): number {
  const { cell, goal, steps } = raster.walk;
  enter(raster, entry);
  setCell(raster, base, goal);
  for (let axis = 0; axis < 3; axis++) steps[axis] = Math.abs(goal[axis]! - cell[axis]!);
  return addWalls(raster, count);
}

/**
 * The same from a cell at the outside of a shell to where the ray leaves the shell.
 * @param end the quad that hides what is behind it, or −1
 */
export function walkOut(raster: RasterRow, entry: number, end: number, count: number): number {
  const { walk } = raster;
  const { steps } = walk;
  enter(raster, entry);
  for (let axis = 0; axis < 3; axis++) steps[axis] = -1;
  if (end >= 0) {
    walk.quads[occluder] = end;
    walk.queue[walk.queued++] = occluder;
  }
  return addWalls(raster, count);
}

function enter(raster: RasterRow, entry: number): void {
  const { walk, shells, seenQuads } = raster;
  walk.shell = shells[seenQuads[entry]!]!;
  walk.queued = 0;
  setCell(raster, entry, walk.cell);
}

/** Sets the cell of a surface's texel. */
function setCell(raster: RasterRow, place: number, cell: Int32Array): void {
  const { facts, shellWalls, seenQuads, seenWords } = raster;
  const quad = seenQuads[place]!;
  const width = facts[quad * factCount + fact.atlasWidth]!;
  const offset = (seenWords[place]! >>> 8) - facts[quad * factCount + fact.firstTexel]!;
  const row = (offset / width) | 0;
  const column = offset - row * width;
  cellAt(shellWalls, { quad, column, row }, cell);
}

function addWalls(raster: RasterRow, count: number): number {
  const { walk, shellWalls, rasterQuads, wallEnd, words, wordQuads, facts } = raster;
  const { cell, queue, planes, signs } = walk;
  let end = count;
  for (let axis = 0; axis < 3; axis++) enqueue(raster, axis);
  while (walk.queued > 0 && queue[0] !== occluder) {
    const axis = queue[0]!;
    const quad = wallOf(shellWalls, walk, planes[axis]!, axis);
    if (quad < rasterQuads || quad >= wallEnd) break;
    walk.queued--;
    for (let i = 0; i < walk.queued; i++) queue[i] = queue[i + 1]!;
    cell[axis]! += signs[axis]!;
    words[end] = (texelAt(shellWalls, quad, cell) << 8) | facts[quad * factCount + fact.side]!;
    wordQuads[end++] = quad;
    walk.steps[axis]!--;
    enqueue(raster, axis);
  }
  return end;
}

/** Adds the next plane across an axis to the queue, if there is one. */
function enqueue(raster: RasterRow, axis: number): void {
  const { walk, shellWalls } = raster;
  const { queue, quads } = walk;
  if (walk.steps[axis] === 0) return;
  const below = planeBelow(shellWalls, walk, axis);
  const low = -shellWalls.planes[below]!;
  const high = shellWalls.planes[below + 1]!;
  if (low <= 0 && high <= 0) return;
  // Rays can leave both ways where planes fan out, or with the eye in between.
  const isLow = high <= 0 || (low > 0 && ask(raster, low - 1, high - 1));
  const quad = (isLow ? low : high) - 1;
  walk.planes[axis] = isLow ? below : below + 1;
  walk.signs[axis] = isLow ? -1 : 1;
  quads[axis] = quad;
  let at = 0;
  while (at < walk.queued && !ask(raster, quad, quads[queue[at]!]!)) at++;
  for (let i = walk.queued++; i > at; i--) queue[i] = queue[i - 1]!;
  queue[at] = axis;
}

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
    const speed = a > 0 === middle > 0 ? 0 : Math.abs(a);
    if (sure < (raster.repeatUntilX - raster.pixelX + 1) * speed) repeatFor(raster, sure / speed);
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
  if (walk.asked < maxQuestions) walk.answers[walk.asked++] = Number(answer);
  return answer;
}
