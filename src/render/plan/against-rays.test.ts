import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, it } from 'vitest';
import { anyPose, anyScene, drawFrom, type Draw } from '../../../test/support/any-scene.ts';
import { drawnPlan, drawScene, straight } from '../../../test/support/draw-scene.ts';
import { randomFrom, randomSheet } from '../../../test/support/pattern-sheets.ts';
import { expectAgreement } from '../../../test/support/ray-agreement.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';
import { crops } from '../camera/crops.ts';
import { compileFigure, frameFigure } from '../../../test/support/compile-figure.ts';
import { posedSolids } from '../model/solids.ts';
import { renderTypes } from '../render-types.ts';
import { prepareSheet } from '../sheet/sheet.ts';

/**
 * Pixel by pixel against a renderer that is too simple to be wrong in the same way: it proves depth
 * order, holes, inner sides, blending, texture positions, cutting at the border and sampling at once.
 */

describe('the default pose, as requested', () => {
  const requests = bothModels.flatMap((model) =>
    crops.map((crop, i) => ({ model, crop, heightPx: 45 + i * 8 })),
  );

  it.each(requests)('$crop, $model, $heightPx px', ({ model, crop, heightPx }) => {
    const { pose, view } = renderTypes.default;
    const light = renderTypes.default.light(0.5);
    const figure = { renderType: 'default', crop, model, heightPx, texelsPerUnit: 1 } as const;
    const sheet = prepareSheet(randomSheet(randomFrom(heightPx), 1)).image;
    const frame = frameFigure(figure);
    const scene = { solids: posedSolids(model, pose), view, frame, light, sheet };

    const image = drawnPlan(compileFigure(figure), sheet);

    expectAgreement(image, model, scene);
  });
});

describe('any pose, from anywhere', () => {
  const kinds = [
    { name: 'standing straight', poseOf: () => straight },
    { name: 'limbs turned', poseOf: (draw: Draw) => anyPose(draw, false) },
    { name: 'limbs turned and bent', poseOf: (draw: Draw) => anyPose(draw, true) },
  ];
  const views = [
    { view: 'without perspective', flat: true },
    { view: 'in perspective', flat: false },
  ];
  const cases = kinds.flatMap(({ name, poseOf }) =>
    views.map(({ view, flat }) => ({ name, poseOf, view, flat })),
  );

  it.each(cases)('$name, $view', ({ poseOf, flat }) => {
    assert(
      property(integer(), constantFrom(...bothModels), (seed, model) => {
        const draw = drawFrom(seed);
        const scene = anyScene(draw, poseOf(draw), { model, flat });

        expectAgreement(drawScene(scene), model, scene);
      }),
      { seed: 20_240, numRuns: 4, endOnFailure: true },
    );
  });
});
