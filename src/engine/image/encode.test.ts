import sharp from 'sharp';
import { Transformer } from '@napi-rs/image';
import { PNG } from 'pngjs';
import { expect, it, test } from 'vitest';
import { randomFrom } from '../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { createImage, type RgbaImage } from './canvas.ts';
import { decodePng } from './decode-png.ts';
import { encode, encodeScene, withSrgb, withXmp } from './encode.ts';
import { readPngHeader } from '../../common/png/png.ts';

function noise(widthPx: number, heightPx: number): RgbaImage {
  const random = randomFrom(widthPx * 7919 + heightPx);
  const image = createImage(widthPx, heightPx);
  return { ...image, data: image.data.map(() => random() * 256) };
}

function painted(widthPx: number, heightPx: number): RgbaImage {
  const image = createImage(widthPx, heightPx);
  return { ...image, data: image.data.fill(255) };
}

/** The same noise in the first row and in the last. */
function withRowAgain(widthPx: number, heightPx: number): RgbaImage {
  const image = painted(widthPx, heightPx);
  const { data: row } = noise(widthPx, 1);
  image.data.set(row);
  image.data.set(row, image.data.length - row.length);
  return image;
}

const pictures = [
  { name: 'one pixel', image: noise(1, 1) },
  { name: 'one column', image: noise(1, 50) },
  { name: 'odd sides', image: noise(7, 13) },
  { name: 'a figure', image: noise(150, 300) },
  { name: 'the widest PNG that is encoded thoroughly', image: noise(1200, 9) },
  { name: 'a wide row', image: noise(1201, 9) },
  { name: 'a scene of one colour', image: painted(900, 600) },
  { name: 'nothing to be seen', image: createImage(40, 30) },
  // A WebP can't say how far back the first is.
  { name: 'a row that occurs again a million pixels later', image: withRowAgain(1024, 1026) },
];

it.each(pictures)('PNG and WebP keep every pixel, whatever its alpha: $name', ({ image }) => {
  const png = encode(image, 'png');
  expect(readPngHeader(png)).toMatchObject({ widthPx: image.widthPx, heightPx: image.heightPx });
  expectSameBytes(PNG.sync.read(png).data, image.data);
  expectSameBytes(decodePng(png).data, image.data);
  expect(encode(image, 'png')).toEqual(png);
  const webp = encode(image, 'webp');
  expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
  expectSameBytes(new Transformer(webp).rawPixelsSync(), image.data);
});

it.each([
  [400, 300],
  [900, 600],
])('encodes a scene of %i×%i px without loss', (widthPx, heightPx) => {
  const image = createImage(widthPx, heightPx);
  for (let at = 0; at < image.data.length; at++) {
    image.data[at] = at % 4 === 3 ? 255 : Math.imul(at >> 5, 2_654_435_761) >>> 24;
  }
  expectSameBytes(decodePng(encodeScene(image, 'png')).data, image.data);
});

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
