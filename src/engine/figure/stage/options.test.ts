import { describe, expect, it } from 'vitest';
import { drawnPlan } from '../../../../test/support/draw-scene.ts';
import { motleySheet, plainSheet } from '../../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../../test/support/same-pixels.ts';
import { compileFigure, frameFigure } from '../../../../test/support/compile-figure.ts';
import type { Figure } from '../figure.ts';
import { asWords, type RgbaImage } from '../../image/canvas.ts';
import { cropsOf, renderTypeNames, renderTypes } from '../render-types.ts';

const figure: Figure = {
  renderType: 'default',
  crop: 'full',
  model: 'classic',
  heightPx: 96,
  texelsPerUnit: 1,
};
const front = { ...figure, renderType: 'front' } as const;
const motley = motleySheet('classic', 'opaque');

function draw(request: Figure, sheet = motley): RgbaImage {
  return drawnPlan(compileFigure(request), sheet);
}

function turned(image: RgbaImage): RgbaImage {
  const words = asWords(image).toReversed();
  return { ...image, data: new Uint8ClampedArray(words.buffer) };
}

function brightest(image: RgbaImage): number {
  return Math.max(...image.data.filter((_, i) => i % 4 === 0));
}

describe('angles', () => {
  it('are limited to straight above and below', () => {
    expect(compileFigure({ ...figure, pitchDegrees: 90 })).toEqual(
      compileFigure({ ...figure, pitchDegrees: 82 }),
    );
    expect(compileFigure({ ...figure, pitchDegrees: -180 })).toEqual(
      compileFigure({ ...figure, pitchDegrees: -98 }),
    );
  });
});

const flatTypes = renderTypeNames.filter((name) => renderTypes[name].kind === 'flat');

it.each(flatTypes.flatMap((type) => cropsOf(type).map((crop) => [type, crop] as const)))(
  'angles, a raised overlay and things in hands change nothing about a flat %s, %s',
  (renderType, crop) => {
    const plain = { ...figure, renderType, crop };
    const angles = { yawDegrees: 40, pitchDegrees: 20, rollDegrees: 30, fovDegrees: 20 };
    const held = { hold: 'sword', holdLeft: 'cake' } as const;
    expect(compileFigure({ ...plain, ...angles, ...held, overlay: 'raised' })).toEqual(
      compileFigure(plain),
    );
  },
);

describe('a player who stands on its head', () => {
  it.each(['bust', 'face'] as const)('shows the same in a flat %s', (crop) => {
    const upright = draw({ ...front, crop });
    expectSameBytes(draw({ ...front, crop, upsideDown: true }).data, turned(upright).data);
  });

  it.each(['full', 'bust', 'face'] as const)('keeps its size in a posed %s', (crop) => {
    const upright = frameFigure({ ...figure, crop });
    const headstand = frameFigure({ ...figure, crop, upsideDown: true });
    expect(headstand.widthPx).toBe(upright.widthPx);
    expect(headstand.scale).toBeCloseTo(upright.scale, 9);
  });

  it('is still lit from above', () => {
    const grey = plainSheet([128, 128, 128, 255], [0, 0, 0, 0]);
    // Soles, now on top, would be the darkest side of a figure lit from where its head is.
    const isometric = { ...figure, renderType: 'isometric', pitchDegrees: -71 } as const;
    expect(brightest(draw({ ...isometric, upsideDown: true }, grey))).toBeGreaterThan(
      brightest(draw(isometric, grey)) - 1,
    );
  });
});

describe('a shadow', () => {
  const withShadow = { ...figure, shadow: true };

  it('is not seen from below the ground', () => {
    expect(compileFigure({ ...withShadow, pitchDegrees: -60 }).shadow).toBeNull();
  });

  it('is not drawn as a line, nor given room, if the eye is almost on the ground', () => {
    const low = { ...figure, renderType: 'high_ground' } as const;
    expect(compileFigure({ ...low, shadow: true }).shadow).toBeNull();
    expect(frameFigure({ ...low, shadow: true })).toEqual(frameFigure(low));
  });

  it('keeps a flat figure texel-exact', () => {
    const frame = frameFigure({ ...front, shadow: true, heightPx: 200 });
    expect(frame.scale % 1).toBe(0);
    expect(frame.originX % 1).toBe(0);
    expect(frame.originY % 1).toBe(0);
    expect(compileFigure({ ...front, shadow: true, heightPx: 200 }).edges.length).toBe(0);
  });
});
