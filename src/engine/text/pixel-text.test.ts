import { expect, it } from 'vitest';
import { asWords, type RgbaImage } from '../image/canvas.ts';
import { createFontRegistry } from './font-registry.ts';
import { columnsOf, cutPixelLine, drawPixelLetters, measurePixelText } from './pixel-text.ts';

const fonts = createFontRegistry();
const draw = (text: string): RgbaImage => drawPixelLetters(fonts, measurePixelText(fonts, text)!);

/** The opaque pixels of each row. */
function rowsOf(image: RgbaImage, from = 0): string[] {
  const words = Array.from(asWords(image), (word) => (word >>> 31 === 1 ? '#' : ' '));
  return Array.from({ length: image.heightPx }, (_, row) =>
    words.slice(row * image.widthPx + from, (row + 1) * image.widthPx).join(''),
  );
}

it('draws a word at the end of a long text as it draws the word alone', () => {
  const [word, long] = [draw('cannot'), draw(`${'cannot '.repeat(20)}cannot`)];
  expect(rowsOf(long, long.widthPx - word.widthPx)).toEqual(rowsOf(word));
});

it.each(['n', 'g', 'É', 'Ñ', 'ç', 'Ș'])('%s is drawn whole, with a row for its rim', (letter) => {
  const rows = rowsOf(draw(letter)).map((row) => row.includes('#'));
  expect(rows[0]).toBe(false);
  expect(rows.slice(-2)).toEqual([false, false]);
  expect(rows.filter(Boolean).length).toBeGreaterThan(7);
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
  expect(columnsOf(line)).toBe(drawPixelLetters(fonts, line).widthPx);
});
