import { expect, it, test } from 'vitest';
import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import { closeCounters } from './counters.ts';
import { createFontRegistry } from './font-registry.ts';
import { itemize } from './itemize.ts';
import { drawLabel, fitLabel } from './label.ts';

/** A picture with a pixel for each letter: `#` is opaque, `+` soft. */
function pictureOf(rows: readonly string[]): RgbaImage {
  const image = createImage(rows[0]?.length ?? 0, rows.length);
  const alphas = new Map([
    ['#', 255],
    ['+', 120],
  ]);
  const words = asWords(image);
  for (const [at, letter] of Array.from(rows.join('')).entries())
    words[at] = ((alphas.get(letter) ?? 0) << 24) >>> 0;
  return image;
}

function rowsOf(image: RgbaImage): string[] {
  const letters = Array.from(asWords(image), (word) => (word >>> 24 === 255 ? '#' : ' ')).join('');
  return Array.from({ length: image.heightPx }, (_, row) =>
    letters.slice(row * image.widthPx, (row + 1) * image.widthPx),
  );
}

it('fills gaps inside that are narrow, whole and with their soft edges', () => {
  const outline = pictureOf([
    '              ',
    ' ##### ###### ',
    ' ##+## #    # ',
    ' ## ## #    # ',
    ' ## ## #    # ',
    ' ##### ###### ',
    ' ## ##        ',
    '              ',
  ]);
  closeCounters(outline, 2);
  expect(rowsOf(outline)).toEqual([
    '              ',
    ' ##### ###### ',
    ' ##### #    # ',
    ' ##### #    # ',
    ' ##### #    # ',
    ' ##### ###### ',
    ' ## ##        ',
    '              ',
  ]);
});

it('leaves what reaches an end of the picture', () => {
  for (const rows of [
    ['###', '# #', '# #'],
    ['# #', '# #', '###'],
    ['###', '#  ', '###'],
    ['###', '  #', '###'],
  ]) {
    const outline = pictureOf(rows);
    closeCounters(outline, 9);
    expect(rowsOf(outline)).toEqual(rows);
  }
});

const fonts = createFontRegistry();

/** Alpha in the middle of a letter. */
function middleOf(letter: string, fontPx: number): number {
  const label = fitLabel(fonts, itemize(fonts, letter), fontPx)!;
  const { widthPx, data } = drawLabel(fonts, label);
  const y = Math.round(label.originYPx - label.bounds.ascentPx / 2);
  return data[(y * widthPx + (widthPx >> 1)) * 4 + 3] ?? 0;
}

test.each([12, 16, 20, 24, 32, 48, 80])('in labels of %i px o and 0 are closed', (fontPx) => {
  expect(middleOf('o', fontPx)).toBeGreaterThan(200);
  expect(middleOf('0', fontPx)).toBeGreaterThan(200);
});

test('and O is open once there is room', () => {
  expect([12, 14].map((fontPx) => middleOf('O', fontPx))).toEqual([255, 255]);
  expect([24, 48].map((fontPx) => middleOf('O', fontPx))).toEqual([0, 0]);
});
