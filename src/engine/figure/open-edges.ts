import { faceNames, partNames, type PartName } from './boxes.ts';
import { faceQuad, type Quad } from './quads.ts';
import { boxCorners, type Solid } from './solids.ts';
import { between, cross, dot, normalise, subtract, type Vec3 } from './vector.ts';

/** The sides of a face, by its texture; a texel at a corner of it has two. */
export const edgeBits = { left: 1, right: 2, top: 4, bottom: 8 } as const;

/** Width and height of the table, in units of a sheet. */
const sheetUnits = 64;

/** How far beside an edge, and how far behind its face, light has to come through. */
const besideUnits = 1.2;
const behindUnits = [0.8, 2, 3.2] as const;

/**
 * Which texels of a skin sheet lie at an edge of the figure that nothing stands against: light from
 * beside it, or from behind, catches there. An arm that hangs down has none on its inner side.
 * @returns `edgeBits` for each unit of the sheet, row by row
 */
export function openEdges(solids: readonly Solid[]): Uint8Array {
  const table = new Uint8Array(sheetUnits ** 2);
  const obstacles = partNames.map((part) => ({
    part,
    boxes: solids.filter((one) => one.part === part && one.layer === 'base').map(boxOf),
  }));
  const isFree = (part: PartName, point: Vec3): boolean =>
    obstacles.every((one) => one.part === part || !one.boxes.some((box) => isInside(box, point)));
  for (const solid of solids) {
    if (solid.sheet !== 'skin' || solid.layer !== 'base') continue;
    const overlay = solids.find(({ layer, shell }) => layer === 'overlay' && shell === solid.shell);
    for (const face of faceNames) {
      const isUpright = face !== 'top' && face !== 'bottom';
      // A bent limb has no edge at its joint.
      const hasTop = !isUpright || solid.fromRow === 0;
      const hasBottom = !isUpright || solid.toRow === solid.size[1];
      const closed = (hasTop ? 0 : edgeBits.top) | (hasBottom ? 0 : edgeBits.bottom);
      for (const quad of faceQuad(solid, face)) {
        const bits = edgesOf(quad, (point) => isFree(solid.part, point)) & ~closed;
        mark(table, quad.texels, bits);
        if (overlay === undefined) continue;
        const [u, v] = [overlay.front[0] - solid.front[0], overlay.front[1] - solid.front[1]];
        mark(table, { ...quad.texels, u: quad.texels.u + u, v: quad.texels.v + v }, bits);
      }
    }
  }
  return table;
}

function edgesOf({ corners, normal }: Quad, isFree: (point: Vec3) => boolean): number {
  const [topLeft, topRight, bottomLeft, bottomRight] = corners;
  const middles = {
    left: between(topLeft, bottomLeft, 0.5),
    right: between(topRight, bottomRight, 0.5),
    top: between(topLeft, topRight, 0.5),
    bottom: between(bottomLeft, bottomRight, 0.5),
  };
  const isOpen = (at: Vec3, opposite: Vec3): boolean => {
    const beside = normalise(subtract(at, opposite));
    return behindUnits.every((behind) => {
      const along = (axis: 0 | 1 | 2): number =>
        at[axis] + beside[axis] * besideUnits - normal[axis] * behind;
      return isFree([along(0), along(1), along(2)]);
    });
  };
  const { left, right, top, bottom } = middles;
  return (
    (isOpen(left, right) ? edgeBits.left : 0) |
    (isOpen(right, left) ? edgeBits.right : 0) |
    (isOpen(top, bottom) ? edgeBits.top : 0) |
    (isOpen(bottom, top) ? edgeBits.bottom : 0)
  );
}

function mark(table: Uint8Array, { u, v, columns, rows }: Quad['texels'], bits: number): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here =
        (column === 0 ? edgeBits.left : 0) |
        (column === columns - 1 ? edgeBits.right : 0) |
        (row === 0 ? edgeBits.top : 0) |
        (row === rows - 1 ? edgeBits.bottom : 0);
      table[(v + row) * sheetUnits + u + column] = here & bits;
    }
  }
}

/** A solid, which is convex: a sphere around it, and its six planes by their directions and distances. */
function boxOf({ corners }: Solid) {
  const centre = between(corners[0]!, corners[7]!, 0.5);
  const reach = Math.max(...corners.map((corner) => Math.hypot(...subtract(corner, centre))));
  const planes = ([0, 1, 2] as const).flatMap((axis) =>
    ([0, 1] as const).map((end) => {
      const [a, b, c] = corners.filter((_, i) => boxCorners[i]![axis] === end);
      const plane = normalise(cross(subtract(b!, a!), subtract(c!, a!)));
      const isOutward = dot(plane, subtract(a!, centre)) > 0;
      const outward: Vec3 = isOutward ? plane : [-plane[0], -plane[1], -plane[2]];
      return { outward, distance: dot(outward, a!) };
    }),
  );
  return { centre, reach, planes };
}

function isInside({ centre, reach, planes }: ReturnType<typeof boxOf>, point: Vec3): boolean {
  const [x, y, z] = subtract(point, centre);
  if (x * x + y * y + z * z > reach * reach) return false;
  return planes.every(({ outward, distance }) => dot(outward, point) <= distance);
}
