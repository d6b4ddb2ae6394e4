import { describe, expect, it } from 'vitest';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { modelOfArms } from './arms.ts';

/** Both arms painted as three texels wide. */
function slim(scale = 1): RgbaImage {
  const sheet = createImage(64 * scale, 64 * scale);
  paint(sheet, [40, 20, 14, 12], scale);
  paint(sheet, [44, 16, 6, 4], scale);
  paint(sheet, [32, 52, 14, 12], scale);
  paint(sheet, [36, 48, 6, 4], scale);
  return sheet;
}

type Area = readonly [x: number, y: number, width: number, height: number];

function paint(sheet: RgbaImage, [x, y, width, height]: Area, scale = 1, alpha = 255): void {
  for (let row = y * scale; row < (y + height) * scale; row++) {
    for (let column = x * scale; column < (x + width) * scale; column++) {
      sheet.data[(row * sheet.widthPx + column) * 4 + 3] = alpha;
    }
  }
}

describe('the model whose arms a sheet has', () => {
  it.each([1, 2, 16])('is slim without a fourth texel, at %i texels a unit', (scale) => {
    expect(modelOfArms(slim(scale))).toBe('slim');
  });

  it.each<Area>([
    [50, 16, 1, 1],
    [51, 19, 1, 1],
    [54, 31, 1, 1],
    [55, 20, 1, 1],
    [42, 48, 1, 1],
    [47, 63, 1, 1],
  ])('is classic as soon as there is one: %i, %i', (...area) => {
    const sheet = slim();
    paint(sheet, area, 1, 1);
    expect(modelOfArms(sheet)).toBe('classic');
  });

  it('is classic if there are no arms, or only one', () => {
    expect(modelOfArms(createImage(64, 64))).toBe('classic');
    const sheet = slim();
    paint(sheet, [40, 16, 16, 16], 1, 0);
    expect(modelOfArms(sheet)).toBe('classic');
  });

  it('is slim with a few holes in the arms', () => {
    const sheet = slim();
    paint(sheet, [40, 20, 3, 3], 1, 0);
    expect(modelOfArms(sheet)).toBe('slim');
  });

  it('is classic in the old format', () => {
    expect(modelOfArms(createImage(64, 32))).toBe('classic');
  });
});
