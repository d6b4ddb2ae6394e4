import { describe, expect, it } from 'vitest';
import { codeWordsOf, type CodeWords } from './codes.ts';

/** What share of all words the code words use up: 1 when every sequence of bits can be read. */
function shareUsed({ bits }: CodeWords): number {
  return bits.reduce((sum, length) => (length === 0 ? sum : sum + 2 ** -length), 0);
}

describe('codeWordsOf', () => {
  it('limits the length of words, and still leaves none unused', () => {
    const fibonacci = [1, 1];
    while (fibonacci.length < 40) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);
    for (const [max, count] of [
      [15, 40],
      [15, 25],
      [7, 19],
      [7, 9],
    ] as const) {
      const code = codeWordsOf(Uint32Array.from(fibonacci.slice(0, count)), max);

      expect(Math.max(...code.bits)).toBe(max);
      expect(shareUsed(code)).toBe(1);
      expect([...code.bits]).toEqual([...code.bits].toSorted((a, b) => b - a));
    }
  });

  it.each([
    { name: 'nothing occurs', frequencies: [0, 0, 0], used: [1, 1, 0] },
    { name: 'only the first', frequencies: [7, 0, 0], used: [1, 1, 0] },
    { name: 'only another', frequencies: [0, 0, 7], used: [1, 0, 1] },
  ])('assigns words to two symbols at least: $name', ({ frequencies, used }) => {
    expect([...codeWordsOf(Uint32Array.from(frequencies), 15).bits]).toEqual(used);
  });
});
