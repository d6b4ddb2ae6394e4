import { partBoxes, partNames } from './boxes.ts';
import { partMove, type Pose } from './pose.ts';
import { boxCorners, groundLift, restCorner, type Solid } from './solids.ts';
import { apply, multiply, rotation, translation, type Vec3 } from './vector.ts';

/** Angles of folded wings from the back, and from each other at the bottom, as in the game. */
const foldedDegrees = { back: 15, apart: 15 } as const;

/** The left wing before it is attached: it hangs from the shoulder and extends over the back. */
const box = { min: [0, -20, 0], size: [10, 20, 2] } as const;

/** Its sides are extended by this; its texture is not. */
const growthUnits = 1;

/** Position of its front face on a 64×32 cape sheet. */
const front = [24, 2] as const;

/** Where the wings are attached: left and right of the middle, and behind it. */
const shoulder = { aside: 5, up: 24 } as const;

/**
 * The two folded wings (elytra) of a posed figure, attached to the body in place of a cape. The right
 * one mirrors the left one, including its texture.
 * @param raised height of a raised overlay, otherwise `null`
 */
export function wingSolids(pose: Pose, raised: number | null = null): Solid[] {
  const { min, size, overlayGrowth } = partBoxes.classic.body;
  const back = min[2] + size[2] + (raised ?? overlayGrowth) + growthUnits;
  const fold = rotation([-foldedDegrees.back, 0, -foldedDegrees.apart]);
  const hung = multiply(translation([-shoulder.aside, shoulder.up, back]), fold);
  const onBody = multiply(translation([0, groundLift(pose), 0]), partMove('classic', pose, 'body'));
  const left = boxCorners.map((corner) => apply(hung, restCorner(box, corner, growthUnits)));
  const right = left.map(([x, y, z]): Vec3 => [-x, y, z]);
  return [left, right].map((corners, index) => ({
    part: 'body',
    layer: 'overlay',
    sheet: 'cape',
    size: box.size,
    front,
    fromRow: 0,
    toRow: box.size[1],
    shell: (partNames.length + index) * 2,
    corners: corners.map((corner) => apply(onBody, corner)),
  }));
}
