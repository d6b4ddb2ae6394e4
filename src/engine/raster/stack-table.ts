import { cellBits, type Plan } from './plan.ts';
import {
  append,
  createUint32Builder,
  release,
  type Uint32Builder,
  free,
} from '../image/scratch.ts';

/** @param capacity number of stacks that fit without growing, a power of two */
export function createStackTable(capacity: number) {
  return {
    /** Nearest texel and stack behind of each stack, adjacent because they are compared together. */
    stacks: new Int32Array(capacity * 2),
    count: 1,
    slots: new Int32Array(capacity * 2),
  };
}

/**
 * Numbers stacks so that equal ones share a number (hash consing): a stack is its nearest texel plus
 * the number of the stack behind. Open addressing, as a `Map` would cost more than the drawing.
 */
export type StackTable = ReturnType<typeof createStackTable>;

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
