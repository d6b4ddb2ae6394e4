import { faceNames, faceUnwraps, type FaceName } from './boxes.ts';
import { cornerIndex, type Layer, type SheetName, type Solid } from './solids.ts';
import { byAxis, cross, dot, normalise, opposite, subtract, type Vec3 } from './vector.ts';

/** Something for each corner of a texture: top left, top right, bottom left, bottom right. */
export type Corners<Value> = readonly [Value, Value, Value, Value];

export function cornersOf<Value>(
  valueOf: (isRight: boolean, isBelow: boolean) => Value,
): Corners<Value> {
  return [valueOf(false, false), valueOf(true, false), valueOf(false, true), valueOf(true, true)];
}

export function mappedCorners<From, To>(
  [a, b, c, d]: Corners<From>,
  map: (corner: From) => To,
): Corners<To> {
  return [map(a), map(b), map(c), map(d)];
}

/** A flat quadrilateral that shows a rectangle of texels. */
export type Quad = {
  /**
   * Positions of the texture's top left, top right, bottom left and bottom right. Left and right sides
   * are parallel, but may differ in length: texture rows then fan out.
   */
  readonly corners: Corners<Vec3>;
  /** Points outwards. Unit length. */
  readonly normal: Vec3;
  /** The rectangle on a 64 px wide sheet: first texel, then columns and rows. */
  readonly texels: {
    readonly u: number;
    readonly v: number;
    readonly columns: number;
    readonly rows: number;
  };
  readonly sheet: SheetName;
  /** Base quads are opaque and visible from outside only; overlay quads can have holes. */
  readonly layer: Layer;
  /** Within a plane, surfaces of higher rank are in front. */
  readonly rank: number;
  /** See `Solid`. */
  readonly shell: number;
  /** For held items, of whose shells each has parallel planes: of two, the one with the higher is nearer. */
  readonly shellDepth?: number;
  /** Whether it keeps its colours in every light. */
  readonly glows?: boolean;
  /** Set for cells of a raised overlay only. */
  readonly raised?: RaisedCells;
  /** Set for the cells of a raised overlay and for the base that they stand on. */
  readonly cells?: CellPlane;
};

/**
 * Where a quad lies among the cells of its shell. Cells have whole coordinates: those that stand on the
 * base count from 0, those beyond its edges are at −1 and at the number of those between.
 */
export type CellPlane = {
  /** The plane across an axis, by the coordinate of the cell above it. */
  readonly axis: 0 | 1 | 2;
  readonly line: number;
  /** Whether rays from the eye cross it towards higher coordinates. */
  readonly sign: 1 | -1;
  /** The cell of the first texel: the one that a ray enters there, or leaves for the base. */
  readonly first: Vec3;
  /** From its coordinates to those of the cell of the next column, and of the next row. */
  readonly column: Vec3;
  readonly row: Vec3;
  /** The number of cells along each axis that stand on the base. */
  readonly counts: Vec3;
};

/** The cells of a raised overlay whose surface a quad is; one line of cells if there are `others`. */
type RaisedCells = {
  /**
   * `entry`: rays come from outside of the shell; `wall`: from another of its cells; `exit`: they leave
   * the shell, and it has no texels.
   */
  readonly role: 'entry' | 'wall' | 'exit';
  /** Whether the eye is outside all sides of their box that they lie on: it hides none of them. */
  readonly isNear: boolean;
  /** The texels of further sides of the box, for cells on its edges. */
  readonly others: readonly TexelLine[];
};

/** One texel for each cell of a line: the first, and the step to the next, in texels of the sheet. */
export type TexelLine = {
  readonly u: number;
  readonly v: number;
  readonly right: number;
  readonly down: number;
};

/** All surfaces of a solid, without the cuts inside bent limbs, which are invisible. */
export function quadsOf(solid: Solid): Quad[] {
  return faceNames.flatMap((face) => faceQuad(solid, face));
}

/** A face of a solid; none if it is a cut inside a bent limb. */
export function faceQuad(solid: Solid, face: FaceName): Quad[] {
  const unwrap = faceUnwraps[face];
  const isSide = face !== 'top' && face !== 'bottom';
  if (face === 'top' && solid.fromRow > 0) return [];
  if (face === 'bottom' && solid.toRow < solid.size[1]) return [];
  const corners = mappedCorners(unwrap.corners, (corner) => solid.corners[cornerIndex(corner)]!);
  const [uSteps, vSteps] = unwrap.offset;
  const texels = {
    u: solid.front[0] + dot(uSteps, solid.size),
    v: solid.front[1] + dot(vSteps, solid.size) + (isSide ? solid.fromRow : 0),
    columns: solid.size[unwrap.extent[0]],
    rows: isSide ? solid.toRow - solid.fromRow : solid.size[unwrap.extent[1]],
  };
  const { sheet, layer, shell } = solid;
  const normal = outwardNormal(corners, solid.corners);
  return [{ corners, normal, texels, sheet, layer, rank: shell >> 1, shell }];
}

function outwardNormal(face: Quad['corners'], solid: readonly Vec3[]): Vec3 {
  const [topLeft, topRight, bottomLeft] = face;
  const across = cross(subtract(topRight, topLeft), subtract(bottomLeft, topLeft));
  const normal = normalise(across);
  const outward = subtract(centre(face), centre(solid));
  return dot(normal, outward) < 0 ? opposite(normal) : normal;
}

function centre(points: readonly Vec3[]): Vec3 {
  return byAxis((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}
