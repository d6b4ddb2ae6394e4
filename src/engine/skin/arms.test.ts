import { describe, expect, it } from 'vitest';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { modelOfArms } from './arms.ts';

type Area = readonly [x: number, y: number, width: number, height: number];
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

const brown: Rgba = [120, 80, 40, 255];
const black: Rgba = [0, 0, 0, 255];
const white: Rgba = [255, 255, 255, 255];
const clear: Rgba = [0, 0, 0, 0];

/** What only arms of four texels use: of the right arm, then of the left. */
const spare: readonly Area[] = [
  [50, 16, 2, 4],
  [54, 20, 2, 12],
  [42, 48, 2, 4],
  [46, 52, 2, 12],
];

/** A brown sheet with something in the spare areas. */
function sheetWith(spared: readonly Rgba[], scale = 1): RgbaImage {
  const sheet = createImage(64 * scale, 64 * scale);
  paint(sheet, [0, 0, 64, 64], brown);
  for (const [index, area] of spare.entries()) paint(sheet, area, spared[index]!);
  return sheet;
}

function paint(sheet: RgbaImage, [x, y, width, height]: Area, colour: Rgba): void {
  const scale = sheet.widthPx / 64;
  for (let row = y * scale; row < (y + height) * scale; row++) {
    for (let column = x * scale; column < (x + width) * scale; column++) {
      sheet.data.set(colour, (row * sheet.widthPx + column) * 4);
    }
  }
}

const fourOf = (colour: Rgba): Rgba[] => Array.from(spare, () => colour);

describe('the model whose arms a sheet has', () => {
  const kinds = [
    { name: 'clear', spared: fourOf(clear), model: 'slim' },
    { name: 'black', spared: fourOf(black), model: 'slim' },
    { name: 'white', spared: fourOf(white), model: 'slim' },
    { name: 'painted', spared: fourOf(brown), model: 'classic' },
    { name: 'half black, half white', spared: [black, black, white, white], model: 'classic' },
    { name: 'black but for one', spared: [black, brown, black, black], model: 'classic' },
    { name: 'clear in one', spared: [brown, clear, brown, brown], model: 'slim' },
  ] as const;
  it.each(kinds.flatMap((kind) => [1, 2, 16].map((scale) => ({ ...kind, scale }))))(
    'is $model if the spare areas are $name, at $scale texels a unit',
    ({ spared, scale, model }) => {
      expect(modelOfArms(sheetWith(spared, scale))).toBe(model);
    },
  );

  it.each<Area>([
    [50, 16, 1, 1],
    [51, 19, 1, 1],
    [54, 31, 1, 1],
    [55, 20, 1, 1],
    [42, 48, 1, 1],
    [47, 63, 1, 1],
  ])('is slim as soon as one texel is not opaque: %i, %i', (...area) => {
    const sheet = sheetWith(fourOf(brown));
    paint(sheet, area, [120, 80, 40, 254]);
    expect(modelOfArms(sheet)).toBe('slim');
  });

  it.each<Area>([
    [49, 16, 1, 4],
    [53, 20, 1, 12],
    [56, 20, 1, 12],
    [41, 48, 1, 4],
    [48, 52, 1, 12],
    [0, 0, 64, 16],
  ])('does not depend on what is beside: %i, %i', (...area) => {
    const sheet = sheetWith(fourOf(brown));
    paint(sheet, area, clear);
    expect(modelOfArms(sheet)).toBe('classic');
  });

  it('is that of fully clear texels where the alpha of others contains data', () => {
    const sheet = sheetWith(fourOf([120, 80, 40, 130]));
    expect(modelOfArms(sheet, true)).toBe('classic');
    paint(sheet, [54, 20, 1, 1], clear);
    expect(modelOfArms(sheet, true)).toBe('slim');
  });

  it('is classic in the old format', () => {
    expect(modelOfArms(createImage(64, 32))).toBe('classic');
  });
});
