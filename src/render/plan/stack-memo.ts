import { giveBack } from '../image/give-back.ts';
import type { RasterRow } from './raster-memory.ts';
import { append, createUint32Builder, release, type Uint32Builder } from './uint32-builder.ts';

/**
 * The stacks of lists of surfaces that were looked up before: nine of ten lists with cells of a
 * raised overlay already occurred in the row above, and building a stack again, surface by
 * surface, would be half of a compile. Open addressing, as in `StackTable`.
 */
export type StackMemo = {
  /** For each list: hash, stack, length, then word and quad of each surface. */
  readonly lists: Uint32Builder;
  /** Where in `lists` a list starts; 0 if there is none. */
  slots: Uint32Array;
  count: number;
};

export function createStackMemo(): StackMemo {
  const lists = createUint32Builder(65_536);
  append(lists, 0);
  return { lists, slots: new Uint32Array(32_768), count: 0 };
}

/** The stack of the first `count` surfaces in `raster.words`, or 0 if it is not known. */
export function knownStack({ slots, lists }: StackMemo, raster: RasterRow, count: number): number {
  const { words } = lists;
  const mask = slots.length - 1;
  const hash = hashOf(raster, count);
  for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const at = slots[slot]!;
    if (words[at] === hash && isSame(words, at + 2, raster, count)) return words[at + 1]!;
  }
  return 0;
}

/** Stores the stack of the first `count` surfaces, which was not known. */
export function keepStack(memo: StackMemo, raster: RasterRow, count: number, stack: number): void {
  const { lists } = memo;
  const hash = hashOf(raster, count);
  takeSlot(memo.slots, hash, lists.length);
  append(lists, hash);
  append(lists, stack);
  append(lists, count);
  for (let i = 0; i < count; i++) {
    append(lists, raster.words[i]!);
    append(lists, raster.wordQuads[i]!);
  }
  memo.count++;
  if (memo.count * 2 > memo.slots.length) grow(memo);
}

/** Frees its memory. */
export function releaseMemo({ lists, slots }: StackMemo): void {
  release(lists);
  giveBack(slots);
}

function grow(memo: StackMemo): void {
  const { words, length } = memo.lists;
  const slots = new Uint32Array(memo.slots.length * 2);
  for (let at = 1; at < length; at += 3 + words[at + 2]! * 2) takeSlot(slots, words[at]!, at);
  giveBack(memo.slots);
  memo.slots = slots;
}

function takeSlot(slots: Uint32Array, hash: number, at: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = at;
}

function isSame(
  lists: Uint32Array,
  from: number,
  { words, wordQuads }: RasterRow,
  count: number,
): boolean {
  if (lists[from] !== count) return false;
  for (let i = 0, at = from + 1; i < count; i++, at += 2) {
    if (lists[at] !== words[i] || lists[at + 1] !== wordQuads[i]) return false;
  }
  return true;
}

function hashOf({ words, wordQuads }: RasterRow, count: number): number {
  let hash = count;
  for (let i = 0; i < count; i++) {
    hash = Math.imul(hash ^ words[i]! ^ (wordQuads[i]! << 18), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
