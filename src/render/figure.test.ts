import { describe, expect, it } from 'vitest';
import { drawnPlan } from '../../test/support/draw-scene.ts';
import { plainSheet } from '../../test/support/pattern-sheets.ts';
import { bothModels } from '../../test/support/skin-facts.ts';
import { crops } from './camera/crops.ts';
import { compileFigure, frameFigure } from '../../test/support/compile-figure.ts';
import type { RgbaImage } from './image/canvas.ts';

/** Everything that can be seen of a figure is opaque. */
const solid = plainSheet([90, 120, 150, 255], [90, 120, 150, 255]);

const requests = bothModels.flatMap((model) => crops.map((crop) => ({ model, crop })));

function request(
  crop: (typeof crops)[number],
  model: (typeof bothModels)[number],
  heightPx: number,
) {
  return { renderType: 'default', crop, model, heightPx, texelsPerUnit: 1 } as const;
}

/** Rows and columns in which anything is, the last ones exclusive. */
function filled({ data, widthPx, heightPx }: RgbaImage) {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] === 0) continue;
    const [x, y] = [((at - 3) / 4) % widthPx, Math.floor((at - 3) / 4 / widthPx)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return { left, top, right, bottom };
}

describe('frameFigure', () => {
  it.each(requests)(
    'returns the size of the picture of $crop, $model, before it is compiled',
    (row) => {
      for (const heightPx of [16, 97, 300]) {
        const figure = request(row.crop, row.model, heightPx);
        const frame = frameFigure(figure);
        const plan = compileFigure(figure);

        expect(frame.heightPx).toBe(heightPx);
        expect(Number.isInteger(frame.widthPx)).toBe(true);
        expect([plan.widthPx, plan.heightPx]).toEqual([frame.widthPx, frame.heightPx]);
      }
    },
  );
});

describe('compileFigure', () => {
  it.each(requests)('$crop, $model: fills its picture from side to side and to the top', (row) => {
    for (const heightPx of [48, 301]) {
      const image = drawnPlan(compileFigure(request(row.crop, row.model, heightPx)), solid);
      const { left, top, right } = filled(image);

      expect(top).toBe(1);
      expect(left).toBeLessThanOrEqual(2);
      expect(right).toBeGreaterThanOrEqual(image.widthPx - 2);
    }
  });

  it.each(bothModels)('a full %s figure is not cut off and stands on the lower border', (model) => {
    for (const heightPx of [48, 301]) {
      const image = drawnPlan(compileFigure(request('full', model, heightPx)), solid);
      const { left, top, right, bottom } = filled(image);

      expect([left >= 1, top, right <= image.widthPx - 1, bottom]).toEqual([
        true,
        1,
        true,
        heightPx - 1,
      ]);
    }
  });

  it.each([
    { crop: 'bust', model: 'classic' },
    { crop: 'bust', model: 'slim' },
    { crop: 'face', model: 'classic' },
    { crop: 'face', model: 'slim' },
  ] as const)('$crop, $model: continues below its lower border', ({ crop, model }) => {
    const image = drawnPlan(compileFigure(request(crop, model, 200)), solid);
    const lastRow = image.data.subarray(-image.widthPx * 4).filter((_, at) => at % 4 === 3);

    expect(lastRow.filter((alpha) => alpha === 255).length).toBeGreaterThan(image.widthPx / 4);
  });
});
