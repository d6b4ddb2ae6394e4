/** A growing list of 32-bit words. */
export type WordList = { words: Uint32Array; length: number };

export function createWordList(capacity: number): WordList {
  return { words: new Uint32Array(capacity), length: 0 };
}

export function push(list: WordList, word: number): void {
  if (list.length === list.words.length) {
    const grown = new Uint32Array(list.words.length * 2);
    grown.set(list.words);
    list.words = grown;
  }
  list.words[list.length++] = word;
}
