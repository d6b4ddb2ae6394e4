import { expect, test } from 'vitest';
import { eventJson, jsonLimitsOf, messageJson, parseJson } from './message.ts';

test.each([
  ['{"a":[1,"x",null,true]}', { a: [1, 'x', null, true] }],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['[-123456789012345678901]', ['-123456789012345678901']],
  ['{"a":"1234567890123456789"}', { a: '1234567890123456789' }],
  ['1e400', Number.POSITIVE_INFINITY],
  ['[1234567890123456789e0]', [1_234_567_890_123_456_800]],
])('%s', (text, value) => {
  expect(parseJson(text, 'body', messageJson)).toEqual(value);
});

test.each(['', ' ', '{', '{"a":1}x', "{'a':1}", 'undefined'])('%j is no JSON', (text) => {
  expect(() => parseJson(text, 'body', messageJson)).toThrow('The request body is not valid JSON.');
  expect(() => parseJson(text, 'payload_json', messageJson)).toThrow(
    'payload_json: must be valid JSON',
  );
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const list = (values: number, first = '1') => `[${first}${',1'.repeat(values - 1)}]`;

test.each([
  ['message', messageJson],
  ['event', eventJson],
])('accepts the greatest depth, number of values and length of a %s', (_what, limits) => {
  const { kibibytes, values, levels } = limits;
  expect(parseJson(nested(levels), 'body', limits)).toBeDefined();
  expect(parseJson(list(values - 1), 'body', limits)).toHaveLength(values - 1);
  const longest = JSON.stringify('x'.repeat(kibibytes * 1024 - 2));
  expect(parseJson(longest, 'body', limits)).toBeDefined();
  expect(() => parseJson(`${longest} `, 'body', limits)).toThrow(
    expect.objectContaining({
      code: 'body-too-large',
      message: `body: must be at most ${kibibytes} KiB`,
    }),
  );
});

test('only an event may be as large as a push of 2,048 commits', () => {
  const kinds = ['execute', 'slack', 'edit', 'github'] as const;
  expect(kinds.filter((kind) => jsonLimitsOf(kind).values > 37_000)).toEqual(['github']);
});

test.each([
  ['too deep', nested(messageJson.levels + 1)],
  ['far too deep', nested(100_000)],
  ['deep with long numbers', `${'{"a":'.repeat(10_000)}1234567890123456789${'}'.repeat(10_000)}`],
  ['too many values', list(messageJson.values)],
  [
    'too many in objects',
    `{${Array.from({ length: messageJson.values }, (_, i) => `"${i}":0`).join()}}`,
  ],
  // Each of these would be walked again to keep the digits of the first.
  ['far too many with a long number', list(100_000, '1234567890123456789')],
])('%s: refused', (_name, text) => {
  expect(() => parseJson(text, 'payload_json', messageJson)).toThrow(
    expect.objectContaining({
      code: 'bad-request',
      message: 'payload_json: must hold at most 2000 values, nested at most 32 deep',
    }),
  );
});
