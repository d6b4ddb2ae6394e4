import { giveBack } from '../image/give-back.ts';
import { isNearer } from './nearer.ts';
import type { RasterRow } from './raster-memory.ts';
import { append, createUint32Builder, release, type Uint32Builder } from './uint32-builder.ts';
import { crossingNumbers, mostQuestions, type ShellWalk } from './walk-memory.ts';

/**
 * The stacks of lists of surfaces that were looked up before: nine of ten lists with cells of a raised
 * overlay already occurred in the row above. Which walls are between these surfaces also depends on
 * which planes are nearer at a sample, so each list has a tree of questions with stacks as its leaves.
 * Open addressing, as in `StackTable`.
 */
export type StackMemo = {
  /** For each list: hash, what its tree begins with, length, then word and quad of each surface. */
  readonly lists: Uint32Builder;
  /** For each question: see `crossingNumbers`; and, in the same memory, what follows a no and a yes. */
  questions: Float32Array;
  next: Uint32Array;
  /** The number of questions. */
  asked: number;
  /** Where in `lists` a list starts; 0 if there is none. */
  slots: Uint32Array;
  count: number;
  /** Where the last search ended, in `next` or, after no question, in `lists`; and after how many. */
  openAt: number;
  openDepth: number;
};

/** The lowest bit of what follows: set for a stack, not for a question; 0 if it is not known. */
const stackBit = 1;

/** How many numbers each question has in all. */
const questionNumbers = crossingNumbers + 2;

export function createStackMemo(): StackMemo {
  const lists = createUint32Builder(65_536);
  append(lists, 0);
  const questions = new Float32Array(32_768 * questionNumbers);
  return {
    lists,
    questions,
    next: new Uint32Array(questions.buffer),
    asked: 0,
    slots: new Uint32Array(32_768),
    count: 0,
    openAt: 0,
    openDepth: 0,
  };
}

/** Where the list of the first `count` surfaces in `raster.words` is; it is added if it is new. */
export function listOf(memo: StackMemo, raster: RasterRow, count: number): number {
  const { words, wordQuads } = raster;
  const { lists, slots } = memo;
  const mask = slots.length - 1;
  const hash = hashOf(raster, count);
  let slot = hash & mask;
  for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const at = slots[slot]!;
    if (lists.words[at] === hash && isSame(lists.words, at + 2, raster, count)) return at;
  }
  const list = lists.length;
  slots[slot] = list;
  append(lists, hash);
  append(lists, 0);
  append(lists, count);
  for (let i = 0; i < count; i++) {
    append(lists, words[i]!);
    append(lists, wordQuads[i]!);
  }
  memo.count++;
  if (memo.count * 2 > slots.length) grow(memo);
  return list;
}

/** The stack of a list at the current sample, 0 if it is not known. */
export function knownStack(memo: StackMemo, raster: RasterRow, list: number): number {
  const { questions, next } = memo;
  let at = list + 1;
  let word = memo.lists.words[at]!;
  let depth = 0;
  for (; word !== 0 && (word & stackBit) === 0; depth++) {
    const question = word >>> 1;
    at = question + crossingNumbers + Number(isNearer(raster, questions, question));
    word = next[at]!;
  }
  memo.openAt = at;
  memo.openDepth = depth;
  return word >>> 1;
}

/** Stores the stack that `knownStack` did not find, after the questions that were asked to find it. */
export function keepStack(
  memo: StackMemo,
  { crossings, asked, answers }: ShellWalk,
  stack: number,
): void {
  if (asked === mostQuestions) return;
  for (let i = memo.openDepth; i < asked; i++) {
    const question = addQuestion(memo, crossings, i);
    setNext(memo, question << 1);
    memo.openAt = question + crossingNumbers + answers[i]!;
    memo.openDepth = i + 1;
  }
  setNext(memo, (stack << 1) | stackBit);
}

function setNext({ lists, next, openAt, openDepth }: StackMemo, word: number): void {
  if (openDepth === 0) lists.words[openAt] = word;
  else next[openAt] = word;
}

/** @returns where it is */
function addQuestion(memo: StackMemo, crossings: Float32Array, asked: number): number {
  // The place 0 is none.
  const question = ++memo.asked * questionNumbers;
  if (question + questionNumbers > memo.questions.length) {
    const before = memo.questions;
    memo.questions = new Float32Array(before.length * 2);
    memo.questions.set(before);
    memo.next = new Uint32Array(memo.questions.buffer);
    giveBack(before);
  }
  const from = asked * crossingNumbers;
  for (let i = 0; i < crossingNumbers; i++) memo.questions[question + i] = crossings[from + i]!;
  return question;
}

/** Frees its memory. */
export function releaseMemo({ lists, questions, slots }: StackMemo): void {
  release(lists);
  giveBack(questions);
  giveBack(slots);
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
  giveBack(memo.slots);
  memo.slots = slots;
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
