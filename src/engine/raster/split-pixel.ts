import { planeCount, type RasterRow } from './raster-memory.ts';
import { allSamples, cutIntoTexels, sampleOffsets } from './sample-texels.ts';

/** Two of the kept quads cross in the pixel, or might. */
export function noteCrossing(raster: RasterRow, first: number, second: number): void {
  const at = raster.crossings++ * 2;
  if (at >= raster.crossingPairs.length) return;
  raster.crossingPairs[at] = first;
  raster.crossingPairs[at + 1] = second;
}

/**
 * Groups samples that see the same surfaces in the same order. Quads of which no sample
 * sees anything, because opaque ones cover them together, are not considered.
 * @returns how many of the kept quads to consider; the groups are in `groupMasks`, in order of
 *   their first samples.
 */
export function splitPixel(raster: RasterRow, kept: number): number {
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
  sortMasks(groupMasks, raster.groups);
  return seen;
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
  let nearer = 0;
  for (let bits = among; bits !== 0; bits &= bits - 1) {
    const bit = bits & -bits;
    const sample = 31 - Math.clz32(bit);
    const x = pixelX + sampleOffsets[sample * 2]!;
    const y = pixelY + sampleOffsets[sample * 2 + 1]!;
    const a = f[i]! * x + f[i + 1]! * y + f[i + 2]!;
    const b = f[j]! * x + f[j + 1]! * y + f[j + 2]!;
    if (a < b) nearer |= bit;
  }
  return nearer;
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

/** In order of their lowest bits. */
function sortMasks(masks: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const mask = masks[i]!;
    const lowest = mask & -mask;
    let at = i;
    for (; at > 0 && (masks[at - 1]! & -masks[at - 1]!) > lowest; at--) masks[at] = masks[at - 1]!;
    masks[at] = mask;
  }
}
