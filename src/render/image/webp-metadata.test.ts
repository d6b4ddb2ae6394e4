import { Transformer } from '@napi-rs/image';
import { expect, test } from 'vitest';
import { createImage } from './canvas.ts';
import { encode } from './encode.ts';
import { withXmp } from './webp-metadata.ts';

const image = createImage(37, 21);
image.data.forEach((_, index) => (image.data[index] = (index * 7) % 256));
const webp = encode(image, 'webp');

test.each(['even', 'odd!!'])('a picture with metadata has the same pixels: %s', (xmp) => {
  const told = withXmp(webp, xmp, image);
  const pixels = (file: Buffer) => new Transformer(file).rawPixelsSync();
  expect(pixels(told)).toEqual(pixels(webp));
  expect(told.readUInt32LE(4)).toBe(told.length - 8);
  expect(told.length % 2).toBe(0);
  expect(told.toString('latin1')).toContain(xmp);
});

test('the header has the size and the flags of metadata and alpha', () => {
  const told = withXmp(webp, 'x', image);
  expect(told.toString('latin1', 12, 16)).toBe('VP8X');
  expect([told[20], told.readUIntLE(24, 3), told.readUIntLE(27, 3)]).toEqual([0x14, 36, 20]);
});

test('a file of another kind stays as it is', () => {
  const png = encode(image, 'png');
  expect(withXmp(png, 'x', image)).toBe(png);
});
