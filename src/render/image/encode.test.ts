import { Transformer } from '@napi-rs/image';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { createImage, type RgbaImage } from './canvas.ts';
import { decodePng } from './decode-png.ts';
import { encode, encodePng, encodeScene } from './encode.ts';
import { readPngHeader } from '../../png/png.ts';

function noise(widthPx: number, heightPx: number): RgbaImage {
  const random = randomFrom(widthPx * 7919 + heightPx);
  const image = createImage(widthPx, heightPx);
  return { ...image, data: image.data.map(() => random() * 256) };
}

describe('encodePng', () => {
  it.each([
    { name: 'one pixel', image: noise(1, 1) },
    { name: 'one column', image: noise(1, 50) },
    { name: 'a figure', image: noise(150, 300) },
    { name: 'the widest that is encoded thoroughly', image: noise(1200, 9) },
    { name: 'a wide row', image: noise(1201, 9) },
    { name: 'nothing to be seen', image: createImage(40, 30) },
  ])('keeps every pixel exactly, whatever its alpha: $name', ({ image }) => {
    const png = encodePng(image);

    expect(readPngHeader(png)).toMatchObject({ widthPx: image.widthPx, heightPx: image.heightPx });
    expectSameBytes(PNG.sync.read(png).data, image.data);
    expectSameBytes(decodePng(png).data, image.data);
  });

  it('returns the same bytes every time', () => {
    expect(encodePng(noise(60, 40)).equals(encodePng(noise(60, 40)))).toBe(true);
  });
});

it.each([
  { name: 'one pixel', image: noise(1, 1) },
  { name: 'one column', image: noise(1, 50) },
  { name: 'a figure', image: noise(150, 300) },
  { name: 'nothing to be seen', image: createImage(40, 30) },
])('encodes WebP without loss: $name', ({ image }) => {
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
