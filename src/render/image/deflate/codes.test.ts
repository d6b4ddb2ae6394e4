import { expect, it } from 'vitest';
import { codeOfDistance, codeOfLength, distances, lengths } from './codes.ts';

/** Some lines of the tables of RFC 1951, section 3.2.5. */
it.each([
  [3, 257, 0],
  [10, 264, 0],
  [11, 265, 1],
  [12, 265, 1],
  [13, 266, 1],
  [66, 276, 3],
  [67, 277, 4],
  [114, 279, 4],
  [257, 284, 5],
  [258, 285, 0],
])('length %i is code %i with %i extra bits', (length, code, extraBits) => {
  expect(codeOfLength[length]! + 257).toBe(code);
  expect(lengths.extraBits[codeOfLength[length]!]).toBe(extraBits);
});

it.each([
  [1, 0, 0],
  [4, 3, 0],
  [5, 4, 1],
  [192, 14, 6],
  [193, 15, 6],
  [256, 15, 6],
  [257, 16, 7],
  [384, 16, 7],
  [385, 17, 7],
  [1201, 20, 9],
  [24_576, 28, 13],
  [24_577, 29, 13],
  [32_768, 29, 13],
])('distance %i is code %i with %i extra bits', (distance, code, extraBits) => {
  expect(codeOfDistance(distance)).toBe(code);
  expect(distances.extraBits[code]).toBe(extraBits);
});

it('the extra bits of each code reach up to the next code', () => {
  const wrong: number[] = [];
  for (let length = 3; length <= 258; length++) {
    const code = codeOfLength[length]!;
    const extra = length - lengths.base[code]!;
    if (extra < 0 || extra >= 2 ** lengths.extraBits[code]!) wrong.push(length);
  }
  for (let distance = 1; distance <= 32_768; distance++) {
    const code = codeOfDistance(distance);
    const extra = distance - distances.base[code]!;
    if (extra < 0 || extra >= 2 ** distances.extraBits[code]!) wrong.push(-distance);
  }
  expect(wrong).toEqual([]);
});
