import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { decodeDataUrl, isDataUrl } from './data-url.ts';

const text = (url: string): string => Buffer.from(decodeDataUrl(url, 1000)).toString();

const of = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');

describe('isDataUrl', () => {
  it.each([
    ['data:,', true],
    ['DATA:,', true],
    ['dAtA:x', true],
    [' \n data:,', true],
    ['data', false],
    ['xdata:,', false],
    ['http://x/data:', false],
    ['', false],
  ])('%j → %s', (url, is) => {
    expect(isDataUrl(url)).toBe(is);
  });
});

describe('decodeDataUrl', () => {
  it.each([
    ['data:,hello', 'hello'],
    ['data:text/plain,a%20b', 'a b'],
    ['DATA:;charset=utf-8,%C3%A4', 'ä'],
    ['data:,ä', 'ä'],
    ['data:,100%', '100%'],
    ['data:,%4', '%4'],
    ['data:,%zz%41', '%zzA'],
    ['data:,a#b', 'a'],
    ['data:,a,b', 'a,b'],
    ['data:,a\n%\t4\r1 b', 'aA b'],
    ['data:image/png;base64,aGVsbG8=', 'hello'],
    ['data:image/png;base64,aGVsbG8', 'hello'],
    ['data:image/png;BASE64,aGVsbG8=', 'hello'],
    ['data:image/png; base64,aGVsbG8=', 'hello'],
    ['data:image/png;base64,aGVs%62G8%3D', 'hello'],
    ['data:image/png;base64,aGVs\r\n bG8=', 'hello'],
    ['data:image/png;base64,aGVs%0AbG8=', 'hello'],
    ['data:;base64,', ''],
    ['data:base64,aGVsbG8=', 'aGVsbG8='],
  ])('%j', (url, content) => {
    expect(text(url)).toBe(content);
  });

  it.each([
    'data:',
    'data:image/png;base64',
    'data:image/png;base64,a',
    'data:image/png;base64,aGVsb',
    'data:image/png;base64,aGVs=',
    'data:image/png;base64,====',
    'data:image/png;base64,aGVs=bG8',
    'data:image/png;base64,aG_s',
    'data:image/png;base64,aG-s',
    'data:image/png;base64,aGV!',
    'data:image/png;base64,äGVs',
    'data:image/png;base64,aGV%ff',
  ])('%j is malformed', (url) => {
    expect(() => decodeDataUrl(url, 1000)).toThrow(
      expect.objectContaining({ kind: 'bad-data-url' }),
    );
  });

  it.each([
    ['base64', (n: number) => `data:;base64,${of(n)}`],
    ['base64 percent-encoded', (n: number) => `data:;base64,${encodeURIComponent(of(n))}`],
    ['plain', (n: number) => `data:,${'x'.repeat(n)}`],
    ['percent-encoded', (n: number) => `data:,${'%41'.repeat(n)}`],
  ])('%s: accepts exactly the limit and not one byte more', (_how, url) => {
    for (const bytes of [0, 1, 2, 3, 299, 300, 301]) {
      expect(decodeDataUrl(url(bytes), bytes)).toHaveLength(bytes);
      expect(() => decodeDataUrl(url(bytes + 1), bytes)).toThrow(
        expect.objectContaining({ kind: 'too-large' }),
      );
    }
  });

  it('refuses by length before it decodes, even malformed data', () => {
    for (const url of [`data:;base64,${'!'.repeat(100_000)}`, `data:,${'%'.repeat(3001)}`]) {
      expect(() => decodeDataUrl(url, 1000)).toThrow(
        expect.objectContaining({ kind: 'too-large' }),
      );
    }
  });

  it.each(['data:;base64,', 'data:;base64,%41%41%41%41'])(
    'refuses more blanks than line breaks need: %s',
    (start) => {
      const url = (blanks: number) => `${start}AAAA${' '.repeat(blanks)}`;
      expect(() => decodeDataUrl(url(64 * 1024), 1_000_000)).not.toThrow();
      expect(() => decodeDataUrl(url(64 * 1024 + 1), 1_000_000)).toThrow(
        expect.objectContaining({ kind: 'too-large' }),
      );
    },
  );

  it('returns any bytes unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const percent = Array.from(bytes, (b) => `%${b.toString(16).padStart(2, '0')}`).join('');
        for (const url of [
          `data:;base64,${base64}`,
          `data:;base64,${encodeURIComponent(base64)}`,
          `data:,${percent}`,
        ]) {
          expect(Buffer.from(decodeDataUrl(url, 200))).toEqual(Buffer.from(bytes));
        }
      }),
    );
  });
});
