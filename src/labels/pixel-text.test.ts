import { expect, it } from 'vitest';
import { createFontRegistry } from './font-registry.ts';
import { setPixelText, type PixelText } from './pixel-text.ts';

const fonts = createFontRegistry();

function columnsFrom({ columns, rows, ink }: PixelText, from: number): string[] {
  return Array.from({ length: rows }, (_, row) =>
    ink.subarray(row * columns + from, (row + 1) * columns).join(''),
  );
}

it('draws a word at the end of a long text as it draws the word alone', () => {
  const word = setPixelText(fonts, 'cannot')!;
  const long = setPixelText(fonts, `${'cannot '.repeat(20)}cannot`)!;
  expect(columnsFrom(long, long.columns - word.columns)).toEqual(columnsFrom(word, 0));
});
