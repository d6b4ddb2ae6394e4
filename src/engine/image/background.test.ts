import { expect, test } from 'vitest';
import { paintBehind, paintGradient, parseColour } from './background.ts';
import { createImage } from './canvas.ts';

function painted(pixel: readonly number[], colour: string): number[] {
  const image = { widthPx: 1, heightPx: 1, data: new Uint8ClampedArray(pixel) };
  paintBehind(image, parseColour(colour));
  return [...image.data];
}

test.each([
  ['what is opaque hides it', [10, 20, 30, 255], 'ff0000ff', [10, 20, 30, 255]],
  ['it fills what is empty', [0, 0, 0, 0], '1e90ff80', [0x1e, 0x90, 0xff, 0x80]],
  ['a rim mixes by its alpha', [255, 255, 255, 51], '000000ff', [51, 51, 51, 255]],
  ['a rim over a translucent colour', [255, 0, 0, 128], '0000ff80', [170, 0, 85, 192]],
  ['nothing behind nothing', [0, 0, 0, 0], '12345600', [0, 0, 0, 0]],
])('%s', (_, pixel, colour, expected) => {
  expect(painted(pixel, colour)).toEqual(expected);
});

/** Pixels by their number, row by row, and how much of the second colour each has. */
test.each([
  [2, 100, 180, [0, 49, 198], [1, 49, 199]],
  [2, 100, 0, [0, 49, 198], [199, 151, 1]],
  [50, 4, 90, [150, 10, 99], [2, 42, 198]],
  [50, 4, -90, [150, 10, 99], [198, 158, 2]],
  // Three to the right for each four down.
  [40, 10, 180 - 36.8698976, [0, 399, 39, 220], [4, 196, 151, 104]],
] as const)(
  'a gradient in %i × %i px at %d°',
  (...[widthPx, heightPx, angleDegrees, pixels, levels]) => {
    const picture = createImage(widthPx, heightPx);
    paintGradient(picture, { from: [0, 200, 9, 255], to: [200, 0, 9, 255], angleDegrees });
    const seen = pixels.map((pixel) => [...picture.data.subarray(pixel * 4, pixel * 4 + 3)]);
    expect(seen).toEqual(levels.map((level) => [level, 200 - level, 9]));
  },
);

test('of a gradient into nothing no colour shows that nobody sees', () => {
  const picture = createImage(10, 1);
  paintGradient(picture, { from: [0, 0, 0, 0], to: [255, 0, 0, 255], angleDegrees: 90 });
  const pixels = Array.from({ length: 10 }, (_, x) => [...picture.data.subarray(x * 4, x * 4 + 4)]);
  expect(pixels).toEqual(
    [13, 38, 64, 89, 115, 140, 166, 191, 217, 242].map((alpha) => [255, 0, 0, alpha]),
  );
});
