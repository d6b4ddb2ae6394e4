import { describe, expect, it } from 'vitest';
import { createFontRegistry } from './font-registry.ts';
import { cutPixelLine, measurePixelText, rasterise, type PixelText } from './pixel-text.ts';

const fonts = createFontRegistry();

function columnsFrom({ columns, rows, ink }: PixelText, from: number): string[] {
  return Array.from({ length: rows }, (_, row) =>
    ink.subarray(row * columns + from, (row + 1) * columns).join(''),
  );
}

it('draws a word at the end of a long text as it draws the word alone', () => {
  const word = rasterise(fonts, measurePixelText(fonts, 'cannot')!);
  const long = rasterise(fonts, measurePixelText(fonts, `${'cannot '.repeat(20)}cannot`)!);
  expect(columnsFrom(long, long.columns - word.columns)).toEqual(columnsFrom(word, 0));
});

describe('a text that does not fit', () => {
  const line = measurePixelText(fonts, 'red  blue')!;
  const columns = (text: string): number =>
    rasterise(fonts, measurePixelText(fonts, text)!).columns;
  const cutTo = (mostColumns: number): string | undefined =>
    cutPixelLine(line, mostColumns)
      ?.letters.map(({ letter }) => letter)
      .join('');

  it('is cut to as many letters as fit with …, without spaces before it', () => {
    expect(cutTo(columns('red  blue'))).toBe('red  blue');
    expect(cutTo(columns('red  blue') - 1)).toBe('red  bl…');
    expect(cutTo(columns('red  b…') - 1)).toBe('red…');
    expect(cutTo(columns('red…') - 1)).toBe('re…');
  });

  it('is omitted if not even one letter fits', () => {
    expect(cutTo(columns('r…'))).toBe('r…');
    expect(cutTo(columns('r…') - 1)).toBeUndefined();
  });
});
