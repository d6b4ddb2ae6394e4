import { describe, expect, it } from 'vitest';
import { compileFigure, frameFigure } from '../../../../test/support/compile-figure.ts';
import { drawnPlan } from '../../../../test/support/draw-scene.ts';
import { maxOnBorder } from '../../../../test/support/ink.ts';
import { motleySheet, plainSheet } from '../../../../test/support/pattern-sheets.ts';
import type { Figure } from '../figure.ts';
import { asWords, type RgbaImage } from '../../image/canvas.ts';
import { drawPlan } from '../../raster/execute.ts';
import { renderTypeNames, renderTypes } from '../render-types.ts';
import { atlasOf } from '../../raster/plan.ts';
import { heldItems } from '../held-items/held-items.ts';

const figure: Figure = {
  renderType: 'default',
  crop: 'full',
  model: 'classic',
  heightPx: 64,
  texelsPerUnit: 1,
};
const motley = motleySheet('classic', 'opaque');

function draw(changes: Partial<Figure>): RgbaImage {
  return drawnPlan(compileFigure({ ...figure, ...changes }), motley);
}

describe('what a figure holds', () => {
  const cases = heldItems.flatMap((heldItem) =>
    (['default', 'cheering', 'sleeping'] as const).map((type) => [heldItem, type] as const),
  );

  it.each(cases)('is not cut: %s, %s', (heldItem, renderType) => {
    for (const hands of [{ hold: heldItem }, { holdLeft: heldItem }]) {
      for (const yawDegrees of [-80, 0]) {
        const image = draw({ ...hands, renderType, yawDegrees, model: 'slim' });
        expect(maxOnBorder(image)).toBe(0);
      }
    }
  });

  it.each(['default', 'facepalm', 'crouching'] as const)(
    'does not change the frame of a crop without its hand: %s',
    (renderType) => {
      const face = { ...figure, renderType, crop: 'face' } as const;
      expect(frameFigure({ ...face, holdLeft: 'banner' })).toEqual(frameFigure(face));
    },
  );

  it('is whole in a bust that shows its hand', () => {
    const bust = { ...figure, renderType: 'cheering', crop: 'bust' } as const;
    const [held, bare] = [frameFigure({ ...bust, hold: 'sword' }), frameFigure(bust)];
    expect(held.scale).toBeLessThan(bare.scale);
  });

  it('is in the frame of both models at one scale', () => {
    const [classic, slim] = (['classic', 'slim'] as const).map((model) =>
      frameFigure({ ...figure, model, hold: 'sword', holdLeft: 'shield' }),
    );
    expect(slim!.scale).toBeCloseTo(classic!.scale, 9);
  });

  it('turns with a figure that stands on its head, and keeps its size', () => {
    const held = { ...figure, hold: 'banner' } as const;
    expect(frameFigure({ ...held, upsideDown: true }).scale).toBeCloseTo(
      frameFigure(held).scale,
      9,
    );
  });
});

describe('nothing in the hands', () => {
  const own = renderTypeNames.filter((type) => 'holds' in renderTypes[type]);

  it('is what most poses have', () => {
    expect(own).toEqual(['dungeons', 'archer', 'reading']);
  });

  it.each(own)('of %s, which holds something by itself, if that is asked for', (renderType) => {
    const plan = compileFigure({ ...figure, renderType, hold: 'none', holdLeft: 'none' });
    expect(plan.hasHeldItems).toBe(false);
    expect(compileFigure({ ...figure, renderType }).hasHeldItems).toBe(true);
  });

  it.each(['head', 'isometric_head'] as const)('of a head alone: %s', (renderType) => {
    const plain = { ...figure, renderType };
    expect(compileFigure({ ...plain, hold: 'sword', holdLeft: 'cake' })).toEqual(
      compileFigure(plain),
    );
  });
});

describe('a torch', () => {
  it('keeps the colours of its flame in every light', () => {
    const plan = compileFigure({ ...figure, hold: 'torch', heightPx: 200 });
    const skin = { image: plainSheet([0, 0, 0, 255], [0, 0, 0, 0]), texelsPerUnit: 1 };
    const none = [0, 0, 0] as const;
    const dark = { key: [0, 0, 1], lit: none, shade: none, ambient: none, rims: [] } as const;
    const image = drawnPlan(plan, skin.image);
    drawPlan(plan, atlasOf({ skin, cape: null, hasHeldItems: true }), image, { light: dark });
    const colours = new Set([...asWords(image)].filter((word) => word >>> 24 === 255));

    // All but the flame is black; pixels between two texels have colours of their own.
    expect(colours.has(0xffc2f6ff)).toBe(true);
    expect(colours.has(0xff4dd8ff)).toBe(true);
    expect(colours.has(0xff000000)).toBe(true);
  });
});
