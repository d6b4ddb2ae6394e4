import { cellBits } from './plan.ts';
import { fact, factCount, type RasterRow } from './raster-memory.ts';
import { keepStack, knownStack, setBox, treeOf, type StackMemo } from './stack-memo.ts';
import { stackOf, type StackTable } from './stack-table.ts';
import { walkOut, walkToBase, ask } from './shell-walk.ts';

/** What one pixel sees: stacks, and how many of its samples see each. */
export type PixelView = { readonly stacks: Int32Array; readonly weights: Uint8Array };

/** Where the results are written. */
export type Target = {
  readonly table: StackTable;
  /** For a raised overlay; a flat one has short lists, which are built as fast as looked up. */
  readonly memo: StackMemo | null;
  readonly view: PixelView;
};

/** Adds samples to a stack's count; groups come in order, so no count is overwritten unread. */
export function countStack(view: PixelView, seen: number, stack: number, samples: number): number {
  for (let i = 0; i < seen; i++) {
    if (view.stacks[i] === stack) {
      view.weights[i]! += samples;
      return seen;
    }
  }
  view.stacks[seen] = stack;
  view.weights[seen] = samples;
  return seen + 1;
}

/** The stack of what a group of samples sees. */
export function stackOfGroup(
  raster: RasterRow,
  group: number,
  { table, memo }: Pick<Target, 'table' | 'memo'>,
): number {
  if (memo === null) {
    const { groupWords, groupCounts, groupRoom } = raster;
    const start = group * groupRoom;
    let stack = 0;
    for (let i = start + groupCounts[group]! - 1; i >= start; i--) {
      stack = stackOf(table, groupWords[i]!, stack);
    }
    return stack;
  }
  const tree = treeOf(memo, raster, group);
  const known = knownStack(memo, raster, tree);
  if (known !== 0) return known;
  setBox(memo, tree, raster.walk.box);
  const stack = stackOfCells(raster, enterVoxels(raster, group), table);
  keepStack(memo, raster.walk, stack);
  return stack;
}

/**
 * The stack of surfaces that include cells of a raised overlay. All cells that a ray meets in one
 * shell follow each other without a gap, as a shell is convex and its content is opaque.
 */
function stackOfCells(raster: RasterRow, count: number, table: StackTable): number {
  const { words, wordQuads, orderedQuads } = raster;
  let stack = 0;
  for (let i = count - 1; i >= 0; i--) {
    const quad = wordQuads[i]!;
    const word = words[i]!;
    const isFollowed = i + 1 < count && touches(raster, quad, wordQuads[i + 1]!);
    stack =
      quad >= orderedQuads
        ? stackOfCell(raster, { quad, word, isFollowed }, { table, behind: stack })
        : stackOf(table, word, stack);
  }
  return stack;
}

type SeenCell = { readonly quad: number; readonly word: number; readonly isFollowed: boolean };

/** Puts a cell in front of the stack behind: on an edge of its box, with all of its texels. */
function stackOfCell(
  raster: RasterRow,
  { quad, word, isFollowed }: SeenCell,
  { table, behind }: { readonly table: StackTable; readonly behind: number },
): number {
  const touch = isFollowed ? cellBits.touches : 0;
  // Most walls are of slabs, where no faces meet.
  if (raster.edgeCells[quad] === 0) return stackOf(table, word | touch, behind);
  const lines = raster.quads[quad]!.raised!;
  const cell = cellIndex(raster, quad, word >>> 8);
  let stack = behind;
  for (let other = lines.length - 1; other >= 0; other--) {
    const { firstTexel, step } = lines[other]!;
    const bits = other === lines.length - 1 ? touch : cellBits.isEdge;
    const texel = firstTexel + cell * step;
    stack = stackOf(table, (texel << 8) | (word & 255) | bits, stack);
  }
  return stackOf(table, word | cellBits.isEdge, stack);
}

function touches({ orderedQuads, shells }: RasterRow, quad: number, next: number): boolean {
  return next >= orderedQuads && shells[next] === shells[quad];
}

/** Which of the cells in a line one texel wide has this texel. */
function cellIndex({ facts }: RasterRow, quad: number, texel: number): number {
  const at = quad * factCount;
  const offset = texel - facts[at + fact.firstTexel]!;
  return facts[at + fact.columns] === 1 ? offset / facts[at + fact.atlasWidth]! : offset;
}

/**
 * Writes the surfaces that a group sees to `words`, nearest first, with the walls inside the shells of
 * raised overlays. Where a surface of Ears cuts a run of translucent cells, the walls of the run count on
 * both sides of it: the stack behind the surface is that of samples that see it through no cell at all,
 * and leaving walls out of it would take a copy of every such stack. Removes from `agreed` the samples that
 * see others, or in another order.
 * @returns how many surfaces there are; those without walls are in `seenWords` and `seenQuads`.
 */
function enterVoxels(raster: RasterRow, group: number): number {
  const { words, wordQuads, seenWords, seenQuads, groupWords, groupQuads, orderedQuads } = raster;
  const count = raster.groupCounts[group]!;
  for (let i = 0, at = group * raster.groupRoom; i < count; i++, at++) {
    seenWords[i] = groupWords[at]!;
    seenQuads[i] = groupQuads[at]!;
  }
  raster.walk.asked = 0;
  const last = seenQuads[count - 1]!;
  const hider = last < raster.opaqueQuads ? last : -1;
  let end = 0;
  let isMixed = false;
  for (let i = 0; i < count; i++) {
    // Two quads can share the border on which a sample lies: a ray enters a shell only once.
    if (seenQuads[i]! >= orderedQuads && isEntered(raster, i)) continue;
    words[end] = seenWords[i]!;
    wordQuads[end++] = seenQuads[i]!;
    if (seenQuads[i]! < orderedQuads) continue;
    const before = end;
    const next = i + 1 < count ? seenQuads[i + 1]! : -1;
    const base = baseAfter(raster, i, count);
    end = base < 0 ? walkOut(raster, i, hider, end) : walkToBase(raster, i, base, end);
    const isFollowed = next < 0 || base === i + 1 || next < raster.opaqueQuads;
    if (end > before && !isFollowed && !ask(raster, wordQuads[end - 1]!, next)) isMixed = true;
  }
  if (isMixed) sortByDepth(raster, end);
  return end;
}

function isEntered({ seenQuads, shells, orderedQuads }: RasterRow, i: number): boolean {
  const shell = shells[seenQuads[i]!];
  for (let j = 0; j < i; j++) {
    if (seenQuads[j]! >= orderedQuads && shells[seenQuads[j]!] === shell) return true;
  }
  return false;
}

/** Where the base of a shell is seen, −1 if it is not. */
function baseAfter(
  { seenQuads, shells, opaqueQuads }: RasterRow,
  i: number,
  count: number,
): number {
  const shell = shells[seenQuads[i]!];
  for (let j = i + 1; j < count; j++) {
    if (seenQuads[j]! < opaqueQuads && shells[seenQuads[j]!] === shell) return j;
  }
  return -1;
}

/** Sorts the surfaces of shells that lie within each other. */
function sortByDepth(raster: RasterRow, count: number): void {
  const { words, wordQuads, shells } = raster;
  for (let i = 1; i < count; i++) {
    const quad = wordQuads[i]!;
    const word = words[i]!;
    let at = i;
    for (; at > 0; at--) {
      const before = wordQuads[at - 1]!;
      if (shells[before] === shells[quad] || !ask(raster, quad, before)) break;
      words[at] = words[at - 1]!;
      wordQuads[at] = before;
    }
    words[at] = word;
    wordQuads[at] = quad;
  }
}
