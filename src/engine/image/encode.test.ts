import { Transformer } from '@napi-rs/image';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { randomFrom } from '../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { createImage, type RgbaImage } from './canvas.ts';
import { decodePng } from './decode-png.ts';
import { encode, encodeScene } from './encode.ts';
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

const pictures = [
  { name: 'one pixel', image: noise(1, 1) },
  { name: 'one column', image: noise(1, 50) },
  { name: 'odd sides', image: noise(7, 13) },
  { name: 'a figure', image: noise(150, 300) },
  { name: 'the widest PNG that is encoded thoroughly', image: noise(1200, 9) },
  { name: 'a wide row', image: noise(1201, 9) },
  { name: 'a scene of one colour', image: painted(900, 600) },
  { name: 'nothing to be seen', image: createImage(40, 30) },
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
