import {
  boxGrid,
  endsOf,
  shellPlanes,
  sidesOfAxis,
  surfaceOf,
  basePlane,
  cellPlane,
  cellTexels,
  edgeTexels,
  endPlane,
  faceFrames,
  priority,
  type BoxGrid,
  type GridPlane,
  type SeesPlane,
  type Surface,
  type CellRanges,
  type Range,
} from './box-grid.ts';
import { faceNames, raisedUnits, type FaceName } from './boxes.ts';
import { faceQuad, type Quad } from './quads.ts';
import type { Solid } from './solids.ts';
import { byAxis, axes, type Axis } from './vector.ts';

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

type Shell = {
  readonly grid: BoxGrid;
  readonly overlay: Solid;
  readonly cellUnits: number;
  readonly planeAt: ReturnType<typeof shellPlanes>;
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
  const planeAt = shellPlanes(grid, seesPlane);
  const shell: Shell = { grid, overlay, cellUnits: 1 / texelsPerUnit, planeAt };
  return [...blocksAround(shell).flatMap((block) => blockQuads(shell, block)), ...exitQuads(shell)];
}

/** The sides of the base that a raised overlay stands on. */
export function baseQuads(base: Solid, texelsPerUnit: number): Quad[] {
  const shell = { grid: boxGrid(base), cellUnits: 1 / texelsPerUnit };
  return faceNames.flatMap((face) => {
    const [quad] = faceQuad(base, face);
    return quad === undefined ? [] : [{ ...quad, cells: basePlane(shell, face) }];
  });
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
function piecesAlong({ grid, planeAt }: Shell, axis: Axis): Piece[] {
  const [low, high] = sidesOfAxis[axis];
  const [from, to] = [grid.from[axis], grid.to[axis]];
  const pieces: Piece[] = [{ range: [from, to], side: null, isNear: true }];
  if (!grid.isCut(low)) {
    const isNear = planeAt({ axis, line: from }).isFromBelow;
    pieces.push({ range: [from - raisedUnits, from], side: low, isNear });
  }
  if (!grid.isCut(high)) {
    const isNear = !planeAt({ axis, line: to }).isFromBelow;
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
  const { isFromBelow } = shell.planeAt(plane);
  if (isFromBelow ? line >= to : line <= from) return null;
  const side = sides[axis];
  const isSlab = sides.filter((one) => one !== null).length === 1;
  const isSideOfBox = side === sidesOfAxis[axis][0] ? line === to : line === from;
  if (side !== null && isSlab && isSideOfBox) return null;
  const thickness = side === null ? shell.cellUnits : raisedUnits;
  const layer: Range = isFromBelow ? [line, line + thickness] : [line - thickness, line];
  return byAxis((each) => (each === axis ? layer : ranges[each]));
}

type Layer = { readonly plane: GridPlane; readonly cells: CellRanges };

/** The surface of one layer of cells, textured from its first face, as far as that is not empty. */
function cellQuad(shell: Shell, block: Block, { plane, cells }: Layer): Quad {
  const { grid, overlay, cellUnits, planeAt } = shell;
  const [face, ...others] = facesOf(block, plane.axis);
  const sheet = { overlay, cellUnits };
  const { surface, isFromBelow } = planeAt(plane);
  const isEntry = endsOf(grid, plane.axis).some(({ line }) => line === plane.line);
  return {
    ...(isEntry ? entrySurface(grid, face!, { plane, cells }) : surface),
    ...ofShell(overlay),
    texels: cellTexels(sheet, face!, cells),
    cells: cellPlane(shell, { face: face!, plane, isFromBelow }, cells),
    raised: {
      role: isEntry ? 'entry' : 'wall',
      isNear: block.isNear,
      others: others.map((other) => edgeTexels(sheet, { face: face!, other }, cells)),
    },
  };
}

/** The part of a plane that shows the texels of a face for these cells. */
function entrySurface(grid: BoxGrid, face: FaceName, { plane, cells }: Layer): Surface {
  const frame = faceFrames[face];
  const inPlane = axes.filter((axis) => axis !== plane.axis);
  const acrossAxis =
    inPlane.find((axis) => axis === frame.uAxis) ?? inPlane.find((axis) => axis !== frame.vAxis);
  const end = (axis: Axis, isFar: boolean): number => {
    const sign = axis === frame.uAxis ? frame.uSign : axis === frame.vAxis ? frame.vSign : 1;
    return cells[axis][isFar === sign > 0 ? 1 : 0];
  };
  return surfaceOf((isRight, isBelow) =>
    grid.at(
      byAxis((axis) =>
        axis === plane.axis ? plane.line : end(axis, axis === acrossAxis ? isRight : isBelow),
      ),
    ),
  );
}

/** The ends of a shell through which rays leave it. */
function exitQuads({ grid, overlay, cellUnits, planeAt }: Shell): Quad[] {
  return axes.flatMap((axis) =>
    endsOf(grid, axis).flatMap((plane, end) => {
      const { surface, isFromBelow } = planeAt(plane);
      if (isFromBelow !== (end === 1)) return [];
      return [
        {
          ...surface,
          ...ofShell(overlay),
          texels: { u: 0, v: 0, columns: 1, rows: 1 },
          cells: endPlane({ grid, cellUnits }, plane, isFromBelow),
          raised: { role: 'exit' as const, isNear: false, others: [] },
        },
      ];
    }),
  );
}

function ofShell({ sheet, layer, shell }: Solid): Pick<Quad, 'sheet' | 'layer' | 'rank' | 'shell'> {
  return { sheet, layer, rank: shell >> 1, shell };
}

/** The faces whose texels a block has; the one in the plane comes first. */
function facesOf({ sides }: Block, axis: Axis): FaceName[] {
  const own = sides[axis];
  const rest = priority.filter((face) => face !== own && sides.includes(face));
  return own === null ? rest : [own, ...rest];
}
