import { describe, expect, it } from 'vitest';
import { createImage } from '../image/canvas.ts';
import { atlasOf } from '../raster/plan.ts';
import { capeScale } from '../../common/png/texture-header.ts';
import { prepareCape } from './sheet.ts';

describe('capeScale', () => {
  it.each([
    [64, 32, 1],
    [128, 64, 2],
    [192, 96, 3],
    [1024, 512, 16],
    [22, 17, 1],
    [44, 34, 2],
    [352, 272, 16],
    [46, 22, 1],
    [92, 44, 2],
    [736, 352, 16],
  ])('%i×%i is %i texels a unit', (widthPx, heightPx, scale) => {
    expect(capeScale(widthPx, heightPx)).toBe(scale);
  });

  it.each([
    [64, 64],
    [32, 16],
    [96, 48],
    [22, 16],
    [46, 23],
    [374, 289],
    [1088, 544],
    [2048, 1024],
    [0, 0],
  ])('%i×%i is no cape', (widthPx, heightPx) => {
    expect(capeScale(widthPx, heightPx)).toBeNull();
  });
});

describe('prepareCape', () => {
  it.each([
    [64, 32],
    [22, 17],
    [46, 22],
    [92, 44],
  ])('lays a sheet of %i×%i on the grid of the game', (widthPx, heightPx) => {
    const decoded = createImage(widthPx, heightPx);
    decoded.data.forEach((_, i) => (decoded.data[i] = (i * 7) % 251));
    const before = decoded.data.slice();
    const { image, texelsPerUnit } = prepareCape(decoded);

    expect([image.widthPx, image.heightPx]).toEqual([64 * texelsPerUnit, 32 * texelsPerUnit]);
    for (const [x, y] of [
      [0, 0],
      [widthPx - 1, 0],
      [widthPx - 1, heightPx - 1],
    ] as const) {
      const [from, to] = [(y * widthPx + x) * 4, (y * image.widthPx + x) * 4];
      expect([...image.data.subarray(to, to + 4)]).toEqual([...before.subarray(from, from + 4)]);
    }
    expect(decoded.data).toEqual(before);
  });

  it('refuses other sizes', () => {
    expect(() => prepareCape(createImage(64, 64))).toThrow(RangeError);
  });
});

it('a skin without a cape is not copied', () => {
  const skin = { image: createImage(128, 128), texelsPerUnit: 2 };
  expect(atlasOf({ skin, cape: null }).buffer).toBe(skin.image.data.buffer);
});
