import { expect, it } from 'vitest';
import {
  hiddenBytes,
  hide,
  locatedSheet,
  noEars,
  writeVersion1,
} from '../../../test/support/ears-encoder.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { prepareSheet } from './sheet.ts';

const alphaAt = ({ data, widthPx }: RgbaImage, x: number, y: number): number =>
  data[(y * widthPx + x) * 4 + 3]!;

it('is done to a skin with Ears and its moved legs, and not to the sheet that the mod reads', () => {
  const sheet = locatedSheet();
  writeVersion1(sheet, { ...noEars, legs: 'full' });
  const [jacket, trousers] = [
    [20, 36],
    [4, 36],
  ] as const;
  for (const [x, y] of [jacket, trousers]) sheet.data[(y * 64 + x) * 4 + 3] = 20;

  const { image, parts, processed } = prepareSheet(sheet).ears!;

  expect(alphaAt(image, ...jacket)).toBe(0);
  expect(alphaAt(parts!, ...trousers)).toBe(0);
  expect(alphaAt(parts!, 5, 36)).toBe(255);
  expect(alphaAt(processed, ...jacket)).toBe(20);
});

it('leaves the model of a skin alone whose alpha contains data', () => {
  const sheet = locatedSheet();
  writeVersion1(sheet, { ...noEars, ears: 'above' });
  hide(sheet, hiddenBytes([{ key: 'other', bytes: new Uint8Array(1200).fill(7) }]));
  expect(alphaAt(sheet, 54, 20)).toBeLessThan(255);
  expect(prepareSheet(sheet).model).toBe('classic');
});
