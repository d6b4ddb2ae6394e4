import { describe, expect, it } from 'vitest';
import { noEars } from '../../../../test/support/ears-encoder.ts';
import { drawnPlan } from '../../../../test/support/draw-scene.ts';
import { paintSheet, randomFrom } from '../../../../test/support/pattern-sheets.ts';
import { compileFigure, frameFigure } from '../../../../test/support/compile-figure.ts';
import type { RgbaImage } from '../../image/canvas.ts';
import { cropsOf } from '../render-types.ts';

/** Each texel a colour of its own, the overlay empty. */
function speckled(texelsPerUnit: number): RgbaImage {
  const random = randomFrom(7);
  const level = (): number => Math.floor(random() * 256);
  return paintSheet('classic', texelsPerUnit, ({ layer }) =>
    layer === 'base' ? [level(), level(), level(), 255] : [0, 0, 0, 0],
  );
}

function colour({ data, widthPx }: RgbaImage, x: number, y: number): string {
  return data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4).join();
}

const heights = [16, 31, 32, 33, 100, 128, 300, 512] as const;

describe.each(heights)('a flat figure %i px high', (heightPx) => {
  const figure = {
    renderType: 'front',
    crop: 'full',
    model: 'classic',
    heightPx,
    texelsPerUnit: 1,
  } as const;
  const { scale, originX, originY, widthPx } = frameFigure(figure);

  it('gives each texel the same whole number of pixels if the picture is large enough', () => {
    if (heightPx < 32) expect(scale).toBe(heightPx / 32);
    else expect(scale).toBe(Math.floor(heightPx / 32));
    expect(widthPx).toBe(Math.ceil(16 * scale));
  });

  it('shows the exact colours of the sheet', () => {
    if (heightPx < 32) return;
    const sheet = speckled(1);
    const image = drawnPlan(compileFigure(figure), sheet);
    for (let y = 0; y < 8 * scale; y++) {
      for (let x = 0; x < 8 * scale; x++) {
        const texel = colour(sheet, 8 + Math.floor(x / scale), 8 + Math.floor(y / scale));
        expect(colour(image, originX - 4 * scale + x, originY - 32 * scale + y)).toBe(texel);
      }
    }
  });
});

describe('a flat figure', () => {
  it.each(['front', 'back', 'pixel'] as const)('has no blended pixel: %s', (renderType) => {
    const plan = compileFigure({
      renderType,
      crop: 'full',
      model: 'slim',
      heightPx: 129,
      texelsPerUnit: 1,
    });
    expect(plan.edges.length).toBe(0);
  });

  it.each(['front', 'back'] as const)('has none with Ears either: %s', (renderType) => {
    const snout = { width: 4, height: 2, depth: 3, offset: 0 } as const;
    const ears = { ...noEars, ears: 'tall', crown: 'horn', snout, wings: null } as const;
    const figure = { renderType, model: 'slim', heightPx: 129, texelsPerUnit: 1, ears } as const;
    for (const crop of cropsOf(renderType)) {
      expect(compileFigure({ ...figure, crop }).edges.length, crop).toBe(0);
    }
  });

  it.each([2, 4, 16] as const)('is texel-exact for sheets of %i texels a unit', (texelsPerUnit) => {
    const figure = { renderType: 'front', crop: 'face', model: 'classic', heightPx: 300 } as const;
    const plan = compileFigure({ ...figure, texelsPerUnit });

    expect(plan.edges.length).toBe(0);
    // The picture has one size, whatever the sheet.
    expect(plan.widthPx).toBe(frameFigure(figure).widthPx);
  });
});
