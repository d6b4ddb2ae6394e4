import { fact, factCount, planeCount, type RasterRow } from './raster-memory.ts';
import {
  allSamples,
  cutIntoTexels,
  sampleOffsets,
  samplesPast,
  samplesPastLine,
  secondOfLine,
} from './sample-texels.ts';
import { lineTexels } from './raster-row.ts';
import { countStack, stackOfGroup, type Target } from './stacks.ts';

/** Two of the kept quads cross in the pixel, or might. */
export function noteCrossing(raster: RasterRow, first: number, second: number): void {
  const at = raster.crossings++ * 2;
  if (at >= raster.crossingPairs.length) return;
  raster.crossingPairs[at] = first;
  raster.crossingPairs[at + 1] = second;
}

/**
 * The same where each kept quad shows one texel, except for one quad that may show two with a line
 * between them.
 */
export function groupEven(raster: RasterRow): void {
  const { keptTexels, keptSides, keptQuads, keptEnd } = raster;
  const { groupMasks, groupWords, groupQuads, groupCounts, groupRoom } = raster;
  let past = 0;
  for (let i = 0; i < keptEnd; i++) {
    const quad = keptQuads[i]!;
    let first = keptTexels[i]!;
    let second = first;
    if (first < 0) {
      past = samplesPastLine(raster, quad, lineTexels - first);
      second = secondOfLine(raster, quad, lineTexels - first);
      first = past === allSamples ? second : (lineTexels - first) >> 1;
    }
    groupWords[i] = (first << 8) | keptSides[i]!;
    groupWords[groupRoom + i] = (second << 8) | keptSides[i]!;
    groupQuads[i] = quad;
    groupQuads[groupRoom + i] = quad;
  }
  // No group is empty: there is room for one of each sample.
  const isOne = past === 0 || past === allSamples;
  groupMasks[0] = isOne ? allSamples : allSamples ^ past;
  groupMasks[1] = past;
  groupCounts[0] = keptEnd;
  groupCounts[1] = keptEnd;
  raster.groups = isOne ? 1 : 2;
}

/** Groups samples that see the same, where the sorted kept quads do not cross. */
export function groupInOrder(raster: RasterRow, kept: number): void {
  const { keptQuads, opaqueQuads, groupMasks, groupCounts } = raster;
  const { pieceMasks, pieceTexels } = raster.cut;
  groupMasks[0] = allSamples;
  groupCounts[0] = 0;
  raster.groups = 1;
  let open = allSamples;
  for (let place = 0; place < kept && open !== 0; place++) {
    const quad = keptQuads[place]!;
    const covered = cutIntoTexels(raster, place, open);
    const end = raster.cut.pieceEnds[place + 1]!;
    for (let piece = raster.cut.pieceEnds[place]!; piece < end; piece++) {
      addPieceToGroups(raster, pieceMasks[piece]!, quad, pieceTexels[piece]!);
    }
    if (quad < opaqueQuads) open &= ~covered;
  }
}

/** Puts a texel behind what some samples see, apart from the others of their groups. */
function addPieceToGroups(raster: RasterRow, mask: number, quad: number, texel: number): void {
  const { groupMasks, groupCounts, groupWords, groupQuads, groupRoom } = raster;
  const word = onSide(raster, quad, texel);
  const { groups } = raster;
  for (let group = 0; group < groups; group++) {
    const all = groupMasks[group]!;
    const inside = all & mask;
    if (inside === 0) continue;
    if (inside !== all) {
      copyGroup(raster, group, all ^ inside);
      groupMasks[group] = inside;
    }
    const at = group * groupRoom + groupCounts[group]!++;
    groupWords[at] = word;
    groupQuads[at] = quad;
  }
}

/** Adds a group that sees the same as another. */
function copyGroup(raster: RasterRow, from: number, mask: number): void {
  const { groupMasks, groupCounts, groupWords, groupQuads, groupRoom } = raster;
  const group = raster.groups++;
  const count = groupCounts[from]!;
  groupMasks[group] = mask;
  groupCounts[group] = count;
  for (let i = from * groupRoom, to = group * groupRoom; i < from * groupRoom + count; i++, to++) {
    groupWords[to] = groupWords[i]!;
    groupQuads[to] = groupQuads[i]!;
  }
}

/**
 * Groups samples that see the same surfaces in the same order, where some of the kept quads cross.
 * Quads of which no sample sees anything, because opaque ones cover them together, are not considered.
 */
export function groupCrossing(raster: RasterRow, kept: number): void {
  const { keptQuads, opaqueQuads, groupMasks, covers, hides } = raster;
  groupMasks[0] = allSamples;
  raster.groups = 1;
  let open = allSamples;
  let seen = 0;
  for (; seen < kept && open !== 0; seen++) {
    const covered = cutIntoTexels(raster, seen, open);
    covers[seen] = covered;
    splitByTexels(raster, seen);
    if (hides[seen] === 1 && keptQuads[seen]! < opaqueQuads) {
      open &= ~covered;
    }
  }
  for (let i = 0; i < raster.crossings; i++) {
    const first = raster.crossingPairs[i * 2]!;
    const second = raster.crossingPairs[i * 2 + 1]!;
    if (second >= seen) continue;
    const both = covers[first]! & covers[second]!;
    if (both !== 0) split(raster, nearerSamples(raster, first, second, both));
  }
  for (let group = 0; group < raster.groups; group++) listByDepth(raster, seen, group);
}

function splitByTexels(raster: RasterRow, place: number): void {
  const { pieceMasks, pieceEnds } = raster.cut;
  const end = pieceEnds[place + 1]!;
  for (let piece = pieceEnds[place]!; piece < end; piece++) split(raster, pieceMasks[piece]!);
}

/** Of the samples in `among`, those at which one kept quad is nearer than the other. */
function nearerSamples(raster: RasterRow, first: number, second: number, among: number): number {
  const { planes: f, keptQuads, pixelX, pixelY } = raster;
  const i = keptQuads[first]! * planeCount;
  const j = keptQuads[second]! * planeCount;
  const a = f[j]! - f[i]!;
  const b = f[j + 1]! - f[i + 1]!;
  return among & samplesPast(a, b, a * pixelX + b * pixelY + f[j + 2]! - f[i + 2]!);
}

/** Splits each group into the samples in `by` and the others. */
function split(raster: RasterRow, by: number): void {
  const { groupMasks, groups } = raster;
  for (let group = 0; group < groups; group++) {
    const mask = groupMasks[group]!;
    const inside = mask & by;
    if (inside === 0 || inside === mask) continue;
    groupMasks[group] = inside;
    groupMasks[raster.groups++] = mask ^ inside;
  }
}

/** Lists what a group sees, sorted by depth at its first sample. */
function listByDepth(raster: RasterRow, kept: number, group: number): void {
  const { keptQuads, covers, opaqueQuads, planes, depths, groupWords, groupQuads } = raster;
  const mask = raster.groupMasks[group]!;
  const bit = mask & -mask;
  const sample = 31 - Math.clz32(bit);
  const x = raster.pixelX + sampleOffsets[sample * 2]!;
  const y = raster.pixelY + sampleOffsets[sample * 2 + 1]!;
  const start = group * raster.groupRoom;
  let count = 0;
  let occluder = -Infinity;
  for (let i = 0; i < kept; i++) {
    if ((covers[i]! & bit) === 0) continue;
    const quad = keptQuads[i]!;
    const f = quad * planeCount;
    const near = planes[f]! * x + planes[f + 1]! * y + planes[f + 2]!;
    if (near <= occluder) continue;
    let at = count++;
    for (; at > 0 && depths[at - 1]! < near; at--) {
      depths[at] = depths[at - 1]!;
      groupWords[start + at] = groupWords[start + at - 1]!;
      groupQuads[start + at] = groupQuads[start + at - 1]!;
    }
    depths[at] = near;
    groupQuads[start + at] = quad;
    groupWords[start + at] = onSide(raster, quad, texelSeen(raster, i, bit));
    if (quad < opaqueQuads) {
      occluder = near;
      count = at + 1;
    }
  }
  raster.groupCounts[group] = count;
}

/** The texel of the kept quad at `place` seen by a sample that sees the quad. */
function texelSeen({ cut }: RasterRow, place: number, bit: number): number {
  const { pieceMasks } = cut;
  let piece = cut.pieceEnds[place]!;
  while ((pieceMasks[piece]! & bit) === 0) piece++;
  return cut.pieceTexels[piece]!;
}

function onSide(raster: RasterRow, quad: number, texel: number): number {
  return (texel << 8) | raster.facts[quad * factCount + fact.side]!;
}

/**
 * Builds the stacks that the groups of samples see, and counts their samples. Groups are split further
 * where samples see other cells of a raised overlay.
 * @returns the number of different stacks
 */
export function stacksOfGroups(raster: RasterRow, target: Target): number {
  const { groupMasks, groupCounts } = raster;
  let stacks = 0;
  for (let group = 0; group < raster.groups; group++) {
    if (groupCounts[group] === 0) continue;
    const mask = groupMasks[group]!;
    const leader = mask & -mask;
    raster.agreed = mask;
    const stack = stackOfGroup(raster, group, target);
    const agreed = raster.agreed | leader;
    if (agreed !== mask) copyGroup(raster, group, mask & ~agreed);
    stacks = countStack(target.view, stacks, stack, countBits(agreed));
  }
  return stacks;
}

/** The number of set bits of 16. */
export function countBits(mask: number): number {
  const pairs = mask - ((mask >> 1) & 0x5555);
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
  const eights = (fours + (fours >> 4)) & 0x0f0f;
  return (eights + (eights >> 8)) & 31;
}
