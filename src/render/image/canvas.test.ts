import { describe, expect, it } from 'vitest';
import { asWords, blit, createImage, type RgbaImage } from './canvas.ts';

/** Every pixel of it a value of its own. */
function numbered(widthPx: number, heightPx: number, first: number): RgbaImage {
  const image = createImage(widthPx, heightPx);
  asWords(image).forEach((_, i, words) => {
    words[i] = first + i;
  });
  return image;
}

describe('createImage', () => {
  it('is transparent black', () => {
    const image = createImage(3, 2);

    expect(image).toMatchObject({ widthPx: 3, heightPx: 2 });
    expect([...image.data]).toEqual(Array.from({ length: 24 }, () => 0));
  });
});

describe('asWords', () => {
  it('shares the memory, with red in the lowest byte', () => {
    const image = createImage(2, 1);
    image.data.set([1, 2, 3, 4], 4);

    const words = asWords(image);
    words[0] = 0xff_00_80_40;

    expect(words[1]).toBe(0x04_03_02_01);
    expect([...image.data.subarray(0, 4)]).toEqual([0x40, 0x80, 0x00, 0xff]);
  });

  it('covers only the picture if it is part of a larger buffer', () => {
    const memory = new Uint8ClampedArray(24).fill(9);
    const image = { widthPx: 2, heightPx: 1, data: memory.subarray(8, 16) };

    asWords(image).fill(0);

    expect([...memory]).toEqual(Array.from({ length: 24 }, (_, i) => (i >= 8 && i < 16 ? 0 : 9)));
  });
});

describe('blit', () => {
  const places = [
    { name: 'inside', left: 1, top: 2 },
    { name: 'at the corner', left: 0, top: 0 },
    { name: 'over the left border', left: -2, top: 1 },
    { name: 'over the right border', left: 4, top: 1 },
    { name: 'over the top', left: 1, top: -1 },
    { name: 'over the bottom', left: 1, top: 4 },
    { name: 'over two borders', left: -1, top: -2 },
    { name: 'wholly to the left', left: -3, top: 0 },
    { name: 'wholly to the right', left: 6, top: 0 },
    { name: 'wholly above', left: 0, top: -4 },
    { name: 'wholly below', left: 0, top: 5 },
    { name: 'far away', left: 1000, top: -1000 },
  ];

  it.each(places)('$name', ({ left, top }) => {
    const source = numbered(3, 4, 1000);
    const target = numbered(6, 5, 1);
    const expected = Array.from(asWords(target), (word, i) => {
      const [x, y] = [(i % 6) - left, Math.floor(i / 6) - top];
      return x >= 0 && x < 3 && y >= 0 && y < 4 ? 1000 + y * 3 + x : word;
    });

    blit(target, source, left, top);

    expect([...asWords(target)]).toEqual(expected);
    expect(asWords(source)).toEqual(asWords(numbered(3, 4, 1000)));
  });

  it('a picture larger than the target', () => {
    const target = createImage(2, 2);

    blit(target, numbered(5, 5, 1), -1, -2);

    expect([...asWords(target)]).toEqual([12, 13, 17, 18]);
  });

  it('replaces, also with transparent pixels', () => {
    const target = numbered(2, 2, 1);

    blit(target, createImage(1, 2), 1, 0);

    expect([...asWords(target)]).toEqual([1, 0, 3, 0]);
  });
});
