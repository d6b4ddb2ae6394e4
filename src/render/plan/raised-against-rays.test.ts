import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, it } from 'vitest';
import { anyPose, anyScene, drawFrom, type Draw } from '../../../test/support/any-scene.ts';
import { drawScene, straight } from '../../../test/support/draw-scene.ts';
import { expectAgreement } from '../../../test/support/ray-agreement.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';

/** A raised overlay pixel by pixel against blocks that rays are shot at. */
describe('a raised overlay in any pose, from anywhere', () => {
  const cases = [
    { name: 'standing straight', poseOf: () => straight, flat: true },
    { name: 'standing straight, in perspective', poseOf: () => straight, flat: false },
    { name: 'limbs turned', poseOf: (draw: Draw) => anyPose(draw, false), flat: false },
    { name: 'limbs turned and bent', poseOf: (draw: Draw) => anyPose(draw, true), flat: true },
    {
      name: 'limbs turned and bent, in perspective',
      poseOf: (draw: Draw) => anyPose(draw, true),
      flat: false,
    },
  ];

  it.each(cases)('$name', ({ poseOf, flat }) => {
    assert(
      property(integer(), constantFrom(...bothModels), (seed, model) => {
        const draw = drawFrom(seed);
        const scene = anyScene(draw, poseOf(draw), { model, flat, isRaised: true });

        expectAgreement(drawScene(scene), model, scene);
      }),
      { seed: 20_241, numRuns: 1, endOnFailure: true },
    );
  });
});
