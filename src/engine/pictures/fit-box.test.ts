import { describe, expect, it } from 'vitest';
import { inkOf } from '../../../test/support/ink.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { fitBox } from './figure-boxes.ts';

function filled(widthPx: number, heightPx: number): RgbaImage {
  const image = createImage(widthPx, heightPx);
  image.data.fill(255);
  return image;
}

describe('a picture in a box', () => {
  it.each([
    ['as it is', [8, 8], [8, 8], [0, 0, 8, 8]],
    ['smaller', [8, 8], [4, 4], [0, 0, 4, 4]],
    ['larger', [4, 4], [9, 9], [0, 0, 9, 9]],
    ['in the middle of a wide one', [4, 8], [12, 8], [4, 0, 8, 8]],
    ['in the middle of a tall one', [8, 4], [8, 8], [0, 2, 8, 6]],
    ['as a line, where no more is left of it', [64, 1], [4, 4], [0, 1, 4, 2]],
  ] as const)('is %s', (_, [width, height], [widthPx, heightPx], extent) => {
    const source = filled(width, height);
    const fitted = fitBox(source, { widthPx, heightPx });
    expect([fitted.widthPx, fitted.heightPx]).toEqual([widthPx, heightPx]);
    const { left, top, right, bottom } = inkOf(fitted);
    expect([left, top, right, bottom]).toEqual(extent);
    expect(source).toEqual(filled(width, height));
  });
});
