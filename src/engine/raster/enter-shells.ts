import type { RasterRow } from './raster-memory.ts';
import { ask } from './nearer.ts';
import { walkOut, walkToBase } from './shell-walk.ts';

/**
 * Adds the walls inside the shells of raised overlays to the surfaces that a sample sees, in `words`,
 * nearest first. Where a surface of Ears cuts a run of translucent cells, the walls of the run count on
 * both sides of it: the stack behind the surface is that of samples that see it through no cell at all,
 * and leaving walls out of it would take a copy of every such stack. Removes from `agreed` the samples that
 * see others, or in another order.
 * @returns how many surfaces there are then; the given ones are in `seenWords` and `seenQuads`.
 */
export function enterVoxels(raster: RasterRow, count: number): number {
  const { words, wordQuads, seenWords, seenQuads, orderedQuads } = raster;
  for (let i = 0; i < count; i++) {
    seenWords[i] = words[i]!;
    seenQuads[i] = wordQuads[i]!;
  }
  raster.walk.asked = 0;
  const last = seenQuads[count - 1]!;
  const hider = last < raster.opaqueQuads ? last : -1;
  let end = 0;
  let isMixed = false;
  for (let i = 0; i < count; i++) {
    // Two quads can share the border on which a sample lies: a ray enters a shell only once.
    if (seenQuads[i]! >= orderedQuads && isEntered(raster, i)) continue;
    words[end] = seenWords[i]!;
    wordQuads[end++] = seenQuads[i]!;
    if (seenQuads[i]! < orderedQuads) continue;
    const before = end;
    const next = i + 1 < count ? seenQuads[i + 1]! : -1;
    const base = baseAfter(raster, i, count);
    end = base < 0 ? walkOut(raster, i, hider, end) : walkToBase(raster, i, base, end);
    const isFollowed = next < 0 || base === i + 1 || next < raster.opaqueQuads;
    if (end > before && !isFollowed && !ask(raster, wordQuads[end - 1]!, next)) isMixed = true;
  }
  if (isMixed) sortByDepth(raster, end);
  return end;
}

function isEntered({ seenQuads, shells, orderedQuads }: RasterRow, i: number): boolean {
  const shell = shells[seenQuads[i]!];
  for (let j = 0; j < i; j++) {
    if (seenQuads[j]! >= orderedQuads && shells[seenQuads[j]!] === shell) return true;
  }
  return false;
}

/** Where the base of a shell is seen, −1 if it is not. */
function baseAfter(
  { seenQuads, shells, opaqueQuads }: RasterRow,
  i: number,
  count: number,
): number {
  const shell = shells[seenQuads[i]!];
  for (let j = i + 1; j < count; j++) {
    if (seenQuads[j]! < opaqueQuads && shells[seenQuads[j]!] === shell) return j;
  }
  return -1;
}

/** Sorts the surfaces of shells that lie within each other. */
function sortByDepth(raster: RasterRow, count: number): void {
  const { words, wordQuads, shells } = raster;
  for (let i = 1; i < count; i++) {
    const quad = wordQuads[i]!;
    const word = words[i]!;
    let at = i;
    for (; at > 0; at--) {
      const before = wordQuads[at - 1]!;
      if (shells[before] === shells[quad] || !ask(raster, quad, before)) break;
      words[at] = words[at - 1]!;
      wordQuads[at] = before;
    }
    words[at] = word;
    wordQuads[at] = quad;
  }
}
