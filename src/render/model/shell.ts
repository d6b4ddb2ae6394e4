import { boxGrid, planeOf, type Axis, type BoxGrid, type GridPlane } from './box-grid.ts';
import { raisedUnits, type FaceName } from './boxes.ts';
import type { Quad } from './quads.ts';
import { cellTexels, edgeTexels, faceFrames, type CellRanges, type Range } from './shell-texels.ts';
import type { Solid } from './solids.ts';
import { cross, normalise, subtract, type Vec3 } from './vector.ts';

/** Whether the eye is on the front side of a plane. */
export type SeesPlane = (point: Vec3, normal: Vec3) => boolean;

type Sides = readonly [x: FaceName | null, y: FaceName | null, z: FaceName | null];

/**
 * One of the 26 pieces around a box: a slab on a side, a bar along an edge, a cube at a corner. It is
 * divided into cells along the texels of the sheet, one cell thick.
 */
type Block = {
  readonly ranges: CellRanges;
  /** The sides of the box that it lies outside of. */
  readonly sides: Sides;
  /** Whether the eye is outside of all of them, too. */
  readonly isNear: boolean;
};

const axes = [0, 1, 2] as const;

const sidesOfAxis = [
  ['left', 'right'],
  ['bottom', 'top'],
  ['front', 'back'],
] as const satisfies readonly (readonly [FaceName, FaceName])[];

/** Which side gives an edge its colour if the eye sees none of them: the first of these. */
const priority: readonly FaceName[] = ['front', 'back', 'right', 'left', 'top', 'bottom'];

type Shell = {
  readonly grid: BoxGrid;
  readonly overlay: Solid;
  readonly cellUnits: number;
  /** Whether the eye is on the lower side of a plane. */
  readonly isFromBelow: (plane: GridPlane) => boolean;
};

/**
 * The surfaces through which rays from the eye enter the cells of a raised overlay, each with the
 * texels of the cells behind it. A ray crosses one for every cell it passes, in order of depth, and
 * none twice; the sheet decides which cells exist.
 * @param base the box that the overlay stands on
 * @param overlay the overlay of the same box, for its position on the sheet
 * @param texelsPerUnit of the sheet
 */
export function shellQuads(
  { base, overlay }: { readonly base: Solid; readonly overlay: Solid },
  texelsPerUnit: number,
  seesPlane: SeesPlane,
): Quad[] {
  const grid = boxGrid(base);
  // Nine blocks share each plane, and each asks twice.
  const known = new Map<number, boolean>();
  const isFromBelow = (plane: GridPlane): boolean => {
    const key = plane.line * 3 + plane.axis;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { point, normal } = planeOf(grid, plane);
    const isBelow = !seesPlane(point, normal);
    known.set(key, isBelow);
    return isBelow;
  };
  const shell: Shell = { grid, overlay, cellUnits: 1 / texelsPerUnit, isFromBelow };
  return blocksAround(shell).flatMap((block) => blockQuads(shell, block));
}

type Piece = { readonly range: Range; readonly side: FaceName | null; readonly isNear: boolean };

function blocksAround(shell: Shell): Block[] {
  const [xs, ys, zs] = axes.map((axis) => piecesAlong(shell, axis));
  return xs!.flatMap((x) =>
    ys!.flatMap((y) =>
      zs!.flatMap((z): Block[] => {
        const sides: Sides = [x.side, y.side, z.side];
        if (sides.every((side) => side === null)) return [];
        const isNear = x.isNear && y.isNear && z.isNear;
        return [{ ranges: [x.range, y.range, z.range], sides, isNear }];
      }),
    ),
  );
}

/** The ranges before, beside and behind the box. */
function piecesAlong({ grid, isFromBelow }: Shell, axis: Axis): Piece[] {
  const [low, high] = sidesOfAxis[axis];
  const [from, to] = [grid.from[axis], grid.to[axis]];
  const pieces: Piece[] = [{ range: [from, to], side: null, isNear: true }];
  if (!grid.isCut(low)) {
    const isNear = isFromBelow({ axis, line: from });
    pieces.push({ range: [from - raisedUnits, from], side: low, isNear });
  }
  if (!grid.isCut(high)) {
    const isNear = !isFromBelow({ axis, line: to });
    pieces.push({ range: [to, to + raisedUnits], side: high, isNear });
  }
  return pieces;
}

function blockQuads(shell: Shell, block: Block): Quad[] {
  return axes.flatMap((axis) =>
    linesOf(shell, block, axis).flatMap((line): Quad[] => {
      const plane = { axis, line };
      const cells = cellsBehind(shell, block, plane);
      return cells === null ? [] : [cellQuad(shell, block, { plane, cells })];
    }),
  );
}

/** The boundaries of a block's cells along an axis. */
function linesOf({ cellUnits }: Shell, { ranges, sides }: Block, axis: Axis): number[] {
  const [from, to] = ranges[axis];
  if (sides[axis] !== null) return [from, to];
  const count = Math.round((to - from) / cellUnits);
  return Array.from({ length: count + 1 }, (_, i) => from + i * cellUnits);
}

/**
 * The layer of cells behind a plane as seen from the eye; `null` if it is not in this block, or if a
 * slab would be entered from inside the box, where nobody looks from.
 */
function cellsBehind(shell: Shell, { ranges, sides }: Block, plane: GridPlane): CellRanges | null {
  const { axis, line } = plane;
  const [from, to] = ranges[axis];
  const isFromBelow = shell.isFromBelow(plane);
  if (isFromBelow ? line >= to : line <= from) return null;
  const side = sides[axis];
  const isSlab = sides.filter((one) => one !== null).length === 1;
  const isSideOfBox = side === sidesOfAxis[axis][0] ? line === to : line === from;
  if (side !== null && isSlab && isSideOfBox) return null;
  const thickness = side === null ? shell.cellUnits : raisedUnits;
  const layer: Range = isFromBelow ? [line, line + thickness] : [line - thickness, line];
  return withRange(ranges, axis, layer);
}

function withRange([x, y, z]: CellRanges, axis: Axis, range: Range): CellRanges {
  return [axis === 0 ? range : x, axis === 1 ? range : y, axis === 2 ? range : z];
}

type Layer = { readonly plane: GridPlane; readonly cells: CellRanges };

/** The surface of one layer of cells, textured from its first face, as far as that is not empty. */
function cellQuad(shell: Shell, block: Block, { plane, cells }: Layer): Quad {
  const { grid, overlay, cellUnits } = shell;
  const [face, ...others] = facesOf(block, plane.axis);
  const frame = faceFrames[face!];
  const inPlane = axes.filter((axis) => axis !== plane.axis);
  const acrossAxis =
    inPlane.find((axis) => axis === frame.uAxis) ?? otherThan(inPlane, frame.vAxis);
  const end = (axis: Axis, isFar: boolean): number => {
    const sign = axis === frame.uAxis ? frame.uSign : axis === frame.vAxis ? frame.vSign : 1;
    return cells[axis][isFar === sign > 0 ? 1 : 0];
  };
  const corner = (isRight: boolean, isBelow: boolean): Vec3 => {
    const along = (axis: Axis): number =>
      axis === plane.axis ? plane.line : end(axis, axis === acrossAxis ? isRight : isBelow);
    return grid.at([along(0), along(1), along(2)]);
  };
  const corners = [
    corner(false, false),
    corner(true, false),
    corner(false, true),
    corner(true, true),
  ] as const;
  const sheet = { overlay, cellUnits };
  const [topLeft, topRight, bottomLeft] = corners;
  return {
    corners,
    normal: normalise(cross(subtract(topRight, topLeft), subtract(bottomLeft, topLeft))),
    texels: cellTexels(sheet, face!, cells),
    sheet: overlay.sheet,
    layer: overlay.layer,
    rank: overlay.shell >> 1,
    shell: overlay.shell,
    raised: {
      isNear: block.isNear,
      isOuter: plane.line < 0 || plane.line > overlay.size[plane.axis],
      others: others.map((other) => edgeTexels(sheet, { face: face!, other }, cells)),
    },
  };
}

/** The faces whose texels a block has; the one in the plane comes first. */
function facesOf({ sides }: Block, axis: Axis): FaceName[] {
  const own = sides[axis];
  const rest = priority.filter((face) => face !== own && sides.includes(face));
  return own === null ? rest : [own, ...rest];
}

function otherThan(two: readonly Axis[], axis: Axis): Axis {
  return two[0] === axis ? two[1]! : two[0]!;
}
