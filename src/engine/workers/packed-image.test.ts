import { expect, it } from 'vitest';
import { randomFrom, randomSheet } from '../../../test/support/pattern-sheets.ts';
import { packImage, shareImage, unpackImage } from './packed-image.ts';
import { free } from '../image/scratch.ts';

// Small results of the decoder are in memory that others use, large ones in a little more than they need.
it.each([1, 4])('an unpacked picture is the same, in memory that can be freed: %i', (scale) => {
  const image = randomSheet(randomFrom(scale), scale);
  const [one, other] = [unpackImage(packImage(image)), unpackImage(packImage(image))];
  expect(one).toEqual(image);
  free(one.data);
  expect(one.data).toHaveLength(0);
  expect(other).toEqual(image);
});

it('a picture is shared as it is where there is room, and packed where there is none', () => {
  const image = randomSheet(randomFrom(1), 1);
  const memory = new SharedArrayBuffer(image.data.byteLength + 9);
  for (const [into, isShared] of [
    [memory, true],
    [new SharedArrayBuffer(image.data.byteLength - 1), false],
    [null, false],
  ] as const) {
    const shared = shareImage(image, into);
    expect(shared.bytes === into).toBe(isShared);
    expect(unpackImage(shared)).toEqual(image);
  }
  expect(unpackImage(shareImage(image, memory)).data.buffer).toBe(memory);
});
