import { fact, factCount, functionCount, type RasterRow } from './raster-memory.ts';
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

/** Exactly: the quad's border may run through the pixel. */
function samplePart(raster: RasterRow, place: number): number {
  const { local, facts } = raster;
  const quad = raster.keptQuads[place]!;
  moveToPixel(raster, quad);
  let covered = allSamples;
  for (const border of borders) {
    covered = samplesWithin(local, border, covered);
    if (covered === 0) return 0;
  }
  const columns = facts[quad * factCount + fact.columns]!;
  const rows = facts[quad * factCount + fact.rows]!;
  const first = 31 - Math.clz32(covered & -covered);
  const column = stepAt(local, acrossAt, columns, first);
  const row = stepAt(local, downAt, rows, first);
  if (isOneStep(local, acrossAt, columns, column) && isOneStep(local, downAt, rows, row)) {
    raster.keptTexels[place] = texelOf(facts, quad, column, row);
    return covered;
  }
  const { sampleTexels } = raster;
  for (let bits = covered; bits !== 0; bits &= bits - 1) {
    const sample = 31 - Math.clz32(bits & -bits);
    const sampleColumn = stepAt(local, acrossAt, columns, sample);
    const sampleRow = stepAt(local, downAt, rows, sample);
    sampleTexels[place * samplesPerPixel + sample] = texelOf(facts, quad, sampleColumn, sampleRow);
  }
  return covered;
}

/** Where in `local` the three numbers of a function begin. Each scale is that far behind. */
const acrossAt = 0;
const downAt = 3;
const toScale = 6;

/** Inside, `p` times the way and `q` times its scale are not below nought. */
type Border = { readonly i: number; readonly p: number; readonly q: number };

const borders: readonly Border[] = [
  { i: acrossAt, p: 1, q: rim },
  { i: acrossAt, p: -1, q: 1 + rim },
  { i: downAt, p: 1, q: rim },
  { i: downAt, p: -1, q: 1 + rim },
];

/** Writes a quad's functions to `local`, as they are from the pixel's corner. */
function moveToPixel(raster: RasterRow, quad: number): void {
  const i = quad * functionCount;
  moveFunction(raster, i + 3, acrossAt);
  moveFunction(raster, i + 6, downAt);
  moveFunction(raster, i, acrossAt + toScale);
  moveFunction(raster, i + 12, downAt + toScale);
}

function moveFunction(raster: RasterRow, from: number, to: number): void {
  const { functions: f, local } = raster;
  const a = f[from]!;
  const b = f[from + 1]!;
  local[to] = a;
  local[to + 1] = b;
  local[to + 2] = a * raster.pixelX + b * raster.pixelY + f[from + 2]!;
}

function texelOf(facts: Int32Array, quad: number, column: number, row: number): number {
  const j = quad * factCount;
  return facts[j + fact.firstTexel]! + row * facts[j + fact.atlasWidth]! + column;
}

/** In which of so many columns (or rows) a sample lies. */
function stepAt(local: Float64Array, i: number, steps: number, sample: number): number {
  const dx = sampleOffsets[sample * 2]!;
  const dy = sampleOffsets[sample * 2 + 1]!;
  const j = i + toScale;
  const way = local[i]! * dx + local[i + 1]! * dy + local[i + 2]!;
  const scale = local[j]! * dx + local[j + 1]! * dy + local[j + 2]!;
  return Math.min(steps - 1, ((way / scale) * steps) | 0);
}

/** Whether all of the pixel that lies in the quad is clearly in one column (or row). */
function isOneStep(local: Float64Array, i: number, steps: number, step: number): boolean {
  return (
    (step === 0 || isAbove(local, i, steps, -step)) &&
    (step === steps - 1 || isAbove(local, i, -steps, step + 1))
  );
}

/** Of the samples in `among`, those that are on the inner side of a border of the quad. */
function samplesWithin(local: Float64Array, { i, p, q }: Border, among: number): number {
  const j = i + toScale;
  const a = p * local[i]! + q * local[j]!;
  const b = p * local[i + 1]! + q * local[j + 1]!;
  const c = p * local[i + 2]! + q * local[j + 2]!;
  const least = c + (a < 0 ? a : 0) + (b < 0 ? b : 0);
  if (least >= 0) return among;
  if (least + Math.abs(a) + Math.abs(b) < 0) return 0;
  let within = among;
  for (let bits = among; bits !== 0; bits &= bits - 1) {
    const bit = bits & -bits;
    const sample = 31 - Math.clz32(bit);
    if (a * sampleOffsets[sample * 2]! + b * sampleOffsets[sample * 2 + 1]! + c < 0) within ^= bit;
  }
  return within;
}

/** Whether `p` times the way and `q` times its scale are clearly above nought all over the pixel. */
function isAbove(local: Float64Array, i: number, p: number, q: number): boolean {
  const j = i + toScale;
  const a = p * local[i]! + q * local[j]!;
  const b = p * local[i + 1]! + q * local[j + 1]!;
  const c = p * local[i + 2]! + q * local[j + 2]!;
  return c + (a < 0 ? a : 0) + (b < 0 ? b : 0) > rim * Math.abs(c);
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
