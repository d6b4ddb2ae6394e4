import { expect, it } from 'vitest';
import { createFontRegistry } from '../text/font-registry.ts';
import { drawInitials, initialsOf } from './signs.ts';

it.each([
  ['Sunny Hills', 'SH'],
  ['The Very Long Name', 'TV'],
  ['No icon group', 'Ni'],
  ["Anna's Garden", 'AG'],
  ['Anna’s Garden', 'AG'],
  ['one-word_two', 'ow'],
  ['  ', '?'],
  ['!!!', '?'],
  ['', '?'],
  ['陽だまりの丘', '陽'],
  ['गाँव घर', 'गाँघ'],
  ['👨‍👩‍👧 Family', '👨‍👩‍👧F'],
  ['גבעות שמש', 'גש'],
  ['e\u0301te\u0301', 'é'],
  ['\u0000\u202e', '?'],
  ['\u200d \u200d', '?'],
  ['🏳️‍🌈 Zone', '🏳️‍🌈Z'],
])('for %j are %s', (name, letters) => {
  expect(initialsOf(name).normalize()).toBe(letters.normalize());
});

it('are white on a background that depends only on the name', () => {
  const fonts = createFontRegistry();
  const grounds = new Set<string>();
  for (const name of ['Sunny Hills', 'Sunny Hillt', 'Sunny Hillu', 'Sunny Hills']) {
    const { data, widthPx } = drawInitials(fonts, name, 32);
    grounds.add([...data.subarray(0, 4)].join());
    const whites = Array.from({ length: widthPx * widthPx }, (_, at) =>
      data.subarray(at * 4, at * 4 + 3),
    );
    expect(whites.some((pixel) => pixel.every((value) => value > 240))).toBe(true);
  }
  expect(grounds.size).toBe(3);
});
