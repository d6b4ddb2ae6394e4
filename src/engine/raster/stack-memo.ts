import {
  fact,
  factCount,
  type RasterRow,
  boxNumbers,
  crossingNumbers,
  maxQuestions,
  type ShellWalk,
} from './raster-memory.ts';
import { append, createUint32Builder, release, free } from '../image/scratch.ts';
import { isNearer } from './shell-walk.ts';

/** The lowest bit of what follows: set for a stack, not for a question; 0 if it is not known. */
const stackBit = 1;

/** How many words each tree and each question has in all. */
const nodeWords = Math.max(boxNumbers + 1, crossingNumbers + 2);

/**
 * The stacks of lists of surfaces that were looked up before: nine of ten lists with cells of a raised
 * overlay already occurred in the row above. Which walls are between these surfaces also depends on
 * which planes are nearer at a sample, so each list has a tree of questions with stacks as its leaves.
 * Open addressing, as in `StackTable`.
 */
export function createStackMemo() {
  const lists = createUint32Builder(65_536);
  append(lists, 0);
  const numbers = new Float32Array(32_768 * nodeWords);
  return {
    /** For each list: hash, where its tree is, length, then word and quad of each surface. */
    lists,
    /**
     * For each tree: where its list is seen, see `ShellWalk`. For each question: see `crossingNumbers`.
     * The last words in the same memory say what follows: for a question after a no and after a yes.
     */
    numbers,
    next: new Uint32Array(numbers.buffer),
    /** The number of trees and questions. */
    nodes: 0,
    /** Where in `lists` a list starts; 0 if there is none. */
    slots: new Uint32Array(32_768),
    count: 0,
    /** Where in `next` the last search ended, and after how many questions. */
    openAt: 0,
    openDepth: 0,
  };
}

export type StackMemo = ReturnType<typeof createStackMemo>;

/** The tree of the list of what a group sees, which is added if it is new. */
export function treeOf(memo: StackMemo, raster: RasterRow, group: number): number {
  const { groupWords: words, groupQuads: wordQuads } = raster;
  const count = raster.groupCounts[group]!;
  const start = group * raster.groupRoom;
  const { lists, slots } = memo;
  const mask = slots.length - 1;
  const hash = hashOf(raster, start, count);
  let slot = hash & mask;
  for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const at = slots[slot]!;
    if (lists.words[at] === hash && isSame(lists.words, at + 2, raster, group)) {
      return lists.words[at + 1]!;
    }
  }
  const tree = addNode(memo);
  boundByTexels(raster, group, memo.numbers.subarray(tree, tree + boxNumbers));
  slots[slot] = lists.length;
  append(lists, hash);
  append(lists, tree);
  append(lists, count);
  for (let i = start; i < start + count; i++) {
    append(lists, words[i]!);
    append(lists, wordQuads[i]!);
  }
  memo.count++;
  if (memo.count * 2 > slots.length) grow(memo);
  return tree;
}

/** The stack of a list at the current sample, 0 if it is not known. */
export function knownStack(memo: StackMemo, raster: RasterRow, tree: number): number {
  const { numbers, next } = memo;
  let at = tree + boxNumbers;
  let word = next[at]!;
  let depth = 0;
  for (; word !== 0 && (word & stackBit) === 0; depth++) {
    const question = word >>> 1;
    at = question + crossingNumbers + Number(isNearer(raster, numbers, question));
    word = next[at]!;
  }
  memo.openAt = at;
  memo.openDepth = depth;
  return word >>> 1;
}

/** Where the texels of a list are all seen, see `ShellWalk`. */
export function setBox({ numbers }: StackMemo, tree: number, box: Float64Array): void {
  for (let i = 0; i < boxNumbers; i++) box[i] = numbers[tree + i]!;
}

/** Stores the stack that `knownStack` did not find, after the questions that were asked to find it. */
export function keepStack(
  memo: StackMemo,
  { crossings, asked, answers }: ShellWalk,
  stack: number,
): void {
  if (asked === maxQuestions) return;
  let at = memo.openAt;
  for (let i = memo.openDepth; i < asked; i++) {
    const question = addNode(memo);
    const from = i * crossingNumbers;
    for (let k = 0; k < crossingNumbers; k++) memo.numbers[question + k] = crossings[from + k]!;
    memo.next[at] = question << 1;
    at = question + crossingNumbers + answers[i]!;
  }
  memo.next[at] = (stack << 1) | stackBit;
}

/** @returns where it is; 0 is no place */
function addNode(memo: StackMemo): number {
  const node = ++memo.nodes * nodeWords;
  if (node + nodeWords > memo.numbers.length) {
    const before = memo.numbers;
    memo.numbers = new Float32Array(before.length * 2);
    memo.numbers.set(before);
    memo.next = new Uint32Array(memo.numbers.buffer);
    free(before);
  }
  return node;
}

/** Frees its memory. */
export function releaseMemo({ lists, numbers, slots }: StackMemo): void {
  release(lists);
  free(numbers);
  free(slots);
}

function grow(memo: StackMemo): void {
  const { words, length } = memo.lists;
  const slots = new Uint32Array(memo.slots.length * 2);
  const mask = slots.length - 1;
  for (let at = 1; at < length; at += 3 + words[at + 2]! * 2) {
    let slot = words[at]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = at;
  }
  free(memo.slots);
  memo.slots = slots;
}

function isSame(
  lists: Uint32Array,
  from: number,
  { groupWords, groupQuads, groupCounts, groupRoom }: RasterRow,
  group: number,
): boolean {
  const count = groupCounts[group]!;
  if (lists[from] !== count) return false;
  const start = group * groupRoom;
  for (let i = start, at = from + 1; i < start + count; i++, at += 2) {
    if (lists[at] !== groupWords[i] || lists[at + 1] !== groupQuads[i]) return false;
  }
  return true;
}

function hashOf({ groupWords, groupQuads }: RasterRow, start: number, count: number): number {
  let hash = count;
  for (let i = start; i < start + count; i++) {
    hash = Math.imul(hash ^ groupWords[i]! ^ (groupQuads[i]! << 18), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** More than the error of `flattenAtPixel`. */
const slackPx = 0.02;

/**
 * Writes where the texels that a group sees are all seen: the centre of a box, half its width and half
 * its height, in pixels.
 */
function boundByTexels(raster: RasterRow, group: number, box: Float32Array): void {
  const edges = [-Infinity, -Infinity, Infinity, Infinity];
  const start = group * raster.groupRoom;
  for (let i = 0; i < raster.groupCounts[group]!; i++) narrow(raster, start + i, edges);
  const [left, top, right, bottom] = edges;
  box[0] = (left! + right!) / 2;
  box[1] = (top! + bottom!) / 2;
  box[2] = (right! - left!) / 2 + slackPx;
  box[3] = (bottom! - top!) / 2 + slackPx;
}

/** Narrows a box, by its left, top, right and bottom edge, to the texel of one surface. */
function narrow(
  { quads, facts, groupWords, groupQuads }: RasterRow,
  i: number,
  edges: number[],
): void {
  const quad = groupQuads[i]!;
  const { forward: f, columns, rows } = quads[quad]!;
  const width = facts[quad * factCount + fact.atlasWidth]!;
  const offset = (groupWords[i]! >>> 8) - facts[quad * factCount + fact.firstTexel]!;
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
