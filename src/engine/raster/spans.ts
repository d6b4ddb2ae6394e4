import type { ScreenQuad } from './screen-quads.ts';
import { samplesPerPixel } from './plan.ts';

/** Pixels are widened by this much, so that rounding never loses one. */
const slack = 1e-6;

/** Which pixels of which rows quads touch; each quad is processed once for all of its rows. */
export function rowSpans(
  quads: readonly Pick<ScreenQuad, 'outline'>[],
  widthPx: number,
  heightPx: number,
) {
  const ranges = quads.map(({ outline }) => rowRange(outline, heightPx));
  const rowStarts = new Uint32Array(heightPx + 1);
  for (const [first, last] of ranges) for (let y = first; y <= last; y++) rowStarts[y + 1]!++;
  for (let y = 0; y < heightPx; y++) rowStarts[y + 1]! += rowStarts[y]!;
  const length = rowStarts[heightPx]!;
  const spans = {
    /** The start of each row in the lists below, and after the last row their end. */
    rowStarts,
    /** In each row, in the given order. */
    quads: new Uint16Array(length),
    /** The first pixel that the quad touches in this row, and one past the last. */
    starts: new Uint16Array(length),
    ends: new Uint16Array(length),
  };
  const next = rowStarts.slice();
  const lefts = new Float64Array(heightPx);
  const rights = new Float64Array(heightPx);
  quads.forEach(({ outline }, quad) => {
    const [first, last] = ranges[quad]!;
    lefts.fill(Infinity, first, last + 1);
    rights.fill(-Infinity, first, last + 1);
    for (let corner = 0; corner < 8; corner += 2) {
      widenBySide(outline, corner, [first, last], { lefts, rights });
    }
    for (let y = first; y <= last; y++) {
      const at = next[y]!++;
      spans.quads[at] = quad;
      spans.starts[at] = Math.max(0, Math.min(widthPx, Math.floor(lefts[y]! - slack)));
      spans.ends[at] = Math.max(0, Math.min(widthPx, Math.floor(rights[y]! + slack) + 1));
    }
  });
  return spans;
}

/** First and last pixel row that an outline touches, clipped to the picture. */
function rowRange(outline: readonly number[], heightPx: number): readonly [number, number] {
  const ys = [outline[1]!, outline[3]!, outline[5]!, outline[7]!];
  const first = Math.max(0, Math.floor(Math.min(...ys) - slack));
  const last = Math.min(heightPx - 1, Math.floor(Math.max(...ys) + slack));
  return [first, last];
}

type RowBounds = { readonly lefts: Float64Array; readonly rights: Float64Array };

/** Widens the bounds of rows by the part of one side of a convex outline that is in each. */
function widenBySide(
  outline: readonly number[],
  corner: number,
  [first, last]: readonly [number, number],
  { lefts, rights }: RowBounds,
): void {
  const x0 = outline[corner]!;
  const y0 = outline[corner + 1]!;
  const x1 = outline[(corner + 2) & 7]!;
  const y1 = outline[(corner + 3) & 7]!;
  const slope = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0);
  const from = Math.max(first, Math.ceil(Math.min(y0, y1) - slack) - 1);
  const to = Math.min(last, Math.floor(Math.max(y0, y1) + slack));
  for (let y = from; y <= to; y++) {
    const top = y - slack;
    const bottom = y + 1 + slack;
    // Both ends of the side, clamped to the row's borders.
    const startX =
      y0 < top ? x0 + slope * (top - y0) : y0 > bottom ? x0 + slope * (bottom - y0) : x0;
    const endX = y1 < top ? x1 + slope * (top - y1) : y1 > bottom ? x1 + slope * (bottom - y1) : x1;
    lefts[y] = Math.min(lefts[y]!, startX, endX);
    rights[y] = Math.max(rights[y]!, startX, endX);
  }
}

/** Working memory for cutting the samples of a pixel by the texels of quads; see `cutIntoTexels`. */
export function createCutMemory(quads: readonly ScreenQuad[]) {
  const maxSteps = quads.reduce((max, { columns, rows }) => Math.max(max, columns, rows), 1);
  return {
    /** See `bordersOf`. */
    borders: bordersOf(quads),
    /** Samples (a bit each) that see one texel of a kept quad, up to `pieceEnds[place + 1]`. */
    pieceMasks: new Int32Array(quads.length * samplesPerPixel),
    pieceTexels: new Int32Array(quads.length * samplesPerPixel),
    pieceEnds: new Int32Array(quads.length + 1),
    /** The functions of the current quad, relative to the corner of the current pixel. */
    local: new Float64Array(12),
    /** The first and last of its texel columns (or rows) in the pixel … */
    range: new Int32Array(2),
    /** … and the samples in each of them. */
    columnMasks: new Int32Array(maxSteps),
    rowMasks: new Int32Array(maxSteps),
  };
}

export type CutMemory = ReturnType<typeof createCutMemory>;

/** How many numbers describe a quad's borders. */
export const borderCount = 20;

/** A sample this far outside (in parts of the quad) still belongs to it, so that no seam opens. */
export const rim = 1e-9;

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
