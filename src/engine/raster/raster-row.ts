import { addLayers, factCount, functionCount, type RasterRow } from './raster-memory.ts';

/** A quad touches a pixel, but does not cover all four corners of it. */
export const partOfPixel = -1;
/** A quad covers a pixel with several of its texels. */
const severalTexels = -2;
/** A corner that was not examined, as something opaque hides the quad there. */
const unknown = -3;

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
  const { rowStarts, starts, ends } = raster.spans;
  for (let at = rowStarts[y]!; at < rowStarts[y + 1]!; at++) {
    const start = starts[at]!;
    const end = ends[at]!;
    if (end <= start) continue;
    if (start < raster.firstX) raster.firstX = start;
    if (end > raster.endX) raster.endX = end;
    rasterizeQuad(raster, at, y);
  }
  if (raster.firstX > raster.endX) raster.firstX = raster.endX;
}

/** The pixels of one span: the texel, where all four corners of a pixel agree on it. */
function rasterizeQuad(raster: RasterRow, span: number, y: number): void {
  const quad = raster.spans.quads[span]!;
  const start = raster.spans.starts[span]!;
  const end = raster.spans.ends[span]!;
  const { lowerTexels, occluders, order } = raster;
  const count = raster.rasterQuads;
  const lower = raster.lowerAt[quad]!;
  const strip = raster.strips[quad]!;
  let left = unknown;
  let leftBelow = unknown;
  let before = unknown;
  let retryX = start;
  for (let x = start; x < end; x++) {
    const occluder = occluders[x]!;
    if (occluder >= 0 && order[occluder * count + quad] === 1) {
      if (left === unknown) lowerTexels[lower + x] = unknown;
      left = unknown;
      if (before !== unknown) raster.changes[x] = 1;
      before = unknown;
      continue;
    }
    if (left === unknown) {
      left = upperCorner(raster, quad, x, y);
      leftBelow = cornerTexel(raster, quad, x, y + 1);
      lowerTexels[lower + x] = leftBelow;
    }
    if (left === leftBelow && left >= 0 && x >= retryX && x + strip <= end && strip > 1) {
      retryX = x + strip;
      if (
        upperCorner(raster, quad, retryX, y) === left &&
        cornerTexel(raster, quad, retryX, y + 1) === left
      ) {
        if (before !== left) raster.changes[x] = 1;
        before = addStrip(raster, quad, x, left) ? left : unknown;
        x = retryX - 1;
        continue;
      }
    }
    const right = upperCorner(raster, quad, x + 1, y);
    const rightBelow = cornerTexel(raster, quad, x + 1, y + 1);
    lowerTexels[lower + x + 1] = rightBelow;
    const texel = pixelTexel(left, leftBelow, right, rightBelow);
    addTouch(raster, quad, x, texel);
    if (texel !== before) raster.changes[x] = 1;
    before = texel;
    left = right;
    leftBelow = rightBelow;
  }
  if (left === unknown) lowerTexels[lower + end] = unknown;
  if (before !== unknown) raster.changes[end] = 1;
  raster.lowerRange[quad * 3] = y + 1;
  raster.lowerRange[quad * 3 + 1] = start;
  raster.lowerRange[quad * 3 + 2] = end;
}

/** A corner on the upper border of row `y`, often known from the previous row. */
function upperCorner(raster: RasterRow, quad: number, x: number, y: number): number {
  const { lowerRange } = raster;
  const i = quad * 3;
  if (lowerRange[i] === y && x >= lowerRange[i + 1]! && x <= lowerRange[i + 2]!) {
    const texel = raster.lowerTexels[raster.lowerAt[quad]! + x]!;
    if (texel !== unknown) return texel;
  }
  return cornerTexel(raster, quad, x, y);
}

function addTouch(raster: RasterRow, quad: number, x: number, texel: number): void {
  if (raster.counts[x] === raster.layers) addLayers(raster);
  const at = raster.counts[x]!++ * raster.widthPx + x;
  raster.quadAt[at] = quad;
  raster.texelAt[at] = texel;
  if (texel === partOfPixel || quad >= raster.opaqueQuads) return;
  const occluder = raster.occluders[x]!;
  if (occluder < 0 || raster.order[quad * raster.rasterQuads + occluder] === 1)
    raster.occluders[x] = quad;
}

/**
 * A strip that shows one texel, except for pixels in which an occluder hides it.
 * @returns whether the last of them shows it.
 */
function addStrip(raster: RasterRow, quad: number, fromX: number, texel: number): boolean {
  const { occluders, order, lowerTexels, changes, counts, widthPx } = raster;
  const count = raster.rasterQuads;
  const isOpaque = quad < raster.opaqueQuads;
  const endX = fromX + raster.strips[quad]!;
  let wasHidden = false;
  for (let x = fromX; x < endX; x++) {
    const occluder = occluders[x]!;
    const isHidden = occluder >= 0 && order[occluder * count + quad] === 1;
    if (isHidden !== wasHidden) changes[x] = 1;
    wasHidden = isHidden;
    if (isHidden) continue;
    if (counts[x] === raster.layers) addLayers(raster);
    const at = counts[x]!++ * widthPx + x;
    raster.quadAt[at] = quad;
    raster.texelAt[at] = texel;
    if (isOpaque && (occluder < 0 || order[quad * count + occluder] === 1)) occluders[x] = quad;
  }
  const lower = raster.lowerAt[quad]!;
  for (let at = lower + fromX + 1; at <= lower + endX; at++) lowerTexels[at] = texel;
  return !wasHidden;
}

function pixelTexel(a: number, b: number, c: number, d: number): number {
  if (a === b && a === c && a === d) return a;
  return (a | b | c | d) < 0 ? partOfPixel : severalTexels;
}

/** A corner this far outside (in parts of the quad) still belongs to it, so that no seam opens. */
const rim = 1e-9;

/**
 * The texel of a quad at a point of the picture, as an index into the atlas, or `partOfPixel`
 * if the point is outside. A texel is convex on the picture, and so is a pixel: corners that
 * agree determine the whole pixel.
 */
function cornerTexel(raster: RasterRow, quad: number, x: number, y: number): number {
  const f = raster.functions;
  const i = quad * functionCount;
  const scale = f[i]! * x + f[i + 1]! * y + f[i + 2]!;
  const across = (f[i + 3]! * x + f[i + 4]! * y + f[i + 5]!) / scale;
  if (across < -rim || across > 1 + rim) return partOfPixel;
  const downScale = f[i + 9]! * x + f[i + 10]! * y + f[i + 11]!;
  const down = (f[i + 6]! * x + f[i + 7]! * y + f[i + 8]!) / downScale;
  if (down < -rim || down > 1 + rim) return partOfPixel;
  const facts = raster.facts;
  const j = quad * factCount;
  const columns = facts[j]!;
  const rows = facts[j + 1]!;
  const column = across <= 0 ? 0 : Math.min(columns - 1, (across * columns) | 0);
  const row = down <= 0 ? 0 : Math.min(rows - 1, (down * rows) | 0);
  return facts[j + 2]! + row * facts[j + 3]! + column;
}
