import { giveBack } from '../image/give-back.ts';

/** A list of 32-bit words that grows; `words` may be longer than what is in it. */
export type Uint32Builder = { words: Uint32Array; length: number };

export function createUint32Builder(capacity: number): Uint32Builder {
  return { words: new Uint32Array(capacity), length: 0 };
}

export function append(builder: Uint32Builder, word: number): void {
  if (builder.length === builder.words.length) grow(builder);
  builder.words[builder.length++] = word;
}

/** Lists of an HD sheet grow to tens of megabytes: none of it waits for the garbage collector. */
function grow(builder: Uint32Builder): void {
  const { words } = builder;
  builder.words = new Uint32Array(words.length * 2);
  builder.words.set(words);
  giveBack(words);
}

/** Gives its memory back. */
export function release(builder: Uint32Builder): void {
  giveBack(builder.words);
}
