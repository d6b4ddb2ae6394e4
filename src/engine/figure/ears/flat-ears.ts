import type { FlatSide } from '../flat.ts';
import type { Quad } from '../quads.ts';
import { rest } from '../standing.ts';
import type { Vec3 } from '../vector.ts';
import type { FigureEars } from '../../skin/ears/shape.ts';
import { posedEars } from './posed-ears.ts';

/** Where the face is; what is as near to the viewer is before all of a paper doll. */
const faceZ = -4;

/** Farther than any surface is from the head: nothing of it is between the parts of the doll. */
const apartUnits = 64;

/**
 * What Ears add to the head of a paper doll, as it shows straight from the front or from behind: ears, snout
 * and horn. What leans is drawn upright and in whole units, so that its texels are as large as the others.
 */
export function flatEars(ears: FigureEars, side: FlatSide): Quad[] {
  const turn = side === 'front' ? 1 : -1;
  const turned = ([x, y, z]: Vec3): Vec3 => [turn * x, y, turn * z];
  const figure = { model: 'classic', pose: rest, hasOverlay: true, raised: null } as const;
  return posedEars({ ears, ...figure }).flatMap(({ part, quad, isTwoSided }) => {
    const normal = turned(quad.normal);
    const isSeen = normal[2] < -seenNormal || (isTwoSided && normal[2] > seenNormal);
    return part === 'head' && isSeen ? [{ ...placed(quad, turned), normal }] : [];
  });
}

/** Smaller ones are those of surfaces that are seen edge-on. */
const seenNormal = 1e-6;

function placed(quad: Quad, turned: (point: Vec3) => Vec3): Quad {
  const [a, b, c, d] = quad.corners;
  const corners = [turned(a), turned(b), turned(c), turned(d)] as const;
  const isBefore = corners.every(([, , z]) => z <= faceZ + seenNormal);
  const apart = isBefore ? -apartUnits : apartUnits;
  const at = ([x, y, z]: Vec3): Vec3 => [outwards(x), outwards(y), z + apart];
  return { ...quad, corners: [at(corners[0]), at(corners[1]), at(corners[2]), at(corners[3])] };
}

/** The next whole number away from 0. */
function outwards(value: number): number {
  return Math.sign(value) * Math.ceil(Math.abs(value) - 1e-6);
}
