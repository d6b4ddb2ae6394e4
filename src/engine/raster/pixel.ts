import { orderKept, isInFront } from './order-kept.ts';
import { groupCrossing, groupInOrder, groupWhole, stacksOfGroups } from './pixel-groups.ts';
import type { RasterRow } from './raster-memory.ts';
import type { Target } from './stack-surfaces.ts';

/**
 * Finds what pixel (x, y) sees and writes it to `target.view`.
 * @returns the number of different stacks, 0 if the pixel sees nothing.
 */
export function resolvePixel(raster: RasterRow, x: number, y: number, target: Target): number {
  raster.repeatUntilX = raster.widthPx;
  raster.pixelX = x;
  raster.pixelY = y;
  const { counts } = raster;
  if (!raster.isOrderKnown || !showsListed(raster, counts[x]!)) sortKept(raster, counts[x]!);
  const { kept } = raster;
  if (!takeTexels(raster, kept)) {
    raster.repeatUntilX = -1;
    if (raster.crossings === 0) groupInOrder(raster, kept);
    else groupCrossing(raster, kept);
  } else if (raster.crossings === 0) groupWhole(raster, kept);
  else {
    raster.repeatUntilX = -1;
    groupCrossing(raster, kept);
  }
  return stacksOfGroups(raster, target);
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
}

/** Copies what the kept quads show; whether each of them shows a single texel in the whole pixel. */
function takeTexels(raster: RasterRow, kept: number): boolean {
  const { keptTexels, keptSlots, texelAt, widthPx, pixelX } = raster;
  let all = 0;
  for (let i = 0; i < kept; i++) {
    const texel = texelAt[keptSlots[i]! * widthPx + pixelX]!;
    keptTexels[i] = texel;
    all |= texel;
  }
  return all >= 0;
}
