import type { RasterRow } from './raster-memory.ts';
import { splitPixel } from './split-pixel.ts';
import { stacksOfGroups } from './group-stacks.ts';
import { isInFront, orderKept } from './order-kept.ts';
import { allSamples } from './sample-texels.ts';
import type { Target } from './stack-surfaces.ts';

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
  const isOrdered = orderKept(raster, kept);
  if (isOrdered && coversWhole(raster, kept)) {
    raster.groupMasks[0] = allSamples;
    raster.groups = 1;
    return stacksOfGroups(raster, kept, 'whole', target);
  }
  raster.repeatUntilX = -1;
  const seen = splitPixel(raster, kept);
  return stacksOfGroups(raster, seen, isOrdered ? 'ordered' : 'crossing', target);
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
