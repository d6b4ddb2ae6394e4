import { expect, it } from 'vitest';
import { asWords, type RgbaImage } from '../image/canvas.ts';
import { createFontRegistry } from './font-registry.ts';
import {
  columnsOf,
  cutPixelLine,
  drawPixelLetters,
  drawSquares,
  measurePixelText,
} from './pixel-text.ts';

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

it('draws an O, also with accents, unlike a zero', () => {
  const lettersOf = (text: string): string[] =>
    rowsOf(draw(text))
      .map((row) => row.trim())
      .slice(-15, -5);
  const round = [4, 6, 8, 8, 8, 8, 8, 8, 6, 4];
  const upright = [4, 6, 6, 6, 6, 6, 6, 6, 6, 4];
  for (const letter of ['O', 'Ö', 'Õ'])
    expect(lettersOf(letter).map(({ length }) => length)).toEqual(round);
  expect(lettersOf('0').map(({ length }) => length)).toEqual(upright);
});

it.each([1, 2])('a rim of %i leaves no gap as narrow as itself, at any size', (rim) => {
  const colours = { fill: 0xff_00_00_ff, rim: 0xff_00_00_00 };
  for (const sidePx of [1, 3]) {
    const image = drawSquares(draw('Oakhaven, nimble vow: 0%'), { sidePx, rim }, colours);
    const rows = rowsOf(image).map((row) => row.trim());
    const gaps = rows.flatMap((row) => row.split('#').map(({ length }) => length / sidePx));
    expect(gaps.filter((gap) => gap > 0 && gap <= rim)).toEqual([]);
    expect(gaps.some((gap) => gap > rim)).toBe(true);
  }
});
