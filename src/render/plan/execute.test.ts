import { describe, expect, it } from 'vitest';
import {
  drawnPlan,
  drawScene,
  flatView,
  pixelAt,
  planOf,
  squareFrame,
  straightSolids,
} from '../../../test/support/draw-scene.ts';
import {
  paintSheet,
  plainSheet,
  randomFrom,
  randomSheet,
  type FacePlace,
  type Rgba,
} from '../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { faceRect } from '../../../test/support/skin-facts.ts';
import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import type { PartName } from '../model/boxes.ts';
import { prepareSheet } from '../sheet/sheet.ts';
import { drawPlan } from './execute.ts';

const hole: Rgba = [255, 0, 255, 0];

function bare(sheet: RgbaImage): RgbaImage {
  const painted = paintSheet('classic', sheet.widthPx / 64, ({ layer }) =>
    layer === 'base' ? [0, 0, 0, 255] : [0, 0, 0, 0],
  );
  const data = sheet.data.map((level, at) => (painted.data[at | 3] === 0 ? 0 : level));
  return { ...sheet, data };
}

describe('a flat view in full light has the exact colours of the sheet', () => {
  /** Left border and top of each front, in units from the middle and from the ground. */
  const fronts = [
    { part: 'head', left: -4, top: 32 },
    { part: 'body', left: -4, top: 24 },
    { part: 'rightArm', left: -8, top: 24 },
    { part: 'leftArm', left: 4, top: 24 },
    { part: 'rightLeg', left: -4, top: 12 },
    { part: 'leftLeg', left: 0, top: 12 },
  ] as const;

  it.each([1, 2, 16])('base, at %i texels a unit: each texel a square', (texelsPerUnit) => {
    const pxPerTexel = texelsPerUnit === 16 ? 1 : 4;
    const pxPerUnit = pxPerTexel * texelsPerUnit;
    const sheet = bare(prepareSheet(randomSheet(randomFrom(7), texelsPerUnit)).image);
    const frame = squareFrame(18, pxPerUnit);
    const image = drawScene({ solids: straightSolids(), view: flatView(0), frame, sheet });
    const wrong: unknown[] = [];

    for (const { part, left, top } of fronts) {
      const { u, v, columns, rows } = faceRect('classic', part, 'base', 'front');
      for (let y = 0; y < rows * pxPerUnit; y++) {
        for (let x = 0; x < columns * pxPerUnit; x++) {
          const drawn = pixelAt(image, (18 + left) * pxPerUnit + x, (34 - top) * pxPerUnit + y);
          const texel = pixelAt(
            sheet,
            u * texelsPerUnit + Math.floor(x / pxPerTexel),
            v * texelsPerUnit + Math.floor(y / pxPerTexel),
          );
          if (drawn.join() !== texel.join()) wrong.push({ part, x, y, drawn, texel });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('overlay: the hat is nine units wide, its eight texels a little larger each', () => {
    const sheet = prepareSheet(randomSheet(randomFrom(8), 1)).image;
    for (let at = 3; at < sheet.data.length; at += 4) sheet.data[at] = 255;
    const pxPerUnit = 16;
    const pxPerTexel = 18;
    const frame = { widthPx: 160, heightPx: 160, scale: pxPerUnit, originX: 80, originY: 272 };
    const solids = straightSolids().filter(({ part }) => part === 'head');
    const image = drawScene({ solids, view: flatView(0), frame, sheet });
    const wrong: unknown[] = [];

    for (let y = 0; y < 8 * pxPerTexel; y++) {
      for (let x = 0; x < 8 * pxPerTexel; x++) {
        const drawn = pixelAt(image, 8 + x, 8 + y);
        const texel = pixelAt(
          sheet,
          40 + Math.floor(x / pxPerTexel),
          8 + Math.floor(y / pxPerTexel),
        );
        if (drawn.join() !== texel.join()) wrong.push({ x, y, drawn, texel });
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** A sheet whose sides have the colours asked for, what is not named black base and empty overlay. */
function coloured(colours: (place: FacePlace) => Rgba | undefined): RgbaImage {
  return paintSheet(
    'classic',
    1,
    (place) => colours(place) ?? (place.layer === 'base' ? [0, 0, 0, 255] : hole),
  );
}

/** `top` over `below`, both opaque or not, straight in and out (Porter and Duff's "over"). */
function over([r, g, b, alpha]: Rgba, [r2, g2, b2, alpha2]: Rgba): Rgba {
  const [front, back] = [alpha / 255, (alpha2 / 255) * (1 - alpha / 255)];
  const sum = front + back;
  const mix = (a: number, z: number): number => (a * front + z * back) / sum;
  return [mix(r, r2), mix(g, g2), mix(b, b2), 255 * sum];
}

function expectClose(drawn: number[], expected: Rgba): void {
  drawn.forEach((level, i) => expect(Math.abs(level - expected[i]!)).toBeLessThanOrEqual(1));
}

describe('translucent texels blend in order of depth', () => {
  const red: Rgba = [255, 0, 0, 128];
  const green: Rgba = [0, 255, 0, 100];
  const blue: Rgba = [20, 40, 250, 255];
  const yellow: Rgba = [250, 240, 10, 60];
  // Half a unit of neck: the hat's lower rim hangs over the jacket's collar.
  const pxPerUnit = 16;
  const frame = { widthPx: 64, heightPx: 64, scale: pxPerUnit, originX: 32, originY: 32 };
  const neck = {
    yawDegrees: 0,
    pitchDegrees: 0,
    target: [0, 23.75, 0],
    distanceUnits: null,
  } as const;
  const parts = new Set<PartName>(['head', 'body']);
  const solids = straightSolids().filter(({ part }) => parts.has(part));

  it('hat over collar over shirt, seen from the front', () => {
    const sheet = coloured(({ part, layer, face }) => {
      if (face !== 'front') return undefined;
      if (layer === 'base') return part === 'body' ? blue : undefined;
      return part === 'head' ? red : green;
    });

    const image = drawScene({ solids, view: neck, frame, sheet });

    expectClose(pixelAt(image, 32, 32), over(red, over(green, blue)));
    // Below the hat's rim there is the collar alone.
    expectClose(pixelAt(image, 32, 32 + 8), over(green, blue));
  });

  it('the other way round from behind, and the same sheet shows other sides', () => {
    const sheet = coloured(({ part, layer, face }) => {
      if (face !== 'back') return undefined;
      if (layer === 'base') return part === 'body' ? blue : undefined;
      return part === 'head' ? green : red;
    });

    const image = drawScene({ solids, view: { ...neck, yawDegrees: 180 }, frame, sheet });

    expectClose(pixelAt(image, 32, 32), over(green, over(red, blue)));
  });

  it('front, then the inside of the back if nothing solid is in between', () => {
    // Beside the head: half a unit of hat, seen through to its far side.
    const head = straightSolids().filter(({ part }) => part === 'head');
    const rim = { ...neck, target: [4.25, 28, 0] } as const;
    const sheet = coloured(({ layer, face }) => {
      if (layer === 'base') return undefined;
      return face === 'front' ? red : face === 'back' ? yellow : undefined;
    });

    const fromFront = drawScene({ solids: head, view: rim, frame, sheet });
    const fromBehind = drawScene({ solids: head, view: { ...rim, yawDegrees: 180 }, frame, sheet });

    expectClose(pixelAt(fromFront, 32, 32), over(red, yellow));
    expectClose(pixelAt(fromBehind, 32, 32), over(yellow, red));
  });

  it('a hole shows the inside of the far overlay', () => {
    const head = straightSolids().filter(({ part }) => part === 'head');
    const rim = { ...neck, target: [4.25, 28, 0] } as const;
    const far: Rgba = [12, 34, 56, 255];
    const sheet = coloured(({ layer, face }) =>
      layer === 'overlay' && face === 'back' ? far : undefined,
    );

    expect(pixelAt(drawScene({ solids: head, view: rim, frame, sheet }), 32, 32)).toEqual([...far]);
  });
});

describe('drawPlan', () => {
  const sheet = prepareSheet(randomSheet(randomFrom(3), 1)).image;
  const scene = {
    solids: straightSolids(),
    view: flatView(30, 20),
    frame: squareFrame(20, 2),
    sheet,
  };
  const plan = planOf(scene);
  const alone = drawnPlan(plan, sheet);
  const words = asWords(sheet);
  const grey = 0x80_80_80_80;

  it('draws at the given place and leaves pixels outside the figure unchanged', () => {
    const touched = asWords(drawnPlan(plan, plainSheet([1, 1, 1, 255], [1, 1, 1, 255])));
    const target = createImage(200, 110);
    asWords(target).fill(grey);

    drawPlan(plan, words, target, { at: [37, 11] });

    const expected = createImage(200, 110);
    asWords(expected).fill(grey);
    asWords(alone).forEach((word, at) => {
      const [x, y] = [(at % 80) + 37, Math.floor(at / 80) + 11];
      if (touched[at] !== 0) asWords(expected)[y * 200 + x] = word;
    });
    expectSameBytes(target.data, expected.data);
  });

  it.each([
    [0, 0],
    [120, 30],
    [120, 0],
    [0, 30],
  ])('fits at (%i, %i)', (left, top) => {
    const target = createImage(200, 110);

    drawPlan(plan, words, target, { at: [left, top] });

    expect(pixelAt(target, left + 40, top + 40)).toEqual(pixelAt(alone, 40, 40));
  });

  it.each([
    [-1, 0],
    [0, -1],
    [121, 0],
    [0, 31],
    [1000, 1000],
  ])('refuses to draw over the border at (%i, %i)', (left, top) => {
    const target = createImage(200, 110);

    expect(() => drawPlan(plan, words, target, { at: [left, top] })).toThrow(RangeError);
    expect(target.data.some((level) => level !== 0)).toBe(false);
  });

  it('draws into a picture that is part of a larger buffer', () => {
    const memory = new Uint8ClampedArray(80 * 80 * 4 + 16);
    const target = { widthPx: 80, heightPx: 80, data: memory.subarray(8, 8 + 80 * 80 * 4) };

    drawPlan(plan, words, target);

    expectSameBytes(target.data, alone.data);
    expect([...memory.subarray(0, 8), ...memory.subarray(-8)]).toEqual(
      Array.from({ length: 16 }, () => 0),
    );
  });

  it('does not change the sheet', () => {
    const before = sheet.data.slice();

    drawPlan(plan, words, createImage(80, 80));

    expectSameBytes(sheet.data, before);
  });
});
