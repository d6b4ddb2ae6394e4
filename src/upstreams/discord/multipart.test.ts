import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSplitter } from './multipart.ts';

/** Heads and contents of a body that arrives in pieces of this size. */
function split(body: Buffer, chunkBytes: number, boundary = 'B') {
  const { push, isClosed } = createSplitter(boundary);
  const parts: { head: string; content: Buffer }[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    for (const { kind, bytes } of push(body.subarray(at, at + chunkBytes))) {
      const last = parts.at(-1);
      if (kind === 'head') parts.push({ head: bytes.toString(), content: Buffer.alloc(0) });
      else if (last !== undefined) last.content = Buffer.concat([last.content, bytes]);
    }
  }
  return { parts, isClosed: isClosed() };
}

test('any contents are found, whatever they hold and in whatever pieces they arrive', () => {
  const crumb = fc.constantFrom(
    '\r\n',
    '\r',
    '\n',
    '--',
    '-',
    'B',
    '\r\n--',
    '\r\n--A',
    '--B',
    'é',
  );
  // What holds a line break and the delimiter, or starts with the delimiter, ends there.
  const content = fc
    .array(crumb, { maxLength: 12 })
    .map((crumbs) => crumbs.join(''))
    .filter((text) => !`\r\n${text}`.includes('\r\n--B'));
  fc.assert(
    fc.property(
      fc.array(content, { maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('', '\r\n', 'text\r\n'),
      (contents, chunkBytes, before) => {
        const written = contents.map((text, i) => `--B\r\nName: ${i}\r\n\r\n${text}\r\n`);
        const body = Buffer.from(`${before}${written.join('')}--B--\r\nmore`);
        const { parts, isClosed } = split(body, chunkBytes);
        expect(isClosed).toBe(true);
        expect(parts.map(({ head }) => head)).toEqual(contents.map((_text, i) => `Name: ${i}`));
        expect(parts.map(({ content: own }) => own.toString())).toEqual(contents);
      },
    ),
  );
});

test('a piece is no longer than what arrived: nothing is collected', () => {
  const { push } = createSplitter('B');
  const lengths: number[] = [];
  const body = [
    Buffer.from('--B\r\nA: b\r\n\r\n'),
    ...Array.from({ length: 20 }, () => Buffer.alloc(1000)),
  ];
  for (const chunk of body) for (const { bytes } of push(chunk)) lengths.push(bytes.length);
  expect(lengths).toHaveLength(21);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1000);
});

test.each([
  ['a delimiter that goes on', '--B\r\nA: b\r\n\r\nx\r\n--Bc\r\n\r\n'],
  ['a head without an end', `--B\r\n${'a'.repeat(8193)}`],
  ['a long head', `--B\r\n${'a'.repeat(8193)}\r\n\r\n`],
])('%s is not well formed', (_name, body) => {
  for (const chunkBytes of [1, 100_000]) {
    expect(() => split(Buffer.from(body), chunkBytes)).toThrow(SyntaxError);
  }
});

test('a body that breaks off is not closed', () => {
  for (const body of [
    '',
    '--B',
    '--B\r\n',
    '--B\r\nA: b\r\n\r\nx',
    '--B\r\nA: b\r\n\r\nx\r\n--B-',
  ]) {
    expect(split(Buffer.from(body), 3).isClosed).toBe(false);
  }
});
