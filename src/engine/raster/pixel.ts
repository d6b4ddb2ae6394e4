import { orderKept, isInFront } from './order-kept.ts';
import {
  groupCrossing,
  groupInOrder,
  groupEven,
  stacksOfGroups,
  countBits,
} from './pixel-groups.ts';
import { fact, factCount, type RasterRow } from './raster-memory.ts';
import { countStack, type Target } from './stack-surfaces.ts';
import { stackOf } from './stack-table.ts';
import { allSamples, cutIntoTexels, samplesPastLine, secondOfLine } from './sample-texels.ts';
import { lineTexels } from './raster-row.ts';
import { samplesPerPixel } from './plan.ts';

/**
 * Finds what pixel (x, y) sees and writes it to `target.view`.
 * @returns the number of different stacks, 0 if the pixel sees nothing.
 */
export function resolvePixel(raster: RasterRow, x: number, y: number, target: Target): number {
  const { counts } = raster;
  const isKnown = raster.isOrderKnown || (y === raster.pixelY && x <= raster.orderUntilX);
  raster.pixelX = x;
  raster.pixelY = y;
  if (!isKnown || !showsListed(raster, counts[x]!)) sortKept(raster, counts[x]!);
  raster.repeatUntilX = raster.orderUntilX;
  const lines = takeTexels(raster);
  if (raster.crossings > 0) {
    raster.repeatUntilX = -1;
    groupCrossing(raster, raster.kept);
    return stacksOfGroups(raster, target);
  }
  if (lines > 0) raster.repeatUntilX = -1;
  if (target.memo === null) {
    return lines < 2 ? stacksOfEven(raster, target) : stacksInOrder(raster, target);
  }
  if (lines < 2) groupEven(raster);
  else groupInOrder(raster, raster.kept);
  return stacksOfGroups(raster, target);
}

/**
 * The stacks of a pixel in which each kept quad shows one texel, except for one quad that may show two
 * with a line between them.
 */
function stacksOfEven(raster: RasterRow, { table, view }: Target): number {
  const { keptTexels, keptSides, keptQuads } = raster;
  let before = 0;
  let after = 0;
  let past = allSamples;
  for (let i = raster.keptEnd - 1; i >= 0; i--) {
    let first = keptTexels[i]!;
    let second = first;
    if (first < 0) {
      past = samplesPastLine(raster, keptQuads[i]!, lineTexels - first);
      second = secondOfLine(raster, keptQuads[i]!, lineTexels - first);
      first = (lineTexels - first) >> 1;
      if (past === 0) second = first;
      else if (past === allSamples) first = second;
    }
    const stack = stackOf(table, (first << 8) | keptSides[i]!, before);
    const isSame = first === second && before === after;
    after = isSame ? stack : stackOf(table, (second << 8) | keptSides[i]!, after);
    before = stack;
  }
  view.stacks[0] = before;
  view.weights[0] = samplesPerPixel;
  if (before === after) return 1;
  const weight = countBits(past);
  view.weights[0] = samplesPerPixel - weight;
  view.stacks[1] = after;
  view.weights[1] = weight;
  return 2;
}

/** The stacks of a pixel whose kept quads do not cross. */
function stacksInOrder(raster: RasterRow, { table, view }: Target): number {
  const { keptQuads, keptSides, kept, opaqueQuads, groupMasks, groupStacks } = raster;
  const { pieceMasks, pieceTexels, pieceEnds } = raster.cut;
  let open = allSamples;
  let seen = 0;
  for (; seen < kept && open !== 0; seen++) {
    const covered = cutIntoTexels(raster, seen, open);
    if (keptQuads[seen]! < opaqueQuads) open &= ~covered;
  }
  // From the farthest on: where samples see the same behind, it is looked up once.
  groupMasks[0] = allSamples;
  groupStacks[0] = 0;
  let groups = 1;
  for (let place = seen - 1; place >= 0; place--) {
    const side = keptSides[place]!;
    const end = pieceEnds[place + 1]!;
    for (let piece = pieceEnds[place]!; piece < end; piece++) {
      const mask = pieceMasks[piece]!;
      const word = (pieceTexels[piece]! << 8) | side;
      const before = groups;
      for (let group = 0; group < before; group++) {
        const all = groupMasks[group]!;
        const inside = all & mask;
        if (inside === 0) continue;
        const behind = groupStacks[group]!;
        groupMasks[group] = inside;
        groupStacks[group] = stackOf(table, word, behind);
        if (inside === all) continue;
        groupMasks[groups] = all ^ inside;
        groupStacks[groups++] = behind;
      }
    }
  }
  let stacks = 0;
  for (let group = 0; group < groups; group++) {
    const stack = groupStacks[group]!;
    if (stack !== 0) stacks = countStack(view, stacks, stack, countBits(groupMasks[group]!));
  }
  return stacks;
}

/** Whether the pixel shows the quads of the last pixel that was sorted, and they hide the same. */
function showsListed(raster: RasterRow, count: number): boolean {
  const { quadAt, listedQuads, widthPx, pixelX } = raster;
  if (count !== raster.listed || raster.occluders[pixelX] !== raster.listedOccluder) return false;
  for (let i = 0, at = pixelX; i < count; i++, at += widthPx) {
    if (quadAt[at] !== listedQuads[i]) return false;
  }
  return true;
}

/** Sorts the pixel's quads to `kept…`, except those completely hidden by its occluder. */
function sortKept(raster: RasterRow, count: number): void {
  const { quadAt, listedQuads, keptQuads, keptSlots, widthPx, pixelX } = raster;
  const occluder = raster.occluders[pixelX]!;
  raster.isOrderKnown = true;
  raster.orderUntilX = raster.widthPx;
  raster.listed = count;
  raster.listedOccluder = occluder;
  let kept = 0;
  for (let i = 0, at = pixelX; i < count; i++, at += widthPx) {
    const quad = quadAt[at]!;
    listedQuads[i] = quad;
    if (occluder >= 0 && quad !== occluder && isInFront(raster, occluder, quad)) continue;
    keptQuads[kept] = quad;
    keptSlots[kept++] = i;
  }
  raster.kept = kept;
  orderKept(raster, kept);
  let end = 0;
  while (end < kept && keptQuads[end]! >= raster.opaqueQuads) end++;
  raster.keptEnd = Math.min(kept, end + 1);
  for (let i = 0; i < kept; i++) {
    raster.keptSides[i] = raster.facts[keptQuads[i]! * factCount + fact.side]!;
  }
}

/**
 * Copies what the kept quads show.
 * @returns 0 if each of them shows a single texel in the whole pixel, 1 if one of those down to the first
 *   opaque one shows two with a line between them, and more otherwise.
 */
function takeTexels(raster: RasterRow): number {
  const { keptTexels, keptSlots, texelAt, widthPx, pixelX, kept } = raster;
  let lines = 0;
  for (let i = 0; i < kept; i++) {
    const texel = texelAt[keptSlots[i]! * widthPx + pixelX]!;
    keptTexels[i] = texel;
    if (texel < 0) lines += texel <= lineTexels ? 1 : 2;
  }
  return lines;
}
