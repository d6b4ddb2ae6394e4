import type { FaceName } from './boxes.ts';
import type { Solid } from './solids.ts';
import { between, cross, dot, normalise, subtract, type Vec3 } from './vector.ts';

export type Axis = 0 | 1 | 2;

/** A plane through a box along its texels: the axis it cuts, and where. */
export type GridPlane = { readonly axis: Axis; readonly line: number };

/** A posed box with coordinates in and around it, in units from its left, bottom, front corner. */
export type BoxGrid = {
  /** Size of the part, which may be more than this box. */
  readonly size: Vec3;
  readonly from: Vec3;
  readonly to: Vec3;
  /** Whether this side is the cut through a bent limb, which is not a surface. */
  readonly isCut: (side: FaceName) => boolean;
  /** The position of a point in the posed figure. */
  readonly at: (point: Vec3) => Vec3;
};

/** Rows of a bent limb's half fan out, so that each plane across it has its own angle. */
export function boxGrid({ size, fromRow, toRow, corners }: Solid): BoxGrid {
  const [width, height, depth] = size;
  const [bottom, top] = [height - toRow, height - fromRow];
  const up = normalise(subtract(corners[2]!, corners[0]!));
  const level = (high: 0 | 2, x: number, z: number): Vec3 =>
    between(
      between(corners[high]!, corners[high + 1]!, z / depth),
      between(corners[high + 4]!, corners[high + 5]!, z / depth),
      x / width,
    );
  return {
    size,
    from: [0, bottom, 0],
    to: [width, top, depth],
    isCut: (side) => (side === 'top' ? fromRow > 0 : side === 'bottom' && toRow < height),
    at: ([x, y, z]) => {
      if (y < bottom) return further(level(0, x, z), up, y - bottom);
      if (y > top) return further(level(2, x, z), up, y - top);
      return between(level(0, x, z), level(2, x, z), (y - bottom) / (top - bottom));
    },
  };
}

function further([x, y, z]: Vec3, [dx, dy, dz]: Vec3, units: number): Vec3 {
  return [x + dx * units, y + dy * units, z + dz * units];
}

/** A point of a plane, and its normal towards higher coordinates. */
export function planeOf(
  { from, to, at }: BoxGrid,
  { axis, line }: GridPlane,
): { readonly point: Vec3; readonly normal: Vec3 } {
  const pointAt = (x: number, y: number, z: number): Vec3 => {
    const shares = [x, y, z];
    const along = (each: Axis): number =>
      each === axis
        ? line + shares[each]!
        : from[each] + (to[each] - from[each]) * (0.5 + shares[each]!);
    return at([along(0), along(1), along(2)]);
  };
  const point = pointAt(0, 0, 0);
  const steps = [pointAt(0.25, 0, 0), pointAt(0, 0.25, 0), pointAt(0, 0, 0.25)].map((other) =>
    subtract(other, point),
  );
  const normal = normalise(cross(steps[(axis + 1) % 3]!, steps[(axis + 2) % 3]!));
  return dot(normal, steps[axis]!) < 0
    ? { point, normal: [-normal[0], -normal[1], -normal[2]] }
    : { point, normal };
}
