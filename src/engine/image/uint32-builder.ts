import { free } from './scratch.ts';

/** A growing list of 32-bit words; `words` may be longer than its content. */
export type Uint32Builder = { words: Uint32Array; length: number };

export function createUint32Builder(capacity: number): Uint32Builder {
  return { words: new Uint32Array(capacity), length: 0 };
}

export function append(builder: Uint32Builder, word: number): void {
  if (builder.length === builder.words.length) grow(builder);
  builder.words[builder.length++] = word;
}

/** Lists of an HD sheet grow to tens of megabytes, so memory is freed without garbage collection. */
function grow(builder: Uint32Builder): void {
  const { words } = builder;
  builder.words = new Uint32Array(words.length * 2);
  builder.words.set(words);
  free(words);
}

/** Frees its memory. */
export function release(builder: Uint32Builder): void {
  free(builder.words);
}
