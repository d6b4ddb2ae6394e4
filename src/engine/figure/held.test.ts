import { describe, expect, it } from 'vitest';
import { bothModels } from '../../../test/support/skin-facts.ts';
import { heldItems, heldItemRows, type Grip } from './held-items/held-items.ts';
import { renderTypes } from './render-types.ts';
import { heldBoxes, placeHeldItems } from './held.ts';
import { mirroredPose, type Pose } from './pose.ts';
import { posedSolids } from './solids.ts';
import { apply, between, type Vec3 } from './vector.ts';

const names = [
  'default',
  'walking',
  'marching',
  'archer',
  'cheering',
  'sleeping',
  'crossed',
] as const;
const cases = names.flatMap((name) =>
  bothModels.flatMap((model) =>
    (['right', 'left'] as const).map((hand) => [name, model, hand] as const),
  ),
);

const walking = renderTypes.walking.pose;

function meanOf(points: readonly Vec3[]): Vec3 {
  const along = (axis: 0 | 1 | 2) =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [along(0), along(1), along(2)];
}

/** A point on the way up from the end of an arm, from its posed box. */
function inFist(model: 'classic' | 'slim', pose: Pose, hand: 'right' | 'left'): Vec3 {
  const arm = posedSolids(model, pose).findLast(
    ({ part, layer }) => part === `${hand}Arm` && layer === 'base',
  )!;
  const [end, top] = [0, 2].map((up) =>
    meanOf([0, 1, 4, 5].map((corner) => arm.corners[corner + up]!)),
  );
  return between(end!, top!, 1.5 / Math.hypot(...end!.map((at, axis) => at - top![axis]!)));
}

function expectNear(one: Vec3, other: Vec3): void {
  one.forEach((at, axis) => expect(at).toBeCloseTo(other[axis]!, 9));
}

describe('a thing in a hand', () => {
  it('points up in a raised hand', () => {
    const arm = { turn: [170, 0, 0] } as const;
    const pose: Pose = { parts: { rightArm: arm, leftArm: arm } };
    const { torch } = heldItemRows;
    // A step down its picture leads down.
    for (const { move } of placeHeldItems('classic', pose, { right: torch, left: torch })) {
      expect(move[5] / Math.hypot(move[1], move[5], move[9])).toBeLessThan(-0.7);
    }
  });

  it.each(cases)('is held at the end of the arm: %s, %s, %s', (name, model, hand) => {
    const { pose } = renderTypes[name];
    const { at, shift: _none, ...grip }: Grip = heldItemRows.sword.grip;
    const sword = { ...heldItemRows.sword, grip: { ...grip, at } };
    const [held] = placeHeldItems(model, pose, { right: null, left: null, [hand]: sword });
    const fist = inFist(model, pose, hand);

    expectNear(held!.fist, fist);
    expectNear(apply(held!.move, [at[0], at[1], 0.5]), fist);
  });

  it.each(heldItems)('%s mirrored with its pose is the same in the other hand', (heldItem) => {
    const [right] = placeHeldItems('slim', walking, { right: heldItemRows[heldItem], left: null });
    const [left] = placeHeldItems('slim', mirroredPose(walking), {
      right: null,
      left: heldItemRows[heldItem],
    });
    const mirrored = heldBoxes(right!)
      .flat()
      .map(([x, y, z]): Vec3 => [-x, y, z]);

    heldBoxes(left!)
      .flat()
      .forEach((point, index) => expectNear(point, mirrored[index]!));
  });

  it('stays upright in any hand if it follows the figure', () => {
    const upOf = (pose: Pose): number => {
      const [banner] = placeHeldItems('classic', pose, { right: heldItemRows.banner, left: null });
      const [top, bottom] = [0, 16].map((row) => apply(banner!.move, [0, row, 0]));
      return (top![1] - bottom![1]) / 16;
    };

    const { texelUnits, spread } = heldItemRows.banner.grip;
    const upright = texelUnits * Math.cos((spread * Math.PI) / 180);
    for (const name of ['default', 'marching', 'cheering'] as const) {
      expect(upOf(renderTypes[name].pose)).toBeCloseTo(upright, 9);
    }
  });
});
