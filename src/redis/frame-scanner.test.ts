import { describe, expect, test } from 'vitest';
import { createFrameScanner } from './frame-scanner.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const inOne = (text: string) => createFrameScanner(1000).scan(bytes(text));
/** The same, a byte at a time. */
function piecemeal(text: string): number | null {
  const { scan } = createFrameScanner(1000);
  let frames = 0;
  for (const byte of bytes(text)) {
    const ended = scan(Uint8Array.of(byte));
    if (ended === null) return null;
    frames += ended;
  }
  return frames;
}

describe('complete frames are counted', () => {
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
    ['$5\r\nab', 0],
    ['*2\r\n:1\r\n', 0],
    ['', 0],
  ])('%j: %i', (text, frames) => {
    expect([inOne(text), piecemeal(text)]).toEqual([frames, frames]);
  });
});

describe('invalid RESP 2 and oversized frames are refused for good', () => {
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
  ])('%j', (text) => {
    expect([inOne(text), piecemeal(text)]).toEqual([null, null]);
    const { scan } = createFrameScanner(1000);
    scan(bytes(text));
    expect(scan(bytes('+OK\r\n'))).toBeNull();
  });
});

test('the limit applies to a whole frame, not to its pieces', () => {
  const { scan } = createFrameScanner(1000);
  expect(scan(bytes('*3\r\n'))).toBe(0);
  const piece = bytes(`$400\r\n${'a'.repeat(400)}\r\n`);
  expect([scan(piece), scan(piece), scan(piece)]).toEqual([0, 0, null]);
  const many = createFrameScanner(1000);
  for (let index = 0; index < 10; index += 1) expect(many.scan(piece)).toBe(1);
});
