import { fact, factCount, functionCount, maxChange, type RasterRow } from './raster-memory.ts';
import { lineTexels, partOfPixel } from './raster-row.ts';
import { borderCount, type CutMemory } from './spans.ts';

/**
 * Sixteen points of a pixel, no two in one row or column of a 16×16 grid, so that edges near the
 * axes get 16 steps instead of four. (The pattern that graphics hardware standardised on.)
 */
export const sampleOffsets = Float64Array.from(
  [
    1, 1, -1, -3, -3, 2, 4, -1, -5, -2, 2, 5, 5, 3, 3, -5, -2, 6, 0, -7, -4, -6, -6, 4, -8, 0, 7,
    -4, 6, 7, -7, -8,
  ],
  (sixteenth) => (sixteenth + 8.5) / 16,
);

/** One bit for each sample of a pixel. */
export const allSamples = 0xffff;

/**
 * Divides the samples in `open` that see the kept quad at `place` into pieces, one for each texel
 * that they see, and appends them to those of the previous quads.
 * @returns one bit for each sample that sees the quad.
 */
export function cutIntoTexels(raster: RasterRow, place: number, open: number): number {
  const quad = raster.keptQuads[place]!;
  const texel = raster.keptTexels[place]!;
  const { pieceEnds } = raster.cut;
  pieceEnds[place + 1] = pieceEnds[place]!;
  if (texel >= 0) {
    addPiece(raster, place, open, texel);
    return open;
  }
  if (texel <= lineTexels) {
    cutByLine(raster, place, open);
    return open;
  }
  // Cells adjoin each other: no gap may be visible between them.
  const isExact = quad >= raster.orderedQuads || texel === partOfPixel || isCurved(raster, quad);
  const covered = texel === partOfPixel ? samplesInside(raster, quad, open) : open;
  if (covered !== 0) cutCovered(raster, place, covered, isExact);
  return covered;
}

function addPiece({ cut }: RasterRow, place: number, mask: number, texel: number): void {
  const piece = cut.pieceEnds[place + 1]!++;
  cut.pieceMasks[piece] = mask;
  cut.pieceTexels[piece] = texel;
}

/** Whether perspective (or the fan of a bent limb) matters within the pixel. */
function isCurved({ curves, functions: f, pixelX, pixelY }: RasterRow, quad: number): boolean {
  if (curves[quad] === 0) return false;
  const i = quad * functionCount;
  const a = f[i]!;
  const b = f[i + 1]!;
  const c = f[i + 9]!;
  const d = f[i + 10]!;
  const x = pixelX + 0.5;
  const y = pixelY + 0.5;
  const scale = a * x + b * y + f[i + 2]!;
  const downScale = c * x + d * y + f[i + 11]!;
  return (
    Math.abs(a) + Math.abs(b) > maxChange * Math.abs(scale) ||
    Math.abs(c) + Math.abs(d) > maxChange * Math.abs(downScale)
  );
}

/** Of the samples in `among`, those in the quad, whose border runs through the pixel. */
function samplesInside(raster: RasterRow, quad: number, among: number): number {
  const { pixelX, pixelY } = raster;
  const { borders } = raster.cut;
  const end = (quad + 1) * borderCount;
  let inside = among;
  for (let at = quad * borderCount; at < end; at += 5) {
    const a = borders[at]!;
    const b = borders[at + 1]!;
    const c = a * pixelX + b * pixelY + borders[at + 2]!;
    if (c + borders[at + 3]! >= 0) continue;
    if (c + borders[at + 4]! < 0) return 0;
    inside &= samplesPast(a, b, c);
    if (inside === 0) return 0;
  }
  return inside;
}

/** Samples at which a function of the offset from the pixel's corner is not negative. */
export function samplesPast(a: number, b: number, c: number): number {
  // One term for each of `sampleOffsets`, without a branch, which the processor would have to predict.
  return (
    (Number(a * 0.59375 + b * 0.59375 + c >= 0) << 0) |
    (Number(a * 0.46875 + b * 0.34375 + c >= 0) << 1) |
    (Number(a * 0.34375 + b * 0.65625 + c >= 0) << 2) |
    (Number(a * 0.78125 + b * 0.46875 + c >= 0) << 3) |
    (Number(a * 0.21875 + b * 0.40625 + c >= 0) << 4) |
    (Number(a * 0.65625 + b * 0.84375 + c >= 0) << 5) |
    (Number(a * 0.84375 + b * 0.71875 + c >= 0) << 6) |
    (Number(a * 0.71875 + b * 0.21875 + c >= 0) << 7) |
    (Number(a * 0.40625 + b * 0.90625 + c >= 0) << 8) |
    (Number(a * 0.53125 + b * 0.09375 + c >= 0) << 9) |
    (Number(a * 0.28125 + b * 0.15625 + c >= 0) << 10) |
    (Number(a * 0.15625 + b * 0.78125 + c >= 0) << 11) |
    (Number(a * 0.03125 + b * 0.53125 + c >= 0) << 12) |
    (Number(a * 0.96875 + b * 0.28125 + c >= 0) << 13) |
    (Number(a * 0.90625 + b * 0.96875 + c >= 0) << 14) |
    (Number(a * 0.09375 + b * 0.03125 + c >= 0) << 15)
  );
}

/** Where in `local` the three coefficients of a position start, and those of its divisor. */
const acrossAt = 0;
const downAt = 3;
const toScale = 6;

function cutCovered(raster: RasterRow, place: number, covered: number, isExact: boolean): void {
  const { facts, cut } = raster;
  const { range, columnMasks, rowMasks } = cut;
  const quad = raster.keptQuads[place]!;
  const j = quad * factCount;
  if (isExact) moveToPixel(raster, quad);
  else flattenAtPixel(raster, quad);
  cutSteps(cut, acrossAt, facts[j + fact.columns]!, covered);
  const firstColumn = range[0]!;
  const columns = range[1]! - firstColumn;
  cutSteps(cut, downAt, facts[j + fact.rows]!, covered);
  const rows = range[1]! - range[0]!;
  const width = facts[j + fact.atlasWidth]!;
  let texel = facts[j + fact.firstTexel]! + range[0]! * width + firstColumn;
  for (let row = 0; row <= rows; row++, texel += width) {
    for (let column = 0; column <= columns; column++) {
      const mask = rowMasks[row]! & columnMasks[column]!;
      if (mask !== 0) addPiece(raster, place, mask, texel + column);
    }
  }
}

/** The same for a pixel through which one line between two columns or two rows runs. */
function cutByLine(raster: RasterRow, place: number, open: number): void {
  const quad = raster.keptQuads[place]!;
  const coded = lineTexels - raster.keptTexels[place]!;
  const after = open & samplesPastLine(raster, quad, coded);
  if (after !== open) addPiece(raster, place, open ^ after, coded >> 1);
  if (after !== 0) addPiece(raster, place, after, secondOfLine(raster, quad, coded));
}

/** The second of two texels of a quad, see `lineTexels`. */
export function secondOfLine({ facts }: RasterRow, quad: number, coded: number): number {
  return (coded >> 1) + ((coded & 1) === 0 ? 1 : facts[quad * factCount + fact.atlasWidth]!);
}

/** Samples that see the second of two texels of a quad, see `lineTexels`. */
export function samplesPastLine(raster: RasterRow, quad: number, coded: number): number {
  const { facts, functions: f } = raster;
  const { local } = raster.cut;
  const j = quad * factCount;
  const width = facts[j + fact.atlasWidth]!;
  const offset = (coded >> 1) - facts[j + fact.firstTexel]!;
  const row = (offset / width) | 0;
  const isRow = (coded & 1) === 1;
  const part = isRow
    ? (row + 1) / facts[j + fact.rows]!
    : (offset - row * width + 1) / facts[j + fact.columns]!;
  const i = quad * functionCount + (isRow ? 6 : 3);
  const k = quad * functionCount + (isRow ? 9 : 0);
  if (quad >= raster.orderedQuads || isCurved(raster, quad)) {
    const { pixelX: x, pixelY: y } = raster;
    const a = f[i]!;
    const b = f[i + 1]!;
    const c = f[k]!;
    const d = f[k + 1]!;
    return samplesPast(
      a - part * c,
      b - part * d,
      a * x + b * y + f[i + 2]! - part * (c * x + d * y + f[k + 2]!),
    );
  }
  flattenFunction(raster, i, k, acrossAt);
  return samplesPast(local[0]!, local[1]!, local[2]! - part);
}

/** Writes a quad's functions to `local`, relative to the pixel's corner. */
function moveToPixel(raster: RasterRow, quad: number): void {
  const i = quad * functionCount;
  moveFunction(raster, i, acrossAt + toScale);
  moveFunction(raster, i + 3, acrossAt);
  moveFunction(raster, i + 6, downAt);
  moveFunction(raster, i + 9, downAt + toScale);
}

function moveFunction(raster: RasterRow, from: number, to: number): void {
  const { functions: f } = raster;
  const { local } = raster.cut;
  const a = f[from]!;
  const b = f[from + 1]!;
  local[to] = a;
  local[to + 1] = b;
  local[to + 2] = a * raster.pixelX + b * raster.pixelY + f[from + 2]!;
}

/**
 * The same for a quad that covers the pixel, so that no seam can open: the texture position is taken
 * as linear over this one pixel, which is off by a hundredth of a pixel at most (see `maxChange`).
 */
function flattenAtPixel(raster: RasterRow, quad: number): void {
  const i = quad * functionCount;
  flattenFunction(raster, i + 3, i, acrossAt);
  flattenFunction(raster, i + 6, i + 9, downAt);
}

function flattenFunction(raster: RasterRow, i: number, j: number, to: number): void {
  const { functions: f } = raster;
  const { local } = raster.cut;
  const x = raster.pixelX + 0.5;
  const y = raster.pixelY + 0.5;
  const size = 1 / (f[j]! * x + f[j + 1]! * y + f[j + 2]!);
  const way = (f[i]! * x + f[i + 1]! * y + f[i + 2]!) * size;
  const wayX = (f[i]! - way * f[j]!) * size;
  const wayY = (f[i + 1]! - way * f[j + 1]!) * size;
  local[to] = wayX;
  local[to + 1] = wayY;
  local[to + 2] = way - (wayX + wayY) / 2;
  local[to + toScale] = 0;
  local[to + toScale + 1] = 0;
  local[to + toScale + 2] = 1;
}

/** Divides samples by their columns (or rows): `range` of these, and the samples of each. */
function cutSteps(cut: CutMemory, i: number, steps: number, among: number): void {
  const { local, range } = cut;
  const masks = i === acrossAt ? cut.columnMasks : cut.rowMasks;
  rangeInPixel(local, i, steps, range);
  const first = range[0]!;
  const last = range[1]!;
  let rest = among;
  for (let step = first; step < last; step++) {
    const part = (step + 1) / steps;
    const a = local[i]! - part * local[i + toScale]!;
    const b = local[i + 1]! - part * local[i + toScale + 1]!;
    const c = local[i + 2]! - part * local[i + toScale + 2]!;
    const past = rest & samplesPast(a, b, c);
    masks[step - first] = rest ^ past;
    rest = past;
  }
  masks[last - first] = rest;
}

/** Writes the first and last of the columns (or rows) in the pixel to `range`. */
function rangeInPixel(local: Float64Array, i: number, steps: number, range: Int32Array): void {
  const j = i + toScale;
  range[0] = 0;
  range[1] = steps - 1;
  if (steps === 1) return;
  const scale = local[j + 2]!;
  const right = scale + local[j]!;
  const below = scale + local[j + 1]!;
  const across = right + local[j + 1]!;
  // If the quad is seen almost edge-on, its horizon may be in the pixel.
  if (scale <= 0 || right <= 0 || below <= 0 || across <= 0) return;
  const way = local[i + 2]!;
  const a = way / scale;
  const b = (way + local[i]!) / right;
  const c = (way + local[i + 1]!) / below;
  const d = (way + local[i]! + local[i + 1]!) / across;
  const min = Math.min(a, b, c, d) * steps;
  const max = Math.max(a, b, c, d) * steps;
  if (min >= 1) range[0] = Math.min(steps - 1, min | 0);
  if (max < steps) range[1] = Math.max(range[0], max | 0);
}
