import { cellBits, type Plan } from './plan.ts';
import { fact, factCount, type RasterRow } from './raster-memory.ts';
import { keepStack, knownStack, setBox, treeOf, type StackMemo } from './stack-memo.ts';
import { walkOut, walkToBase, ask } from './shell-walk.ts';
import {
  append,
  createUint32Builder,
  release,
  type Uint32Builder,
  free,
} from '../image/scratch.ts';

/**
 * Numbers stacks so that equal ones share a number (hash consing): a stack is its nearest texel plus
 * the number of the stack behind. Open addressing, as a `Map` would cost more than the drawing.
 * @param capacity number of stacks that fit without growing, a power of two
 */
export function createStackTable(capacity: number) {
  return {
    /** Nearest texel and stack behind of each stack, adjacent because they are compared together. */
    stacks: new Int32Array(capacity * 2),
    count: 1,
    slots: new Int32Array(capacity * 2),
  };
}

type StackTable = ReturnType<typeof createStackTable>;

/** The number of the stack with `texel` (with its shade; a signed word) in front of stack `behind`. */
export function stackOf(table: StackTable, texel: number, behind: number): number {
  const { slots, stacks } = table;
  const mask = slots.length - 1;
  let slot = hash(texel, behind) & mask;
  for (;;) {
    const stack = slots[slot]!;
    if (stack === 0) return addStack(table, texel, behind, slot);
    if (stacks[stack * 2] === texel && stacks[stack * 2 + 1] === behind) return stack;
    slot = (slot + 1) & mask;
  }
}

function addStack(table: StackTable, texel: number, behind: number, slot: number): number {
  const stack = table.count++;
  table.stacks[stack * 2] = texel;
  table.stacks[stack * 2 + 1] = behind;
  table.slots[slot] = stack;
  if (table.count * 2 === table.slots.length) grow(table);
  return stack;
}

/** The stacks of a plan. What is left of the table only serves to be released. */
export function stackArrays({
  stacks,
  count,
  slots,
}: StackTable): Pick<Plan, 'stackTexels' | 'stackBehind' | 'texels'> {
  const stackTexels = new Uint32Array(count);
  const stackBehind = new Uint32Array(count);
  const texels = createUint32Builder(4096);
  append(texels, 0);
  const numbers = slots.fill(0);
  for (let stack = 1; stack < count; stack++) {
    const word = stacks[stack * 2]!;
    const texel = numberOfTexel(texels, numbers, word & cellBits.rest);
    stackTexels[stack] = (word & ~cellBits.rest) | texel;
    stackBehind[stack] = stacks[stack * 2 + 1]!;
  }
  const distinct = texels.words.slice(0, texels.length);
  release(texels);
  return { stackTexels, stackBehind, texels: distinct };
}

/** @param numbers open hash table, with room for all stacks */
function numberOfTexel(texels: Uint32Builder, numbers: Int32Array, texel: number): number {
  const mask = numbers.length - 1;
  let slot = hash(texel, 0) & mask;
  for (; numbers[slot] !== 0; slot = (slot + 1) & mask) {
    if (texels.words[numbers[slot]!] === texel) return numbers[slot]!;
  }
  append(texels, texel);
  return (numbers[slot] = texels.length - 1);
}

/** Frees its memory. */
export function releaseTable({ stacks, slots }: StackTable): void {
  free(stacks);
  free(slots);
}

function grow(table: StackTable): void {
  const { stacks, count } = table;
  table.stacks = new Int32Array(stacks.length * 2);
  table.stacks.set(stacks);
  const slots = new Int32Array(table.slots.length * 2);
  const mask = slots.length - 1;
  for (let stack = 1; stack < count; stack++) {
    let slot = hash(stacks[stack * 2]!, stacks[stack * 2 + 1]!) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = stack;
  }
  free(stacks);
  free(table.slots);
  table.slots = slots;
}

/**
 * Stacks in front of the same stack are close together in the table, as lists are built from back to
 * front; stacks in front of nothing, the most common ones, are spread over the table.
 */
function hash(texel: number, behind: number): number {
  const mixed = Math.imul(texel, 0x9e3779b1);
  return behind === 0 ? mixed ^ (mixed >>> 15) : behind * 3 + (mixed >>> 26);
}

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
