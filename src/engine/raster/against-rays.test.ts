import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, it } from 'vitest';
import { anyPose, anyScene, drawFrom, type Draw } from '../../../test/support/any-scene.ts';
import { drawScene, straight } from '../../../test/support/draw-scene.ts';
import { expectAgreement } from '../../../test/support/ray-agreement.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';

/**
 * Pixel by pixel against a renderer that is too simple to be wrong in the same way: it proves depth
 * order, holes, inner sides, blending, texture positions, cutting at the border and sampling at once.
 */

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
  const overlays = [
    { overlay: 'flat', isRaised: false, numRuns: 4 },
    { overlay: 'raised', isRaised: true, numRuns: 1 },
  ];
  const cases = kinds.flatMap((kind) =>
    views.flatMap((view) => overlays.map((overlay) => ({ ...kind, ...view, ...overlay }))),
  );

  it.each(cases)('$name, $view, a $overlay overlay', ({ poseOf, flat, isRaised, numRuns }) => {
    assert(
      property(integer(), constantFrom(...bothModels), (seed, model) => {
        const draw = drawFrom(seed);
        const scene = anyScene(draw, poseOf(draw), { model, flat, isRaised });

        expectAgreement(drawScene(scene), model, scene);
      }),
      { seed: 20_240, numRuns, endOnFailure: true },
    );
  });
});
