import { describe, expect, test } from 'vitest';
import { createReplyReader, ReplyError, type Reply } from './reply-reader.ts';

const maxBytes = 1000;

/** What is read of these pieces; null where they are refused. */
function repliesIn(...pieces: readonly string[]): Reply[] | null {
  const replies: Reply[] = [];
  const { read } = createReplyReader({ maxBytes, onReply: (reply) => void replies.push(reply) });
  for (const piece of pieces) if (!read(Buffer.from(piece))) return null;
  return replies;
}
const piecemeal = (text: string) => repliesIn(...text.split(''));
const inHalves = (text: string) =>
  repliesIn(text.slice(0, text.length / 2), text.slice(text.length / 2));

describe('values that end are handed on', () => {
  test.each<[string, Reply[]]>([
    ['+OK\r\n', ['OK']],
    ['-ERR no\r\n', [new ReplyError('ERR no')]],
    [':-12\r\n', [-12]],
    ['$-1\r\n', [null]],
    ['*-1\r\n', [null]],
    ['*0\r\n', [[]]],
    ['$0\r\n\r\n', [Buffer.of()]],
    ['$5\r\na\r\nbc\r\n+OK\r\n', [Buffer.from('a\r\nbc'), 'OK']],
    ['*2\r\n$1\r\na\r\n*2\r\n:1\r\n*0\r\n', [[Buffer.from('a'), [1, []]]]],
    ['*1\r\n*1\r\n*1\r\n:1\r\n:2\r\n', [[[[1]]], 2]],
    ['$5\r\nab', []],
    ['*2\r\n:1\r\n', []],
    ['', []],
  ])('%j', (text, replies) => {
    expect([repliesIn(text), inHalves(text), piecemeal(text)]).toEqual([replies, replies, replies]);
  });
});

describe('what is no RESP 2, or too large, is refused for good', () => {
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
    `+${'a'.repeat(1000)}`,
    '*1\r\n'.repeat(17),
    '*2000000\r\n',
    '*900\r\n*900000\r\n*900000\r\n',
    '$2\r\nabcd\r\n\r\n',
    '$2\r\nab+OK\r\n',
  ])('%j', (text) => {
    expect([repliesIn(text), inHalves(text), piecemeal(text)]).toEqual([null, null, null]);
    const { read } = createReplyReader({ maxBytes, onReply: () => {} });
    read(Buffer.from(text));
    expect(read(Buffer.from('+OK\r\n'))).toBe(false);
  });
});

test('a value is bounded as a whole, not by its pieces', () => {
  const bulk = `$400\r\n${'a'.repeat(400)}\r\n`;
  expect(repliesIn('*3\r\n', bulk, bulk)).toEqual([]);
  expect(repliesIn('*3\r\n', bulk, bulk, bulk)).toBeNull();
  expect(repliesIn(...Array.from({ length: 10 }, () => bulk))).toHaveLength(10);
});
