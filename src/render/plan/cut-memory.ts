import { samplesPerPixel } from './plan.ts';
import type { ScreenQuad } from './screen-quads.ts';

/** Working memory for cutting the samples of a pixel by the texels of quads; see `cutIntoTexels`. */
export type CutMemory = {
  /** See `bordersOf`. */
  readonly borders: Float64Array;
  /**
   * Samples (a bit for each) that see one texel of one of the kept quads, and that texel; those of
   * the quad at a place go from `pieceEnds[place]` to the next.
   */
  readonly pieceMasks: Int32Array;
  readonly pieceTexels: Int32Array;
  readonly pieceEnds: Int32Array;
  /** The functions of the quad at hand from the corner of the pixel at hand. */
  readonly local: Float64Array;
  /** The first and the last of its columns (or rows) that are in the pixel … */
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

/** Numbers in a quad's borders. */
export const borderCount = 20;

/** A sample this far outside (in parts of the quad) still belongs to it, so that no seam opens. */
const rim = 1e-9;

/**
 * Of each side of each quad five numbers: a, b, c of a function that is not below nought inside, and
 * what it falls and rises by at most from a pixel's upper left corner to another place in the pixel.
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
