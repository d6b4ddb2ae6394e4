import { expect, it } from 'vitest';
import { createImage, type RgbaImage } from './canvas.ts';
import { trimmed, mirrored } from './resize.ts';

/** One letter a pixel: `.` is transparent, `-` as good as that, others have a colour of their own. */
function drawn(...rows: readonly string[]): RgbaImage {
  const image = createImage(rows[0]!.length, rows.length);
  const alphas: Readonly<Record<string, number>> = { '.': 0, '-': 7, '+': 8 };
  Array.from(rows.join('')).forEach((letter, at) => {
    image.data.set([letter.charCodeAt(0), 0, 0, alphas[letter] ?? 255], at * 4);
  });
  return image;
}

function letters({ data, widthPx, heightPx }: RgbaImage): string[] {
  return Array.from({ length: heightPx }, (_, y) =>
    Array.from({ length: widthPx }, (__, x) =>
      String.fromCharCode(data[(y * widthPx + x) * 4]!),
    ).join(''),
  );
}

it.each([
  [drawn('....', '.ab.', '.c..', '....'), ['ab', 'c.']],
  [drawn('---', '-a-', '---'), ['a']],
  [drawn('...+', '....', 'a...'), ['...+', '....', 'a...']],
  [drawn('.a', '..'), ['a']],
  // Nothing at all stays what it is: there has to be a picture.
  [drawn('..', '..'), ['..', '..']],
])('removes the transparent border %#', (picture, expected) => {
  expect(letters(trimmed(picture))).toEqual(expected);
});

it('mirroring swaps left and right, and twice changes nothing', () => {
  const picture = drawn('abc', 'd.f');
  expect(letters(mirrored(picture))).toEqual(['cba', 'f.d']);
  expect(mirrored(mirrored(picture))).toEqual(picture);
});
