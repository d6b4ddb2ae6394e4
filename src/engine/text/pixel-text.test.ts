import { expect, it } from 'vitest';
import { createFontRegistry } from './font-registry.ts';
import {
  cutPixelLine,
  measurePixelText,
  pixelLineWidth,
  pixelTextSize,
  rasterise,
  type PixelText,
} from './pixel-text.ts';

const fonts = createFontRegistry();

function columnsFrom({ columns, rows, bitmap }: PixelText, from: number): string[] {
  return Array.from({ length: rows }, (_, row) =>
    bitmap.subarray(row * columns + from, (row + 1) * columns).join(''),
  );
}

it('draws a word at the end of a long text as it draws the word alone', () => {
  const word = rasterise(fonts, measurePixelText(fonts, 'cannot')!);
  const long = rasterise(fonts, measurePixelText(fonts, `${'cannot '.repeat(20)}cannot`)!);
  expect(columnsFrom(long, long.columns - word.columns)).toEqual(columnsFrom(word, 0));
});

it('is cut after a number of letters, with … and without spaces before it', () => {
  const line = measurePixelText(fonts, 'red  blue')!;
  const cutTo = (count: number) =>
    cutPixelLine(line, count)
      .letters.map(({ letter }) => letter)
      .join('');
  expect([9, 7, 6, 5, 3, 0].map(cutTo)).toEqual([
    'red  blue',
    'red  bl…',
    'red  b…',
    'red…',
    'red…',
    '…',
  ]);
  expect(pixelLineWidth(line, 2)).toBe(pixelTextSize(rasterise(fonts, line), 2)[0]);
});
