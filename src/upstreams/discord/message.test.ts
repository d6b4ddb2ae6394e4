import { expect, test } from 'vitest';
import { jsonLimits, parseJson } from './message.ts';

test.each([
  ['{"a":[1,"x",null,true]}', { a: [1, 'x', null, true] }],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['[-123456789012345678901]', ['-123456789012345678901']],
  ['{"a":"1234567890123456789"}', { a: '1234567890123456789' }],
  ['1e400', Number.POSITIVE_INFINITY],
  ['[1234567890123456789e0]', [1_234_567_890_123_456_800]],
])('%s', (text, value) => {
  expect(parseJson(text, 'body')).toEqual(value);
});

test.each(['', ' ', '{', '{"a":1}x', "{'a':1}", 'undefined'])('%j is no JSON', (text) => {
  expect(() => parseJson(text, 'body')).toThrow('The request body is not valid JSON.');
  expect(() => parseJson(text, 'payload_json')).toThrow('payload_json: must be valid JSON');
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const list = (values: number, first = '1') => `[${first}${',1'.repeat(values - 1)}]`;

test('accepts the greatest depth and number of values', () => {
  expect(parseJson(nested(jsonLimits.levels), 'body')).toBeDefined();
  expect(parseJson(list(jsonLimits.values - 1), 'body')).toHaveLength(jsonLimits.values - 1);
});

test.each([
  ['too deep', nested(jsonLimits.levels + 1)],
  ['far too deep', nested(100_000)],
  ['deep with long numbers', `${'{"a":'.repeat(30_000)}1234567890123456789${'}'.repeat(30_000)}`],
  ['too many values', list(jsonLimits.values)],
  [
    'too many in objects',
    `{${Array.from({ length: jsonLimits.values }, (_, i) => `"${i}":0`).join()}}`,
  ],
  // Each of these would be walked again to keep the digits of the first.
  ['far too many with a long number', list(500_000, '1234567890123456789')],
])('%s: refused', (_name, text) => {
  expect(() => parseJson(text, 'payload_json')).toThrow(
    expect.objectContaining({
      code: 'bad-request',
      message: 'payload_json: must hold at most 50000 values, nested at most 32 deep',
    }),
  );
});
