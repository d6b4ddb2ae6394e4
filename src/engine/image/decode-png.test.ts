import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import sharp from 'sharp';
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
  pngSignature,
} from '../../../test/support/png-writer.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import type { RgbaImage } from './canvas.ts';
import { decodePng } from './decode-png.ts';
import { mendPng, UnusableImageError } from '../../common/png/png.ts';

/** Levels without a pattern, so that no two neighbours agree by accident. */
function noise(x: number, y: number, channel: number): number {
  const mixed = Math.imul(x * 7 + y * 131 + channel * 1031 + 1, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

function pixelsOf({ data }: RgbaImage): Rgba[] {
  return Array.from({ length: data.length / 4 }, (_, i) => {
    const [red, green, blue, alpha] = data.subarray(i * 4, i * 4 + 4);
    return [red!, green!, blue!, alpha!];
  });
}

/** What a picture shows, from its samples and the specification alone (sections 11.2 and 11.3.1). */
function expectedPixels(picture: PngPicture): Rgba[] {
  const { widthPx, heightPx, colourType, bitDepth, sample, palette = [] } = picture;
  const { transparency = [] } = picture;
  const level = (value: number): number =>
    bitDepth === 16 ? value >> 8 : (value * 255) / (2 ** bitDepth - 1);
  /** Of grey and RGB one level or colour is transparent, of 16 bits a channel. */
  const alphaOf = (...levels: readonly number[]): number =>
    transparency.join() === sixteenBits(...levels).join() ? 0 : 255;
  return Array.from({ length: widthPx * heightPx }, (_, pixel): Rgba => {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    const [a, b, c, d] = [sample(x, y, 0), sample(x, y, 1), sample(x, y, 2), sample(x, y, 3)];
    if (colourType === 0) return [level(a), level(a), level(a), alphaOf(a)];
    if (colourType === 2) return [level(a), level(b), level(c), alphaOf(a, b, c)];
    if (colourType === 4) return [level(a), level(a), level(a), level(b)];
    if (colourType === 6) return [level(a), level(b), level(c), level(d)];
    return [palette[a * 3]!, palette[a * 3 + 1]!, palette[a * 3 + 2]!, transparency[a] ?? 255];
  });
}

const sixteenBits = (...levels: readonly number[]): number[] =>
  levels.flatMap((level) => [level >> 8, level & 255]);

type Kind = Pick<PngPicture, 'colourType' | 'bitDepth'> & Partial<PngPicture>;

/** A picture of noise, or of a few levels, so that a transparent one occurs often. */
function pictureOf(kind: Kind, levels?: readonly number[]): PngPicture {
  const { colourType, bitDepth } = kind;
  const max = 2 ** bitDepth;
  const palette = Array.from({ length: max * 3 }, (_, i) => noise(i, 3, 5) & 255);
  return {
    widthPx: 13,
    heightPx: 11,
    sample: (x, y, channel) => {
      const some = noise(x, y, channel);
      return levels === undefined ? some % max : levels[some % levels.length]!;
    },
    ...(colourType === 3 && { palette }),
    ...kind,
  };
}

const depths = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
} as const;
const colourTypes = [0, 2, 3, 4, 6] as const;

const indexed = (bitDepth: 1 | 2 | 4 | 8, transparency: readonly number[]): PngPicture =>
  pictureOf({ colourType: 3, bitDepth, transparency });
const grey = (bitDepth: 1 | 2 | 4 | 8 | 16, key: number, levels?: readonly number[]): PngPicture =>
  pictureOf({ colourType: 0, bitDepth, transparency: sixteenBits(key) }, levels);
const rgb = (bitDepth: 8 | 16, key: readonly number[], levels: readonly number[]): PngPicture =>
  pictureOf({ colourType: 2, bitDepth, transparency: sixteenBits(...key) }, levels);

const kinds: Readonly<Record<string, PngPicture>> = {
  ...Object.fromEntries(
    colourTypes.flatMap((colourType) =>
      depths[colourType].map((bitDepth) => [
        `colour type ${colourType} of ${bitDepth} bits`,
        pictureOf({ colourType, bitDepth }),
      ]),
    ),
  ),
  'RGB 8, one colour transparent': rgb(8, [9, 200, 9], [9, 200]),
  'grey 1, black transparent': grey(1, 0),
  'grey 2, one level transparent': grey(2, 2),
  'grey 4, one level transparent': grey(4, 11),
  'grey 8, one level transparent': grey(8, 77, [0, 76, 77, 255]),
  'indexed 1, half transparent': indexed(1, [0, 128]),
  'indexed 2, part of the palette': indexed(2, [0, 100]),
  'indexed 4, part of the palette': indexed(4, [255, 0, 1, 128, 254]),
  'indexed 8, whole palette': indexed(
    8,
    Array.from({ length: 256 }, (_, i) => 255 - i),
  ),
  // The high bytes of all levels are equal: only all 16 bits tell which is the transparent one.
  'grey 16, one level transparent': grey(16, 0x4001, [0x4000, 0x4001]),
  'RGB 16, one colour transparent': rgb(16, [0x4001, 0x4000, 0x4001], [0x4000, 0x4001]),
};

const rgba = pictureOf({ colourType: 6, bitDepth: 8 });

describe('every kind of PNG decodes to straight RGBA', () => {
  it.each(Object.entries(kinds))('%s, interlaced or not', (_name, picture) => {
    for (const interlaced of [false, true]) {
      const { widthPx, heightPx, ...image } = decodePng(encodePicture({ ...picture, interlaced }));
      expect([widthPx, heightPx]).toEqual([picture.widthPx, picture.heightPx]);
      expect(pixelsOf({ widthPx, heightPx, ...image })).toEqual(expectedPixels(picture));
    }
  });

  it.each([
    { name: 'RGBA', options: {} },
    { name: 'interlaced', options: { progressive: true } },
    { name: 'indexed', options: { palette: true, colours: 16 } },
    { name: 'compressed hard', options: { compressionLevel: 9, adaptiveFiltering: true } },
  ])('written by another encoder: $name', async ({ options }) => {
    const data = Buffer.from(Array.from({ length: 67 * 41 * 4 }, (_, i) => noise(i, 1, 2) & 255));
    const raw = { width: 67, height: 41, channels: 4 } as const;
    const bytes = await sharp(data, { raw }).png(options).toBuffer();
    expectSameBytes(decodePng(bytes).data, PNG.sync.read(bytes).data);
  });

  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [5, 3],
    [300, 200],
  ])('%i × %i, with and without interlacing', (widthPx, heightPx) => {
    const picture = { ...rgba, widthPx, heightPx };
    const straight = encodePicture(picture);
    const { data } = decodePng(straight);
    expectSameBytes(decodePng(encodePicture({ ...picture, interlaced: true })).data, data);
    expectSameBytes(data, PNG.sync.read(straight).data);
  });

  it('keeps the colour of transparent pixels, which show in a base layer', () => {
    const sample = (_x: number, _y: number, channel: number) => [10, 20, 30, 0][channel]!;
    const pixels = pixelsOf(decodePng(encodePicture({ ...rgba, sample })));
    expect(pixels).toEqual(pixels.map(() => [10, 20, 30, 0]));
  });

  it('reads bytes inside a larger buffer without changing them', () => {
    const bytes = encodePicture(rgba);
    const around = Buffer.concat([Buffer.alloc(7, 0xab), bytes, Buffer.alloc(5, 0xcd)]);
    const before = Buffer.from(around);
    expect(decodePng(around.subarray(7, 7 + bytes.length))).toEqual(decodePng(bytes));
    expect(around).toEqual(before);
  });
});

it.each(['tEXt', 'iCCP', 'zTXt', 'skIn'])('a chunk %s that is broken is ignored', (type) => {
  const [header] = leadingChunks(rgba);
  const data = compressed(rgba);
  const pieces = Array.from({ length: Math.ceil(data.length / 3) + 1 }, (_, i) =>
    chunk('IDAT', data.subarray(i * 3, i * 3 + 3)),
  );
  const bytes = joinPng(
    header!,
    chunk(type, [7, 0, 0], 1),
    ...pieces,
    endChunk,
    encodePicture(rgba),
  );
  expect(pixelsOf(decodePng(bytes))).toEqual(expectedPixels(rgba));
});

/** A copy with some bits of one byte turned over. */
function flipped(bytes: Buffer, at: number, bits = 0xff): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= bits;
  return copy;
}

const picture = indexed(4, [0, 128]);
const wholes = [
  { name: 'RGBA', whole: encodePicture(rgba) },
  { name: 'indexed', whole: encodePicture(picture) },
  {
    name: 'interlaced grey',
    whole: encodePicture({ ...kinds['colour type 0 of 4 bits']!, interlaced: true }),
  },
];

describe('a broken PNG is refused', () => {
  const [header, palette, transparency] = leadingChunks(picture);
  const data = compressed(picture);
  const pixels = [data.subarray(0, 30), data.subarray(30)].map((body) => chunk('IDAT', body));
  const rgbaData = compressed(rgba);
  const withData = (body: Buffer): Buffer =>
    joinPng(headerChunk(rgba), chunk('IDAT', body), endChunk);
  const rows = Buffer.alloc(11 * (1 + 13 * 4));
  /** @param length of the header */
  const headerWith = (at: number, value: number, length = 13): Buffer => {
    const body = Buffer.alloc(length);
    headerChunk(rgba).copy(body, 0, 8, 21);
    body[at] = value;
    return joinPng(chunk('IHDR', body), chunk('IDAT', rgbaData), endChunk);
  };
  const withPalette = (bytes: number): Buffer =>
    joinPng(header!, chunk('PLTE', Buffer.alloc(bytes)), ...pixels, endChunk);

  const broken: Readonly<Record<string, Buffer>> = {
    'a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(99)]),
    'a text': Buffer.from('<!doctype html><title>Not found</title>'.repeat(9)),
    'the signature only': pngSignature,
    'without its header': joinPng(palette!, transparency!, ...pixels, endChunk),
    'without its palette': joinPng(header!, ...pixels, endChunk),
    'without pixel data': joinPng(header!, palette!, endChunk),
    'without the first pixel data': joinPng(header!, palette!, pixels[1]!, endChunk),
    'without the last pixel data': joinPng(header!, palette!, pixels[0]!, endChunk),
    'a second header of another size': joinPng(
      headerChunk(rgba),
      headerChunk({ ...rgba, widthPx: 30_000, heightPx: 30_000 }),
      chunk('IDAT', rgbaData),
      endChunk,
    ),
    'width zero': headerWith(3, 0),
    'height zero': headerWith(7, 0),
    'a header that is too long': headerWith(13, 0, 14),
    'an impossible depth': headerWith(8, 4),
    'an unknown colour type': headerWith(9, 5),
    'an unknown compression': headerWith(10, 1),
    'an unknown filter method': headerWith(11, 1),
    'an unknown interlacing': headerWith(12, 2),
    ...Object.fromEntries(
      [0, 1, 4, 767, 769, 771].map((bytes) => [`a palette of ${bytes} bytes`, withPalette(bytes)]),
    ),
    'pixel data that is not compressed': withData(rows),
    // The block type lies in bits 1 and 2 behind the two bytes of the zlib header; 3 is not defined.
    'pixel data with an impossible block': withData(
      flipped(deflateSync(rows, { level: 0 }), 2, 0x06),
    ),
    'pixel data with a damaged header': withData(flipped(rgbaData, 0)),
    'pixel data cut short': withData(rgbaData.subarray(0, -40)),
    'pixel data of too few rows': withData(deflateSync(rows.subarray(0, -53))),
    'pixel data of too many rows': withData(deflateSync(Buffer.concat([rows, rows]))),
    'no pixel data at all': withData(Buffer.alloc(0)),
    'an unknown row filter': withData(deflateSync(Buffer.alloc(rows.length, 9))),
  };

  it.each(Object.entries(broken))('%s', (_name, bytes) => {
    expect(() => decodePng(bytes)).toThrow(UnusableImageError);
  });

  it.each([
    ['is not a PNG', Buffer.from('GIF89a and more of it, long enough to hold a header')],
    ['is a broken PNG', joinPng(header!, palette!, transparency!)],
  ])('says that it %s', (sentence, bytes) => {
    expect(() => decodePng(bytes)).toThrow(sentence);
  });

  it.each(wholes)('with any byte damaged, and cut anywhere: $name', ({ whole }) => {
    const places = [...whole.keys()];
    // A transparency by another name is an unknown chunk.
    const names = whole.includes('tRNS')
      ? [0, 1, 2, 3].map((at) => whole.indexOf('tRNS') + at)
      : [];
    expect(places.filter((at) => decodes(flipped(whole, at)))).toEqual(names);
    expect(places.filter((at) => decodes(whole.subarray(0, at)))).toEqual([]);
  });
});

describe('mended, a PNG that ends early or has wrong checksums', () => {
  it.each(wholes)('decodes if all its pixels are there, else not at all: $name', ({ whole }) => {
    const { data } = decodePng(whole);
    for (let length = 0; length < whole.length; length++) {
      const cut = whole.subarray(0, length);
      // Behind the pixels are two checksums of four bytes each, and the end of twelve.
      expect([length, decodes(cut, mendPng)]).toEqual([length, length >= whole.length - 20]);
      if (decodes(cut, mendPng)) expectSameBytes(decodePng(cut, mendPng).data, data);
    }
  });

  it.each(wholes)('never ends worse than as a broken PNG: $name', ({ whole }) => {
    const { data } = decodePng(whole);
    // Sizes are checked by callers, before.
    const places = [...whole.keys()].filter((at) => at < 16 || at >= 24);
    const survivors = places.filter((at) => decodes(flipped(whole, at), mendPng));
    expect(survivors).toEqual(expect.arrayContaining([29, 30, 31, 32]));
    for (const at of survivors) {
      expect(decodePng(flipped(whole, at), mendPng).data).toHaveLength(data.length);
    }
  });
});

function decodes(bytes: Buffer, strip?: typeof mendPng): boolean {
  try {
    decodePng(bytes, strip);
    return true;
  } catch (error) {
    if (error instanceof UnusableImageError) return false;
    throw error;
  }
}
