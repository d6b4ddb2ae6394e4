import { createWordList, push, trimmed, type WordList } from './word-list.ts';

/**
 * Numbers stacks so that equal ones share a number (hash consing): a stack is its nearest texel and
 * the number of the stack behind. Open addressing, as a `Map` would cost more than the drawing.
 */
export type StackTable = {
  readonly texels: WordList;
  readonly behind: WordList;
  slots: Uint32Array;
};

export function createStackTable(): StackTable {
  const texels = createWordList(4096);
  const behind = createWordList(4096);
  push(texels, 0);
  push(behind, 0);
  return { texels, behind, slots: new Uint32Array(16384) };
}

/** The number of the stack with `texel` (with its shade) in front of stack `behind`. */
export function stackOf(table: StackTable, texel: number, behind: number): number {
  const mask = table.slots.length - 1;
  let slot = hash(texel, behind) & mask;
  for (;;) {
    const stack = table.slots[slot]!;
    if (stack === 0) break;
    if (table.texels.words[stack] === texel && table.behind.words[stack] === behind) return stack;
    slot = (slot + 1) & mask;
  }
  const stack = table.texels.length;
  push(table.texels, texel);
  push(table.behind, behind);
  table.slots[slot] = stack;
  if (stack * 2 > table.slots.length) grow(table);
  return stack;
}

export function stackArrays(table: StackTable): { texels: Uint32Array; behind: Uint32Array } {
  return { texels: trimmed(table.texels), behind: trimmed(table.behind) };
}

function grow(table: StackTable): void {
  const slots = new Uint32Array(table.slots.length * 2);
  const mask = slots.length - 1;
  for (let stack = 1; stack < table.texels.length; stack++) {
    let slot = hash(table.texels.words[stack]!, table.behind.words[stack]!) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = stack;
  }
  table.slots = slots;
}

function hash(texel: number, behind: number): number {
  const mixed = Math.imul(texel, 0x9e3779b1) ^ Math.imul(behind, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
