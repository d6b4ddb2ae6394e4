import { fact, factCount, functionCount, type RasterRow } from './raster-memory.ts';
import { partOfPixel } from './raster-row.ts';
import { samplesPerPixel } from './plan.ts';
import { sampleOffsets } from './sample-texels.ts';
import { countStack, stackOfSurfaces, type Target } from './stack-surfaces.ts';

/** Quads cross within the pixel: each sample has an order of its own. */
export function sampleCrossing(raster: RasterRow, kept: number, { table, view }: Target): number {
  let seen = 0;
  let before = 0;
  let stack = 0;
  let samples = 0;
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    const count = surfacesByDepth(raster, kept, sample);
    // Neighbours mostly see the same, and looking up a stack costs more than comparing.
    if (count === before && seesTheSame(raster, count)) {
      samples++;
      continue;
    }
    if (before > 0) seen = countStack(view, seen, stack, samples);
    if (count > 0) stack = stackOfSurfaces(raster, count, table);
    keepSurfaces(raster, count);
    before = count;
    samples = 1;
  }
  return before === 0 ? seen : countStack(view, seen, stack, samples);
}

function seesTheSame(
  { words, wordQuads, wordsBefore, wordQuadsBefore }: RasterRow,
  count: number,
): boolean {
  for (let i = 0; i < count; i++) {
    if (words[i] !== wordsBefore[i] || wordQuads[i] !== wordQuadsBefore[i]) return false;
  }
  return true;
}

function keepSurfaces(
  { words, wordQuads, wordsBefore, wordQuadsBefore }: RasterRow,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    wordsBefore[i] = words[i]!;
    wordQuadsBefore[i] = wordQuads[i]!;
  }
}

/** Writes what a sample sees to `words`, nearest first, by the depths that it meets. */
export function surfacesByDepth(raster: RasterRow, kept: number, sample: number): number {
  const { keptQuads, keptTexels, sampleTexels, facts, functions, depths } = raster;
  const { words, wordQuads } = raster;
  const x = raster.pixelX + sampleOffsets[sample * 2]!;
  const y = raster.pixelY + sampleOffsets[sample * 2 + 1]!;
  let count = 0;
  let occluder = -Infinity;
  for (let i = 0; i < kept; i++) {
    const all = keptTexels[i]!;
    const texel = all >= 0 ? all : sampleTexels[i * samplesPerPixel + sample]!;
    if (texel === partOfPixel) continue;
    const quad = keptQuads[i]!;
    const f = quad * functionCount + 9;
    const near = functions[f]! * x + functions[f + 1]! * y + functions[f + 2]!;
    if (near <= occluder) continue;
    let at = count++;
    for (; at > 0 && depths[at - 1]! < near; at--) {
      depths[at] = depths[at - 1]!;
      words[at] = words[at - 1]!;
      wordQuads[at] = wordQuads[at - 1]!;
    }
    depths[at] = near;
    wordQuads[at] = quad;
    const first = quad * factCount;
    words[at] = (texel << 8) | facts[first + fact.shade]!;
    if (facts[first + fact.opaque] === 1) {
      occluder = near;
      count = at + 1;
    }
  }
  return count;
}
