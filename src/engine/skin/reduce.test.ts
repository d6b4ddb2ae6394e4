import { describe, expect, it } from 'vitest';
import { createImage } from '../image/canvas.ts';
import { shownTexelsPerUnit, stageFigure } from '../figure/figure.ts';
import { planBytes } from '../raster/plan.ts';
import { reduceSheet } from './sheet.ts';
import { compileFramed } from '../raster/compile.ts';

/** A sheet of squares of four pixels: these two levels and alphas in turn, side by side. */
function sheetOf(texelsPerUnit: number, first: readonly number[], second: readonly number[]) {
  const image = createImage(64 * texelsPerUnit, 64 * texelsPerUnit);
  for (let at = 0; at < image.data.length; at += 4) {
    image.data.set((at / 4) % 2 === 0 ? first : second, at);
  }
  return { image, texelsPerUnit };
}

const pixel = ({ image }: ReturnType<typeof sheetOf>) => [...image.data.subarray(0, 4)];

describe('a reduced sheet', () => {
  it('is the sheet itself if the picture can show all of it', () => {
    const sheet = sheetOf(2, [1, 2, 3, 255], [4, 5, 6, 255]);
    expect(reduceSheet(sheet, 2).image).toBe(sheet.image);
    expect(reduceSheet(sheet, 16).image).toBe(sheet.image);
    expect(pixel(sheet)).toEqual([1, 2, 3, 255]);
  });

  it('has the mean of merged texels', () => {
    const reduced = reduceSheet(sheetOf(4, [0, 100, 200, 255], [200, 100, 0, 255]), 1);
    expect(reduced.texelsPerUnit).toBe(1);
    expect([reduced.image.widthPx, reduced.image.heightPx]).toEqual([64, 64]);
    expect(pixel(reduced)).toEqual([100, 100, 100, 255]);
  });

  it.each([
    [15, 8],
    [6, 4],
    [12, 4],
    [3, 1],
  ])('has what can be seen of a cape with %i texels per unit: %i', (from, to) => {
    const sheet = { ...sheetOf(from, [90, 60, 30, 255], [90, 60, 30, 255]), kind: 'cape' };
    const reduced = reduceSheet(sheet, to);
    expect(reduced).toMatchObject({ kind: 'cape', texelsPerUnit: to });
    expect([reduced.image.widthPx, reduced.image.heightPx]).toEqual([64 * to, 64 * to]);
    expect(pixel(reduced)).toEqual([90, 60, 30, 255]);
  });

  it('takes no colour from what is transparent', () => {
    const reduced = reduceSheet(sheetOf(2, [200, 40, 20, 255], [0, 255, 0, 0]), 1);
    expect(pixel(reduced)).toEqual([200, 40, 20, 128]);
    const empty = reduceSheet(sheetOf(2, [9, 9, 9, 0], [8, 8, 8, 0]), 1);
    expect(pixel(empty)).toEqual([0, 0, 0, 0]);
  });
});

describe('the resolution that a picture needs', () => {
  const framed = (heightPx: number) =>
    stageFigure({ renderType: 'default', crop: 'full', model: 'classic', heightPx });

  it.each([
    [16, 1],
    [64, 2],
    [512, 16],
    [1024, 32],
  ])('at %i px is up to %i texels a unit, a pixel each or finer', (heightPx, texels) => {
    expect(shownTexelsPerUnit(framed(heightPx))).toBe(texels);
  });

  it('keeps the plan of a small picture small, whatever the sheet', () => {
    const figure = framed(64);
    const plan = (skin: number) => planBytes(compileFramed(figure, { skin, cape: null }));
    expect(plan(shownTexelsPerUnit(figure))).toBeLessThan(plan(16) / 2);
  });
});
