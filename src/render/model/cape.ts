import { partBoxes, partNames } from './boxes.ts';
import { partMove, type Pose } from './pose.ts';
import { boxCorners, groundLift, restCorner, type Solid } from './solids.ts';
import { apply, multiply, rotation, translation, type Vec3 } from './vector.ts';

/** How far a cape stands off the back of a figure at rest, as in the game. */
const hangingCapeDegrees = 10;

/** The cape before it is worn: its top inner edge lies on the x axis, it hangs down behind z = 0. */
const box = { min: [-5, -16, -1], size: [10, 16, 1] } as const;

/** Where its front face begins on a 64×32 cape sheet. The front is worn on the outside. */
const front = [1, 1] as const;

/** Between a jacket and the edge from which a cape hangs. */
const airUnits = 0.05;

/**
 * The cape of a posed figure: it hangs on the body, turned so that its front faces backwards.
 * @param raised how far the overlay stands off, where not as usual
 */
export function capeSolids(pose: Pose, raised: number | null = null): Solid[] {
  const { min, size, overlayGrowth } = partBoxes.classic.body;
  const back = min[2] + size[2] + (raised ?? overlayGrowth) + airUnits;
  const shoulders: Vec3 = [0, 24, back];
  const swing = rotation([-(pose.capeDegrees ?? hangingCapeDegrees), 0, 0]);
  const worn = multiply(swing, rotation([0, 180, 0]));
  const onBody = multiply(translation(shoulders), worn);
  const move = multiply(
    translation([0, groundLift(pose), 0]),
    multiply(partMove('classic', pose, 'body'), onBody),
  );
  return [
    {
      part: 'body',
      layer: 'overlay',
      sheet: 'cape',
      size: box.size,
      front,
      fromRow: 0,
      toRow: box.size[1],
      shell: partNames.length * 2,
      corners: boxCorners.map((corner) => apply(move, restCorner(box, corner, 0))),
    },
  ];
}
