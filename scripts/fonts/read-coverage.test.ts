import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parseUnicodeRange, readCodepoints, toRanges } from './read-coverage.ts';
import { openWebFont } from './web-font.ts';

const fontFile = (specifier: string): Buffer =>
  readFileSync(new URL(import.meta.resolve(specifier)));

const latin = fontFile('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2');
const emoji = fontFile('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff');

const has = (file: Buffer, characters: string): boolean[] => {
  const codepoints = readCodepoints(openWebFont(file));
  return Array.from(characters, (character) => codepoints.includes(character.codePointAt(0) ?? 0));
};

describe('readCodepoints', () => {
  it('reads the characters of a WOFF2', () => {
    expect(has(latin, 'Az0é…\u{fffd}')).toEqual([true, true, true, true, true, true]);
    expect(has(latin, 'Жא漢🦊')).toEqual([false, false, false, false]);
  });

  it('reads the characters of a WOFF', () => {
    expect(has(emoji, '🦊👪🇩')).toEqual([true, true, true]);
    expect(has(emoji, 'A漢')).toEqual([false, false]);
  });

  it('believes the font, not the metadata of its package', () => {
    // Published for this slice; not in it.
    const slice = fontFile(
      '@fontsource-variable/noto-sans-sc/files/noto-sans-sc-4-wght-normal.woff2',
    );
    expect(has(slice, '🌈')).toEqual([false]);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('this is not a font at all')],
    ['half a font', latin.subarray(0, 4000)],
    ['a bare OpenType font', openWebFont(emoji).unpack(['SVG ', 'glyf'])],
  ])('refuses %s', (_, file) => {
    expect(() => readCodepoints(openWebFont(file))).toThrow();
  });
});

test.each([
  ['U+41', [[0x41, 0x41]]],
  [
    'U+30-39,U+A9',
    [
      [0x30, 0x39],
      [0xa9, 0xa9],
    ],
  ],
  [
    'U+1F600-1F64F, U+20',
    [
      [0x1f600, 0x1f64f],
      [0x20, 0x20],
    ],
  ],
])('%s', (notation, ranges) => {
  expect(parseUnicodeRange(notation)).toEqual(ranges);
});

test('merges adjacent characters into one range', () => {
  expect(toRanges([])).toEqual([]);
  expect(toRanges([7, 9, 10, 11, 13])).toEqual([7, 7, 9, 11, 13, 13]);
});
