import { Transformer } from '@napi-rs/image';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { createImage } from './canvas.ts';
import { encode, withSrgb } from './encode.ts';

/** The start of a colour box, and what it says: primaries, transfer, matrix, full range. */
const box = (...said: readonly number[]) => Buffer.from([...Buffer.from('colrnclx'), ...said]);
const unspecified = box(0, 2, 0, 2, 0, 2, 0x80);

/** Saturated colours tell one matrix from another; three steps of alpha, down to a given one. */
function colours(minAlpha: number) {
  const image = createImage(47, 33);
  image.data.forEach((_, at) => {
    const [column, row] = [(at >> 2) % 47, Math.floor((at >> 2) / 47)];
    const alpha = 255 - ((255 - minAlpha) * Math.floor(row / 11)) / 2;
    image.data[at] = at % 4 === 3 ? alpha : at % 4 === Math.floor(column / 16) ? 255 : 0;
  });
  return image;
}

const decoded = (avif: Buffer) => sharp(avif).ensureAlpha().raw().toBuffer();

it.each([255, 60])(
  'AVIF says that it is sRGB, and keeps its pixels: alpha from %i',
  async (alpha) => {
    const image = colours(alpha);
    const { widthPx, heightPx, data } = image;
    const plain = Transformer.fromRgbaPixels(data, widthPx, heightPx).avifSync({
      quality: 75,
      alphaQuality: 75,
      speed: 8,
      threads: 1,
    });
    expect(plain.indexOf(unspecified)).toBeGreaterThan(0);

    const avif = encode(image, 'avif');

    expect(avif.length).toBe(plain.length);
    expect(avif.indexOf(box(0, 1, 0, 13, 0, 6, 0x80))).toBe(plain.indexOf(unspecified));
    const pixels = await decoded(avif);
    expectSameBytes(pixels, await decoded(plain));
    const furthest = Math.max(...data.map((level, at) => Math.abs(level - pixels[at]!)));
    expect(furthest).toBeLessThan(16);
  },
);

it('leaves a file alone that says nothing about its colours', () => {
  const other = Buffer.from('no colour box');
  expect(withSrgb(Buffer.from(other))).toEqual(other);
});
