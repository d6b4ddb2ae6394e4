import { fact, factCount, planeCount, type RasterRow } from './raster-memory.ts';
import { sampleOffsets, texelSeen } from './sample-texels.ts';
import type { Order } from './split-pixel.ts';
import { countStack, stackOfSurfaces, type Target } from './stack-surfaces.ts';

/**
 * Builds the stacks that the groups of samples see, and counts their samples.
 * @param seen how many of the kept quads to consider
 */
export function stacksOfGroups(
  raster: RasterRow,
  seen: number,
  order: Order,
  target: Target,
): number {
  const { groupMasks, groups } = raster;
  let stacks = 0;
  for (let group = 0; group < groups; group++) {
    const mask = groupMasks[group]!;
    const leader = 31 - Math.clz32(mask & -mask);
    const count =
      order === 'all'
        ? surfacesInOrder(raster, seen, leader)
        : surfacesByDepth(raster, seen, leader);
    if (count === 0) continue;
    const stack = stackOfSurfaces(raster, count, target);
    stacks = countStack(target.view, stacks, stack, countBits(mask));
  }
  return stacks;
}

/** The number of set bits of 16. */
function countBits(mask: number): number {
  const pairs = mask - ((mask >> 1) & 0x5555);
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
  const eights = (fours + (fours >> 4)) & 0x0f0f;
  return (eights + (eights >> 8)) & 31;
}

export function shaded(raster: RasterRow, quad: number, texel: number): number {
  return (texel << 8) | raster.facts[quad * factCount + fact.shade]!;
}

/** Writes what a sample sees to `words`, nearest first, if the kept quads do not cross. */
function surfacesInOrder(raster: RasterRow, kept: number, sample: number): number {
  const { keptQuads, covers, opaqueQuads, words, wordQuads } = raster;
  const bit = 1 << sample;
  let count = 0;
  for (let i = 0; i < kept; i++) {
    if ((covers[i]! & bit) === 0) continue;
    const texel = texelSeen(raster, i, bit);
    const quad = keptQuads[i]!;
    wordQuads[count] = quad;
    words[count++] = shaded(raster, quad, texel);
    if (quad < opaqueQuads) break;
  }
  return count;
}

/** Writes what a sample sees to `words`, nearest first, sorted by depth at the sample. */
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
    words[at] = shaded(raster, quad, texel);
    if (quad < opaqueQuads) {
      occluder = near;
      count = at + 1;
    }
  }
  return count;
}
