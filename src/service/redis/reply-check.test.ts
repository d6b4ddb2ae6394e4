import { expect, test } from 'vitest';
import { createReplyCheck } from './checked-connection.ts';

const inOne = (text: string, awaited: number) => createReplyCheck(1000)(Buffer.from(text), awaited);

function piecemeal(text: string, awaited: number): boolean {
  const check = createReplyCheck(1000);
  return Array.from(text).every((byte) => check(Buffer.from(byte), awaited));
}

test.each([
  ['+OK\r\n', 1],
  ['-ERR no\r\n', 1],
  [':-12\r\n', 1],
  ['$-1\r\n', 1],
  ['*-1\r\n', 1],
  ['*0\r\n', 1],
  ['$0\r\n\r\n', 1],
  ['$5\r\na\r\nbc\r\n+OK\r\n', 2],
  ['*2\r\n$1\r\na\r\n*2\r\n:1\r\n*0\r\n', 1],
  ['*1\r\n*1\r\n*1\r\n:1\r\n:2\r\n', 2],
  [`${'*1\r\n'.repeat(7)}:1\r\n`.repeat(3), 3],
  [`*20\r\n${'*1\r\n$1\r\na\r\n'.repeat(20)}`, 1],
  [`$980\r\n${'a'.repeat(980)}\r\n`.repeat(3), 3],
  ['$5\r\nab', 1],
  ['*2\r\n:1\r\n', 1],
])('%j is valid where %i replies are awaited, and not where there are fewer', (text, awaited) => {
  expect([inOne(text, awaited), piecemeal(text, awaited)]).toEqual([true, true]);
  expect(inOne(text, awaited - 1)).toBe(false);
});

test.each([
  'HTTP/1.1 200 OK\r\n',
  '\r\n',
  '*-5\r\n',
  '$-9\r\n',
  '$ 1\r\n',
  '$99999999999\r\n',
  '$1000\r\n',
  ':x\r\n',
  '_\r\n',
  '%1\r\n',
  '+OK\n',
  '+O\rK\r\n',
  `+${'a'.repeat(1000)}`,
  '*1\r\n'.repeat(8),
  '$2\r\nabcd\r\n\r\n',
  `*3\r\n${`$400\r\n${'a'.repeat(400)}\r\n`.repeat(3)}`,
])('%j is invalid or too large', (text) => {
  expect([inOne(text, 9), piecemeal(text, 9)]).toEqual([false, false]);
});

test.each([
  ['+OK\r', '\n+OK\r\n'],
  ['$2\r\nab\r', '\n+OK\r\n'],
])('after %j, which ioredis takes for a reply, another one may follow', (start, rest) => {
  for (const awaited of [0, 1]) {
    const check = createReplyCheck(1000);
    expect(check(Buffer.from(start), 1)).toBe(true);
    expect(check(Buffer.from(rest), awaited)).toBe(awaited === 1);
  }
});

test('a line ends before it is longer than those that Redis reads', () => {
  const check = createReplyCheck(1_000_000);
  expect(check(Buffer.from(`+${'a'.repeat(65_535)}`), 1)).toBe(true);
  expect(check(Buffer.from('a'), 1)).toBe(false);
});
