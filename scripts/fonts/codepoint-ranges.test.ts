import { expect, test } from 'vitest';
import { parseUnicodeRange, toRanges } from './codepoint-ranges.ts';

test.each([
  ['U+41', [0x41, 0x41]],
  ['U+30-39,U+A9', [0x30, 0x39, 0xa9, 0xa9]],
  ['U+1F600-1F64F, U+20', [0x1f600, 0x1f64f, 0x20, 0x20]],
])('%s', (notation, ranges) => {
  expect(parseUnicodeRange(notation).flat()).toEqual(ranges);
});

test('merges adjacent characters into one range', () => {
  expect(toRanges([])).toEqual([]);
  expect(toRanges([7, 9, 10, 11, 13])).toEqual([7, 7, 9, 11, 13, 13]);
});
