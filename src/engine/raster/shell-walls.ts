import type { CellPlane } from '../figure/quads.ts';
import type { ScreenQuad } from './screen-quads.ts';

const none = -1;

/** How many numbers `cells` and `texels` have for each quad. */
const cellNumbers = 9;
const texelNumbers = 4;

/** The planes between cells of raised overlays; rays find them from cell to cell, not by raster. */
export function shellWalls(quads: readonly ScreenQuad[]) {
  const shells = 1 + quads.reduce((max, { shell }) => Math.max(max, shell), 0);
  const firstPlanes = new Int32Array(shells);
  const planesPerAxis = new Int32Array(shells);
  const counts = new Int32Array(shells * 3);
  let planes = 0;
  for (const { cells, shell } of quads) {
    if (cells === null || planesPerAxis[shell] !== 0) continue;
    counts.set(cells.counts, shell * 3);
    firstPlanes[shell] = planes;
    const perAxis = Math.max(...cells.counts) + 3;
    planesPerAxis[shell] = perAxis;
    planes += perAxis * 3;
  }
  const walls = {
    /** Any quad in each plane, plus one; negative if rays go to lower coordinates; 0 for none. */
    planes: new Int16Array(planes),
    /**
     * Nine quads for each plane, one for each part of the shell: of a wall, of the base where rays end
     * there, or of the shell's end; −1 if there is none.
     */
    quads: new Int16Array(planes * 9).fill(none),
    /** For each shell: its first plane, and the number of planes across each axis. */
    firstPlanes,
    planesPerAxis,
    /** For each shell: the number of cells that stand on the base along each of the three axes. */
    counts,
    /** For each quad: the cell of its first texel, and the steps to that of the next column and row. */
    cells: new Int16Array(quads.length * cellNumbers),
    /** For each quad: the texel that cell (0, 0, 0) would have, and the steps along the three axes. */
    texels: new Int32Array(quads.length * texelNumbers),
  };
  quads.forEach((quad, number) => {
    if (quad.cells === null) return;
    setNumbers(walls, quad, { cells: quad.cells, number });
    if (quad.role !== 'entry') setPlane(walls, quad, { cells: quad.cells, number });
  });
  return walls;
}

export type ShellWalls = ReturnType<typeof shellWalls>;

type Numbered = { readonly cells: CellPlane; readonly number: number };

function setNumbers(
  { cells, texels }: ShellWalls,
  { firstTexel, atlasWidth }: ScreenQuad,
  { cells: { first, column, row }, number }: Numbered,
): void {
  const at = number * cellNumbers;
  let start = firstTexel;
  for (let axis = 0; axis < 3; axis++) {
    const step = column[axis]! + row[axis]! * atlasWidth;
    cells[at + axis] = first[axis]!;
    cells[at + 3 + axis] = column[axis]!;
    cells[at + 6 + axis] = row[axis]!;
    texels[number * texelNumbers + 1 + axis] = step;
    start -= step * first[axis]!;
  }
  texels[number * texelNumbers] = start;
}

function setPlane(
  walls: ShellWalls,
  { role, shell }: ScreenQuad,
  { cells: { axis, line, sign, first, counts }, number }: Numbered,
): void {
  const plane = walls.firstPlanes[shell]! + axis * walls.planesPerAxis[shell]! + line + 1;
  walls.planes[plane] = sign * (number + 1);
  const [b, c] = othersOf(axis);
  if (role === 'exit') walls.quads.fill(number, plane * 9, plane * 9 + 9);
  else
    walls.quads[plane * 9 + partOf(first[b]!, counts[b]!) * 3 + partOf(first[c]!, counts[c]!)] =
      number;
}

function othersOf(axis: number): readonly [number, number] {
  return [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2];
}

/** Whether a cell is before, on or behind the base along an axis: 0, 1 or 2. */
function partOf(coordinate: number, count: number): number {
  if (coordinate < 0) return 0;
  return coordinate < count ? 1 : 2;
}

/** Where a ray is: in which cell of which shell. */
type Place = { readonly shell: number; readonly cell: Int32Array };

/** The plane below a cell across an axis; the one above it has the next number. */
export function planeBelow(walls: ShellWalls, { shell, cell }: Place, axis: number): number {
  return walls.firstPlanes[shell]! + axis * walls.planesPerAxis[shell]! + cell[axis]! + 1;
}

/** The quad of a plane across an axis through which a ray leaves a cell; −1 if there is none. */
export function wallOf(
  { quads, counts }: ShellWalls,
  { shell, cell }: Place,
  plane: number,
  axis: number,
): number {
  const b = axis === 0 ? 1 : 0;
  const c = axis === 2 ? 1 : 2;
  const part =
    partOf(cell[b]!, counts[shell * 3 + b]!) * 3 + partOf(cell[c]!, counts[shell * 3 + c]!);
  return quads[plane * 9 + part]!;
}

type TexelPlace = { readonly quad: number; readonly column: number; readonly row: number };

/** Writes the cell of a quad's texel, so many columns and rows from its first, to `cell`. */
export function cellAt(
  { cells }: ShellWalls,
  { quad, column, row }: TexelPlace,
  cell: Int32Array,
): void {
  const at = quad * cellNumbers;
  for (let axis = 0; axis < 3; axis++) {
    cell[axis] = cells[at + axis]! + column * cells[at + 3 + axis]! + row * cells[at + 6 + axis]!;
  }
}

/** The texel of a quad for one of its cells. */
export function texelAt({ texels }: ShellWalls, quad: number, cell: Int32Array): number {
  const at = quad * texelNumbers;
  return (
    texels[at]! +
    texels[at + 1]! * cell[0]! +
    texels[at + 2]! * cell[1]! +
    texels[at + 3]! * cell[2]!
  );
}
