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
import { mendPng, UnusableImageError } from '../../png/png.ts';

/** Levels without a pattern, so that no two neighbours agree by accident. */
function noise(x: number, y: number, channel: number): number {
  const mixed = Math.imul(x * 7 + y * 131 + channel * 1031 + 1, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

const noiseOfDepth =
  (bitDepth: number) =>
  (x: number, y: number, channel: number): number =>
    noise(x, y, channel) % 2 ** bitDepth;

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
  const level = (value: number): number =>
    bitDepth === 16 ? value >> 8 : (value * 255) / (2 ** bitDepth - 1);
  const transparent = bitDepth === 16 || colourType !== 3 ? keyOf(picture) : null;
  const pixels: Rgba[] = [];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [a, b, c, d] = [sample(x, y, 0), sample(x, y, 1), sample(x, y, 2), sample(x, y, 3)];
      if (colourType === 3) {
        const [red, green, blue] = palette.slice(a * 3, a * 3 + 3);
        pixels.push([red!, green!, blue!, picture.transparency?.[a] ?? 255]);
      } else if (colourType === 0) {
        pixels.push([level(a), level(a), level(a), transparent?.[0] === a ? 0 : 255]);
      } else if (colourType === 4) {
        pixels.push([level(a), level(a), level(a), level(b)]);
      } else if (colourType === 2) {
        const isKey = transparent?.every((key, i) => key === [a, b, c][i]) === true;
        pixels.push([level(a), level(b), level(c), isKey ? 0 : 255]);
      } else {
        pixels.push([level(a), level(b), level(c), level(d)]);
      }
    }
  }
  return pixels;
}

/** The one transparent level (grey) or colour (RGB) of a tRNS chunk: 16 bits a channel. */
function keyOf({ transparency }: PngPicture): number[] | null {
  if (transparency === undefined) return null;
  return Array.from(
    { length: transparency.length / 2 },
    (_, i) => transparency[i * 2]! * 256 + transparency[i * 2 + 1]!,
  );
}

/** A picture's bytes, its transparent colour (of grey and RGB) black, which is how pngjs has it. */
function keyedCleared({ colourType, transparency }: PngPicture, { data }: RgbaImage): Uint8Array {
  const isKeyed = transparency !== undefined && colourType !== 3;
  return Uint8Array.from(data, (byte, i) => (isKeyed && data[i | 3] === 0 ? 0 : byte));
}

const sixteenBits = (...levels: readonly number[]): number[] =>
  levels.flatMap((level) => [level >> 8, level & 255]);

function paletteOf(colours: number): number[] {
  return Array.from({ length: colours * 3 }, (_, i) => noise(i, 3, 5) & 255);
}

const size = { widthPx: 13, heightPx: 11 } as const;

function indexed(bitDepth: 1 | 2 | 4 | 8, transparency?: readonly number[]): PngPicture {
  return {
    ...size,
    colourType: 3,
    bitDepth,
    sample: noiseOfDepth(bitDepth),
    palette: paletteOf(2 ** bitDepth),
    ...(transparency !== undefined && { transparency }),
  };
}

function plain(
  colourType: 0 | 2 | 4 | 6,
  bitDepth: 1 | 2 | 4 | 8 | 16,
  transparency?: readonly number[],
): PngPicture {
  return {
    ...size,
    colourType,
    bitDepth,
    sample: noiseOfDepth(bitDepth),
    ...(transparency !== undefined && { transparency }),
  };
}

/** Few enough colours that a keyed one occurs often. */
function coarse(picture: PngPicture, levels: readonly number[]): PngPicture {
  return { ...picture, sample: (x, y, channel) => levels[noise(x, y, channel) % levels.length]! };
}

const kinds: Readonly<Record<string, PngPicture>> = {
  'RGBA 8': plain(6, 8),
  'RGB 8': plain(2, 8),
  'RGB 8, one colour transparent': coarse(plain(2, 8, sixteenBits(9, 200, 9)), [9, 200]),
  'grey 1': plain(0, 1),
  'grey 2': plain(0, 2),
  'grey 4': plain(0, 4),
  'grey 8': plain(0, 8),
  'grey 1, black transparent': plain(0, 1, sixteenBits(0)),
  'grey 2, one level transparent': plain(0, 2, sixteenBits(2)),
  'grey 4, one level transparent': plain(0, 4, sixteenBits(11)),
  'grey 8, one level transparent': coarse(plain(0, 8, sixteenBits(77)), [0, 76, 77, 255]),
  'grey and alpha 8': plain(4, 8),
  'indexed 1': indexed(1),
  'indexed 2': indexed(2),
  'indexed 4': indexed(4),
  'indexed 8': indexed(8),
  'indexed 1, half transparent': indexed(1, [0, 128]),
  'indexed 2, part of the palette': indexed(2, [0, 100]),
  'indexed 4, part of the palette': indexed(4, [255, 0, 1, 128, 254]),
  'indexed 8, whole palette': indexed(
    8,
    Array.from({ length: 256 }, (_, i) => 255 - i),
  ),
  'RGBA 16': plain(6, 16),
  'RGB 16': plain(2, 16),
  'grey 16': plain(0, 16),
  'grey and alpha 16': plain(4, 16),
  // The high bytes of all levels are equal: only all 16 bits tell which is the transparent one.
  'grey 16, one level transparent': coarse(plain(0, 16, sixteenBits(0x4001)), [0x4000, 0x4001]),
  'RGB 16, one colour transparent': coarse(
    plain(2, 16, sixteenBits(0x4001, 0x4001, 0x4001)),
    [0x4000, 0x4001],
  ),
};

const variants = Object.entries(kinds).flatMap(([name, picture]) => [
  { name, picture },
  { name: `${name}, interlaced`, picture: { ...picture, interlaced: true } },
]);

describe('every kind of PNG decodes to straight RGBA', () => {
  it.each(variants)('$name', ({ picture }) => {
    const image = decodePng(encodePicture(picture));

    expect(image.widthPx).toBe(picture.widthPx);
    expect(image.heightPx).toBe(picture.heightPx);
    expect(pixelsOf(image)).toEqual(expectedPixels(picture));
  });

  it.each(variants.filter(({ picture }) => picture.bitDepth <= 8))(
    '$name, as an independent decoder sees it',
    ({ picture }) => {
      const bytes = encodePicture(picture);

      expectSameBytes(keyedCleared(picture, decodePng(bytes)), PNG.sync.read(bytes).data);
    },
  );

  it.each([
    { name: 'RGBA', options: {} },
    { name: 'interlaced', options: { progressive: true } },
    { name: 'indexed', options: { palette: true, colours: 16 } },
    { name: 'compressed hard', options: { compressionLevel: 9, adaptiveFiltering: true } },
  ])('written by another encoder: $name', async ({ options }) => {
    const data = Buffer.from(Array.from({ length: 64 * 64 * 4 }, (_, i) => noise(i, 1, 2) & 255));
    const raw = { width: 64, height: 64, channels: 4 } as const;
    const bytes = await sharp(data, { raw }).png(options).toBuffer();

    const decoded = decodePng(bytes).data;

    expectSameBytes(decoded, PNG.sync.read(bytes).data);
    expectSameBytes(decoded, await sharp(bytes).ensureAlpha().raw().toBuffer());
  });

  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [5, 3],
    [64, 32],
    [300, 200],
  ])('%i × %i, with and without interlacing', (widthPx, heightPx) => {
    const picture = { ...plain(6, 8), widthPx, heightPx };
    const interlaced = encodePicture({ ...picture, interlaced: true });
    const straight = encodePicture(picture);

    expectSameBytes(decodePng(interlaced).data, decodePng(straight).data);
    expectSameBytes(decodePng(straight).data, PNG.sync.read(straight).data);
  });

  it('keeps the colour of transparent pixels, which show in a base layer', () => {
    const bytes = encodePicture({
      ...plain(6, 8),
      sample: (_x, _y, channel) => [10, 20, 30, 0][channel]!,
    });

    expect(pixelsOf(decodePng(bytes))).toEqual(
      Array.from({ length: 13 * 11 }, () => [10, 20, 30, 0]),
    );
  });

  it('reads bytes inside a larger buffer without changing them', () => {
    const bytes = encodePicture(plain(6, 8));
    const around = Buffer.concat([Buffer.alloc(7, 0xab), bytes, Buffer.alloc(5, 0xcd)]);
    const before = Buffer.from(around);

    const image = decodePng(around.subarray(7, 7 + bytes.length));

    expect(image.data).toEqual(decodePng(bytes).data);
    expect(around).toEqual(before);
  });
});

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** A copy with some bits of one byte turned over. */
function flipped(bytes: Buffer, at: number, bits = 0xff): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= bits;
  return copy;
}

describe('other contents of a PNG are ignored', () => {
  const picture = plain(6, 8);
  const [header] = leadingChunks(picture);
  const pixels = chunk('IDAT', compressed(picture));
  const bomb = deflateSync(Buffer.alloc(16 << 20));
  const animation = Buffer.alloc(26);
  animation.writeUInt32BE(13, 4);
  animation.writeUInt32BE(11, 8);

  const extras: Readonly<Record<string, { before?: Buffer[]; after?: Buffer[] }>> = {
    'gamma of 0.1': { before: [chunk('gAMA', [0, 0, 0x27, 0x10])] },
    'sRGB, chromaticities, physical size': {
      before: [
        chunk('sRGB', [3]),
        chunk('cHRM', Buffer.alloc(32, 1)),
        chunk('pHYs', [0, 0, 0, 9, 0, 0, 0, 1, 0]),
      ],
    },
    'background and significant bits': {
      before: [chunk('sBIT', [1, 1, 1, 1]), chunk('bKGD', [0, 9, 0, 9, 0, 9])],
    },
    'a colour profile that inflates to 16 MiB': {
      before: [chunk('iCCP', Buffer.concat([latin('p\0\0'), bomb]))],
    },
    'a colour profile that is none': { before: [chunk('iCCP', latin('p\0\0not zlib at all'))] },
    'compressed text that inflates to 16 MiB': {
      before: [chunk('zTXt', Buffer.concat([latin('Comment\0\0'), bomb]))],
      after: [chunk('iTXt', Buffer.concat([latin('Comment\0\x01\0\0\0'), bomb]))],
    },
    'a damaged chunk that carries no pixels': { before: [chunk('tEXt', latin('a\0b'), 1)] },
    'an unknown chunk': { before: [chunk('skIn', latin('x'))] },
    'animation frames': {
      before: [chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), chunk('fcTL', animation)],
      after: [
        chunk('fcTL', Buffer.concat([latin('\0\0\0\x01'), animation.subarray(4)])),
        chunk('fdAT', Buffer.concat([latin('\0\0\0\x02'), deflateSync(Buffer.alloc(583))])),
      ],
    },
    'garbage behind its end': { after: [endChunk, Buffer.from('PK\x03\x04 and so on')] },
    'another PNG behind its end': { after: [endChunk, encodePicture(plain(0, 1))] },
    'empty pixel chunks': { before: [chunk('IDAT')], after: [chunk('IDAT')] },
  };

  it.each(Object.entries(extras))('%s', (_name, { before = [], after = [] }) => {
    const bytes = joinPng(header!, ...before, pixels, ...after, endChunk);

    expect(pixelsOf(decodePng(bytes))).toEqual(expectedPixels(picture));
  });

  it('pixel data in many small chunks', () => {
    const data = compressed(picture);
    const pieces = Array.from({ length: Math.ceil(data.length / 3) }, (_, i) =>
      chunk('IDAT', data.subarray(i * 3, i * 3 + 3)),
    );

    expect(pixelsOf(decodePng(joinPng(header!, ...pieces, endChunk)))).toEqual(
      expectedPixels(picture),
    );
  });
});

describe('a broken PNG is refused', () => {
  const picture = indexed(4, [0, 128]);
  const [header, palette, transparency] = leadingChunks(picture);
  const data = compressed(picture);
  const half = data.length >> 1;
  const pieces = [
    header!,
    palette!,
    transparency!,
    chunk('IDAT', data.subarray(0, half)),
    chunk('IDAT', data.subarray(half)),
    endChunk,
  ];
  const rgba = plain(6, 8);
  const rgbaData = compressed(rgba);
  const withData = (body: Buffer, crc?: number): Buffer =>
    joinPng(headerChunk(rgba), chunk('IDAT', body, crc), endChunk);
  const rows = Buffer.alloc(11 * (1 + 13 * 4));
  // The block type lies in bits 1 and 2 behind the two bytes of the zlib header; 3 is not defined.
  const storedBlock = flipped(deflateSync(rows, { level: 0 }), 2, 0x06);
  const headerWith = (at: number, value: number): Buffer => {
    const body = Buffer.from(headerChunk(rgba).subarray(8, 21));
    body[at] = value;
    return joinPng(chunk('IHDR', body), chunk('IDAT', rgbaData), endChunk);
  };

  const boundaries = pieces.map((_, count) => ({
    name: `cut before chunk ${count + 1} of ${pieces.length}`,
    bytes: joinPng(...pieces.slice(0, count)),
  }));
  const middles = pieces.map((piece, count) => ({
    name: `cut within chunk ${count + 1} of ${pieces.length}`,
    bytes: joinPng(...pieces.slice(0, count), piece.subarray(0, piece.length - 1)),
  }));
  const missing = [
    { name: 'without its header', bytes: joinPng(...pieces.slice(1)) },
    { name: 'without its palette', bytes: joinPng(header!, ...pieces.slice(2)) },
    { name: 'without pixel data', bytes: joinPng(header!, palette!, endChunk) },
    { name: 'without the first pixel data', bytes: joinPng(header!, palette!, ...pieces.slice(4)) },
    {
      name: 'without the last pixel data',
      bytes: joinPng(header!, palette!, pieces[3]!, endChunk),
    },
  ];
  const damaged = [
    { name: 'no bytes', bytes: Buffer.alloc(0) },
    { name: 'the signature only', bytes: pngSignature },
    { name: 'a JPEG', bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(99)]) },
    { name: 'a text', bytes: Buffer.from('<!doctype html><title>Not found</title>'.repeat(9)) },
    { name: 'line ends changed', bytes: flipped(encodePicture(rgba), 4) },
    { name: 'two headers', bytes: joinPng(header!, header!, ...pieces.slice(1)) },
    {
      name: 'a second header of another size',
      bytes: joinPng(
        headerChunk(rgba),
        headerChunk({ ...rgba, widthPx: 30_000, heightPx: 30_000 }),
        chunk('IDAT', rgbaData),
        endChunk,
      ),
    },
    {
      name: 'a chunk longer than the file',
      bytes: joinPng(header!, Buffer.from('ffffffff49444154', 'hex'), Buffer.alloc(20)),
    },
    {
      name: 'width zero',
      bytes: joinPng(
        headerChunk({ ...rgba, widthPx: 0 }),
        chunk('IDAT', deflateSync(Buffer.alloc(11))),
        endChunk,
      ),
    },
    {
      name: 'height zero',
      bytes: joinPng(
        headerChunk({ ...rgba, heightPx: 0 }),
        chunk('IDAT', deflateSync(Buffer.alloc(0))),
        endChunk,
      ),
    },
    {
      name: 'a header that is too long',
      bytes: joinPng(
        chunk('IHDR', Buffer.concat([headerChunk(rgba).subarray(8, 21), Buffer.from([0])])),
        chunk('IDAT', rgbaData),
        endChunk,
      ),
    },
    { name: 'an impossible depth', bytes: headerWith(8, 4) },
    { name: 'an unknown colour type', bytes: headerWith(9, 5) },
    { name: 'an unknown compression', bytes: headerWith(10, 1) },
    { name: 'an unknown filter method', bytes: headerWith(11, 1) },
    { name: 'an unknown interlacing', bytes: headerWith(12, 2) },
    { name: 'wrong checksum of the header', bytes: flipped(encodePicture(rgba), 8 + 8 + 13 + 3) },
    {
      name: 'wrong checksum of the palette',
      bytes: joinPng(header!, chunk('PLTE', picture.palette, 7), ...pieces.slice(2)),
    },
    {
      name: 'wrong checksum of the transparency',
      bytes: joinPng(header!, palette!, chunk('tRNS', picture.transparency, 7), ...pieces.slice(3)),
    },
    ...[0, 1, 4, 767, 769, 771].map((length) => ({
      name: `a palette of ${length} bytes`,
      bytes: joinPng(header!, chunk('PLTE', Buffer.alloc(length)), ...pieces.slice(3)),
    })),
    { name: 'wrong checksum of the pixel data', bytes: withData(rgbaData, 7) },
    { name: 'pixel data that is not compressed', bytes: withData(rows) },
    { name: 'pixel data with an impossible block', bytes: withData(storedBlock) },
    { name: 'pixel data with a damaged header', bytes: withData(flipped(rgbaData, 0)) },
    { name: 'pixel data cut short', bytes: withData(rgbaData.subarray(0, rgbaData.length - 40)) },
    { name: 'pixel data of too few rows', bytes: withData(deflateSync(rows.subarray(0, -53))) },
    { name: 'no pixel data at all', bytes: withData(Buffer.alloc(0)) },
    { name: 'an unknown row filter', bytes: withData(deflateSync(Buffer.alloc(rows.length, 9))) },
  ];

  it.each([...boundaries, ...middles, ...missing, ...damaged])('$name', ({ bytes }) => {
    expect(() => decodePng(bytes)).toThrow(UnusableImageError);
  });

  it.each([
    ['is not a PNG', Buffer.from('GIF89a and more of it, long enough to hold a header')],
    ['is a broken PNG', joinPng(...pieces.slice(0, 4))],
  ])('says that it %s', (sentence, bytes) => {
    expect(() => decodePng(bytes)).toThrow(sentence);
  });

  it.each([
    { name: 'RGBA', whole: encodePicture(plain(6, 8)) },
    { name: 'indexed', whole: encodePicture(indexed(4)) },
    { name: 'interlaced grey', whole: encodePicture({ ...plain(0, 4), interlaced: true }) },
  ])('with any byte damaged: $name', ({ whole }) => {
    const survivors = [...whole.keys()].filter((at) => decodes(flipped(whole, at)));

    expect(survivors).toEqual([]);
  });
});

describe('mended, a PNG that ends early or has wrong checksums', () => {
  const wholes = [
    { name: 'RGBA', whole: encodePicture(plain(6, 8)) },
    { name: 'indexed', whole: encodePicture(indexed(4, [0, 128])) },
    { name: 'interlaced grey', whole: encodePicture({ ...plain(0, 4), interlaced: true }) },
  ];

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
