import { Transformer } from '@napi-rs/image';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createImage } from './canvas.ts';
import { encode } from './encode.ts';
import { withXmp } from './webp-metadata.ts';

const image = createImage(37, 21);
image.data.forEach((_, index) => (image.data[index] = (index * 7) % 256));
const webp = encode(image, 'webp');

test.each(['even', 'odd!!'])('a picture with metadata is the same picture: %s', async (xmp) => {
  const told = withXmp(webp, xmp, image);
  expect(new Transformer(told).rawPixelsSync()).toEqual(new Transformer(webp).rawPixelsSync());
  expect([told.readUInt32LE(4), told.length % 2]).toEqual([told.length - 8, 0]);
  const size = { width: 37, height: 21, hasAlpha: true };
  expect(await sharp(told).metadata()).toMatchObject({ ...size, xmp: Buffer.from(xmp) });
});

test('a file of another kind stays as it is', () => {
  const png = encode(image, 'png');
  expect(withXmp(png, 'x', image)).toBe(png);
});
