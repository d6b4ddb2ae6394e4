import type { RasterRow } from './raster-memory.ts';
import { samplesPerPixel } from './plan.ts';

/**
 * Puts samples that see the same texel of every varying quad into one group.
 * @returns how many groups; their first samples are in `leaders`, their sizes in `weights`.
 */
export function groupSamples(raster: RasterRow, count: number, weights: Uint8Array): number {
  // So it is with three of four pixels.
  if (count === 1) return groupTexels(raster, weights);
  const { sampleTexels, varying, leaders } = raster;
  let groups = 0;
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    let group = 0;
    for (; group < groups; group++) {
      const leader = leaders[group]!;
      let same = 0;
      for (; same < count; same++) {
        const from = varying[same]!;
        if (sampleTexels[from + leader] !== sampleTexels[from + sample]) break;
      }
      if (same === count) break;
    }
    if (group === groups) {
      leaders[groups] = sample;
      weights[groups++] = 0;
    }
    weights[group]!++;
  }
  return groups;
}

/** The same for the only varying quad. */
function groupTexels({ sampleTexels, varying, leaders }: RasterRow, weights: Uint8Array): number {
  const from = varying[0]!;
  const first = sampleTexels[from]!;
  let groups = 1;
  leaders[0] = 0;
  weights[0] = 1;
  for (let sample = 1; sample < samplesPerPixel; sample++) {
    const texel = sampleTexels[from + sample]!;
    if (texel === first) {
      weights[0]++;
      continue;
    }
    let group = 1;
    while (group < groups && sampleTexels[from + leaders[group]!] !== texel) group++;
    if (group === groups) {
      leaders[groups] = sample;
      weights[groups++] = 0;
    }
    weights[group]!++;
  }
  return groups;
}
