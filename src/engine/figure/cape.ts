import { partBoxes, partNames } from './boxes.ts';
import { hangingCapeDegrees, partMove, type Pose } from './pose.ts';
import { boxCorners, groundLift, restCorner, type Solid } from './solids.ts';
import { apply, multiply, rotation, translation, type Affine, type Vec3 } from './vector.ts';

/** The cape before it is attached: its top inner edge lies on the x axis, it hangs down behind z = 0. */
const cape = { min: [-5, -16, -1], size: [10, 16, 1] } as const;

/** Gap between the jacket and the edge of the cape. */
const airUnits = 0.05;

/**
 * The cape of a posed figure: it hangs on the body, with its front facing backwards.
 * @param raised height of a raised overlay, otherwise `null`
 */
export function capeSolids(pose: Pose, raised: number | null = null): Solid[] {
  const swing = rotation([-(pose.capeDegrees ?? hangingCapeDegrees), 0, 0]);
  const attached = multiply(swing, rotation([0, 180, 0]));
  const move = onBody(pose, multiply(translation(capeHinge(raised)), attached));
  const corners = boxCorners.map((corner) => apply(move, restCorner(cape, corner, 0)));
  return [solidOf(cape.size, [1, 1], partNames.length * 2, corners)];
}

/** Where a cape hangs from. */
export function capeHinge(raised: number | null): Vec3 {
  return [0, 24, behindJacket(raised) + airUnits];
}

/** Angles of folded wings from the back, and from each other at the bottom, as in the game. */
const foldedDegrees = { back: 15, apart: 15 } as const;

/** The left wing before it is attached: it hangs from the shoulder and extends over the back. */
const wing = { min: [0, -20, 0], size: [10, 20, 2] } as const;

/** Its sides are extended by this; its texture is not. */
const growthUnits = 1;

/** Where the wings are attached: left and right of the middle, and behind it. */
const shoulder = { aside: 5, up: 24 } as const;

/**
 * The two folded wings (elytra) of a posed figure, attached to the body in place of a cape. The right
 * one mirrors the left one, including its texture.
 * @param raised height of a raised overlay, otherwise `null`
 */
export function wingSolids(pose: Pose, raised: number | null = null): Solid[] {
  const back = behindJacket(raised) + growthUnits;
  const fold = rotation([-foldedDegrees.back, 0, -foldedDegrees.apart]);
  const hung = multiply(translation([-shoulder.aside, shoulder.up, back]), fold);
  const left = boxCorners.map((corner) => apply(hung, restCorner(wing, corner, growthUnits)));
  const right = left.map(([x, y, z]): Vec3 => [-x, y, z]);
  const move = onBody(pose);
  return [left, right].map((corners, index) => {
    const posed = corners.map((corner) => apply(move, corner));
    return solidOf(wing.size, [24, 2], (partNames.length + index) * 2, posed);
  });
}

function behindJacket(raised: number | null): number {
  const { min, size, overlayGrowth } = partBoxes.classic.body;
  return min[2] + size[2] + (raised ?? overlayGrowth);
}

function onBody(pose: Pose, attached?: Affine): Affine {
  const body = partMove('classic', pose, 'body');
  const lift = translation([0, groundLift(pose), 0]);
  return multiply(lift, attached === undefined ? body : multiply(body, attached));
}

/** @param front where its front face is on a cape sheet of 64×32 units */
function solidOf(
  size: Vec3,
  front: Solid['front'],
  shell: number,
  corners: readonly Vec3[],
): Solid {
  const rows = { fromRow: 0, toRow: size[1] };
  return { part: 'body', layer: 'overlay', sheet: 'cape', size, front, ...rows, shell, corners };
}
