import { ask } from './nearer.ts';
import { fact, factCount, type RasterRow } from './raster-memory.ts';
import { cellAt, planeBelow, texelAt, wallOf } from './shell-walls.ts';

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
