import { expect, test } from 'vitest';
import { cut, cutUnits } from '../../../web/script/cut.ts';

test.each([
  ['short', 'short'],
  ['a'.repeat(65), 'a'.repeat(64)],
  [`a${'😀'.repeat(64)}`, `a${'😀'.repeat(63)}`],
  ['👩‍👩‍👧'.repeat(65), '👩‍👩‍👧'.repeat(64)],
])('of %s at most 64 characters are left', (text, left) => {
  expect(cut(text, 64)).toBe(left);
});

test.each([
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['a😀b', 9, 'a😀b'],
])('%s in at most %i units is %s', (text, maxUnits, left) => {
  expect(cutUnits(text, maxUnits)).toBe(left);
});
