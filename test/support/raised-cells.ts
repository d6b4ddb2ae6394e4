import type { FaceName } from '../../src/engine/figure/boxes.ts';
import type { Solid } from '../../src/engine/figure/solids.ts';
import type { Vec3 } from '../../src/engine/figure/vector.ts';
import type { RayScene } from './ray-renderer.ts';
import { cross, dot, minus, nearer, shadeOf, type Hit, type Sight } from './ray-vectors.ts';
import { allFaces, allParts, faceAxes, faceRect, isLimb } from './skin-facts.ts';

/**
 * A raised overlay in a slow, simple way: every cell is a block with eight corners, and every ray is
 * tested against all of them. Only the posed base boxes are shared with the renderer.
 */
export type Cell = {
  readonly box: Solid;
  readonly corners: readonly Vec3[];
  readonly walls: readonly Wall[];
};

/** One side of a block and its texel, which is without colour if the block does not exist. */
type Wall = {
  readonly point: Vec3;
  readonly outward: Vec3;
  readonly texel: number;
  readonly alpha: number;
};

const height = 0.75;

const mix = (a: Vec3, b: Vec3, share: number): Vec3 => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** A place in a box at rest (from its left, bottom, front), in the posed figure. */
function placed(box: Solid, [x, y, z]: Vec3): Vec3 {
  const [w, h, d] = box.size;
  const [low, high] = [h - box.toRow, h - box.fromRow];
  const column = (isHigh: 0 | 2): Vec3 =>
    mix(
      mix(box.corners[isHigh]!, box.corners[isHigh + 4]!, x / w),
      mix(box.corners[isHigh + 1]!, box.corners[isHigh + 5]!, x / w),
      z / d,
    );
  const [foot, top] = [column(0), column(2)];
  const long = Math.hypot(...minus(top, foot));
  if (y > high) return mix(foot, top, 1 + (y - high) / long);
  if (y < low) return mix(foot, top, (y - low) / long);
  return mix(foot, top, (y - low) / (high - low));
}

/** The places between which cells lie along an axis; what is beyond the box comes first and last. */
function linesOf(box: Solid, axis: 0 | 1 | 2, texelsPerUnit: number): number[] {
  const whole = box.size[axis];
  const [low, high] = axis === 1 ? [whole - box.toRow, whole - box.fromRow] : [0, whole];
  const lines = Array.from(
    { length: (high - low) * texelsPerUnit + 1 },
    (_, i) => low + i / texelsPerUnit,
  );
  return [...(low === 0 ? [-height] : []), ...lines, ...(high === whole ? [whole + height] : [])];
}

export function cellsOf({ model, solids, sheet }: RayScene): Cell[] {
  const texelsPerUnit = sheet.widthPx / 64;
  const cells: Cell[] = [];
  for (const box of solids.filter(({ layer }) => layer === 'base')) {
    const texelOf = (face: FaceName, middle: Vec3): number => {
      const { u, v, columns, rows } = faceRect(model, box.part, 'overlay', face);
      const { right, down } = faceAxes[face];
      const along = (way: number, count: number): number => {
        const axis = Math.abs(way) - 1;
        const at = Math.min(box.size[axis]! - 1e-6, Math.max(0, middle[axis]!));
        const texel = Math.floor(at * texelsPerUnit);
        return way > 0 ? texel : count * texelsPerUnit - 1 - texel;
      };
      const column = u * texelsPerUnit + along(right, columns);
      return ((v * texelsPerUnit + along(down, rows)) * sheet.widthPx + column) * 4;
    };
    const [xs, ys, zs] = ([0, 1, 2] as const).map((axis) => linesOf(box, axis, texelsPerUnit));
    for (let i = 0; i + 1 < xs!.length; i++) {
      for (let j = 0; j + 1 < ys!.length; j++) {
        for (let k = 0; k + 1 < zs!.length; k++) {
          const from: Vec3 = [xs![i]!, ys![j]!, zs![k]!];
          const to: Vec3 = [xs![i + 1]!, ys![j + 1]!, zs![k + 1]!];
          const cell = cellAt(box, { from, to, texelOf, alphas: sheet.data });
          if (cell !== null) cells.push(cell);
        }
      }
    }
  }
  return cells;
}

type Piece = {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly texelOf: (face: FaceName, middle: Vec3) => number;
  readonly alphas: Uint8ClampedArray;
};

/** `null` inside of the box. */
function cellAt(box: Solid, { from, to, texelOf, alphas }: Piece): Cell | null {
  const middle = mix(from, to, 0.5);
  const faces = allFaces.filter((face) => {
    const axis = Math.abs(faceAxes[face].at) - 1;
    return faceAxes[face].at < 0 ? middle[axis]! < 0 : middle[axis]! > box.size[axis]!;
  });
  if (faces.length === 0) return null;
  const texels = faces.map((face) => [face, texelOf(face, middle)] as const);
  const standing = texels.filter(([, texel]) => alphas[texel + 3] !== 0);
  const shown = standing.length === 0 ? texels : standing;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((at) =>
    placed(box, [(at & 4 ? to : from)[0], (at & 2 ? to : from)[1], (at & 1 ? to : from)[2]]),
  );
  const centre = mix(corners[0]!, corners[7]!, 0.5);
  const walls = wallCorners.map(([axis, a, b, c]): Wall => {
    const [p, q, r] = [corners[a]!, corners[b]!, corners[c]!];
    const plane = cross(minus(q, p), minus(r, p));
    const sign = dot(plane, minus(p, centre)) < 0 ? -1 : 1;
    const unit = sign / Math.hypot(...plane);
    const [, texel] = shown.find(([face]) => Math.abs(faceAxes[face].at) - 1 === axis) ?? shown[0]!;
    const outward: Vec3 = [plane[0] * unit, plane[1] * unit, plane[2] * unit];
    return { point: p, outward, texel, alpha: alphas[texel + 3]! };
  });
  return { box, corners, walls };
}

/** Of each side of a block: its axis and three of its corners. */
const wallCorners = [
  [0, 0, 1, 2],
  [0, 4, 5, 6],
  [1, 0, 1, 4],
  [1, 2, 3, 6],
  [2, 0, 2, 4],
  [2, 1, 3, 5],
] as const;

/** How a ray goes through one block. */
type Passage = {
  readonly box: Solid;
  readonly away: number;
  readonly wall: Wall;
};

function passage({ box, walls }: Cell, { from, ray, towards }: Sight): Passage | null {
  let [enter, exit] = [-Infinity, Infinity];
  let entered: Wall | null = null;
  for (const wall of walls) {
    const steep = dot(wall.outward, ray);
    const above = dot(wall.outward, minus(from, wall.point));
    if (steep === 0) {
      if (above > 0) return null;
      continue;
    }
    const away = -above / steep;
    if (steep < 0 && away > enter) [enter, entered] = [away, wall];
    if (steep > 0) exit = Math.min(exit, away);
    if (enter >= exit) return null;
  }
  if (entered === null) return null;
  return { box, away: nearer(enter, allParts.indexOf(box.part), towards), wall: entered };
}

/**
 * Where a ray meets cells. Right behind glass, more glass of the same box is not seen; where cells of
 * another box lie between, standing or not, it is.
 */
export function cellHits(cells: readonly Cell[], sight: Sight): Hit[] {
  const passages = cells.flatMap((cell) => passage(cell, sight) ?? []);
  passages.sort((a, b) => a.away - b.away);
  return passages.flatMap(({ box, away, wall }, index): Hit[] => {
    const before = passages[index - 1];
    const isGlass = ({ alpha }: Wall): boolean => alpha > 0 && alpha < 255;
    if (isGlass(wall) && before?.box === box && isGlass(before.wall)) return [];
    const shade = shadeOf(wall.outward, sight, isLimb(box.part));
    return [{ away, opaque: false, shade, texel: wall.texel }];
  });
}
