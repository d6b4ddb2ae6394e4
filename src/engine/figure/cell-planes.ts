import type { Axis, BoxGrid, GridPlane } from './box-grid.ts';
import { raisedUnits, type FaceName } from './boxes.ts';
import type { CellPlane } from './quads.ts';
import { faceFrames, type CellRanges, type Range } from './shell-texels.ts';
import type { Vec3 } from './vector.ts';

/** The cells of the shell around a box. */
export type CellGrid = { readonly grid: BoxGrid; readonly cellUnits: number };

/** The sides of the box across each axis, the lower one first. */
export const sidesOfAxis = [
  ['left', 'right'],
  ['bottom', 'top'],
  ['front', 'back'],
] as const satisfies readonly (readonly [FaceName, FaceName])[];

/**
 * Where a quad lies among the cells of its shell.
 * @param face whose texture it shows
 * @param ranges the space of its cells
 */
export function cellPlane(
  shell: CellGrid,
  { face, plane, isFromBelow }: { face: FaceName; plane: GridPlane; isFromBelow: boolean },
  ranges: CellRanges,
): CellPlane {
  const { uAxis, uSign, vAxis, vSign } = faceFrames[face];
  const first = (axis: Axis): number => {
    const isLast = axis === uAxis ? uSign < 0 : axis === vAxis && vSign < 0;
    return isLast ? cellBelow(shell, axis, ranges[axis]) : cellAbove(shell, axis, ranges[axis]);
  };
  const { axis, line } = plane;
  return {
    axis,
    line: cellAbove(shell, axis, [line, line + shell.cellUnits]),
    sign: isFromBelow ? 1 : -1,
    first: [first(0), first(1), first(2)],
    column: along(uAxis, uSign),
    row: along(vAxis, vSign),
    counts: [countAlong(shell, 0), countAlong(shell, 1), countAlong(shell, 2)],
  };
}

/** Where a side of the base lies, with the cells that stand on it. */
export function basePlane(shell: CellGrid, face: FaceName): CellPlane {
  const { grid } = shell;
  const axis = ([0, 1, 2] as const).find((one) => sidesOfAxis[one].some((side) => side === face))!;
  const isLow = sidesOfAxis[axis][0] === face;
  const line = isLow ? grid.from[axis] : grid.to[axis];
  const across: Range = isLow ? [line - raisedUnits, line] : [line, line + raisedUnits];
  const range = (one: Axis): Range => (one === axis ? across : [grid.from[one], grid.to[one]]);
  const ranges: CellRanges = [range(0), range(1), range(2)];
  return cellPlane(shell, { face, plane: { axis, line }, isFromBelow: isLow }, ranges);
}

/** The same for an end of the shell, which shows no cells. */
export function endPlane(shell: CellGrid, plane: GridPlane, isFromBelow: boolean): CellPlane {
  const { from, to } = shell.grid;
  const face = sidesOfAxis[plane.axis][0];
  return cellPlane(shell, { face, plane, isFromBelow }, [
    [from[0], to[0]],
    [from[1], to[1]],
    [from[2], to[2]],
  ]);
}

function along(axis: Axis, step: number): Vec3 {
  return [axis === 0 ? step : 0, axis === 1 ? step : 0, axis === 2 ? step : 0];
}

function countAlong({ grid, cellUnits }: CellGrid, axis: Axis): number {
  return Math.round((grid.to[axis] - grid.from[axis]) / cellUnits);
}

/** The coordinate of the lowest cell in a range. */
function cellAbove(shell: CellGrid, axis: Axis, [low]: Range): number {
  const { grid, cellUnits } = shell;
  const at = (low - grid.from[axis]) / cellUnits;
  if (at < 0) return -1;
  const count = countAlong(shell, axis);
  return at > count ? count + 1 : Math.round(at);
}

/** The coordinate of the highest cell in a range. */
function cellBelow(shell: CellGrid, axis: Axis, [, high]: Range): number {
  const { grid, cellUnits } = shell;
  const at = (high - grid.from[axis]) / cellUnits;
  const count = countAlong(shell, axis);
  return at > count ? count : Math.round(at) - 1;
}
