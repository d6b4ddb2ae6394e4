import { assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, it } from 'vitest';
import { anyPose, anyScene, drawFrom } from '../../../test/support/any-scene.ts';
import { drawScene } from '../../../test/support/draw-scene.ts';
import { expectAgreement } from '../../../test/support/ray-agreement.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';
import { placeHeldItems } from '../figure/held.ts';
import { heldItems, heldItemRows } from '../figure/held-items/held-items.ts';

/** Held items in both hands, pixel by pixel against blocks that rays are shot at. */
describe('things in hands in any pose, from anywhere', () => {
  const cases = [
    { name: 'without perspective', flat: true, isRaised: false, numRuns: 2 },
    { name: 'in perspective', flat: false, isRaised: false, numRuns: 2 },
    { name: 'beside a raised overlay', flat: false, isRaised: true, numRuns: 1 },
  ];

  it.each(cases)('$name', ({ flat, isRaised, numRuns }) => {
    const heldItem = constantFrom(...heldItems).map((name) => heldItemRows[name]);
    assert(
      property(
        integer(),
        constantFrom(...bothModels),
        record({ right: heldItem, left: heldItem }),
        boolean(),
        (seed, model, held, bends) => {
          const draw = drawFrom(seed);
          const pose = anyPose(draw, bends);
          const scene = {
            ...anyScene(draw, pose, { model, flat, isRaised }),
            heldItems: placeHeldItems(model, pose, held),
          };

          expectAgreement(drawScene(scene), model, scene);
        },
      ),
      { seed: 20_260, numRuns, endOnFailure: true },
    );
  });
});
