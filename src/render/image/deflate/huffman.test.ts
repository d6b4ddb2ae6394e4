import { array, assert, constantFrom, integer, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeWordsOf, type CodeWords } from './huffman.ts';

/** What share of all words the code words use up: 1 when every sequence of bits can be read. */
function shareUsed({ bits }: CodeWords): number {
  return bits.reduce((sum, length) => (length === 0 ? sum : sum + 2 ** -length), 0);
}

function spelled({ bits }: CodeWords, frequencies: readonly number[]): number {
  return frequencies.reduce((sum, frequency, symbol) => sum + frequency * bits[symbol]!, 0);
}

/** The least bits that any code needs: the sum of the inner nodes of Huffman's tree. */
function leastBits(frequencies: readonly number[]): number {
  const nodes = frequencies.filter((frequency) => frequency > 0);
  let bits = 0;
  while (nodes.length > 1) {
    nodes.sort((a, b) => b - a);
    const merged = nodes.pop()! + nodes.pop()!;
    bits += merged;
    nodes.push(merged);
  }
  return bits;
}

const frequencyLists = array(oneof(constantFrom(0, 1), integer({ min: 0, max: 5000 })), {
  minLength: 2,
  maxLength: 60,
});

describe('codeWordsOf', () => {
  it('needs as few bits as possible', () => {
    assert(
      property(frequencyLists, (frequencies) => {
        const code = codeWordsOf(Uint32Array.from(frequencies), 30);

        expect(shareUsed(code)).toBe(1);
        if (frequencies.filter(Boolean).length > 1) {
          expect(spelled(code, frequencies)).toBe(leastBits(frequencies));
        }
      }),
    );
  });

  it('limits the length of words, and still leaves none unused', () => {
    const fibonacci = [1, 1];
    while (fibonacci.length < 40) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);
    for (const [most, count] of [
      [15, 40],
      [15, 25],
      [7, 19],
      [7, 9],
    ] as const) {
      const code = codeWordsOf(Uint32Array.from(fibonacci.slice(0, count)), most);

      expect(Math.max(...code.bits)).toBe(most);
      expect(shareUsed(code)).toBe(1);
      expect([...code.bits]).toEqual([...code.bits].toSorted((a, b) => b - a));
    }
  });

  it('is prefix-free', () => {
    const { bits, words } = codeWordsOf(Uint32Array.from([5, 0, 9, 12, 13, 16, 45, 1]), 15);
    // Their first bit is the lowest one.
    const spellings = Array.from(words, (word, symbol) =>
      Array.from({ length: bits[symbol]! }, (_, i) => (word >> i) & 1).join(''),
    ).filter((spelling) => spelling !== '');

    for (const one of spellings) {
      expect(spellings.filter((other) => other.startsWith(one))).toEqual([one]);
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
