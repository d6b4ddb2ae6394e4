import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  compressed,
  encodePicture,
  endChunk,
  headerChunk,
  joinPng,
  leadingChunks,
  type PngPicture,
} from '../../../test/support/png-writer.ts';
import { sheetScale } from './texture-header.ts';
import { unpackPixels } from './pixel-data.ts';
import { mendPng, readPngHeader, stripPng, UnusableImageError } from './png.ts';

const picture: PngPicture = {
  widthPx: 7,
  heightPx: 5,
  colourType: 3,
  bitDepth: 2,
  palette: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  transparency: [0, 128],
  sample: (x, y) => (x + y) & 3,
};

describe('readPngHeader', () => {
  it.each([
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ] as const)('accepts colour type %i with the depths %j only', (colourType, depths) => {
    for (const bitDepth of [1, 2, 4, 8, 16] as const) {
      const bytes = joinPng(headerChunk({ widthPx: 300, heightPx: 70_000, colourType, bitDepth }));
      if (depths.some((depth) => depth === bitDepth)) {
        expect(readPngHeader(bytes)).toEqual({
          widthPx: 300,
          heightPx: 70_000,
          colourType,
          bitDepth,
          isInterlaced: false,
        });
      } else {
        expect(() => readPngHeader(bytes)).toThrow(UnusableImageError);
      }
    }
  });

  it('needs no more than the first 33 bytes', () => {
    const bytes = encodePicture(picture);

    expect(readPngHeader(bytes.subarray(0, 33))).toMatchObject({ widthPx: 7, heightPx: 5 });
    for (let length = 0; length < 33; length++) {
      expect(() => readPngHeader(bytes.subarray(0, length))).toThrow(UnusableImageError);
    }
  });

  it.each([
    [30_000, 30_000],
    [65_536, 65_536],
    [2 ** 32 - 1, 2 ** 32 - 1],
    [2 ** 31, 1],
    [0, 0],
    [0, 64],
    [64, 0],
    [2048, 2048],
    [64, 2 ** 31],
  ])('returns a size of %i × %i, which never reaches a decoder', (w, h) => {
    const bytes = joinPng(headerChunk({ widthPx: w, heightPx: h, colourType: 6, bitDepth: 8 }));

    const { widthPx, heightPx } = readPngHeader(bytes);

    expect([widthPx, heightPx]).toEqual([w, h]);
    expect(sheetScale(widthPx, heightPx)).toBeNull();
  });

  it('requires the header to be the first chunk', () => {
    const bytes = joinPng(chunk('gAMA', [0, 0, 1, 0]), ...leadingChunks(picture), endChunk);

    expect(() => readPngHeader(bytes)).toThrow('is a broken PNG');
  });
});

const [header, palette, transparency] = leadingChunks(picture);
const data = compressed(picture);
const pixels = [chunk('IDAT', data.subarray(0, 9)), chunk('IDAT', data.subarray(9))];
const bare = joinPng(header!, palette!, transparency!, ...pixels, endChunk);
const whole = [
  { name: 'a bare PNG', bytes: bare },
  { name: 'bytes after the end', bytes: Buffer.concat([bare, bare, Buffer.alloc(9, 0xff)]) },
];
const broken = [
  { name: 'a second palette', bytes: joinPng(header!, palette!, palette!, ...pixels, endChunk) },
  { name: 'a palette behind pixels', bytes: joinPng(header!, ...pixels, palette!, endChunk) },
  { name: 'a second header', bytes: joinPng(header!, palette!, header!, ...pixels, endChunk) },
];

describe('stripPng', () => {
  it.each([
    'acTL cHRM eXIf fcTL fdAT gAMA hIST iCCP iTXt pHYs sBIT sPLT sRGB tEXt tIME zTXt bKGD',
    'cICP mDCV cLLI vpAg caNv skIn npTc',
  ])('drops %s', (types) => {
    const bomb = deflateSync(Buffer.alloc(1 << 20));
    const extras = types.split(' ').map((type) => chunk(type, bomb));
    const leading = [header!, ...extras, palette!, transparency!, ...extras];

    expect(stripPng(joinPng(...leading, ...pixels, ...extras, endChunk))).toEqual(bare);
  });

  it.each(whole)('makes a bare PNG of $name', ({ bytes }) => {
    expect(stripPng(bytes)).toEqual(bare);
  });

  it.each([
    ...broken,
    { name: 'no end', bytes: bare.subarray(0, -12) },
    { name: 'half an end', bytes: bare.subarray(0, -1) },
    { name: 'nothing but a signature', bytes: joinPng() },
    {
      name: 'a length beyond the file',
      bytes: Buffer.concat([joinPng(header!), Buffer.from('7fffffff49444154', 'hex'), endChunk]),
    },
    {
      name: 'a length that would wrap around',
      bytes: Buffer.concat([joinPng(header!), Buffer.from('fffffff449444154', 'hex'), endChunk]),
    },
  ])('refuses $name', ({ bytes }) => {
    expect(() => stripPng(bytes)).toThrow(UnusableImageError);
  });
});

describe('mendPng', () => {
  const withWrongSum = (one: Buffer) =>
    chunk(one.toString('latin1', 4, 8), one.subarray(8, -4), 0x12345678);
  const halfText = chunk('tEXt', Buffer.alloc(99)).subarray(0, 50);
  const chunks = [header!, palette!, transparency!, ...pixels, endChunk];

  it.each([
    ...whole,
    { name: 'wrong checksums everywhere', bytes: joinPng(...chunks.map(withWrongSum)) },
    { name: 'no end', bytes: bare.subarray(0, -12) },
    { name: 'half an end', bytes: bare.subarray(0, -1) },
    { name: 'no checksum of the pixels', bytes: bare.subarray(0, -16) },
    { name: 'half a text at its end', bytes: Buffer.concat([bare.subarray(0, -12), halfText]) },
  ])('makes a bare PNG of $name', ({ bytes }) => {
    expect(mendPng(bytes)).toEqual(bare);
  });

  it.each([
    ...broken,
    { name: 'half a colour', bytes: joinPng(header!, chunk('PLTE', [1, 2]), ...pixels, endChunk) },
  ])('refuses $name', ({ bytes }) => {
    expect(() => mendPng(bytes)).toThrow(UnusableImageError);
  });
});

describe('unpackPixels', () => {
  /** A grey pixel behind these two bytes. */
  const pngOf = (...zlibHeader: readonly number[]) =>
    joinPng(
      headerChunk({ widthPx: 1, heightPx: 1, colourType: 0, bitDepth: 8 }),
      chunk('IDAT', Buffer.from([...zlibHeader, ...deflateRawSync(Buffer.of(0, 77))])),
      endChunk,
    );

  it.each([
    ['a window of 32 kB', [0x78, 0x9c], true],
    ['a window of 512 bytes', [0x18, 0x19], true],
    ['a window of 64 kB', [0x88, 0x1c], false],
    ['another method', [0x79, 0x18], false],
    ['a dictionary', [0x78, 0x20], false],
    ['a wrong check', [0x78, 0x9d], false],
  ] as const)('data with %s', (_, zlibHeader, isRead) => {
    const png = pngOf(...zlibHeader);
    const unpack = () => [...unpackPixels(png, readPngHeader(png)).bytes];
    if (isRead) expect(unpack()).toEqual([0, 77]);
    else expect(unpack).toThrow(UnusableImageError);
  });
});
