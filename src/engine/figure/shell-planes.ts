import { planeOf, type Axis, type BoxGrid, type GridPlane } from './box-grid.ts';
import { raisedUnits } from './boxes.ts';
import { sidesOfAxis } from './cell-planes.ts';
import type { Quad } from './quads.ts';
import { cross, normalise, subtract, type Vec3 } from './vector.ts';

/** Whether the eye is on the front side of a plane. */
export type SeesPlane = (point: Vec3, normal: Vec3) => boolean;

/** A surface in a plane. */
export type Surface = Pick<Quad, 'corners' | 'normal'>;

/** A plane of a shell, as far as it is the same for all of its parts. */
export type ShellPlane = {
  readonly surface: Surface;
  /** Whether the eye is on its lower side. */
  readonly isFromBelow: boolean;
};

const axes = [0, 1, 2] as const;

/** Computes each plane once: nine parts of a shell share it. */
export function shellPlanes(grid: BoxGrid, seesPlane: SeesPlane): (plane: GridPlane) => ShellPlane {
  const known = new Map<number, ShellPlane>();
  return (plane) => {
    const key = plane.line * 3 + plane.axis;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { point, normal } = planeOf(grid, plane);
    const one = { surface: surfaceAcross(grid, plane), isFromBelow: !seesPlane(point, normal) };
    known.set(key, one);
    return one;
  };
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
