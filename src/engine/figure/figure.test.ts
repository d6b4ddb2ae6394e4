import { describe, expect, it } from 'vitest';
import { drawnPlan } from '../../../test/support/draw-scene.ts';
import { inkOf } from '../../../test/support/ink.ts';
import { plainSheet } from '../../../test/support/pattern-sheets.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';
import { crops } from './camera/crops.ts';
import { compileFigure, frameFigure } from '../../../test/support/compile-figure.ts';

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

describe.each(requests)('a figure, $crop, $model', ({ model, crop }) => {
  it.each([16, 48, 97, 301])(
    'fills its picture of %i px, whose width is known before',
    (heightPx) => {
      const figure = request(crop, model, heightPx);
      const image = drawnPlan(compileFigure(figure), solid);
      const { left, top, right, bottom } = inkOf(image);

      expect([image.widthPx, image.heightPx]).toEqual([frameFigure(figure).widthPx, heightPx]);
      expect(left).toBeLessThanOrEqual(2);
      expect(right).toBeGreaterThanOrEqual(image.widthPx - 2);
      // All but a full figure continues below its lower border.
      expect([top, bottom]).toEqual([1, crop === 'full' ? heightPx - 1 : heightPx]);
      if (crop === 'full') expect(Math.min(left, image.widthPx - right)).toBeGreaterThanOrEqual(1);
    },
  );
});
