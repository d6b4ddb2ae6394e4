import { fact, factCount, type RasterRow } from './raster-memory.ts';

/** More than the error of `flattenAtPixel`. */
const slackPx = 0.02;

/**
 * Writes where the texels of the first `count` surfaces in `words` are all seen: the centre of a box,
 * half its width and half its height, in pixels.
 */
export function boundByTexels(raster: RasterRow, count: number, box: Float32Array): void {
  const edges = [-Infinity, -Infinity, Infinity, Infinity];
  for (let i = 0; i < count; i++) narrow(raster, i, edges);
  const [left, top, right, bottom] = edges;
  box[0] = (left! + right!) / 2;
  box[1] = (top! + bottom!) / 2;
  box[2] = (right! - left!) / 2 + slackPx;
  box[3] = (bottom! - top!) / 2 + slackPx;
}

/** Narrows a box, by its left, top, right and bottom edge, to the texel of one surface. */
function narrow({ quads, facts, words, wordQuads }: RasterRow, i: number, edges: number[]): void {
  const quad = wordQuads[i]!;
  const { forward: f, columns, rows } = quads[quad]!;
  const width = facts[quad * factCount + fact.atlasWidth]!;
  const offset = (words[i]! >>> 8) - facts[quad * factCount + fact.firstTexel]!;
  const row = (offset / width) | 0;
  const column = offset - row * width;
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let corner = 0; corner < 4; corner++) {
    const across = (column + (corner & 1)) / columns;
    const down = ((row + (corner >> 1)) / rows) * (1 + f[9]! * across);
    const size = 1 / (f[2]! + across * f[5]! + down * f[8]!);
    const x = (f[0]! + across * f[3]! + down * f[6]!) * size;
    const y = (f[1]! + across * f[4]! + down * f[7]!) * size;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (left > edges[0]!) edges[0] = left;
  if (top > edges[1]!) edges[1] = top;
  if (right < edges[2]!) edges[2] = right;
  if (bottom < edges[3]!) edges[3] = bottom;
}
