import { partBoxes, partNames } from './boxes.ts';
import { hangingCapeDegrees, partMove, type Pose } from './pose.ts';
import { boxCorners, groundLift, restCorner, type Solid } from './solids.ts';
import { apply, multiply, rotation, translation, type Vec3 } from './vector.ts';

/** The cape before it is attached: its top inner edge lies on the x axis, it hangs down behind z = 0. */
const box = { min: [-5, -16, -1], size: [10, 16, 1] } as const;

/** Position of its front face on a 64×32 cape sheet. The front is the outer side. */
const front = [1, 1] as const;

/** Gap between the jacket and the edge of the cape. */
const airUnits = 0.05;

/**
 * The cape of a posed figure: it hangs on the body, with its front facing backwards.
 * @param raised height of a raised overlay, otherwise `null`
 */
export function capeSolids(pose: Pose, raised: number | null = null): Solid[] {
  const { min, size, overlayGrowth } = partBoxes.classic.body;
  const back = min[2] + size[2] + (raised ?? overlayGrowth) + airUnits;
  const shoulders: Vec3 = [0, 24, back];
  const swing = rotation([-(pose.capeDegrees ?? hangingCapeDegrees), 0, 0]);
  const attached = multiply(swing, rotation([0, 180, 0]));
  const onBody = multiply(translation(shoulders), attached);
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
