import { describe, expect, it } from 'vitest';
import { drawnPlan } from '../../../test/support/draw-scene.ts';
import { motleySheet, plainSheet } from '../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { compileFigure, frameFigure } from '../../../test/support/compile-figure.ts';
import type { Figure } from '../figure.ts';
import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import { drawPlan } from '../plan/execute.ts';
import type { Plan } from '../plan/plan.ts';
import { sidesOf } from '../plan/sides.ts';
import { atlasOf } from '../sheet/atlas.ts';
import { prepareCape } from '../sheet/cape.ts';

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

function pixel({ data, widthPx }: RgbaImage, x: number, y: number): number[] {
  return [...data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4)];
}

function turned(image: RgbaImage): RgbaImage {
  const words = asWords(image).toReversed();
  return { ...image, data: new Uint8ClampedArray(words.buffer) };
}

function shadesOf(plan: Plan): Set<number> {
  const sides = sidesOf(plan.sides);
  return new Set([...plan.stackTexels.subarray(1)].map((word) => sides[word & 255]!.shade));
}

/** The texels that are in sight from somewhere around the figure. */
function texelsFrom(yawDegrees: number): Set<number> {
  return new Set(compileFigure({ ...figure, yawDegrees }).stackTexels.map((word) => word >>> 8));
}

function brightest(image: RgbaImage): number {
  return Math.max(...image.data.filter((_, i) => i % 4 === 0));
}

function count(image: RgbaImage, colour: number): number {
  return asWords(image).filter((word) => word === colour).length;
}

describe('angles', () => {
  it('repeat after a full turn', () => {
    expect(frameFigure({ ...figure, yawDegrees: 360 }).widthPx).toBe(frameFigure(figure).widthPx);
  });

  it('are limited to straight above and below', () => {
    expect(compileFigure({ ...figure, pitchDegrees: 90 })).toEqual(
      compileFigure({ ...figure, pitchDegrees: 82 }),
    );
    expect(compileFigure({ ...figure, pitchDegrees: -180 })).toEqual(
      compileFigure({ ...figure, pitchDegrees: -98 }),
    );
  });

  it('turn the figure towards its right hand', () => {
    // Texels of the head's base layer: its right side at (0, 8), its left side at (16, 8).
    expect(texelsFrom(60).has(8 * 64 + 3)).toBe(true);
    expect(texelsFrom(-100).has(8 * 64 + 19)).toBe(true);
    expect(texelsFrom(60).has(8 * 64 + 19)).toBe(false);
  });

  it('do not change a flat figure', () => {
    expect(compileFigure({ ...front, yawDegrees: 40, pitchDegrees: 20 })).toEqual(
      compileFigure(front),
    );
  });
});

describe('overlay and shading', () => {
  it.each(['default', 'front', 'pixel', 'crouching'] as const)(
    '%s without an overlay is what a sheet without one shows',
    (renderType) => {
      const request = { ...figure, renderType };
      expectSameBytes(
        draw({ ...request, overlay: 'none' }).data,
        draw(request, motleySheet('classic', 'none')).data,
      );
    },
  );

  it('shading can be turned off', () => {
    expect([...shadesOf(compileFigure({ ...figure, shading: false }))]).toEqual([255]);
    expect(shadesOf(compileFigure(figure)).size).toBeGreaterThan(3);
  });
});

describe('a player who stands on its head', () => {
  it.each(['front', 'back', 'pixel'] as const)('is a flat figure turned by 180°: %s', (type) => {
    const request = { ...figure, renderType: type };
    const upright = draw(request);
    expectSameBytes(draw({ ...request, upsideDown: true }).data, turned(upright).data);
  });

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

  it('is black, soft, below the figure, and fades out before the border', () => {
    const plan = compileFigure(withShadow);
    const nothing = createImage(plan.widthPx, plan.heightPx);
    drawPlan(plan, new Uint32Array(64 * 64), nothing);
    const alphas = nothing.data.filter((_, i) => i % 4 === 3);
    const darkest = alphas.indexOf(Math.max(...alphas));

    expect(nothing.data.every((level, i) => i % 4 === 3 || level === 0)).toBe(true);
    expect(alphas[darkest]).toBeGreaterThan(90);
    expect(alphas[darkest]).toBeLessThan(180);
    expect(Math.floor(darkest / plan.widthPx)).toBeGreaterThan(plan.heightPx * 0.8);
    for (let y = 0; y < plan.heightPx; y++) {
      for (let x = 0; x < plan.widthPx; x++) {
        const alpha = alphas[y * plan.widthPx + x]!;
        const isBorder = x === 0 || x === plan.widthPx - 1 || y === plan.heightPx - 1;
        if (isBorder) expect(alpha).toBeLessThanOrEqual(3);
        if (x > 0) expect(Math.abs(alpha - alphas[y * plan.widthPx + x - 1]!)).toBeLessThan(32);
      }
    }
  });

  it('lies beneath: opaque pixels are unchanged, translucent ones are blended with black', () => {
    const plan = compileFigure(withShadow);
    const { shadow, ...rest } = plan;
    expect(shadow).not.toBeNull();
    const bare = drawnPlan({ ...rest, shadow: null }, motley);
    const shaded = drawnPlan(plan, motley);
    for (let at = 0; at < bare.data.length; at += 4) {
      const [before, after] = [bare.data[at + 3]!, shaded.data[at + 3]!];
      expect(after).toBeGreaterThanOrEqual(before);
      for (const channel of [0, 1, 2]) {
        const [over, now] = [bare.data[at + channel]! * before, shaded.data[at + channel]! * after];
        // Premultiplied colours do not change, as black adds nothing: but for half a level of
        // the colour and half a level of the alpha, which are rounded each.
        expect(Math.abs(over - now)).toBeLessThanOrEqual(after * 0.51 + 130);
      }
    }
  });

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

describe('a cape', () => {
  /** Outer side red, inner side blue, rims green. */
  const cape = prepareCape(capeSheet());
  const wearing = { ...figure, cape: { texelsPerUnit: 1 }, shading: false };
  const [red, blue] = [0xff0000ff, 0xffff0000];
  const noSkin = { image: createImage(64, 64), texelsPerUnit: 1 };

  function drawCape(request: Figure): RgbaImage {
    const plan = compileFigure(request);
    const image = createImage(plan.widthPx, plan.heightPx);
    drawPlan(plan, atlasOf(noSkin, cape), image);
    return image;
  }

  it('shows its decorated side from behind', () => {
    const behind = drawCape({ ...wearing, renderType: 'isometric', yawDegrees: 135 });
    expect(count(behind, red)).toBeGreaterThan(500);
    expect(count(behind, blue)).toBe(0);
  });

  it('is upright and not mirrored', () => {
    const image = drawCape({ ...wearing, renderType: 'back', heightPx: 320 });
    // The white texel is the top left one of the outer side, seen from behind.
    expect(pixel(image, 35, 85)).toEqual([255, 255, 255, 255]);
    expect(pixel(image, 45, 85)).toEqual([255, 0, 0, 255]);
    const behind = { ...wearing, renderType: 'isometric', yawDegrees: 135, heightPx: 400 } as const;
    const posed = compileFigure(behind);
    const first = firstTexelOf(posed, 64 * 64 + 64 + 1);
    const last = firstTexelOf(posed, 64 * 64 + 64 + 10);
    expect(first % 65536).toBeLessThan(last % 65536);
  });

  it('is not drawn without a cape sheet', () => {
    const texels = compileFigure(figure).stackTexels.map((word) => word >>> 8);
    expect(Math.max(...texels)).toBeLessThan(64 * 64);
  });

  it('is drawn without an overlay too', () => {
    const behind: Figure = { ...wearing, yawDegrees: 150, overlay: 'none' };
    expect(count(drawCape(behind), red)).toBeGreaterThan(300);
  });
});

/** Position of the first run that shows a texel, as `y * 65536 + x`. */
function firstTexelOf(plan: Plan, texel: number): number {
  for (let i = 0; i < plan.runs.length; i += 3) {
    if (plan.stackTexels[plan.runs[i + 2]!]! >>> 8 === texel) return plan.runs[i]!;
  }
  throw new Error('the texel is not in sight');
}

function capeSheet(): RgbaImage {
  const sheet = createImage(64, 32);
  const paint = (x: number, y: number, colour: readonly number[]): void => {
    sheet.data.set([...colour, 255], (y * 64 + x) * 4);
  };
  for (let y = 0; y < 17; y++) {
    for (let x = 0; x < 22; x++) paint(x, y, [0, 255, 0]);
  }
  for (let y = 1; y < 17; y++) {
    for (let x = 1; x < 11; x++) paint(x, y, [255, 0, 0]);
    for (let x = 12; x < 22; x++) paint(x, y, [0, 0, 255]);
  }
  paint(1, 1, [255, 255, 255]);
  return sheet;
}
