import { deflateSync, inflateSync } from 'node:zlib';
import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom, randomSheet } from '../../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../../test/support/same-pixels.ts';
import { compileFigure } from '../../../../test/support/compile-figure.ts';
import { drawPlan } from '../../raster/execute.ts';
import { prepareSheet } from '../../skin/sheet.ts';
import { asWords, createImage, type RgbaImage } from '../canvas.ts';
import { deflatePixels } from './deflate-pixels.ts';

/** Its rows as a PNG without filters has them. */
function rowsOf({ widthPx, heightPx, data }: RgbaImage): Uint8Array {
  const rowBytes = widthPx * 4;
  const rows = new Uint8Array((rowBytes + 1) * heightPx);
  for (let y = 0; y < heightPx; y++) {
    rows.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  return rows;
}

/** Inflated by zlib, which checks the checksum too. */
function expectKept(image: RgbaImage): void {
  expectSameBytes(inflateSync(deflatePixels(image)), rowsOf(image));
}

type Paint = (x: number, y: number) => number;

/** @param paint RGBA words, red in the lowest byte */
function painted(widthPx: number, heightPx: number, paint: Paint): RgbaImage {
  const image = createImage(widthPx, heightPx);
  asWords(image).forEach((_, i, words) => {
    words[i] = paint(i % widthPx, Math.floor(i / widthPx));
  });
  return image;
}

/** Some of these are alike in all but one byte. */
const colours = [
  0, 0xff_00_00_00, 0xff_40_30_20, 0x80_40_30_20, 0xff_40_30_21, 0xff_40_31_20, 0xff_41_30_20,
  0xff_ff_ff_ff, 0x01_ff_ff_ff,
];

function noise(widthPx: number, heightPx: number): RgbaImage {
  const random = randomFrom(widthPx + heightPx);
  return painted(widthPx, heightPx, () => random() * 2 ** 32);
}

function figure(heightPx: number): RgbaImage {
  const plan = compileFigure({
    renderType: 'default',
    crop: 'full',
    model: 'classic',
    texelsPerUnit: 1,
    heightPx,
  });
  const image = createImage(plan.widthPx, plan.heightPx);
  drawPlan(plan, asWords(prepareSheet(randomSheet(randomFrom(5), 1)).image), image);
  return image;
}

describe('the output of deflatePixels inflates to the same pixels', () => {
  it.each([
    { name: 'one pixel', image: noise(1, 1) },
    { name: 'one column', image: noise(1, 300) },
    { name: 'one row', image: noise(300, 1) },
    { name: 'transparent', image: createImage(300, 600) },
    { name: 'one colour', image: painted(300, 200, () => 0xff_40_30_20) },
    { name: 'more than one block', image: noise(120, 90) },
    { name: 'more than the first memory', image: noise(300, 200) },
    { name: 'a figure', image: figure(300) },
    { name: 'rows further apart than can be looked back', image: noise(8300, 2) },
    { name: 'such rows, all the same', image: painted(8300, 3, (x) => colours[(x >> 6) % 9]!) },
    {
      name: 'a colour one byte further away than can be looked back',
      image: painted(8192, 3, (x) => (x === 5 ? 0xff_40_30_20 : 0)),
    },
    { name: 'rows just as far apart as can', image: painted(8191, 3, (x) => x * 0x01_02_03_05) },
  ])('$name', ({ image }) => {
    expectKept(image);
  });

  it('with any slanted and repeated patterns', () => {
    const pictures = record({
      widthPx: integer({ min: 1, max: 40 }),
      heightPx: integer({ min: 1, max: 30 }),
      texelPx: integer({ min: 1, max: 9 }),
      slant: integer({ min: -3, max: 3 }),
      texels: array(constantFrom(...colours), { minLength: 1, maxLength: 40 }),
    });
    assert(
      property(pictures, ({ widthPx, heightPx, texelPx, slant, texels }) => {
        const paint: Paint = (x, y) => {
          const column = Math.floor((x * 4 + y * slant) / 4 / texelPx);
          const row = Math.floor(y / texelPx);
          return texels[Math.abs(column * 7 + row * 3) % texels.length]!;
        };
        expectKept(painted(widthPx, heightPx, paint));
      }),
      { numRuns: 500 },
    );
  });

  it('with repetitions of any length', () => {
    const runs = array(
      record({ colour: constantFrom(...colours), px: integer({ min: 1, max: 400 }) }),
      { minLength: 1, maxLength: 30 },
    );
    assert(
      property(runs, integer({ min: 1, max: 300 }), (list, widthPx) => {
        const pixels = list.flatMap(({ colour, px }) => Array.from({ length: px }, () => colour));
        const heightPx = Math.ceil(pixels.length / widthPx);
        expectKept(painted(widthPx, heightPx, (x, y) => pixels[y * widthPx + x] ?? 0));
      }),
      { numRuns: 300 },
    );
  });
});

describe('deflatePixels', () => {
  it('compresses about as well as zlib at its default level', () => {
    const image = figure(512);

    expect(deflatePixels(image).length).toBeLessThan(deflateSync(rowsOf(image)).length * 1.05);
  });

  it('encodes repetitions in as few tokens as possible, across rows too', () => {
    const matches = rowsOf(createImage(300, 600)).length / 258;
    const striped = painted(300, 600, (x) => colours[x % 9]!);

    // Two bits a match: a length and a distance that are always the same.
    expect(deflatePixels(createImage(300, 600)).length).toBeLessThan((matches * 2) / 8 + 60);
    // And nine more for the place in the row above.
    expect(deflatePixels(striped).length).toBeLessThan((matches * 11) / 8 + 200);
  });
});
