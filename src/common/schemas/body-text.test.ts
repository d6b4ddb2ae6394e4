import { expect, test } from 'vitest';
import { charsetOf, inUtf8, percentDecoded } from './body-text.ts';

test.each([
  [undefined, 'utf-8'],
  ['application/json', 'utf-8'],
  ['application/json; charset=UTF8', 'utf-8'],
  ['text/plain;charset="ISO-8859-1"; x=y', 'windows-1252'],
  ['text/plain; x=1; CharSet = Shift_JIS', 'shift_jis'],
  ['text/plain; charset=klingon', 'utf-8'],
  ['text/plain; charset=', 'utf-8'],
  ['text/plain', 'shift_jis', 'shift_jis'],
  ['text/plain; charset=klingon', 'shift_jis', 'shift_jis'],
  ['text/plain; charset=utf-8', 'utf-8', 'shift_jis'],
])('%s: %s', (mediaType, charset, otherwise?: string) => {
  expect(charsetOf(mediaType, otherwise)).toBe(charset);
});

test.each([
  ['UTF-8', Buffer.from('grün 😀'), 'utf-8', 'grün 😀'],
  ['a byte order mark', Buffer.from('\uFEFF{}'), 'utf-8', '{}'],
  ['a byte order mark that knows better', Buffer.from('\uFEFFü'), 'windows-1252', 'ü'],
  ['what Windows writes', Buffer.of(0x93, 0xfc, 0x80, 0x94), 'windows-1252', '“ü€”'],
  ['UTF-16', Buffer.from('\uFEFFgrün', 'utf16le'), 'utf-16le', 'grün'],
  ['nothing', Buffer.alloc(0), 'utf-8', ''],
])('%s is text', (_what, bytes, charset, text) => {
  expect(inUtf8(bytes, charset, 'body').toString()).toBe(text);
});

test.each([
  ['Latin-1', Buffer.from('grün', 'latin1'), 'utf-8', 'must be UTF-8, unless'],
  ['a cut letter', Buffer.from('ü').subarray(0, 1), 'utf-8', 'must be UTF-8, unless'],
  ['half a surrogate', Buffer.of(0xed, 0xa0, 0x80), 'utf-8', 'must be UTF-8, unless'],
  ['Latin-1 after a mark', Buffer.of(0xef, 0xbb, 0xbf, 0xfc), 'windows-1252', 'must be UTF-8'],
  ['half a letter', Buffer.of(0x41), 'utf-16le', 'must be in utf-16le, the charset that'],
])('%s is not', (_what, bytes, charset, sentence) => {
  expect(() => inUtf8(bytes, charset, 'body.content')).toThrow(`body.content: ${sentence}`);
});

test.each([
  ['a%20b', Buffer.from('a b')],
  ['%e9%E9', Buffer.of(0xe9, 0xe9)],
  ['100%', Buffer.from('100%')],
  ['%4', Buffer.from('%4')],
  ['%zz%4g%25', Buffer.from('%zz%4g%')],
  ['', Buffer.alloc(0)],
])('%s is decoded', (text, bytes) => {
  expect(percentDecoded(Buffer.from(text))).toEqual(bytes);
});
