import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, it } from 'vitest';
import { anyPose, anyScene, drawFrom, type Draw } from '../../../test/support/any-scene.ts';
import { drawScene, straight } from '../../../test/support/draw-scene.ts';
import { noEars } from '../../../test/support/ears-encoder.ts';
import { expectAgreement } from '../../../test/support/ray-agreement.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { earAnchors, earModes, tailModes, type EarsShape } from '../skin/ears/shape.ts';
import { posedEars, withoutMovedLegs } from '../figure/ears/posed-ears.ts';
import type { SheetName } from '../figure/solids.ts';
import { earsQuads } from '../figure/stage/ears-stage.ts';

/** Surfaces that cross each other and the boxes, pixel by pixel against rays. */

function anyShape({ whole, random, between }: Draw): EarsShape {
  const tail = tailModes[whole(1, tailModes.length)]!;
  const bendsDegrees = Array.from({ length: [1, 2, 3, 4][whole(0, 4)]! }, () => between(-60, 60));
  return {
    ...noEars,
    ears: earModes[whole(0, earModes.length)]!,
    anchor: earAnchors[whole(0, 3)]!,
    claws: random() < 0.5,
    crown: (['horn', 'halo', 'double_halo'] as const)[whole(0, 3)]!,
    tail: tail === 'none' ? null : { mode: tail, bendsDegrees, isMoving: true },
    snout: { width: whole(1, 8), height: whole(1, 5), depth: whole(1, 9), offset: 1 },
    chest: random(),
    wings: { mode: 'symmetric_dual', motion: 'normal' },
    cape: random() < 0.5,
    legs: (['plantigrade', 'partial', 'full'] as const)[whole(0, 3)]!,
  };
}

/** Makes every texel solid or a hole. */
function withoutGlass({ data }: RgbaImage): void {
  for (let at = 3; at < data.length; at += 4) data[at] = data[at]! < 128 ? 0 : 255;
}

function fromSkin<Surface extends { readonly sheet: SheetName }>(surface: Surface): Surface {
  return { ...surface, sheet: 'skin' };
}

describe('a figure with Ears', () => {
  const cases = [
    { name: 'standing straight', poseOf: () => straight, flat: true, isRaised: false },
    { name: 'in perspective', poseOf: () => straight, flat: false, isRaised: false },
    {
      name: 'limbs turned and bent',
      poseOf: (draw: Draw) => anyPose(draw, true),
      flat: false,
      isRaised: false,
    },
    {
      name: 'with a raised overlay',
      poseOf: (draw: Draw) => anyPose(draw, false),
      flat: false,
      isRaised: true,
    },
  ];

  it.each(cases)('$name', ({ poseOf, flat, isRaised }) => {
    assert(
      property(integer(), constantFrom(...bothModels), (seed, model) => {
        const draw = drawFrom(seed);
        const pose = poseOf(draw);
        const plain = anyScene(draw, pose, { model, flat, isRaised });
        // Where a surface cuts a run of translucent cells, its walls are counted on either side of it, in
        // up to 10 of 2,500 pixels: stacks behind the surface are shared with those who see it without
        // glass before it, so that drawing could only leave them out with copies of all these stacks.
        if (isRaised) withoutGlass(plain.sheet);
        const ears = anyShape(draw);
        const surfaces = posedEars({ ears, model, pose, hasOverlay: true, raised: null });
        // All from the skin, as the rays know only that.
        const quads = earsQuads(surfaces, plain.view).map(fromSkin);
        const solids = withoutMovedLegs(plain.solids, ears, pose).map(fromSkin);
        const scene = { ...plain, solids, quads };

        expectAgreement(drawScene(scene), model, scene);
      }),
      { seed: 20_242, numRuns: isRaised ? 2 : 4, endOnFailure: true },
    );
  });
});
