import { planeCount, type RasterRow } from './raster-memory.ts';
import { noteCrossing, type Order } from './split-pixel.ts';

/** Nearness of a quad's plane at the pixel's centre. */
function nearness({ planes: f, pixelX, pixelY }: RasterRow, quad: number): number {
  const i = quad * planeCount;
  return f[i]! * (pixelX + 0.5) + f[i + 1]! * (pixelY + 0.5) + f[i + 2]!;
}

/** Pixels; more than the rounding error of the line where two planes cross. */
const crossingSlack = 1e-3;

/** See `depthOrder`; of two cells of one shell, the one entered from the air is in front. */
function knownOrder(raster: RasterRow, first: number, second: number): number {
  const { order, orderedQuads, quads, shells, outers } = raster;
  if (first < orderedQuads) return order[first * quads.length + second]!;
  if (second < orderedQuads) return -order[second * quads.length + first]!;
  if (shells[first] !== shells[second]) return 0;
  // No ray enters two of them from the air, so either may come first.
  return outers[first] === 1 ? 1 : -outers[second]!;
}

/** Whether one plane is nearer in the whole pixel; planes are linear, so corners suffice. */
export function isInFront(raster: RasterRow, front: number, behind: number): boolean {
  const order = knownOrder(raster, front, behind);
  if (order !== 0) return order > 0;
  const f = raster.planes;
  const i = front * planeCount;
  const j = behind * planeCount;
  const a = f[i]! - f[j]!;
  const b = f[i + 1]! - f[j + 1]!;
  const corner = a * raster.pixelX + b * raster.pixelY + f[i + 2]! - f[j + 2]!;
  const leastLeft = b < 0 ? corner + b : corner;
  if (leastLeft < 0 || leastLeft + a < 0) return false;
  // If the planes approach each other to the right, this holds up to where they cross.
  if (a < 0) {
    const lastX = Math.floor(raster.pixelX - leastLeft / a - 1 - crossingSlack);
    if (lastX < raster.repeatUntilX) raster.repeatUntilX = lastX;
  }
  return true;
}

/** Sorts the kept quads, nearest first, and notes which of them cross in the pixel. */
export function orderKept(raster: RasterRow, kept: number): Order {
  raster.crossings = 0;
  if (isOneShell(raster, kept)) return orderInShell(raster, kept);
  sortByNearness(raster, kept);
  const { keptQuads, shells, orderedQuads, hides } = raster;
  let order: Order = 'all';
  for (let i = 0; i < kept; i++) {
    const behind = keptQuads[i]!;
    const isCell = behind >= orderedQuads;
    hides[i] = 1;
    // All pairs: the order of extended planes of different parts can be cyclic.
    for (let j = 0; j < i; j++) {
      const front = keptQuads[j]!;
      const isBeforeCell = front >= orderedQuads;
      const hasCells = isCell || isBeforeCell;
      if (hasCells && shells[front] === shells[behind]) {
        // The cells of a shell that a ray meets have a known order.
        if (order !== 'all' && isCell && isBeforeCell) continue;
        if (knownOrder(raster, front, behind) === 1) continue;
        hides[j] = 0;
        if (order === 'all') order = 'cells';
        continue;
      }
      if (isInFront(raster, front, behind)) continue;
      hides[j] = 0;
      if (hasCells && isInFront(raster, behind, front)) {
        if (order === 'all') order = 'cells';
        continue;
      }
      order = 'none';
      noteCrossing(raster, j, i);
    }
  }
  return order;
}

function isOneShell({ keptQuads, shells }: RasterRow, kept: number): boolean {
  const shell = shells[keptQuads[0]!];
  for (let i = 1; i < kept; i++) if (shells[keptQuads[i]!] !== shell) return false;
  return true;
}

/** The same within a shell, where only the order of its inner cells is not known in advance. */
function orderInShell(raster: RasterRow, kept: number): Order {
  const { keptQuads, depths, turns, orderedQuads, outers, hides } = raster;
  let innerCells = 0;
  for (let i = 0; i < kept; i++) {
    const quad = keptQuads[i]!;
    const turn = turns[quad]!;
    const isInner = quad >= orderedQuads && outers[quad] === 0;
    const near = isInner ? nearness(raster, quad) : 0;
    if (isInner) innerCells++;
    let at = i;
    for (; at > 0; at--) {
      const turnBefore = turns[keptQuads[at - 1]!]!;
      if (turn < turnBefore || (turn === turnBefore && near <= depths[at - 1]!)) break;
    }
    moveForward(raster, { from: i, to: at, near });
    hides[i] = 1;
  }
  return innerCells > 1 ? 'cells' : 'all';
}

/** Nearer at the pixel's centre comes first, unless the order of two quads is known. */
function sortByNearness(raster: RasterRow, kept: number): void {
  const { keptQuads, depths } = raster;
  for (let i = 0; i < kept; i++) {
    const quad = keptQuads[i]!;
    const near = nearness(raster, quad);
    let at = i;
    for (; at > 0; at--) {
      const order = knownOrder(raster, quad, keptQuads[at - 1]!);
      if (order < 0 || (order === 0 && near <= depths[at - 1]!)) break;
    }
    moveForward(raster, { from: i, to: at, near });
  }
}

type Move = { readonly from: number; readonly to: number; readonly near: number };

/** Moves a kept quad before those from `to` on, and sets its depth. */
function moveForward({ keptQuads, keptTexels, depths }: RasterRow, { from, to, near }: Move): void {
  const quad = keptQuads[from]!;
  const texel = keptTexels[from]!;
  for (let at = from; at > to; at--) {
    keptQuads[at] = keptQuads[at - 1]!;
    keptTexels[at] = keptTexels[at - 1]!;
    depths[at] = depths[at - 1]!;
  }
  keptQuads[to] = quad;
  keptTexels[to] = texel;
  depths[to] = near;
}
