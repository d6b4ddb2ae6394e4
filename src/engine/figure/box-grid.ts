import { memoized } from '../../common/cache/memoized.ts';
import { raisedUnits, type FaceName } from './boxes.ts';
import type { Quad } from './quads.ts';
import type { Solid } from './solids.ts';
import { between, cross, dot, normalise, subtract, type Vec3 } from './vector.ts';

export type Axis = 0 | 1 | 2;
export const axes = [0, 1, 2] as const;

/** The sides of the box across each axis, the lower one first. */
export const sidesOfAxis = [
  ['left', 'right'],
  ['bottom', 'top'],
  ['front', 'back'],
] as const satisfies readonly (readonly [FaceName, FaceName])[];

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
function planeOf(
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

/** Whether the eye is on the front side of a plane. */
export type SeesPlane = (point: Vec3, normal: Vec3) => boolean;

/** A surface in a plane. */
export type Surface = Pick<Quad, 'corners' | 'normal'>;

/** A plane of a shell, as far as it is the same for all of its parts: nine of them share it. */
export function shellPlanes(grid: BoxGrid, seesPlane: SeesPlane) {
  const planeAt = (plane: GridPlane) => {
    const { point, normal } = planeOf(grid, plane);
    /** Whether the eye is on its lower side. */
    const isFromBelow = !seesPlane(point, normal);
    return { surface: surfaceAcross(grid, plane), isFromBelow };
  };
  return memoized(planeAt, ({ line, axis }) => line * 3 + axis);
}

/** The part of a plane within the box. */
function surfaceAcross({ from, to, at }: BoxGrid, plane: GridPlane): Surface {
  const across = axes.find((axis) => axis !== plane.axis);
  const corner = (isFar: boolean, isHigh: boolean): Vec3 => {
    const along = (axis: Axis): number => {
      if (axis === plane.axis) return plane.line;
      return (axis === across ? isFar : isHigh) ? to[axis] : from[axis];
    };
    return at([along(0), along(1), along(2)]);
  };
  return surfaceOf(corner);
}

/** @param corner of the texture: left or right, top or bottom */
export function surfaceOf(corner: (isRight: boolean, isBelow: boolean) => Vec3): Surface {
  const topLeft = corner(false, false);
  const topRight = corner(true, false);
  const bottomLeft = corner(false, true);
  return {
    corners: [topLeft, topRight, bottomLeft, corner(true, true)],
    normal: normalise(cross(subtract(topRight, topLeft), subtract(bottomLeft, topLeft))),
  };
}

/** Both ends of a shell along an axis: its outside, or the cut through a limb. */
export function endsOf(
  { from, to, isCut }: BoxGrid,
  axis: Axis,
): [low: GridPlane, high: GridPlane] {
  const [low, high] = sidesOfAxis[axis];
  return [
    { axis, line: isCut(low) ? from[axis] : from[axis] - raisedUnits },
    { axis, line: isCut(high) ? to[axis] : to[axis] + raisedUnits },
  ];
}
