import { addLayers, fact, factCount, type RasterRow } from './raster-memory.ts';
import { borderRuns, outside } from './border-runs.ts';

/** A quad touches a pixel, but does not cover all four corners of it. */
export const partOfPixel = -1;
/** A quad covers a pixel with several of its texels. */
const severalTexels = -2;
/**
 * If these are only two, next to each other in a row or in a column, less than this by twice the first
 * of them, and one more in a column.
 */
export const lineTexels = -8;
/** A quad does not touch a pixel, or something opaque hides it there. */
const none = -3;

/**
 * Collects, for each pixel of row `y`, the quads that touch it and are not known to be hidden. Opaque
 * quads come first, and near ones before far ones: so most hidden quads are skipped before they are
 * examined.
 */
export function rasterizeRow(raster: RasterRow, y: number): void {
  raster.counts.fill(0);
  raster.occluders.fill(-1);
  raster.changes.fill(0);
  raster.repeatUntilX = -1;
  raster.firstX = raster.widthPx;
  raster.endX = 0;
  const { rowStarts, quads, starts, ends } = raster.spans;
  const first = rowStarts[y]!;
  const end = rowStarts[y + 1]!;
  for (let at = first; at < end; at++) {
    const quad = quads[at]!;
    let startX = starts[at]!;
    let endX = ends[at]!;
    if (endX <= startX) continue;
    if (startX < raster.firstX) raster.firstX = startX;
    if (endX > raster.endX) raster.endX = endX;
    while (startX < endX && isHidden(raster, quad, startX)) startX++;
    while (startX < endX && isHidden(raster, quad, endX - 1)) endX--;
    if (startX === endX) continue;
    if (at - first >= raster.layers) addLayers(raster);
    const upper = borderRuns(raster, quad, y);
    const lower = borderRuns(raster, quad, y + 1);
    raster.quadStartX = startX;
    raster.quadEndX = endX;
    raster.quadAtlasWidth = raster.facts[quad * factCount + fact.atlasWidth]!;
    showTexels(raster, upper, lower);
    addTouches(raster, quad);
  }
  if (raster.firstX > raster.endX) raster.firstX = raster.endX;
}

function isHidden({ occluders, order, rasterQuads }: RasterRow, quad: number, x: number): boolean {
  const occluder = occluders[x]!;
  return occluder >= 0 && order[occluder * rasterQuads + quad] === 1;
}

/**
 * Writes what the current quad shows in each pixel to `shown`: the texel on which the four corners
 * agree. A texel is convex on the picture, and so is a pixel: corners that agree determine the whole
 * pixel.
 * @param upper where its runs are along the upper borders of these pixels, and `lower` the others
 */
function showTexels(raster: RasterRow, upper: number, lower: number): void {
  const { shown, quadEndX, quadAtlasWidth: width } = raster;
  const { runStarts, runTexels } = raster.borders;
  let above = upper;
  let below = lower;
  for (let x = raster.quadStartX; x < quadEndX;) {
    while (runStarts[above + 1]! <= x) above++;
    while (runStarts[below + 1]! <= x) below++;
    const nextAbove = runStarts[above + 1]!;
    const nextBelow = runStarts[below + 1]!;
    const texel = runTexels[above]!;
    const texelBelow = runTexels[below]!;
    const lastCorner = Math.min(nextAbove, nextBelow, quadEndX + 1) - 1;
    if (texel === texelBelow && lastCorner > x) {
      // Where all corners are outside, only the middle of a border, or a corner of the quad, is not.
      while (x < lastCorner) shown[x++] = texel;
      continue;
    }
    const right = nextAbove === x + 1 ? runTexels[above + 1]! : texel;
    const rightBelow = nextBelow === x + 1 ? runTexels[below + 1]! : texelBelow;
    const first = Math.min(texel, texelBelow, right, rightBelow);
    const last = Math.max(texel, texelBelow, right, rightBelow);
    const between =
      (texel - first) * (last - texel) +
      (texelBelow - first) * (last - texelBelow) +
      (right - first) * (last - right) +
      (rightBelow - first) * (last - rightBelow);
    if (first === outside) shown[x++] = partOfPixel;
    else shown[x++] = between === 0 ? twoTexels(first, last - first, width) : severalTexels;
  }
}

/** A pixel with two texels, of which the second is so far from the first. */
function twoTexels(texel: number, step: number, atlasWidth: number): number {
  if (step === 1) return lineTexels - texel * 2;
  return step === atlasWidth ? lineTexels - texel * 2 - 1 : severalTexels;
}

/** Adds the current quad to its pixels, except for those in which an occluder hides it. */
function addTouches(raster: RasterRow, quad: number): void {
  const { quadAt, texelAt, shown, occluders, order, changes, counts, widthPx } = raster;
  const { quadEndX: endX, rasterQuads: count } = raster;
  const isOpaque = quad < raster.opaqueQuads;
  let before = none;
  // Neighbours mostly have the same occluder.
  let occluder = none;
  let hides = false;
  let isNearest = false;
  for (let x = raster.quadStartX; x < endX; x++) {
    if (occluders[x] !== occluder) {
      occluder = occluders[x]!;
      hides = occluder >= 0 && order[occluder * count + quad] === 1;
      isNearest = isOpaque && (occluder < 0 || order[quad * count + occluder] === 1);
    }
    const texel = hides ? none : shown[x]!;
    if (texel !== before) changes[x] = 1;
    before = texel;
    if (hides) continue;
    const at = counts[x]!++ * widthPx + x;
    quadAt[at] = quad;
    texelAt[at] = texel;
    if (isNearest && texel !== partOfPixel) occluders[x] = quad;
  }
  if (before !== none) changes[endX] = 1;
}
