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

/** Writes what the samples of the pixel see of the kept quad at `place` to `sampleTexels`. */
export function sampleQuad(raster: RasterRow, place: number): void {
  const { keptTexels, keptQuads, cells, pixelX, pixelY } = raster;
  // Where cells end is where others begin: nothing may be seen between.
  const isCell = cells[keptQuads[place]!] === 1;
  const isExact = isCell || keptTexels[place] === partOfPixel || isCurved(raster, place);
  if (isExact) samplePart(raster, place, pixelX, pixelY);
  else sampleCovering(raster, place, pixelX, pixelY);
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

/** Sample by sample, exactly: the quad's border runs through the pixel. */
function samplePart(raster: RasterRow, place: number, x: number, y: number): void {
  const { functions: f, facts, sampleTexels } = raster;
  const quad = raster.keptQuads[place]!;
  const i = quad * functionCount;
  const j = quad * factCount;
  const to = place * samplesPerPixel;
  const a0 = f[i]!;
  const b0 = f[i + 1]!;
  const c0 = f[i]! * x + f[i + 1]! * y + f[i + 2]!;
  const a1 = f[i + 3]!;
  const b1 = f[i + 4]!;
  const c1 = f[i + 3]! * x + f[i + 4]! * y + f[i + 5]!;
  const a2 = f[i + 6]!;
  const b2 = f[i + 7]!;
  const c2 = f[i + 6]! * x + f[i + 7]! * y + f[i + 8]!;
  const a3 = f[i + 12]!;
  const b3 = f[i + 13]!;
  const c3 = f[i + 12]! * x + f[i + 13]! * y + f[i + 14]!;
  const columns = facts[j]!;
  const rows = facts[j + 1]!;
  const first = facts[j + 2]!;
  const width = facts[j + 3]!;
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    const dx = sampleOffsets[sample * 2]!;
    const dy = sampleOffsets[sample * 2 + 1]!;
    sampleTexels[to + sample] = partOfPixel;
    const across = (a1 * dx + b1 * dy + c1) / (a0 * dx + b0 * dy + c0);
    if (across < -rim || across > 1 + rim) continue;
    const down = (a2 * dx + b2 * dy + c2) / (a3 * dx + b3 * dy + c3);
    if (down < -rim || down > 1 + rim) continue;
    const column = Math.min(columns - 1, (across * columns) | 0);
    const row = Math.min(rows - 1, (down * rows) | 0);
    sampleTexels[to + sample] = first + row * width + column;
  }
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
