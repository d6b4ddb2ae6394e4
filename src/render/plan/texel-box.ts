import { fact, factCount, type RasterRow } from './raster-memory.ts';

/** More than the error of `flattenAtPixel`. */
const slackPx = 0.02;

/** Sets the box of a walk to where the texels of the first `count` surfaces in `words` are all seen. */
export function boundByTexels(raster: RasterRow, count: number): void {
  const { box, edges } = raster.walk;
  edges[0] = edges[1] = -Infinity;
  edges[2] = edges[3] = Infinity;
  for (let i = 0; i < count; i++) narrow(raster, i);
  box[0] = (edges[0] + edges[2]) / 2;
  box[1] = (edges[1] + edges[3]) / 2;
  box[2] = (edges[2] - edges[0]) / 2 + slackPx;
  box[3] = (edges[3] - edges[1]) / 2 + slackPx;
}

/** Narrows the edges to the texel of one surface. */
function narrow({ quads, facts, words, wordQuads, walk: { edges } }: RasterRow, i: number): void {
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
