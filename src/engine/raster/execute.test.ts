import { describe, expect, it } from 'vitest';
import {
  drawnPlan,
  flatView,
  planOf,
  squareFrame,
  straightSolids,
} from '../../../test/support/draw-scene.ts';
import { plainSheet, randomFrom, randomSheet } from '../../../test/support/pattern-sheets.ts';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { asWords, createImage } from '../image/canvas.ts';
import { prepareSheet } from '../skin/sheet.ts';
import { drawPlan } from './execute.ts';

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
});
