import { factCount, functionCount, type RasterRow } from './raster-memory.ts';
import { partOfPixel } from './raster-row.ts';
import { samplesPerPixel } from './plan.ts';

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
export const allSamples = 2 ** samplesPerPixel - 1;

/**
 * Looks at the samples of the pixel in the kept quad at `place`. Where all see one texel, it becomes
 * the quad's in `keptTexels`; if not, what each sees is written to `sampleTexels`.
 * @returns one bit for each sample that sees any of the quad.
 */
export function sampleQuad(raster: RasterRow, place: number): number {
  const { keptTexels, keptQuads, cells } = raster;
  // Where cells end is where others begin: nothing may be seen between.
  const isCell = cells[keptQuads[place]!] === 1;
  if (isCell || keptTexels[place] === partOfPixel || isCurved(raster, place)) {
    return samplePart(raster, place);
  }
  sampleCovering(raster, place, raster.pixelX, raster.pixelY);
  return allSamples;
}

/** How much a quad's scale may change over a pixel that is sampled as if it did not. */
const mostChange = 0.01;

/** Whether perspective (or the fan of a bent limb) can be told from none within the pixel. */
function isCurved({ functions: f, keptQuads, pixelX, pixelY }: RasterRow, place: number): boolean {
  const i = keptQuads[place]! * functionCount;
  const a = f[i]!;
  const b = f[i + 1]!;
  const c = f[i + 12]!;
  const d = f[i + 13]!;
  const x = pixelX + 0.5;
  const y = pixelY + 0.5;
  const scale = a * x + b * y + f[i + 2]!;
  const downScale = c * x + d * y + f[i + 14]!;
  return (
    Math.abs(a) + Math.abs(b) > mostChange * Math.abs(scale) ||
    Math.abs(c) + Math.abs(d) > mostChange * Math.abs(downScale)
  );
}

/** A sample this far outside (in parts of the quad) still belongs to it, so that no seam opens. */
const rim = 1e-9;

/**
 * Exactly: the quad's border may run through the pixel. The five functions as at the pixel's corner:
 * `a * dx + b * dy + c`.
 */
function samplePart(raster: RasterRow, place: number): number {
  const { functions: f, facts, pixelX: x, pixelY: y } = raster;
  const quad = raster.keptQuads[place]!;
  const i = quad * functionCount;
  const a0 = f[i]!;
  const b0 = f[i + 1]!;
  const c0 = a0 * x + b0 * y + f[i + 2]!;
  const a1 = f[i + 3]!;
  const b1 = f[i + 4]!;
  const c1 = a1 * x + b1 * y + f[i + 5]!;
  const a2 = f[i + 6]!;
  const b2 = f[i + 7]!;
  const c2 = a2 * x + b2 * y + f[i + 8]!;
  const a3 = f[i + 12]!;
  const b3 = f[i + 13]!;
  const c3 = a3 * x + b3 * y + f[i + 14]!;
  let covered = samplesWithin(a1 + rim * a0, b1 + rim * b0, c1 + rim * c0);
  const far = 1 + rim;
  if (covered !== 0) covered &= samplesWithin(far * a0 - a1, far * b0 - b1, far * c0 - c1);
  if (covered !== 0) covered &= samplesWithin(a2 + rim * a3, b2 + rim * b3, c2 + rim * c3);
  if (covered !== 0) covered &= samplesWithin(far * a3 - a2, far * b3 - b2, far * c3 - c2);
  if (covered === 0) return 0;
  const j = quad * factCount;
  const columns = facts[j]!;
  const rows = facts[j + 1]!;
  const first = facts[j + 2]!;
  const width = facts[j + 3]!;
  const leader = (31 - Math.clz32(covered & -covered)) * 2;
  const dx = sampleOffsets[leader]!;
  const dy = sampleOffsets[leader + 1]!;
  const across = (a1 * dx + b1 * dy + c1) / (a0 * dx + b0 * dy + c0);
  const down = (a2 * dx + b2 * dy + c2) / (a3 * dx + b3 * dy + c3);
  const column = Math.min(columns - 1, (across * columns) | 0);
  const row = Math.min(rows - 1, (down * rows) | 0);
  const isOne =
    (column === 0 ||
      isWithin(
        columns * a1 - column * a0,
        columns * b1 - column * b0,
        columns * c1 - column * c0,
      )) &&
    (column === columns - 1 ||
      isWithin(
        (column + 1) * a0 - columns * a1,
        (column + 1) * b0 - columns * b1,
        (column + 1) * c0 - columns * c1,
      )) &&
    (row === 0 || isWithin(rows * a2 - row * a3, rows * b2 - row * b3, rows * c2 - row * c3)) &&
    (row === rows - 1 ||
      isWithin((row + 1) * a3 - rows * a2, (row + 1) * b3 - rows * b2, (row + 1) * c3 - rows * c2));
  if (isOne) {
    raster.keptTexels[place] = first + row * width + column;
    return covered;
  }
  const { sampleTexels } = raster;
  const to = place * samplesPerPixel;
  for (let bits = covered; bits !== 0; bits &= bits - 1) {
    const sample = 31 - Math.clz32(bits & -bits);
    const sx = sampleOffsets[sample * 2]!;
    const sy = sampleOffsets[sample * 2 + 1]!;
    const u = (a1 * sx + b1 * sy + c1) / (a0 * sx + b0 * sy + c0);
    const v = (a2 * sx + b2 * sy + c2) / (a3 * sx + b3 * sy + c3);
    const sampleColumn = Math.min(columns - 1, (u * columns) | 0);
    const sampleRow = Math.min(rows - 1, (v * rows) | 0);
    sampleTexels[to + sample] = first + sampleRow * width + sampleColumn;
  }
  return covered;
}

/** The samples of a pixel at which a linear function is not negative. */
function samplesWithin(a: number, b: number, c: number): number {
  const least = c + (a < 0 ? a : 0) + (b < 0 ? b : 0);
  if (least >= 0) return allSamples;
  if (least + Math.abs(a) + Math.abs(b) < 0) return 0;
  let within = 0;
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    const value = a * sampleOffsets[sample * 2]! + b * sampleOffsets[sample * 2 + 1]! + c;
    if (value >= 0) within |= 1 << sample;
  }
  return within;
}

/** Whether a linear function is clearly above nought all over a pixel. */
function isWithin(a: number, b: number, c: number): boolean {
  const least = c + (a < 0 ? a : 0) + (b < 0 ? b : 0);
  return least > rim * Math.abs(c);
}

/**
 * The quad covers the pixel, so no border can open: the texture position is taken as linear over
 * this one pixel, which is off by a hundredth of a pixel at most (see `mostChange`).
 */
function sampleCovering(raster: RasterRow, place: number, x: number, y: number): void {
  const { functions: f, facts, sampleTexels } = raster;
  const quad = raster.keptQuads[place]!;
  const i = quad * functionCount;
  const j = quad * factCount;
  const to = place * samplesPerPixel;
  const centreX = x + 0.5;
  const centreY = y + 0.5;
  const size = 1 / (f[i]! * centreX + f[i + 1]! * centreY + f[i + 2]!);
  const across = (f[i + 3]! * centreX + f[i + 4]! * centreY + f[i + 5]!) * size;
  const downSize = 1 / (f[i + 12]! * centreX + f[i + 13]! * centreY + f[i + 14]!);
  const down = (f[i + 6]! * centreX + f[i + 7]! * centreY + f[i + 8]!) * downSize;
  const columns = facts[j]!;
  const rows = facts[j + 1]!;
  const first = facts[j + 2]!;
  const width = facts[j + 3]!;
  const acrossX = (f[i + 3]! - across * f[i]!) * size * columns;
  const acrossY = (f[i + 4]! - across * f[i + 1]!) * size * columns;
  const downX = (f[i + 6]! - down * f[i + 12]!) * downSize * rows;
  const downY = (f[i + 7]! - down * f[i + 13]!) * downSize * rows;
  const across0 = across * columns - (acrossX + acrossY) / 2;
  const down0 = down * rows - (downX + downY) / 2;
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    const dx = sampleOffsets[sample * 2]!;
    const dy = sampleOffsets[sample * 2 + 1]!;
    const column = Math.min(columns - 1, (across0 + acrossX * dx + acrossY * dy) | 0);
    const row = Math.min(rows - 1, (down0 + downX * dx + downY * dy) | 0);
    sampleTexels[to + sample] = first + row * width + column;
  }
}
