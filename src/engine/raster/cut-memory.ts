import { samplesPerPixel } from './plan.ts';
import type { ScreenQuad } from './screen-quads.ts';

/** Working memory for cutting the samples of a pixel by the texels of quads; see `cutIntoTexels`. */
export type CutMemory = {
  /** See `bordersOf`. */
  readonly borders: Float64Array;
  /** Samples (a bit each) that see one texel of a kept quad, up to `pieceEnds[place + 1]`. */
  readonly pieceMasks: Int32Array;
  readonly pieceTexels: Int32Array;
  readonly pieceEnds: Int32Array;
  /** The functions of the current quad, relative to the corner of the current pixel. */
  readonly local: Float64Array;
  /** The first and last of its texel columns (or rows) in the pixel … */
  readonly range: Int32Array;
  /** … and the samples in each of them. */
  readonly columnMasks: Int32Array;
  readonly rowMasks: Int32Array;
};

export function createCutMemory(quads: readonly ScreenQuad[]): CutMemory {
  const mostSteps = quads.reduce((most, { columns, rows }) => Math.max(most, columns, rows), 1);
  return {
    borders: bordersOf(quads),
    pieceMasks: new Int32Array(quads.length * samplesPerPixel),
    pieceTexels: new Int32Array(quads.length * samplesPerPixel),
    pieceEnds: new Int32Array(quads.length + 1),
    local: new Float64Array(12),
    range: new Int32Array(2),
    columnMasks: new Int32Array(mostSteps),
    rowMasks: new Int32Array(mostSteps),
  };
}

/** How many numbers describe a quad's borders. */
export const borderCount = 20;

/** A sample this far outside (in parts of the quad) still belongs to it, so that no seam opens. */
const rim = 1e-9;

/**
 * Five numbers for each side of each quad: a, b, c of a function that is not negative inside, and
 * its maximum decrease and increase from a pixel's upper left corner within the pixel.
 */
function bordersOf(quads: readonly ScreenQuad[]): Float64Array {
  const borders = new Float64Array(quads.length * borderCount);
  quads.forEach(({ functions }, quad) => {
    [3, 6].forEach((way, i) => {
      const scale = way === 3 ? 0 : 9;
      const at = quad * borderCount + i * 10;
      for (let k = 0; k < 3; k++) {
        borders[at + k] = functions[way + k]! + rim * functions[scale + k]!;
        borders[at + 5 + k] = (1 + rim) * functions[scale + k]! - functions[way + k]!;
      }
    });
  });
  for (let at = 0; at < borders.length; at += 5) {
    borders[at + 3] = Math.min(0, borders[at]!) + Math.min(0, borders[at + 1]!);
    borders[at + 4] = Math.max(0, borders[at]!) + Math.max(0, borders[at + 1]!);
  }
  return borders;
}
