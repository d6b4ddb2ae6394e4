import { expect, test } from 'vitest';
import { paintBehind, parseColour } from './background.ts';

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
