import {
  groupCrossing,
  groupInOrder,
  groupEven,
  stacksOfGroups,
  countBits,
  noteCrossing,
} from './pixel-groups.ts';
import { fact, factCount, type RasterRow, planeCount } from './raster-memory.ts';
import { countStack, type Target, stackOf } from './stacks.ts';
import { allSamples, cutIntoTexels, samplesPastLine, secondOfLine } from './sample-texels.ts';
import { lineTexels } from './raster-row.ts';
import { samplesPerPixel } from './plan.ts';
import { crossingSlack } from './shell-walk.ts';

/**
 * Finds what pixel (x, y) sees and writes it to `target.view`.
 * @returns the number of different stacks, 0 if the pixel sees nothing.
 */
export function resolvePixel(raster: RasterRow, x: number, y: number, target: Target): number {
  const { counts } = raster;
  const isKnown = raster.isOrderKnown || (y === raster.pixelY && x <= raster.orderUntilX);
  raster.pixelX = x;
  raster.pixelY = y;
  if (!isKnown || !showsListed(raster, counts[x]!)) sortKept(raster, counts[x]!);
  raster.repeatUntilX = raster.orderUntilX;
  const lines = takeTexels(raster);
  if (raster.crossings > 0) {
    raster.repeatUntilX = -1;
    groupCrossing(raster, raster.kept);
    return stacksOfGroups(raster, target);
  }
  if (lines > 0) raster.repeatUntilX = -1;
  if (target.memo === null) {
    return lines < 2 ? stacksOfEven(raster, target) : stacksInOrder(raster, target);
  }
  if (lines < 2) groupEven(raster);
  else groupInOrder(raster, raster.kept);
  return stacksOfGroups(raster, target);
}

/**
 * The stacks of a pixel in which each kept quad shows one texel, except for one quad that may show two
 * with a line between them.
 */
function stacksOfEven(raster: RasterRow, { table, view }: Target): number {
  const { keptTexels, keptSides, keptQuads } = raster;
  let before = 0;
  let after = 0;
  let past = allSamples;
  for (let i = raster.keptEnd - 1; i >= 0; i--) {
    let first = keptTexels[i]!;
    let second = first;
    if (first < 0) {
      past = samplesPastLine(raster, keptQuads[i]!, lineTexels - first);
      second = secondOfLine(raster, keptQuads[i]!, lineTexels - first);
      first = (lineTexels - first) >> 1;
      if (past === 0) second = first;
      else if (past === allSamples) first = second;
    }
    const stack = stackOf(table, (first << 8) | keptSides[i]!, before);
    const isSame = first === second && before === after;
    after = isSame ? stack : stackOf(table, (second << 8) | keptSides[i]!, after);
    before = stack;
  }
  view.stacks[0] = before;
  view.weights[0] = samplesPerPixel;
  if (before === after) return 1;
  const weight = countBits(past);
  view.weights[0] = samplesPerPixel - weight;
  view.stacks[1] = after;
  view.weights[1] = weight;
  return 2;
}

/** The stacks of a pixel whose kept quads do not cross. */
function stacksInOrder(raster: RasterRow, { table, view }: Target): number {
  const { keptQuads, keptSides, kept, opaqueQuads, groupMasks, groupStacks } = raster;
  const { pieceMasks, pieceTexels, pieceEnds } = raster.cut;
  let open = allSamples;
  let seen = 0;
  for (; seen < kept && open !== 0; seen++) {
    const covered = cutIntoTexels(raster, seen, open);
    if (keptQuads[seen]! < opaqueQuads) open &= ~covered;
  }
  // From the farthest on: where samples see the same behind, it is looked up once.
  groupMasks[0] = allSamples;
  groupStacks[0] = 0;
  let groups = 1;
  for (let place = seen - 1; place >= 0; place--) {
    const side = keptSides[place]!;
    const end = pieceEnds[place + 1]!;
    for (let piece = pieceEnds[place]!; piece < end; piece++) {
      const mask = pieceMasks[piece]!;
      const word = (pieceTexels[piece]! << 8) | side;
      const before = groups;
      for (let group = 0; group < before; group++) {
        const all = groupMasks[group]!;
        const inside = all & mask;
        if (inside === 0) continue;
        const behind = groupStacks[group]!;
        groupMasks[group] = inside;
        groupStacks[group] = stackOf(table, word, behind);
        if (inside === all) continue;
        groupMasks[groups] = all ^ inside;
        groupStacks[groups++] = behind;
      }
    }
  }
  let stacks = 0;
  for (let group = 0; group < groups; group++) {
    const stack = groupStacks[group]!;
    if (stack !== 0) stacks = countStack(view, stacks, stack, countBits(groupMasks[group]!));
  }
  return stacks;
}

/** Whether the pixel shows the quads of the last pixel that was sorted, and they hide the same. */
function showsListed(raster: RasterRow, count: number): boolean {
  const { quadAt, listedQuads, widthPx, pixelX } = raster;
  if (count !== raster.listed || raster.occluders[pixelX] !== raster.listedOccluder) return false;
  for (let i = 0, at = pixelX; i < count; i++, at += widthPx) {
    if (quadAt[at] !== listedQuads[i]) return false;
  }
  return true;
}

/** Sorts the pixel's quads to `kept…`, except those completely hidden by its occluder. */
function sortKept(raster: RasterRow, count: number): void {
  const { quadAt, listedQuads, keptQuads, keptSlots, widthPx, pixelX } = raster;
  const occluder = raster.occluders[pixelX]!;
  raster.isOrderKnown = true;
  raster.orderUntilX = raster.widthPx;
  raster.listed = count;
  raster.listedOccluder = occluder;
  let kept = 0;
  for (let i = 0, at = pixelX; i < count; i++, at += widthPx) {
    const quad = quadAt[at]!;
    listedQuads[i] = quad;
    if (occluder >= 0 && quad !== occluder && isInFront(raster, occluder, quad)) continue;
    keptQuads[kept] = quad;
    keptSlots[kept++] = i;
  }
  raster.kept = kept;
  orderKept(raster, kept);
  let end = 0;
  while (end < kept && keptQuads[end]! >= raster.opaqueQuads) end++;
  raster.keptEnd = Math.min(kept, end + 1);
  for (let i = 0; i < kept; i++) {
    raster.keptSides[i] = raster.facts[keptQuads[i]! * factCount + fact.side]!;
  }
}

/**
 * Copies what the kept quads show.
 * @returns 0 if each of them shows a single texel in the whole pixel, 1 if one of those down to the first
 *   opaque one shows two with a line between them, and more otherwise.
 */
function takeTexels(raster: RasterRow): number {
  const { keptTexels, keptSlots, texelAt, widthPx, pixelX, kept } = raster;
  let lines = 0;
  for (let i = 0; i < kept; i++) {
    const texel = texelAt[keptSlots[i]! * widthPx + pixelX]!;
    keptTexels[i] = texel;
    if (texel < 0) lines += texel <= lineTexels ? 1 : 2;
  }
  return lines;
}

/** Nearness of a quad's plane at the pixel's centre. */
function nearness({ planes: f, pixelX, pixelY }: RasterRow, quad: number): number {
  const i = quad * planeCount;
  return f[i]! * (pixelX + 0.5) + f[i + 1]! * (pixelY + 0.5) + f[i + 2]!;
}

/**
 * Whether one plane is nearer in the whole pixel; planes are linear, so corners suffice. `orderUntilX`
 * ends where the answer may be another.
 */
function isInFront(raster: RasterRow, front: number, behind: number): boolean {
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
function orderKept(raster: RasterRow, kept: number): void {
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
