import { PNG } from 'pngjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animationEncoders } from '../image/animation/animation-file.ts';
import { animationFormats, type AnimationFormat } from '../image/formats.ts';
import { paletteOf } from '../image/animation/palette.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { encode, encodeScene, encoderOf } from '../image/encode.ts';
import { formats } from '../image/formats.ts';
import { contentTypeOf, formatOfFile, pictureFormats, type FileFormat } from './picture-formats.ts';

const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';

/** Stripes, so that files have several blocks of data; odd sizes, so that chunks are padded. */
function picture(shift: number, widthPx = 61, heightPx = 43): RgbaImage {
  const image = createImage(widthPx, heightPx);
  new Uint32Array(image.data.buffer).forEach((_, at, words) => {
    words[at] = (0xff000000 | Math.imul((at + shift) % 97, 0x2_4f1d)) >>> 0;
  });
  return image;
}

function animation(format: AnimationFormat, metadata: string | null = null): Buffer {
  const images = [picture(0), picture(3), picture(9)];
  const palette = format === 'gif' ? paletteOf(() => images) : null;
  const { frame, file } = animationEncoders[format];
  const frames = images.map((image, index) =>
    frame({ index, image, previous: images[index - 1] ?? null, delayMs: 50, palette }),
  );
  const { widthPx, heightPx } = images[0]!;
  return Buffer.from(file({ widthPx, heightPx, frames, palette, xmp: metadata }));
}

/** What a model begins with: magic, version, length; the rest is not looked at. */
function model(): Buffer {
  const file = Buffer.alloc(61);
  file.write('glTF');
  file.writeUInt32LE(2, 4);
  file.writeUInt32LE(file.length, 8);
  return file;
}

type Written = readonly [format: FileFormat, name: string, file: Buffer];

/** What our encoders write. */
const files: readonly Written[] = [
  ...formats.flatMap((format): Written[] => [
    [format, 'a still picture', encode(picture(0), format)],
    [format, 'one pixel', encode(picture(5, 1, 1), format)],
    [format, 'a large scene', encodeScene(picture(0, 1300, 700), format)],
  ]),
  ...formats.flatMap((format): Written[] => {
    const file = encoderOf(format).withXmp?.(encode(picture(0), format), xmp, picture(0));
    return file === undefined ? [] : [[format, 'with metadata', file]];
  }),
  ...animationFormats.map((format): Written => [format, 'a film', animation(format)]),
  ['webp', 'a film with metadata', animation('webp', xmp)],
  ['glb', 'a model', model()],
];

it('is tested with every format', () => {
  expect(new Set(files.map(([format]) => format))).toEqual(new Set([...pictureFormats, 'glb']));
});

describe.each(files)('%s, %s', (format, _name, file) => {
  it('is recognised, also as a part of more memory', () => {
    expect(formatOfFile(file)).toBe(format);
    const around = Buffer.concat([Buffer.from('before'), file, Buffer.from('after')]);
    expect(formatOfFile(around.subarray(6, 6 + file.length))).toBe(format);
    expect([formatOfFile(around), contentTypeOf(format)]).toEqual([
      null,
      format === 'glb' ? 'model/gltf-binary' : `image/${format}`,
    ]);
  });

  it('is not once it is cut, or longer, or begins otherwise', () => {
    const half = file.length >> 1;
    for (const length of [0, 1, 4, 8, 11, 12, 16, 37, 41, half, file.length - 1]) {
      if (length >= file.length) continue;
      expect(formatOfFile(file.subarray(0, length)), `${length} bytes`).toBe(null);
    }
    expect(formatOfFile(file.subarray(1))).toBe(null);
    expect(formatOfFile(Buffer.concat([file, Buffer.from([1])]))).toBe(null);
    expect(formatOfFile(Buffer.concat([Buffer.alloc(8), file.subarray(8)]))).toBe(null);
  });
});

describe('other files are none of ours', () => {
  const others = {
    nothing: Buffer.alloc(0),
    zeroes: Buffer.alloc(64),
    text: Buffer.from('garbage of somebody else'),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    sound: Buffer.from('RIFF\u0004\0\0\0WAVE'),
    'the signature of PNG alone': Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    'the signature of GIF alone': Buffer.from('GIF89a'),
    'a video with boxes of no length': Buffer.from('\0\0\0\u0010ftypavif\0\0\0\0\0\0\0\0mdat'),
    'a box as long as 4 GB': Buffer.from('\u00ff\u00ff\u00ff\u00ffftypavif', 'latin1'),
  };
  it.each(Object.entries(others))('%s', (_name, file) => {
    expect(formatOfFile(file)).toBe(null);
  });

  it.each(['jpeg', 'tiff'] as const)('%s', async (format) => {
    const { widthPx: width, heightPx: height, data } = picture(0);
    const raw = { width, height, channels: 4 } as const;
    const file = await sharp(data, { raw }).toFormat(format).toBuffer();
    expect(formatOfFile(file)).toBe(null);
  });
});

it('a PNG of somebody else is one, too', () => {
  const png = new PNG({ width: 5, height: 7 });
  expect(formatOfFile(PNG.sync.write(png))).toBe('png');
});
