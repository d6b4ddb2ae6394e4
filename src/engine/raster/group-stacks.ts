import { fact, factCount, planeCount, type RasterRow } from './raster-memory.ts';
import { sampleOffsets, texelSeen } from './sample-texels.ts';
import { countStack, stackOfSurfaces, type Target } from './stack-surfaces.ts';

/**
 * How the kept quads lie in a pixel: each shows a single texel everywhere; no two of them cross; or
 * some do.
 */
export type Way = 'whole' | 'ordered' | 'crossing';

/**
 * Builds the stacks that the groups of samples see, and counts their samples. Groups are split further
 * where samples see other cells of a raised overlay.
 * @param seen how many of the kept quads to consider
 */
export function stacksOfGroups(raster: RasterRow, seen: number, way: Way, target: Target): number {
  const { groupMasks } = raster;
  let stacks = 0;
  for (let group = 0; group < raster.groups; group++) {
    const mask = groupMasks[group]!;
    const leader = mask & -mask;
    raster.agreed = mask;
    const count = surfacesOf(raster, seen, way, 31 - Math.clz32(leader));
    if (count === 0) continue;
    const stack = stackOfSurfaces(raster, count, target);
    const agreed = raster.agreed | leader;
    if (agreed !== mask) groupMasks[raster.groups++] = mask & ~agreed;
    stacks = countStack(target.view, stacks, stack, countBits(agreed));
  }
  return stacks;
}

/** Writes what a sample sees to `words`, nearest first; returns how many surfaces. */
function surfacesOf(raster: RasterRow, seen: number, way: Way, sample: number): number {
  if (way === 'whole') return surfacesOfWhole(raster, seen);
  return way === 'ordered'
    ? surfacesInOrder(raster, seen, sample)
    : surfacesByDepth(raster, seen, sample);
}

/** The sorted kept quads down to the first opaque one. */
function surfacesOfWhole(raster: RasterRow, kept: number): number {
  const { keptQuads, keptTexels, opaqueQuads, words, wordQuads } = raster;
  for (let i = 0; i < kept; i++) {
    words[i] = onSide(raster, keptQuads[i]!, keptTexels[i]!);
    wordQuads[i] = keptQuads[i]!;
    if (keptQuads[i]! < opaqueQuads) return i + 1;
  }
  return kept;
}

/** The number of set bits of 16. */
function countBits(mask: number): number {
  const pairs = mask - ((mask >> 1) & 0x5555);
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
  const eights = (fours + (fours >> 4)) & 0x0f0f;
  return (eights + (eights >> 8)) & 31;
}

function onSide(raster: RasterRow, quad: number, texel: number): number {
  return (texel << 8) | raster.facts[quad * factCount + fact.side]!;
}

/** What a sample sees if the kept quads do not cross. */
function surfacesInOrder(raster: RasterRow, kept: number, sample: number): number {
  const { keptQuads, covers, opaqueQuads, words, wordQuads } = raster;
  const bit = 1 << sample;
  let count = 0;
  for (let i = 0; i < kept; i++) {
    if ((covers[i]! & bit) === 0) continue;
    const texel = texelSeen(raster, i, bit);
    const quad = keptQuads[i]!;
    wordQuads[count] = quad;
    words[count++] = onSide(raster, quad, texel);
    if (quad < opaqueQuads) break;
  }
  return count;
}

/** What a sample sees, sorted by depth there. */
function surfacesByDepth(raster: RasterRow, kept: number, sample: number): number {
  const { keptQuads, covers, opaqueQuads, planes, depths } = raster;
  const bit = 1 << sample;
  const { words, wordQuads } = raster;
  const x = raster.pixelX + sampleOffsets[sample * 2]!;
  const y = raster.pixelY + sampleOffsets[sample * 2 + 1]!;
  let count = 0;
  let occluder = -Infinity;
  for (let i = 0; i < kept; i++) {
    if ((covers[i]! & bit) === 0) continue;
    const texel = texelSeen(raster, i, bit);
    const quad = keptQuads[i]!;
    const f = quad * planeCount;
    const near = planes[f]! * x + planes[f + 1]! * y + planes[f + 2]!;
    if (near <= occluder) continue;
    let at = count++;
    for (; at > 0 && depths[at - 1]! < near; at--) {
      depths[at] = depths[at - 1]!;
      words[at] = words[at - 1]!;
      wordQuads[at] = wordQuads[at - 1]!;
    }
    depths[at] = near;
    wordQuads[at] = quad;
    words[at] = onSide(raster, quad, texel);
    if (quad < opaqueQuads) {
      occluder = near;
      count = at + 1;
    }
  }
  return count;
}
