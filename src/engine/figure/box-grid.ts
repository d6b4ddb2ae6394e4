import { memoized } from '../../common/cache/memoized.ts';
import { raisedUnits, faceUnwraps, type FaceName, type Corner } from './boxes.ts';
import { cornersOf, type Quad, type CellPlane, type TexelLine } from './quads.ts';
import type { Solid } from './solids.ts';
import {
  between,
  cross,
  dot,
  normalise,
  subtract,
  byAxis,
  plus,
  opposite,
  axes,
  type Vec3,
  type Axis,
} from './vector.ts';

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
      if (y < bottom) return plus(level(0, x, z), up, y - bottom);
      if (y > top) return plus(level(2, x, z), up, y - top);
      return between(level(0, x, z), level(2, x, z), (y - bottom) / (top - bottom));
    },
  };
}

/** A point of a plane, and its normal towards higher coordinates. */
function planeOf(
  { from, to, at }: BoxGrid,
  { axis, line }: GridPlane,
): { readonly point: Vec3; readonly normal: Vec3 } {
  const pointAt = (...shares: Vec3): Vec3 =>
    at(
      byAxis((each) =>
        each === axis
          ? line + shares[each]
          : from[each] + (to[each] - from[each]) * (0.5 + shares[each]),
      ),
    );
  const point = pointAt(0, 0, 0);
  const steps = [pointAt(0.25, 0, 0), pointAt(0, 0.25, 0), pointAt(0, 0, 0.25)].map((other) =>
    subtract(other, point),
  );
  const normal = normalise(cross(steps[(axis + 1) % 3]!, steps[(axis + 2) % 3]!));
  return { point, normal: dot(normal, steps[axis]!) < 0 ? opposite(normal) : normal };
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
  return surfaceOf((isFar, isHigh) =>
    at(
      byAxis((axis) => {
        if (axis === plane.axis) return plane.line;
        return (axis === across ? isFar : isHigh) ? to[axis] : from[axis];
      }),
    ),
  );
}

/** @param corner of the texture: left or right, top or bottom */
export function surfaceOf(corner: (isRight: boolean, isBelow: boolean) => Vec3): Surface {
  const corners = cornersOf(corner);
  const [topLeft, topRight, bottomLeft] = corners;
  const normal = normalise(cross(subtract(topRight, topLeft), subtract(bottomLeft, topLeft)));
  return { corners, normal };
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

/** A range along an axis, in units of a box. */
export type Range = readonly [from: number, to: number];

/** The space of some cells, in units of a box. */
export type CellRanges = readonly [x: Range, y: Range, z: Range];

/** The axes of the box along which a face's texture goes right and down, and their direction. */
function frameOf(face: FaceName) {
  const [topLeft, topRight, bottomLeft] = faceUnwraps[face].corners;
  const axisTo = (corner: Corner): Axis => axes.find((axis) => corner[axis] !== topLeft[axis])!;
  const [uAxis, vAxis] = [axisTo(topRight), axisTo(bottomLeft)];
  const sign = (corner: Corner, axis: Axis): 1 | -1 => (corner[axis] > topLeft[axis] ? 1 : -1);
  return { uAxis, uSign: sign(topRight, uAxis), vAxis, vSign: sign(bottomLeft, vAxis) };
}

export const faceFrames = {
  right: frameOf('right'),
  left: frameOf('left'),
  back: frameOf('back'),
  front: frameOf('front'),
  top: frameOf('top'),
  bottom: frameOf('bottom'),
} as const satisfies Record<FaceName, unknown>;

/** Which side gives a cell its colour in directions in which it has none: the first of these. */
export const priority: readonly FaceName[] = ['front', 'back', 'right', 'left', 'top', 'bottom'];

/** The texture of cells: the overlay of a box, cut into cells of this size. */
export type CellSheet = { readonly overlay: Solid; readonly cellUnits: number };

/** The texels of a face for some cells; beyond its border those of the border, one texel thick. */
export function cellTexels(
  { overlay, cellUnits }: CellSheet,
  face: FaceName,
  cells: CellRanges,
): Quad['texels'] {
  const { size, front } = overlay;
  const { uAxis, uSign, vAxis, vSign } = faceFrames[face];
  const { offset } = faceUnwraps[face];
  const within = (axis: Axis): Range => {
    const [from, to] = cells[axis];
    if (from < 0) return [0, cellUnits];
    return to > size[axis] ? [size[axis] - cellUnits, size[axis]] : [from, to];
  };
  const start = (axis: Axis, sign: 1 | -1): number =>
    sign > 0 ? within(axis)[0] : size[axis] - within(axis)[1];
  return {
    u: front[0] + dot(offset[0], size) + start(uAxis, uSign),
    v: front[1] + dot(offset[1], size) + start(vAxis, vSign),
    columns: within(uAxis)[1] - within(uAxis)[0],
    rows: within(vAxis)[1] - within(vAxis)[0],
  };
}

/** The texels of an edge's cells from another of its faces, in the order that `face` shows. */
export function edgeTexels(
  sheet: CellSheet,
  { face, other }: { readonly face: FaceName; readonly other: FaceName },
  cells: CellRanges,
): TexelLine {
  const along = axes.find((axis) => cells[axis][1] - cells[axis][0] > 1) ?? null;
  const frame = faceFrames[face];
  const sign = along === frame.uAxis ? frame.uSign : frame.vSign;
  const first = byAxis((axis): Range => {
    const [from, to] = cells[axis];
    if (axis !== along) return [from, to];
    return sign > 0 ? [from, from + sheet.cellUnits] : [to - sheet.cellUnits, to];
  });
  const { u, v } = cellTexels(sheet, other, first);
  const { uAxis, uSign, vAxis, vSign } = faceFrames[other];
  return {
    u,
    v,
    right: along === uAxis ? uSign * sign : 0,
    down: along === vAxis ? vSign * sign : 0,
  };
}

/** The cells of the shell around a box. */
export type CellGrid = { readonly grid: BoxGrid; readonly cellUnits: number };

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
  return {
    axis: plane.axis,
    line: cellAbove(shell, plane.axis, [plane.line, plane.line + shell.cellUnits]),
    sign: isFromBelow ? 1 : -1,
    first: byAxis(first),
    column: byAxis((axis) => (axis === uAxis ? uSign : 0)),
    row: byAxis((axis) => (axis === vAxis ? vSign : 0)),
    counts: byAxis((axis) => countAlong(shell, axis)),
  };
}

/** Where a side of the base lies, with the cells that stand on it. */
export function basePlane(shell: CellGrid, face: FaceName): CellPlane {
  const { grid } = shell;
  const axis = axes.find((one) => sidesOfAxis[one].some((side) => side === face))!;
  const isLow = sidesOfAxis[axis][0] === face;
  const line = isLow ? grid.from[axis] : grid.to[axis];
  const across: Range = isLow ? [line - raisedUnits, line] : [line, line + raisedUnits];
  const ranges = byAxis((one): Range => (one === axis ? across : [grid.from[one], grid.to[one]]));
  return cellPlane(shell, { face, plane: { axis, line }, isFromBelow: isLow }, ranges);
}

/** The same for an end of the shell, which shows no cells. */
export function endPlane(shell: CellGrid, plane: GridPlane, isFromBelow: boolean): CellPlane {
  const { from, to } = shell.grid;
  const face = sidesOfAxis[plane.axis][0];
  const ranges = byAxis((axis): Range => [from[axis], to[axis]]);
  return cellPlane(shell, { face, plane, isFromBelow }, ranges);
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
