import { describe, expect, it } from 'vitest';
import { noEars } from '../../../../test/support/ears-encoder.ts';
import { bothModels } from '../../../../test/support/skin-facts.ts';
import { flatten, seenFrom } from '../camera/view.ts';
import { stageFigure } from '../figure.ts';
import { renderTypeNames, renderTypes } from '../render-types.ts';

const everything = {
  ...noEars,
  ears: 'tall',
  claws: true,
  tail: { mode: 'up', bendsDegrees: [0], isMoving: true },
  wings: { mode: 'symmetric_dual', motion: 'normal' },
} as const;

const types = renderTypeNames.filter((type) => renderTypes[type].kind !== 'flat');

describe('a figure with Ears', () => {
  it.each(bothModels)('is framed as a whole from everywhere, %s', (model) => {
    for (const renderType of types) {
      for (const pitchDegrees of [0, -40, 60]) {
        const figure = { renderType, crop: 'full', model, heightPx: 100, pitchDegrees } as const;
        const { stage } = stageFigure({ ...figure, ears: everything });
        const see = seenFrom(stage.view);
        const points = stage
          .quadsFor(1)
          .flatMap(({ corners }) => corners.map((corner) => flatten(stage.view, see(corner))));
        const { top, bottom, left, right } = stage.extent;
        const outside = points.filter(
          ([x, y]) => x < left - 1e-9 || x > right + 1e-9 || y < bottom - 1e-9 || y > top + 1e-9,
        );
        expect(outside, `${renderType} ${pitchDegrees}`).toEqual([]);
      }
    }
  });
});
