import { expect, test, it } from 'vitest';
import { randomFrom } from '../../../test/support/pattern-sheets.ts';
import { createImage, type RgbaImage } from './canvas.ts';
import { resize, trimmed, mirrored } from './resize.ts';
import { cutCircle, withOutline } from './silhouette.ts';

type Size = readonly [widthPx: number, heightPx: number];

function noise([widthPx, heightPx]: Size): RgbaImage {
  const random = randomFrom(widthPx * 7919 + heightPx);
  const image = createImage(widthPx, heightPx);
  return { ...image, data: image.data.map(() => random() * 256) };
}

/** The shares of the old pixels in a new one: a triangle as wide as two of the larger ones. */
function sharesAt(at: number, from: number, to: number): number[] {
  const [middle, reach] = [((at + 0.5) * from) / to - 0.5, Math.max(1, from / to)];
  const weights = Array.from({ length: from }, (_, near) =>
    Math.max(0, 1 - Math.abs(near - middle) / reach),
  );
  const sum = weights.reduce((one, other) => one + other);
  return weights.map((weight) => weight / sum);
}

/** Red, green, blue and alpha of a new pixel, without the colours of transparent pixels. */
function mixedAt({ data, widthPx }: RgbaImage, across: number[], down: number[]): number[] {
  const sums = [0, 0, 0, 0];
  for (const [y, shareDown] of down.entries()) {
    for (const [x, shareAcross] of across.entries()) {
      const at = (y * widthPx + x) * 4;
      const cover = (shareDown * shareAcross * data[at + 3]!) / 255;
      for (const channel of [0, 1, 2]) sums[channel]! += cover * data[at + channel]!;
      sums[3]! += cover;
    }
  }
  const alpha = sums[3]!;
  // Less than half a level is nothing.
  if (alpha * 255 < 0.5) return [0, 0, 0, 0];
  return [...sums.slice(0, 3).map((sum) => sum / alpha), alpha * 255];
}

test.each<[Size, Size]>([
  [
    [7, 13],
    [5, 4],
  ],
  [
    [7, 13],
    [10, 29],
  ],
  [
    [8, 3],
    [3, 8],
  ],
  [
    [1, 5],
    [4, 1],
  ],
])('%j px become %j px by the mean of what is near', (from, [widthPx, heightPx]) => {
  const source = noise(from);
  // Some of it is clear, or nearly.
  for (let at = 3; at < source.data.length; at += 20) source.data[at] = (at / 20) % 2;
  const resized = resize(source, widthPx, heightPx);
  expect([resized.widthPx, resized.heightPx]).toEqual([widthPx, heightPx]);
  const off = Array.from({ length: widthPx * heightPx }, (_, pixel) => {
    const across = sharesAt(pixel % widthPx, from[0], widthPx);
    const down = sharesAt(Math.floor(pixel / widthPx), from[1], heightPx);
    const exact = mixedAt(source, across, down);
    return exact.map((level, channel) => Math.abs(level - resized.data[pixel * 4 + channel]!));
  });
  expect(Math.max(...off.flat())).toBeLessThan(0.6);
});

test('what is hardly there is gone, and has no colour', () => {
  const dot = createImage(9, 1);
  dot.data.set([255, 255, 255, 1]);
  expect(resize(dot, 1, 1).data).toEqual(createImage(1, 1).data);
  dot.data[3] = 3;
  expect([...resize(dot, 3, 1).data.subarray(0, 4)]).toEqual([255, 255, 255, 1]);
});

test.each([
  [127, 0],
  [128, 255],
])('an outline around a pixel of alpha %i has the given width and colour', (alpha, strength) => {
  const dot = createImage(1, 2);
  dot.data.set([9, 9, 9, alpha]);
  const colour = [200, 100, 50, 204] as const;
  const { data, widthPx, heightPx } = withOutline(dot, { colour, widthPx: 3 });
  expect([widthPx, heightPx]).toEqual([7, 8]);
  for (let pixel = 0; pixel < 56; pixel += 1) {
    const [x, y] = [(pixel % 7) - 3, Math.floor(pixel / 7) - 3];
    const cover = strength * 0.8 * Math.min(1, Math.max(0, 4 - Math.hypot(x, y)));
    const [red, , , opacity] = data.subarray(pixel * 4, pixel * 4 + 4);
    if (x === 0 && y === 0) continue;
    expect(Math.abs(opacity! - cover), `at ${x}, ${y}`).toBeLessThanOrEqual(strength / 255);
    if (opacity! > 0) expect(red).toBe(200);
  }
});

test('a circle leaves out what is outside of it, and half of its edge', () => {
  const square = createImage(20, 20);
  square.data.fill(200);
  cutCircle(square);
  for (let pixel = 0; pixel < 400; pixel += 1) {
    const outside = Math.hypot((pixel % 20) - 9.5, Math.floor(pixel / 20) - 9.5) - 10;
    const cover = 200 * Math.min(1, Math.max(0, 0.5 - outside));
    expect(Math.abs(square.data[pixel * 4 + 3]! - cover)).toBeLessThan(1);
  }
});

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
