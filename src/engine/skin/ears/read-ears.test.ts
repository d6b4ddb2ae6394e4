import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eraseBytes,
  hiddenBytes,
  hide,
  locatedSheet,
  noEars,
  writeConfig,
  writeVersion0,
  writeVersion1,
} from '../../../../test/support/ears-encoder.ts';
import { randomFrom } from '../../../../test/support/pattern-sheets.ts';
import { createImage, type RgbaImage } from '../../image/canvas.ts';
import { encodePng } from '../../image/encode.ts';
import { readAlfalfa } from './alfalfa.ts';
import { readEars } from './read-ears.ts';
import type { EarsFeatures } from './read-features.ts';

function sheetWith(said: Partial<EarsFeatures>): RgbaImage {
  const sheet = locatedSheet();
  writeVersion1(sheet, { ...noEars, ...said });
  return sheet;
}

function texel({ data, widthPx }: RgbaImage, x: number, y: number): number[] {
  return [...data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4)];
}

/** What `locatedSheet` has at a place. */
const located = (x: number, y: number, alpha = 255): number[] => [x, y, 7, alpha];

function picture(widthPx: number, heightPx: number): Uint8Array {
  const image = createImage(widthPx, heightPx);
  for (let at = 0; at < image.data.length; at += 4) image.data.set([at / 4, 99, 3, 255], at);
  return encodePng(image);
}

const wingsAndCape = {
  wings: { mode: 'symmetric_dual', motion: 'normal' },
  cape: true,
} as const;

function hideWingsAndCape(sheet: RgbaImage, bytes: Uint8Array): void {
  hide(sheet, hiddenBytes([1, 3].map((key) => ({ key, bytes }))));
}

describe('hidden data', () => {
  it('come back as they were hidden, longer than a chunk', () => {
    const cape = Uint8Array.from({ length: 700 }, (_, i) => (i * 7) & 255);
    const erase = Uint8Array.from({ length: 255 }, (_, i) => i);
    const sheet = locatedSheet();
    hide(
      sheet,
      hiddenBytes([
        { key: 'other', bytes: Uint8Array.of(1, 2, 3) },
        { key: 2, bytes: erase },
        { key: 9, bytes: Uint8Array.of() },
        { key: 3, bytes: cape },
      ]),
    );
    expect(readAlfalfa(sheet)).toEqual({ erase, cape });
  });

  it('do not count clear texels', () => {
    const sheet = locatedSheet();
    hide(sheet, hiddenBytes([{ key: 2, bytes: Uint8Array.of(5) }]));
    const bytes = readAlfalfa(sheet);
    // Whatever comes after the last bit means zeros, and so do texels that are left out there.
    sheet.data[(63 * 64 + 47) * 4 + 3] = 0;
    expect(readAlfalfa(sheet)).toEqual(bytes);
  });

  it.each([
    ['no signature', [1, 2, 3, 4, 1, 0]],
    ['another version', [0xea, 0x1f, 0xa1, 0xfa, 2, 0]],
    ['no end', [0xea, 0x1f, 0xa1, 0xfa, 1]],
    ['a value that is cut short', [0xea, 0x1f, 0xa1, 0xfa, 1, 2, 200, 1, 2]],
    ['a name without an end', [0xea, 0x1f, 0xa1, 0xfa, 1, 65, 66, 67]],
    ['a value without a length', [0xea, 0x1f, 0xa1, 0xfa, 1, 3]],
  ])('with %s are none', (_name, bytes) => {
    const sheet = locatedSheet();
    hide(sheet, Uint8Array.from(bytes));
    expect(readAlfalfa(sheet)).toBeNull();
    writeVersion1(sheet, { ...noEars, ears: 'above' });
    expect(readEars(sheet)?.shape.ears).toBe('above');
  });
});

describe('preparing a sheet', () => {
  it('erases texels before anything else, within the sheet', () => {
    const sheet = sheetWith({});
    const rects = [
      { x: 24, y: 0, width: 2, height: 1 },
      { x: 63, y: 63, width: 32, height: 32 },
      { x: 63, y: 40, width: 2, height: 1 },
      { x: 9, y: 9, width: 1, height: 1 },
    ];
    hide(sheet, hiddenBytes([{ key: 2, bytes: eraseBytes(rects) }]));
    const { image } = readEars(sheet)!;
    expect(texel(image, 24, 0)).toEqual([0, 0, 0, 0]);
    expect(texel(image, 25, 0)).toEqual([0, 0, 0, 0]);
    expect(texel(image, 26, 0)).toEqual(located(26, 0));
    expect(texel(image, 63, 63)).toEqual([0, 0, 0, 0]);
    expect(texel(image, 63, 40)).toEqual([0, 0, 0, 0]);
    expect(texel(image, 0, 41)).toEqual(located(0, 41));
    // The face is opaque all the same.
    expect(texel(image, 9, 9)).toEqual([0, 0, 0, 255]);
  });

  it('makes the base layer opaque, but not the corners that Ears are drawn from', () => {
    const sheet = sheetWith({ ears: 'above' });
    for (let at = 3; at < sheet.data.length; at += 4) sheet.data[at] = 0;
    const { image } = readEars(sheet)!;
    for (const [x, y] of [
      [8, 8],
      [31, 8],
      [4, 16],
      [55, 31],
      [16, 52],
    ] as const) {
      expect(texel(image, x, y)).toEqual(located(x, y));
    }
    for (const [x, y] of [
      [24, 0],
      [31, 7],
      [56, 16],
      [0, 16],
      [12, 16],
      [44, 48],
    ] as const) {
      expect(texel(image, x, y)).toEqual(located(x, y, 0));
    }
  });

  it('exchanges tail and jacket, which is upside down as a tail', () => {
    const tail = { mode: 'down', bendsDegrees: [0], isMoving: true } as const;
    const { image } = readEars(sheetWith({ tail, swapsTail: true }))!;
    expect(texel(image, 56, 16)).toEqual(located(32, 47));
    expect(texel(image, 63, 27)).toEqual(located(39, 36));
    expect(texel(image, 32, 36)).toEqual(located(56, 16));
    expect(texel(image, 39, 47)).toEqual(located(63, 27));
  });

  it('moves legs that have another shape to a sheet of their own', () => {
    const partial = readEars(sheetWith({ legs: 'partial' }))!;
    expect(texel(partial.image, 0, 25)).toEqual(located(0, 25));
    expect(texel(partial.image, 0, 26)).toEqual([0, 0, 0, 0]);
    expect(texel(partial.parts!, 0, 26)).toEqual(located(0, 26));
    expect(texel(partial.parts!, 0, 25)).toEqual([0, 0, 0, 0]);
    const full = readEars(sheetWith({ legs: 'full' }))!;
    for (const [x, y] of [
      [0, 20],
      [31, 63],
      [15, 47],
      [11, 51],
    ] as const) {
      expect(texel(full.image, x, y)).toEqual([0, 0, 0, 0]);
      expect(texel(full.parts!, x, y)).toEqual(located(x, y));
    }
  });

  it('unpacks wings and cape', () => {
    const sheet = sheetWith(wingsAndCape);
    hideWingsAndCape(sheet, picture(20, 16));
    const { shape, parts } = readEars(sheet)!;
    expect(shape).toMatchObject({ wings: { mode: 'symmetric_dual' }, cape: true });
    expect(texel(parts!, 19, 0)).toEqual([19, 99, 3, 255]);
    // Its outer side, its edge, and its inner side.
    expect(texel(parts!, 41, 1)).toEqual([0, 99, 3, 255]);
    expect(texel(parts!, 40, 1)).toEqual([0, 99, 3, 255]);
    expect(texel(parts!, 52, 1)).toEqual([10, 99, 3, 255]);
  });

  it('moves the wings of the first version down', () => {
    const sheet = sheetWith({ wings: wingsAndCape.wings });
    hide(sheet, hiddenBytes([{ key: 1, bytes: picture(12, 12) }]));
    const { parts } = readEars(sheet)!;
    expect(texel(parts!, 3, 1)).toEqual([0, 0, 0, 0]);
    expect(texel(parts!, 3, 2)).toEqual([3, 99, 3, 255]);
  });

  it.each([
    ['missing', Uint8Array.of()],
    ['no picture', Uint8Array.of(1, 2, 3)],
    ['a picture of another size', picture(16, 16)],
    ['a picture that is cut short', picture(20, 16).subarray(0, 60)],
  ])('draws neither wings nor cape if they are %s', (_name, bytes) => {
    const sheet = sheetWith(wingsAndCape);
    hideWingsAndCape(sheet, bytes);
    const { shape, parts } = readEars(sheet)!;
    expect(shape).toMatchObject({ wings: null, cape: false });
    expect(parts).toBeNull();
  });
});

describe('texels that glow', () => {
  function glowing(said: Partial<EarsFeatures>): RgbaImage {
    const sheet = sheetWith(said);
    // The colour of one texel of the face, in the palette.
    sheet.data.set(located(9, 9), (33 * 64 + 53) * 4);
    for (const [x, y] of [
      [52, 32],
      [55, 35],
    ] as const) {
      sheet.data[(y * 64 + x) * 4 + 3] = 0;
    }
    return sheet;
  }

  it('are those of a colour in the palette', () => {
    const { glow } = readEars(glowing({ isEmissive: true }))!;
    const at = (x: number, y: number): number | undefined => glow?.[y * 64 + x];
    expect([at(9, 9), at(53, 33), at(10, 9), at(52, 33)]).toEqual([1, 1, 0, 1]);
  });

  it('are also on moved legs, but not on the cape', () => {
    const sheet = glowing({ isEmissive: true, legs: 'full', cape: true });
    sheet.data.set(located(9, 9), (24 * 64 + 6) * 4);
    const cape = createImage(20, 16);
    for (let at = 0; at < cape.data.length; at += 4) cape.data.set(located(9, 9), at);
    hide(sheet, hiddenBytes([{ key: 3, bytes: encodePng(cape) }]));
    const { glow, shape } = readEars(sheet)!;
    expect(shape.cape).toBe(true);
    expect(glow?.[4096 + 24 * 64 + 6]).toBe(1);
    expect(glow?.[4096 + 5 * 64 + 45]).toBe(0);
  });

  it('are none without a palette, or if the data do not say so', () => {
    expect(readEars(glowing({}))?.glow).toBeNull();
    const sheet = sheetWith({ isEmissive: true });
    for (let y = 32; y < 36; y++) {
      for (let x = 52; x < 56; x++) sheet.data[(y * 64 + x) * 4 + 3] = 0;
    }
    expect(readEars(sheet)?.glow).toBeNull();
  });
});

describe('any sheet at all', () => {
  it('is read without an error', () => {
    assert(
      property(integer(), (seed) => {
        const random = randomFrom(seed);
        const sheet = createImage(64, 64);
        for (let at = 0; at < sheet.data.length; at++) sheet.data[at] = Math.floor(random() * 256);
        const level = (): number => Math.floor(random() * 2 ** 32);
        const magic = random() < 0.5 ? 0xff3f23d8 : 0xffea2501;
        writeConfig(sheet, [magic, ...Array.from({ length: 15 }, level)]);
        if (random() < 0.7) {
          const bytes = Uint8Array.from({ length: 400 }, () => Math.floor(random() * 256));
          hide(sheet, Uint8Array.from([0xea, 0x1f, 0xa1, 0xfa, 1, ...bytes]));
        }
        const ears = readEars(sheet)!;
        const { snout, tail } = ears.shape;
        expect((snout?.height ?? 0) + (snout?.offset ?? 0)).toBeLessThanOrEqual(8);
        expect(tail?.bendsDegrees.length ?? 1).toBeGreaterThanOrEqual(1);
        expect(tail?.bendsDegrees.every((degrees) => Math.abs(degrees) <= 90.1) ?? true).toBe(true);
      }),
      { seed: 34, numRuns: 60 },
    );
  });
});

describe('a processed sheet', () => {
  it('is read as the sheet itself', () => {
    const sheet = sheetWith({ ...wingsAndCape, ears: 'above' });
    hide(sheet, hiddenBytes([{ key: 1, bytes: picture(20, 16) }]));
    const ears = readEars(sheet)!;
    expect(readEars(ears.processed)).toEqual(ears);
  });

  it('has an opaque base layer if that hides nothing', () => {
    const sheet = sheetWith({ ears: 'above' });
    for (const [x, y] of [
      [9, 9],
      [25, 1],
    ] as const) {
      sheet.data[(y * 64 + x) * 4 + 3] = 3;
    }
    const { processed } = readEars(sheet)!;
    expect(texel(processed, 9, 9)).toEqual(located(9, 9));
    expect(texel(processed, 25, 1)).toEqual(located(25, 1, 3));
  });

  it('is the same in version 0', () => {
    const sheet = locatedSheet();
    writeVersion0(sheet, { ...noEars, tail: { mode: 'up', bendsDegrees: [30], isMoving: true } });
    expect(readEars(readEars(sheet)!.processed)?.shape).toEqual(readEars(sheet)?.shape);
  });
});

describe('a skin without Ears', () => {
  it('costs a look at one texel', () => {
    const read: number[] = [];
    const sheet = locatedSheet();
    const data = new Proxy(sheet.data, {
      get: (target, index) => {
        read.push(Number(index));
        return target[Number(index)];
      },
    });
    expect(readEars({ ...sheet, data })).toBeNull();
    const first = 32 * 64 * 4;
    expect(read).toEqual([first, first + 1, first + 2]);
  });
});
