import type { RasterRow } from './raster-memory.ts';
import { samplesPerPixel } from './plan.ts';
import { splitPixel } from './split-pixel.ts';
import { shaded, stacksOfGroups } from './group-stacks.ts';
import { isInFront, orderKept } from './order-kept.ts';
import { stackOfSurfaces, type Target } from './stack-surfaces.ts';

/**
 * Finds what pixel (x, y) sees and writes it to `target.view`.
 * @returns the number of different stacks, 0 if the pixel sees nothing.
 */
export function resolvePixel(raster: RasterRow, x: number, y: number, target: Target): number {
  if (x <= raster.repeatUntilX && raster.changes[x] === 0) return 1;
  raster.repeatUntilX = raster.widthPx;
  raster.pixelX = x;
  raster.pixelY = y;
  const kept = keepVisible(raster);
  const order = orderKept(raster, kept);
  if (order !== 'none' && coversWhole(raster, kept)) {
    target.view.stacks[0] = stackOfSurfaces(raster, countToOccluder(raster, kept), target);
    target.view.weights[0] = samplesPerPixel;
    return 1;
  }
  raster.repeatUntilX = -1;
  return stacksOfGroups(raster, splitPixel(raster, kept), order, target);
}

/** Whether each kept quad shows a single texel in the whole pixel. */
function coversWhole({ keptTexels }: RasterRow, kept: number): boolean {
  for (let i = 0; i < kept; i++) if (keptTexels[i]! < 0) return false;
  return true;
}

/** Copies the pixel's quads to `kept…`, except those completely hidden by its occluder. */
function keepVisible(raster: RasterRow): number {
  const { quadAt, texelAt, keptQuads, keptTexels, pixelX: x } = raster;
  const { widthPx } = raster;
  const end = raster.counts[x]! * widthPx;
  const occluder = raster.occluders[x]!;
  let kept = 0;
  for (let at = x; at < end; at += widthPx) {
    const quad = quadAt[at]!;
    if (occluder >= 0 && quad !== occluder && isInFront(raster, occluder, quad)) continue;
    keptQuads[kept] = quad;
    keptTexels[kept++] = texelAt[at]!;
  }
  return kept;
}

/** Writes the sorted kept quads down to the first opaque one to `words`; returns how many. */
function countToOccluder(raster: RasterRow, kept: number): number {
  const { keptQuads, keptTexels, opaqueQuads, words, wordQuads } = raster;
  for (let i = 0; i < kept; i++) {
    words[i] = shaded(raster, keptQuads[i]!, keptTexels[i]!);
    wordQuads[i] = keptQuads[i]!;
    if (keptQuads[i]! < opaqueQuads) return i + 1;
  }
  return kept;
}
