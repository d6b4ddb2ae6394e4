import { between, type Vec3 } from '../vector.ts';

/** How dark the ground under a figure is: a grid of square cells in the ground's plane. */
export type GroundShadow = {
  readonly groundY: number;
  /** Corner with the smallest x and z. */
  readonly minX: number;
  readonly minZ: number;
  readonly columns: number;
  readonly rows: number;
  /** 0 (lit) … 1 (black) of each cell, row by row along x. */
  readonly darkness: Float32Array;
};

/** Side of a cell: fine enough for the smaller of the two blurs. */
export const cellUnits = 0.75;

/**
 * Two shadows tell where a figure stands: a small dark one of what is lowest, and a wide faint one of
 * everything, fainter with height. `reachUnits`: height above which a body casts no shadow, for the dark
 * one above the lowest point; `blurUnits`: standard deviation of the blur.
 */
const wideShade = { strength: 0.5, reachUnits: 36, blurUnits: 2.6 } as const;
const coreShade = { strength: 0.5, reachUnits: 3, blurUnits: 1 } as const;

/** Of a figure in the air, for each unit of its height: more of it is in the dark shadow, which is softer. */
const inAir = { reach: 1.6, blur: 0.08 } as const;

/** The maximum darkness of a cell. */
const darkest = 0.62;

/** Subtracted everywhere, so that a shadow fades out within the space reserved for it. */
const faintest = 0.025;

/** Three standard deviations of the wider blur, beyond which it is invisible. */
const marginUnits = 8;

/** The corners of each box that casts a shadow, in the order of `cornerIndex`. */
export type ShadowCasters = readonly (readonly Vec3[])[];

/**
 * Light comes from the whole sky, so a figure's shadow is the part of the sky that it hides from the
 * ground; approximated here by blurred footprints. Takes just under a millisecond.
 */
export function groundShadow(casters: ShadowCasters, groundY: number): GroundShadow {
  const corners = casters.flat();
  const [xs, zs] = [corners.map(([x]) => x), corners.map(([, , z]) => z)];
  const minX = Math.min(...xs) - marginUnits;
  const minZ = Math.min(...zs) - marginUnits;
  const columns = Math.ceil((Math.max(...xs) + marginUnits - minX) / cellUnits);
  const rows = Math.ceil((Math.max(...zs) + marginUnits - minZ) / cellUnits);
  const grid = { groundY, minX, minZ, columns, rows };
  const darkness = new Float32Array(columns * rows);
  const air = Math.max(0, Math.min(...corners.map(([, y]) => y)) - groundY);
  const low = {
    fromY: groundY + air,
    reachUnits: coreShade.reachUnits + air * inAir.reach,
    blurUnits: coreShade.blurUnits + air * inAir.blur,
    strength: coreShade.strength,
  };
  for (const shade of [low, { ...wideShade, fromY: groundY }]) {
    const { strength, blurUnits } = shade;
    const soft = blurred(footprint(casters, shade, grid), grid, blurUnits / cellUnits);
    for (let i = 0; i < darkness.length; i++) darkness[i]! += strength * soft[i]!;
  }
  for (let i = 0; i < darkness.length; i++) {
    darkness[i] = Math.min(darkest, Math.max(0, darkness[i]! - faintest));
  }
  return { ...grid, darkness };
}

/** Darkness of the ground at a point in cell coordinates, interpolated between four cell centres. */
export function darknessAt(shadow: GroundShadow, column: number, row: number): number {
  const { darkness, columns, rows } = shadow;
  const [x, y] = [column - 0.5, row - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= columns || top + 1 >= rows) return 0;
  const at = top * columns + left;
  const [dx, dy] = [x - left, y - top];
  const above = darkness[at]! + (darkness[at + 1]! - darkness[at]!) * dx;
  const below =
    darkness[at + columns]! + (darkness[at + columns + 1]! - darkness[at + columns]!) * dx;
  return above + (below - above) * dy;
}

/** Half a level of alpha: anything less is not drawn. */
const visible = 0.002;

/** The outer corners of the dark cells at the ends of each row. */
export function shadowRim({ groundY, minX, minZ, columns, rows, darkness }: GroundShadow): Vec3[] {
  return Array.from({ length: rows }, (_, row) => row).flatMap((row): Vec3[] => {
    const cells = darkness.subarray(row * columns, (row + 1) * columns);
    const first = cells.findIndex((dark) => dark > visible);
    if (first < 0) return [];
    const last = cells.findLastIndex((dark) => dark > visible);
    return [first, last + 1].flatMap((column) =>
      [row, row + 1].map((end): Vec3 => [
        minX + column * cellUnits,
        groundY,
        minZ + end * cellUnits,
      ]),
    );
  });
}

/** Visits points throughout a box, less than a cell apart: several thousand, so none is an object. */
function fillBox(corners: readonly Vec3[], visit: (x: number, y: number, z: number) => void): void {
  const [origin, alongZ, alongY, alongX] = [corners[0]!, corners[1]!, corners[2]!, corners[4]!];
  const [xShares, yShares, zShares] = [alongX, alongY, alongZ].map((end) => shares(origin, end));
  for (const x of xShares!) {
    const face = [0, 1, 2, 3].map((i) => between(corners[i]!, corners[i + 4]!, x));
    for (const y of yShares!) {
      const from = between(face[0]!, face[2]!, y);
      const to = between(face[1]!, face[3]!, y);
      const at = (axis: 0 | 1 | 2, z: number) => from[axis] + (to[axis] - from[axis]) * z;
      for (const z of zShares!) visit(at(0, z), at(1, z), at(2, z));
    }
  }
}

/** Steps of less than a cell from one point to another, as fractions of the distance. */
function shares(from: Vec3, to: Vec3): number[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const steps = Math.max(1, Math.ceil(length / (cellUnits * 0.95)));
  return Array.from({ length: steps + 1 }, (_, i) => i / steps);
}

type Grid = Omit<GroundShadow, 'darkness'>;

type Shade = { readonly fromY: number; readonly reachUnits: number };

/** How much of the sky above each cell is hidden, weighted by the nearness of the occluder. */
function footprint(casters: ShadowCasters, { fromY, reachUnits }: Shade, grid: Grid): Float32Array {
  const cells = new Float32Array(grid.columns * grid.rows);
  const cast = (x: number, y: number, z: number): void => {
    const nearness = Math.max(0, Math.min(1, 1 - (y - fromY) / reachUnits));
    const column = Math.floor((x - grid.minX) / cellUnits);
    const row = Math.floor((z - grid.minZ) / cellUnits);
    const at = row * grid.columns + column;
    cells[at] = Math.max(cells[at]!, nearness ** 2);
  };
  for (const box of casters) fillBox(box, cast);
  return cells;
}

/** A Gaussian blur, first along the rows, then along the columns. */
function blurred(cells: Float32Array, { columns, rows }: Grid, deviation: number): Float32Array {
  const across = blurLines(
    cells,
    { lines: rows, length: columns, step: 1, line: columns },
    deviation,
  );
  return blurLines(across, { lines: columns, length: rows, step: columns, line: 1 }, deviation);
}

type Lines = { lines: number; length: number; step: number; line: number };

function blurLines(
  cells: Float32Array,
  { lines, length, step, line }: Lines,
  deviation: number,
): Float32Array {
  const radius = Math.ceil(deviation * 3);
  const weights = Array.from({ length: radius * 2 + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * deviation ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const result = new Float32Array(cells.length);
  for (let at = 0; at < lines; at++) {
    for (let i = 0; i < length; i++) {
      const from = Math.max(0, i - radius);
      const to = Math.min(length - 1, i + radius);
      let sum = 0;
      for (let j = from; j <= to; j++)
        sum += weights[j - i + radius]! * cells[at * line + j * step]!;
      result[at * line + i * step] = sum / total;
    }
  }
  return result;
}
