import { describe, expect, it } from 'vitest';
import { createImage, type RgbaImage } from '../render/image/canvas.ts';
import { fitBox } from './fit-box.ts';

function filled(widthPx: number, heightPx: number): RgbaImage {
  const image = createImage(widthPx, heightPx);
  image.data.fill(255);
  return image;
}

/** The rectangle that something is in: left, top, right, bottom. */
function extentOf({ widthPx, data }: RgbaImage): number[] {
  const seen = [...data.keys()].filter((at) => at % 4 === 3 && data[at] !== 0).map((at) => at >> 2);
  const columns = seen.map((at) => at % widthPx);
  const rows = seen.map((at) => Math.floor(at / widthPx));
  return [Math.min(...columns), Math.min(...rows), Math.max(...columns), Math.max(...rows)];
}

describe('a picture in a box', () => {
  it.each([
    ['as it is', [8, 8], [8, 8], [0, 0, 7, 7]],
    ['smaller', [8, 8], [4, 4], [0, 0, 3, 3]],
    ['larger', [4, 4], [9, 9], [0, 0, 8, 8]],
    ['in the middle of a wide one', [4, 8], [12, 8], [4, 0, 7, 7]],
    ['in the middle of a tall one', [8, 4], [8, 8], [0, 2, 7, 5]],
    ['as a line, where no more is left of it', [64, 1], [4, 4], [0, 1, 3, 1]],
  ] as const)('is %s', (_, [width, height], [widthPx, heightPx], extent) => {
    const source = filled(width, height);
    const fitted = fitBox(source, { widthPx, heightPx });
    expect([fitted.widthPx, fitted.heightPx, extentOf(fitted)]).toEqual([
      widthPx,
      heightPx,
      extent,
    ]);
    expect(source).toEqual(filled(width, height));
  });
});
