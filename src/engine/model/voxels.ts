import { sidesOfAxis, faceFrames, priority } from '../figure/box-grid.ts';
import { faceUnwraps, partBoxes, raisedUnits, type FaceName } from '../figure/boxes.ts';
import type { Solid } from '../figure/solids.ts';
import { dot, byAxis, plus, axes, type Vec3, type Axis } from '../figure/vector.ts';
import type { Model } from '../skin/arms.ts';
import { onPart, type Texture, type Face } from './faces.ts';
import { partNodes } from './skeleton.ts';
import { cornersOf } from '../figure/quads.ts';

/** A texel of the overlay as a block on its part, in the grid of the part's texels. */
type Cell = {
  /** From 0 on the part; −1 and the number of those on it are beyond its sides. */
  readonly at: Vec3;
  /** Of the sides of the part that it is beyond; the first is that of all other directions. */
  readonly texels: readonly Texel[];
  readonly isOpaque: boolean;
};

type Texel = { readonly side: FaceName; readonly x: number; readonly y: number };

/** A visible side of a cell, and of those that continue it along each axis. */
type CellSide = {
  readonly from: Vec3;
  /** The number of cells along each axis. */
  readonly counts: [number, number, number];
  /** The texel of the first cell. */
  readonly x: number;
  readonly y: number;
  /** From its texel to the next one's along each axis; none where there is one cell. */
  readonly steps: [Step, Step, Step];
  readonly isOpaque: boolean;
  readonly isLower: boolean;
};

type Step = readonly [right: number, down: number] | null;

/**
 * The faces of a raised overlay: each texel is a block, as in pictures; sides between two of them are left
 * out, and what continues on the sheet is one face. At most 5 faces for each of 6,528 texels of a sheet of
 * 128 px, and as many for the cells along its edges.
 * @param overlay of a standing figure
 */
export function voxelFaces(model: Model, overlay: Solid, texture: Texture): Face[] {
  const grid = gridOf(overlay, texture);
  const cells = cellsOf(grid, overlay, texture);
  return axes.flatMap((axis) =>
    ([-1, 1] as const).flatMap((sign) =>
      joined(grid, visibleSides(grid, cells, axis, sign), axis).map((side) =>
        faceOf(model, grid, side, { axis, sign }),
      ),
    ),
  );
}

type VoxelGrid = {
  readonly overlay: Solid;
  readonly scale: number;
  /** The cells on the part, from and to along each axis; of half a limb, those of its rows. */
  readonly from: Vec3;
  readonly to: Vec3;
  /** Whether there are cells beyond its lower and upper end. */
  readonly isOpen: readonly [boolean, boolean];
  /** The first cell above the middle of a limb. */
  readonly middle: number;
};

function gridOf(overlay: Solid, texture: Texture): VoxelGrid {
  const scale = texture.sheet(overlay.sheet).texelsPerUnit;
  const height = overlay.size[1] * scale;
  const isLimb = partNodes[overlay.part].joint !== null;
  return {
    overlay,
    scale,
    from: [0, height - overlay.toRow * scale, 0],
    to: [overlay.size[0] * scale, height - overlay.fromRow * scale, overlay.size[2] * scale],
    isOpen: [overlay.toRow === overlay.size[1], overlay.fromRow === 0],
    middle: isLimb ? height / 2 : -Infinity,
  };
}

function keyOf([x, y, z]: Vec3): number {
  return (x + 1) * 65536 + (y + 1) * 256 + z + 1;
}

/** All cells that are not empty. */
function cellsOf(grid: VoxelGrid, overlay: Solid, texture: Texture): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  const { from, to, isOpen } = grid;
  const low = isOpen[0] ? from[1] - 1 : from[1];
  const high = isOpen[1] ? to[1] + 1 : to[1];
  for (let x = -1; x <= to[0]; x++) {
    for (let y = low; y < high; y++) {
      for (let z = -1; z <= to[2]; z++) {
        const at: Vec3 = [x, y, z];
        const sides = axes.flatMap((axis) => sideOf(grid, at, axis) ?? []);
        if (sides.length === 0) continue;
        const texels = priority
          .filter((side) => sides.includes(side))
          .map((side) => texelOf(grid, side, at))
          .filter((texel) => texture.alphaAt(overlay.sheet, texel.x, texel.y) > 0);
        const [first] = texels;
        if (first === undefined) continue;
        const isOpaque = texels.every(
          (texel) => texture.alphaAt(overlay.sheet, texel.x, texel.y) === 255,
        );
        cells.set(keyOf(at), { at, texels, isOpaque });
      }
    }
  }
  return cells;
}

/** The side of the part that a cell is beyond along an axis. */
function sideOf({ from, to }: VoxelGrid, at: Vec3, axis: Axis): FaceName | null {
  const [low, high] = sidesOfAxis[axis];
  if (at[axis] < from[axis]) return low;
  return at[axis] >= to[axis] ? high : null;
}

/** The texel of a side for a cell; beyond its border that of the border. */
function texelOf({ overlay, scale, from, to }: VoxelGrid, side: FaceName, at: Vec3): Texel {
  const { size, front } = overlay;
  const { offset } = faceUnwraps[side];
  const { uAxis, uSign, vAxis, vSign } = faceFrames[side];
  const along = (axis: Axis, sign: 1 | -1): number => {
    const cell = Math.min(Math.max(at[axis], from[axis]), to[axis] - 1);
    return sign > 0 ? cell : size[axis] * scale - 1 - cell;
  };
  const [u, v] = [front[0] + dot(offset[0], size), front[1] + dot(offset[1], size)];
  return { side, x: u * scale + along(uAxis, uSign), y: v * scale + along(vAxis, vSign) };
}

/** The sides in a direction that no other cell and no part hides. */
function visibleSides(
  grid: VoxelGrid,
  cells: ReadonlyMap<number, Cell>,
  axis: Axis,
  sign: 1 | -1,
): CellSide[] {
  const sides: CellSide[] = [];
  for (const { at, texels, isOpaque } of cells.values()) {
    const next = plus(at, towards(axis, sign));
    const isPart = axes.every((each) => sideOf(grid, next, each) === null);
    const neighbour = cells.get(keyOf(next));
    if (isPart || (neighbour !== undefined && (neighbour.isOpaque || !isOpaque))) continue;
    const own = sideOf(grid, at, axis);
    const { x, y } = texels.find(({ side }) => side === own) ?? texels[0]!;
    const isLower = at[1] < grid.middle;
    sides.push({ from: at, counts: [1, 1, 1], x, y, steps: [null, null, null], isOpaque, isLower });
  }
  return sides;
}

function towards(axis: Axis, sign: 1 | -1): Vec3 {
  return byAxis((each) => (each === axis ? sign : 0));
}

/** Joins sides whose texels are neighbours on the sheet, along one axis of their plane, then the other. */
function joined(grid: VoxelGrid, sides: readonly CellSide[], across: Axis): readonly CellSide[] {
  return axes
    .filter((axis) => axis !== across)
    .reduce<readonly CellSide[]>((some, axis) => joinedAlong(grid, some, axis), sides);
}

function joinedAlong(grid: VoxelGrid, sides: readonly CellSide[], along: Axis): CellSide[] {
  const results: CellSide[] = [];
  const lines = new Map<string, CellSide>();
  for (const side of sides.toSorted((a, b) => a.from[along] - b.from[along])) {
    const { from, counts } = side;
    const line = axes.map((axis) => (axis === along ? '' : `${from[axis]} ${counts[axis]}`)).join();
    const before = lines.get(line);
    const isBeyond = from[along] <= grid.from[along] || from[along] >= grid.to[along];
    const step = before === undefined || isBeyond ? null : stepTo(before, side, along);
    if (before === undefined || step === null) {
      results.push(side);
      lines.set(line, side);
    } else {
      before.counts[along] += 1;
      before.steps[along] = step;
    }
  }
  return results;
}

/** How the texels go on from a run of sides to the next one; null if they do not. */
function stepTo(before: CellSide, next: CellSide, along: Axis): Step {
  const count = before.counts[along];
  const isAlike = before.isOpaque === next.isOpaque && before.isLower === next.isLower;
  if (!isAlike || before.from[along] + count !== next.from[along]) return null;
  const step = [(next.x - before.x) / count, (next.y - before.y) / count] as const;
  if (Math.abs(step[0]) + Math.abs(step[1]) !== 1) return null;
  const goesOn = (known: Step): boolean => known === null || String(known) === String(step);
  const isSame = before.steps.every(
    (known, axis) => axis === along || String(known) === String(next.steps[axis]),
  );
  return goesOn(before.steps[along]) && isSame ? step : null;
}

const inPlane = [
  [1, 2],
  [0, 2],
  [0, 1],
] as const satisfies readonly (readonly Axis[])[];

function faceOf(
  model: Model,
  { overlay, scale, from, to }: VoxelGrid,
  side: CellSide,
  { axis, sign }: { readonly axis: Axis; readonly sign: 1 | -1 },
): Face {
  const { min } = partBoxes[model][overlay.part];
  const edge = (each: Axis, isFar: boolean): number => {
    const cell = side.from[each] + (isFar ? side.counts[each] : 0);
    const inside = Math.min(Math.max(cell, from[each]), to[each]);
    return min[each] + inside / scale + Math.sign(cell - inside) * raisedUnits;
  };
  const [across, along] = inPlane[axis];
  const corners = cornersOf((isRight, isBelow): Vec3 => {
    return byAxis((each) =>
      edge(each, each === axis ? sign > 0 : each === across ? isRight : isBelow),
    );
  });
  // In the middle of a texel where there is only one.
  const shift = (each: Axis, isFar: boolean, direction: 0 | 1): number => {
    const step = side.steps[each];
    return step === null ? 0 : step[direction] * (isFar ? side.counts[each] - 0.5 : -0.5);
  };
  const uv = (isRight: boolean, isBelow: boolean, direction: 0 | 1): number =>
    0.5 + shift(across, isRight, direction) + shift(along, isBelow, direction);
  return {
    mesh: 'overlay',
    mixing: side.isOpaque ? 'opaque' : 'translucent',
    isTwoSided: false,
    corners,
    normal: towards(axis, sign),
    sheet: overlay.sheet,
    uvs: cornersOf((...end) => [side.x + uv(...end, 0), side.y + uv(...end, 1)]),
    weightsAt: onPart(model, { part: overlay.part, isLower: side.isLower }),
  };
}
