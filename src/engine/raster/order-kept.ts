import { planeCount, type RasterRow } from './raster-memory.ts';
import { noteCrossing } from './pixel-groups.ts';
import { crossingSlack } from './shell-walk.ts';

/** Nearness of a quad's plane at the pixel's centre. */
function nearness({ planes: f, pixelX, pixelY }: RasterRow, quad: number): number {
  const i = quad * planeCount;
  return f[i]! * (pixelX + 0.5) + f[i + 1]! * (pixelY + 0.5) + f[i + 2]!;
}

/**
 * Whether one plane is nearer in the whole pixel; planes are linear, so corners suffice. `orderUntilX`
 * ends where the answer may be another.
 */
export function isInFront(raster: RasterRow, front: number, behind: number): boolean {
  const order = raster.order[front * raster.rasterQuads + behind]!;
  if (order !== 0) return order > 0;
  raster.isOrderKnown = false;
  const f = raster.planes;
  const i = front * planeCount;
  const j = behind * planeCount;
  const a = f[i]! - f[j]!;
  const b = f[i + 1]! - f[j + 1]!;
  const corner = a * raster.pixelX + b * raster.pixelY + f[i + 2]! - f[j + 2]!;
  const minLeft = b < 0 ? corner + b : corner;
  if (minLeft >= 0 && minLeft + a >= 0) {
    if (a < 0) keepOrder(raster, -minLeft / a);
    return true;
  }
  const maxLeft = b < 0 ? corner : corner + b;
  if (maxLeft >= 0 || maxLeft + a >= 0) raster.orderUntilX = -1;
  else if (a > 0) keepOrder(raster, -maxLeft / a);
  return false;
}

/** If planes approach each other to the right, their order holds up to where they cross. */
function keepOrder(raster: RasterRow, px: number): void {
  const lastX = Math.floor(raster.pixelX + px - 1 - crossingSlack);
  if (lastX < raster.orderUntilX) raster.orderUntilX = lastX;
}

/** Sorts the kept quads, nearest first, and notes which of them cross in the pixel. */
export function orderKept(raster: RasterRow, kept: number): void {
  raster.crossings = 0;
  if (isOneShell(raster, kept)) {
    orderInShell(raster, kept);
    return;
  }
  sortByNearness(raster, kept);
  const { keptQuads, hides } = raster;
  for (let i = 0; i < kept; i++) {
    const behind = keptQuads[i]!;
    hides[i] = 1;
    // All pairs: the order of extended planes of different parts can be cyclic.
    for (let j = 0; j < i; j++) {
      if (isInFront(raster, keptQuads[j]!, behind)) continue;
      hides[j] = 0;
      noteCrossing(raster, j, i);
    }
  }
}

function isOneShell({ keptQuads, shells }: RasterRow, kept: number): boolean {
  const shell = shells[keptQuads[0]!];
  for (let i = 1; i < kept; i++) if (shells[keptQuads[i]!] !== shell) return false;
  return true;
}

/** The same within a shell, where the order is known in advance. */
function orderInShell(raster: RasterRow, kept: number): void {
  const { keptQuads, shellDepths, hides } = raster;
  for (let i = 0; i < kept; i++) {
    const depth = shellDepths[keptQuads[i]!]!;
    let at = i;
    for (; at > 0 && depth > shellDepths[keptQuads[at - 1]!]!; at--);
    moveForward(raster, { from: i, to: at, near: 0 });
    hides[i] = 1;
  }
}

/** Nearer at the pixel's centre comes first, unless the order of two quads is known. */
function sortByNearness(raster: RasterRow, kept: number): void {
  const { keptQuads, depths, order, rasterQuads } = raster;
  for (let i = 0; i < kept; i++) {
    const quad = keptQuads[i]!;
    const near = nearness(raster, quad);
    let at = i;
    for (; at > 0; at--) {
      const known = order[quad * rasterQuads + keptQuads[at - 1]!]!;
      if (known < 0 || (known === 0 && near <= depths[at - 1]!)) break;
    }
    moveForward(raster, { from: i, to: at, near });
  }
}

type Move = { readonly from: number; readonly to: number; readonly near: number };

/** Moves a kept quad before those from `to` on, and sets its depth. */
function moveForward({ keptQuads, keptSlots, depths }: RasterRow, { from, to, near }: Move): void {
  const quad = keptQuads[from]!;
  const slot = keptSlots[from]!;
  for (let at = from; at > to; at--) {
    keptQuads[at] = keptQuads[at - 1]!;
    keptSlots[at] = keptSlots[at - 1]!;
    depths[at] = depths[at - 1]!;
  }
  keptQuads[to] = quad;
  keptSlots[to] = slot;
  depths[to] = near;
}
