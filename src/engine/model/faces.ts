import { partBoxes, type PartName } from '../figure/boxes.ts';
import type { Quad } from '../figure/quads.ts';
import type { SheetName, Solid } from '../figure/solids.ts';
import { between, type Vec3 } from '../figure/vector.ts';
import type { Model } from '../skin/arms.ts';
import { partNodes } from './skeleton.ts';
import type { Texture } from './atlas.ts';

/** How much of each node's move a corner follows; one or two, together 1. */
export type Weights = readonly (readonly [node: string, share: number])[];

/** How the texels of a face are mixed with what is behind: alpha of 255, of 0 or 255, of any. */
export type Mixing = 'opaque' | 'cutout' | 'translucent';

/** A part of a model: its faces are one mesh. */
export type MeshName = 'base' | 'overlay' | 'ears' | 'cape' | 'held_items';

/** A quadrilateral of a standing figure, in its space, and its place in a sheet. */
export type Face = {
  readonly mesh: MeshName;
  readonly mixing: Mixing;
  readonly isTwoSided: boolean;
  /** Seen from outside: top left, top right, bottom left, bottom right, whatever that is on it. */
  readonly corners: readonly Vec3[];
  readonly normal: Vec3;
  readonly sheet: SheetName;
  /** Of each corner, in texels of the sheet's own resolution. */
  readonly uvs: readonly (readonly [u: number, v: number])[];
  readonly weightsAt: (corner: Vec3) => Weights;
};

/** Whether a solid or a face is on the lower half of its limb. */
type Half = { readonly part: PartName; readonly isLower: boolean };

/** What hangs on a node as a whole. */
export function rigid(node: string): Face['weightsAt'] {
  const weights: Weights = [[node, 1]];
  return () => weights;
}

/** What hangs on one half of a part as a whole. */
export function onHalf({ part, isLower }: Half): Face['weightsAt'] {
  const { upper, lower } = partNodes[part];
  return rigid((isLower ? lower : null) ?? upper);
}

/** A surface of a part: on a limb, the nearer to its middle the more it follows the joint. */
export function onPart(model: Model, half: Half): Face['weightsAt'] {
  const { joint } = partNodes[half.part];
  const end = onHalf(half);
  if (joint === null) return end;
  const { min, size } = partBoxes[model][half.part];
  const node = `${joint}_${half.isLower ? 'lower' : 'upper'}_skew`;
  return (corner) => {
    const share = Math.min(1, Math.abs((corner[1] - min[1]) / (size[1] / 2) - 1));
    if (share === 1) return end(corner);
    return share === 0 ? [[node, 1]] : [...end(corner).map(([name]) => [name, share] as const), [node, 1 - share]];
  };
}

/** A limb as its two halves; other parts as they are. */
export function halvesOf(solid: Solid): (Solid & { readonly isLower: boolean })[] {
  if (partNodes[solid.part].joint === null) return [{ ...solid, isLower: false }];
  const middle = solid.corners.map((_, index) =>
    between(solid.corners[index & ~2]!, solid.corners[index | 2]!, 0.5),
  );
  const half = (kept: 0 | 2): readonly Vec3[] =>
    solid.corners.map((corner, index) => ((index & 2) === kept ? corner : middle[index]!));
  const row = solid.size[1] / 2;
  return [
    { ...solid, toRow: row, corners: half(2), isLower: false },
    { ...solid, fromRow: row, corners: half(0), isLower: true },
  ];
}

type Look = Pick<Face, 'mesh' | 'isTwoSided' | 'weightsAt'>;

/**
 * The faces that show a quad: none if it has no texels. What is partly translucent is shown twice, its
 * opaque texels and, row by row, the others, as nothing sorts the triangles of a mesh.
 */
export function facesOf(quad: Quad, look: Look, texture: Texture): Face[] {
  const { texelsPerUnit: scale } = texture.sheet(quad.sheet);
  const [u, v, columns, rows] = [
    quad.texels.u,
    quad.texels.v,
    quad.texels.columns,
    quad.texels.rows,
  ].map((units) => units * scale) as [number, number, number, number];
  const whole: Face = {
    ...look,
    mixing: 'opaque',
    corners: quad.corners,
    normal: quad.normal,
    sheet: quad.sheet,
    uvs: [
      [u, v],
      [u + columns, v],
      [u, v + rows],
      [u + columns, v + rows],
    ],
  };
  if (quad.layer === 'base') return [whole];
  const runs: { row: number; from: number; to: number }[] = [];
  let opaque = 0;
  let clear = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const alpha = texture.alphaAt(quad.sheet, u + column, v + row);
      if (alpha === 0) clear += 1;
      else if (alpha === 255) opaque += 1;
      else {
        const last = runs.at(-1);
        if (last?.row === row && last.to === column) last.to += 1;
        else runs.push({ row, from: column, to: column + 1 });
      }
    }
  }
  if (clear === columns * rows) return [];
  const solid: Face[] =
    opaque === 0 ? [] : [{ ...whole, mixing: clear + runs.length === 0 ? 'opaque' : 'cutout' }];
  return [
    ...solid,
    ...runs.map(({ row, from, to }) =>
      partOf(whole, {
        left: from / columns,
        right: to / columns,
        top: row / rows,
        bottom: (row + 1) / rows,
      }),
    ),
  ];
}

type Shares = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** A part of a face, as shares of its width and height. */
function partOf(face: Face, { left, right, top, bottom }: Shares): Face {
  const [a, b, c, d] = face.corners as readonly [Vec3, Vec3, Vec3, Vec3];
  const [[u0, v0], , , [u1, v1]] = face.uvs as readonly [...Face['uvs']] & {
    0: readonly [number, number];
    3: readonly [number, number];
  };
  const at = (x: number, y: number): Vec3 => between(between(a, b, x), between(c, d, x), y);
  const uv = (x: number, y: number) => [u0 + (u1 - u0) * x, v0 + (v1 - v0) * y] as const;
  const ends = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const;
  return {
    ...face,
    mixing: 'translucent',
    corners: ends.map(([x, y]) => at(x, y)),
    uvs: ends.map(([x, y]) => uv(x, y)),
  };
}
