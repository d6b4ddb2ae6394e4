import { addLayers, fact, factCount, type RasterRow, functionCount } from './raster-memory.ts';
import { borderCount, rim } from './spans.ts';

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

/** A corner outside of a quad. */
const outside = -1;

/** Later than the last corner of any row. */
const never = 0x7fffffff;

/** Where the functions of a texture position start, those of its divisor, and the number of steps. */
type Axis = { readonly way: number; readonly scale: number; readonly steps: number };

const acrossAxis: Axis = { way: 3, scale: 0, steps: fact.columns };
const downAxis: Axis = { way: 6, scale: 9, steps: fact.rows };

/**
 * The texels of a quad at the corners of pixels along the upper border of row `y`, as runs of corners
 * with one texel: on a line, columns and rows only increase or only decrease, so this takes one division
 * for each texel line that is crossed, and none for each pixel. The lower border of a row is the upper
 * one of the next: both are kept.
 * @returns where the first run is in `runStarts` and `runTexels`. It is `outside`, and so is the last,
 *   after which another one starts at `never`.
 */
function borderRuns(raster: RasterRow, quad: number, y: number): number {
  const { borderRows, borderPlaces } = raster.borders;
  const slot = quad * 2 + (y & 1);
  if (borderRows[slot] !== y) {
    borderRows[slot] = y;
    trace(raster, quad, y);
  }
  return borderPlaces[slot]!;
}

function trace(raster: RasterRow, quad: number, y: number): void {
  const { borders, facts } = raster;
  const { runStarts, runTexels, borderPlaces, line } = borders;
  let run = borderPlaces[quad * 2 + (y & 1)]!;
  runStarts[run] = -1;
  runTexels[run++] = outside;
  line.quad = quad;
  line.y = y;
  if (findEnds(raster)) {
    const { firstX, lastX } = line;
    const i = quad * factCount;
    const width = facts[i + fact.atlasWidth]!;
    const lastColumn = indexAt(raster, acrossAxis, lastX);
    const lastRow = indexAt(raster, downAxis, lastX);
    let column = indexAt(raster, acrossAxis, firstX);
    let row = indexAt(raster, downAxis, firstX);
    const right = lastColumn > column ? 1 : -1;
    const down = lastRow > row ? 1 : -1;
    line.x = firstX;
    let columnX = column === lastColumn ? never : nextCorner(raster, acrossAxis, column, right);
    let rowX = row === lastRow ? never : nextCorner(raster, downAxis, row, down);
    let texel = facts[i + fact.firstTexel]! + row * width + column;
    runStarts[run] = firstX;
    runTexels[run] = texel;
    while (columnX !== never || rowX !== never) {
      const x = columnX < rowX ? columnX : rowX;
      line.x = x;
      if (columnX === x) {
        column += right;
        texel += right;
        columnX = column === lastColumn ? never : nextCorner(raster, acrossAxis, column, right);
      }
      if (rowX === x) {
        row += down;
        texel += down * width;
        rowX = row === lastRow ? never : nextCorner(raster, downAxis, row, down);
      }
      // Several lines may be crossed between two corners.
      if (runStarts[run] !== x) run++;
      runStarts[run] = x;
      runTexels[run] = texel;
    }
    runStarts[++run] = lastX + 1;
    runTexels[run++] = outside;
  }
  runStarts[run] = never;
}

/** Finds the first and the last corner in the quad; `false` if there is none. */
function findEnds({ borders, functions, widthPx, cut }: RasterRow): boolean {
  const { line } = borders;
  const { quad, y } = line;
  let low = 0;
  let high = widthPx;
  const end = (quad + 1) * borderCount;
  for (let at = quad * borderCount; at < end; at += 5) {
    const a = cut.borders[at]!;
    const rest = cut.borders[at + 1]! * y + cut.borders[at + 2]!;
    if (a > 0) low = Math.max(low, -rest / a);
    else if (a < 0) high = Math.min(high, -rest / a);
    else if (rest < 0) return false;
  }
  let first = Math.ceil(low - roundingPx);
  let last = Math.floor(high + roundingPx);
  while (first <= last && !isInside(functions, quad, first, y)) first++;
  while (first <= last && !isInside(functions, quad, last, y)) last--;
  line.firstX = first;
  line.lastX = last;
  return first <= last;
}

/** Pixels; more than the rounding error of where a line is crossed, unless it is almost level. */
const roundingPx = 1e-6;

function isInside(f: Float64Array, quad: number, x: number, y: number): boolean {
  const i = quad * functionCount;
  const scale = f[i]! * x + f[i + 1]! * y + f[i + 2]!;
  const across = (f[i + 3]! * x + f[i + 4]! * y + f[i + 5]!) / scale;
  if (across < -rim || across > 1 + rim) return false;
  const downScale = f[i + 9]! * x + f[i + 10]! * y + f[i + 11]!;
  const down = (f[i + 6]! * x + f[i + 7]! * y + f[i + 8]!) / downScale;
  return down >= -rim && down <= 1 + rim;
}

/** The column (or row) of a corner inside. */
function indexAt({ borders, functions: f, facts }: RasterRow, axis: Axis, x: number): number {
  const { quad, y } = borders.line;
  const i = quad * functionCount + axis.way;
  const j = quad * functionCount + axis.scale;
  const steps = facts[quad * factCount + axis.steps]!;
  const scale = f[j]! * x + f[j + 1]! * y + f[j + 2]!;
  const way = (f[i]! * x + f[i + 1]! * y + f[i + 2]!) / scale;
  return way <= 0 ? 0 : Math.min(steps - 1, (way * steps) | 0);
}

/** The first corner, from the current one on, that is past the given column (or row). */
function nextCorner(raster: RasterRow, axis: Axis, index: number, step: number): number {
  const { borders, functions: f, facts } = raster;
  const { quad, y, x, lastX } = borders.line;
  const i = quad * functionCount + axis.way;
  const j = quad * functionCount + axis.scale;
  const part = (step > 0 ? index + 1 : index) / facts[quad * factCount + axis.steps]!;
  const a = f[i]! - part * f[j]!;
  const b = f[i + 1]! - part * f[j + 1]!;
  const c = f[i + 2]! - part * f[j + 2]!;
  const crossing = -(b * y + c) / a;
  let next = Math.round(crossing);
  if (Math.abs(crossing - next) > roundingPx + 1e-13 / Math.abs(a)) {
    next = Math.ceil(crossing);
    return next < x ? x : next > lastX ? lastX : next;
  }
  // On a corner, or almost level: only looking there tells.
  next = next > x ? Math.min(next, lastX) : x;
  while (next > x && (indexAt(raster, axis, next - 1) - index) * step > 0) next--;
  while (next < lastX && (indexAt(raster, axis, next) - index) * step <= 0) next++;
  return next;
}
