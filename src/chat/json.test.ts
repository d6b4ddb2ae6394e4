import { expect, test } from 'vitest';
import { parseJson } from './json.ts';

test.each([
  ['{"a":[1,"x",null,true]}', { a: [1, 'x', null, true] }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['[-123456789012345678901]', ['-123456789012345678901']],
  ['{"a":"1234567890123456789"}', { a: '1234567890123456789' }],
  ['1.50000000000000000000', 1.5],
  ['1e400', Number.POSITIVE_INFINITY],
  ['[1234567890123456789e0]', [1_234_567_890_123_456_800]],
  ['null', null],
  ['""', ''],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test.each([
  '',
  ' ',
  '{',
  '{"a":1}x',
  "{'a':1}",
  'undefined',
  `${'['.repeat(66)}${']'.repeat(66)}`,
  '['.repeat(1_000_000),
  `${'{"a":'.repeat(100_000)}1234567890123456789${'}'.repeat(100_000)}`,
])('%j is none', (text) => {
  expect(parseJson(text)).toBeUndefined();
});

test('as deep as it may be', () => {
  expect(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
});
