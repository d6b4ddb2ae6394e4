import type { Frame } from '../../src/engine/figure/camera/framing.ts';
import type { View } from '../../src/engine/figure/camera/view.ts';
import type { RgbaImage } from '../../src/engine/image/canvas.ts';
import type { FaceName } from '../../src/engine/figure/boxes.ts';
import type { Held } from '../../src/engine/figure/held.ts';
import type { Quad } from '../../src/engine/figure/quads.ts';
import type { Solid } from '../../src/engine/figure/solids.ts';
import type { Vec3 } from '../../src/engine/figure/vector.ts';
import { sampleOffsets } from '../../src/engine/raster/sample-texels.ts';
import { cellHits, cellsOf, type Cell } from './raised-cells.ts';
import { cross, dot, nearer, plus, times, type Camera, type Hit } from './ray-vectors.ts';
import { blockHits, blocksOf, type Block } from './held-item-blocks.ts';
import { allFaces, allParts, faceAxes, faceRect, isLimb } from './skin-facts.ts';
import type { Light } from '../../src/engine/figure/camera/light.ts';
import type { Model } from '../../src/engine/skin/arms.ts';

/**
 * The picture of a figure in a slow and simple way: for every sample a ray against every side of
 * every box, hits sorted by distance. It shares with the renderer the posed boxes, the light and
 * the places of the samples, and nothing else, so that the two can verify each other.
 */
export type RayScene = {
  readonly model: Model;
  readonly solids: readonly Solid[];
  readonly view: View;
  readonly frame: Frame;
  readonly light: Light;
  /** The sheet as it is drawn: its base opaque. */
  readonly sheet: RgbaImage;
  /** Whether texels of the overlay stand upon the base, see `createCells`. */
  readonly isRaised?: boolean;
  readonly heldItems?: readonly Held[];
  /** Surfaces besides those of the boxes, seen from both sides. */
  readonly quads?: readonly Quad[];
};

/** Premultiplied levels, 0 … 255, not rounded. */
export type Levels = readonly [red: number, green: number, blue: number, alpha: number];

/** What the samples of a pixel see; `shiftX`, `shiftY` (pixels) move all of them. */
export type RayRenderer = (x: number, y: number, shiftX?: number, shiftY?: number) => Levels[];

type Side = {
  readonly corner: Vec3;
  readonly outward: Vec3;
  /** Across the side, perpendicular to its left border; its length is one over the way across. */
  readonly across: Vec3;
  readonly topEdge: Vec3;
  readonly leftEdge: Vec3;
  readonly rightEdge: Vec3;
  readonly opaque: boolean;
  readonly rank: number;
  readonly shadeOutside: number;
  readonly shadeInside: number;
  readonly u: number;
  readonly v: number;
  readonly columns: number;
  readonly rows: number;
  readonly corners: readonly Vec3[];
};

/** Yaw 0 stands before the face, and goes round to the player's right hand; pitch goes up. */
function cameraOf({ yawDegrees, pitchDegrees }: View): Camera {
  const [yaw, pitch] = [(yawDegrees * Math.PI) / 180, (pitchDegrees * Math.PI) / 180];
  const forward: Vec3 = [
    -Math.sin(yaw) * Math.cos(pitch),
    -Math.sin(pitch),
    Math.cos(yaw) * Math.cos(pitch),
  ];
  const right: Vec3 = [-Math.cos(yaw), 0, -Math.sin(yaw)];
  return { right, up: cross(right, forward), forward };
}

/** The corner of a solid towards the given ends of the three axes. */
function cornerOf(solid: Solid, ends: readonly number[]): Vec3 {
  const isHigh = (axis: number): number => Number(ends.includes(axis));
  return solid.corners[isHigh(1) * 4 + isHigh(2) * 2 + isHigh(3)]!;
}

function sideOf(solid: Solid, face: FaceName, camera: Camera, scene: RayScene): Side | null {
  if (face === 'top' && solid.fromRow > 0) return null;
  if (face === 'bottom' && solid.toRow < solid.size[1]) return null;
  const { at, right, down } = faceAxes[face];
  const topLeft = cornerOf(solid, [at, -right, -down]);
  const topRight = cornerOf(solid, [at, right, -down]);
  const bottomLeft = cornerOf(solid, [at, -right, down]);
  const bottomRight = cornerOf(solid, [at, right, down]);
  const edges = edgesOf([topLeft, topRight, bottomLeft, bottomRight]);
  const plane = cross(edges.topEdge, edges.leftEdge);
  const unit = times(plane, 1 / Math.hypot(...plane));
  const middle = times(
    solid.corners.reduce((sum, corner) => plus(sum, corner), [0, 0, 0]),
    1 / 8,
  );
  const outward = dot(unit, plus(topLeft, middle, -1)) < 0 ? times(unit, -1) : unit;
  const { u, v, columns, rows } = faceRect(scene.model, solid.part, solid.layer, face);
  const isUpright = face !== 'top' && face !== 'bottom';
  return {
    ...edges,
    ...shadesOf(outward, camera, { light: scene.light, isOfLimb: isLimb(solid.part) }),
    outward,
    opaque: solid.layer === 'base',
    rank: allParts.indexOf(solid.part),
    u,
    v: v + (isUpright ? solid.fromRow : 0),
    columns,
    rows: isUpright ? solid.toRow - solid.fromRow : rows,
  };
}

function edgesOf(corners: Quad['corners']) {
  const [topLeft, topRight, bottomLeft, bottomRight] = corners;
  const topEdge = plus(topRight, topLeft, -1);
  const leftEdge = plus(bottomLeft, topLeft, -1);
  const rightEdge = plus(bottomRight, topRight, -1);
  const beside = plus(topEdge, leftEdge, -dot(topEdge, leftEdge) / dot(leftEdge, leftEdge));
  const across = times(beside, 1 / dot(beside, topEdge));
  return { corner: topLeft, across, topEdge, leftEdge, rightEdge, corners };
}

type Lit = Pick<RayScene, 'light'> & { readonly isOfLimb: boolean };

function shadesOf(outward: Vec3, camera: Camera, { light, isOfLimb }: Lit) {
  const shade = (sign: 1 | -1): number =>
    light(
      sign * dot(outward, camera.right),
      sign * dot(outward, camera.up),
      -sign * dot(outward, camera.forward),
      isOfLimb,
    );
  return { shadeOutside: shade(1), shadeInside: shade(-1) };
}

function freeSide(quad: Quad, camera: Camera, scene: RayScene): Side {
  return {
    ...edgesOf(quad.corners),
    ...shadesOf(quad.normal, camera, { light: scene.light, isOfLimb: false }),
    ...quad.texels,
    outward: quad.normal,
    opaque: false,
    rank: quad.rank,
  };
}

/** What may be seen in a pixel. */
type Pixel = {
  readonly sides: readonly Side[];
  readonly cells: readonly Cell[];
  readonly blocks: readonly Block[];
};

export function createRayRenderer(scene: RayScene): RayRenderer {
  const { view, frame, sheet } = scene;
  const camera = cameraOf(view);
  const flatSolids = scene.solids.filter(({ layer }) => layer === 'base' || !scene.isRaised);
  const all = [
    ...flatSolids.flatMap((solid) =>
      allFaces.flatMap((face) => sideOf(solid, face, camera, scene) ?? []),
    ),
    ...(scene.quads ?? []).map((quad) => freeSide(quad, camera, scene)),
  ];
  const texelsPerUnit = sheet.widthPx / 64;
  const flat = view.distanceUnits === null;
  const eye = plus(view.target, camera.forward, -(view.distanceUnits ?? 0));

  function hitOf(side: Side, from: Vec3, ray: Vec3): Hit | null {
    const steep = dot(side.outward, ray);
    if (steep === 0 || (side.opaque && steep > 0)) return null;
    const away = dot(side.outward, plus(side.corner, from, -1)) / steep;
    const inside = plus(plus(from, ray, away), side.corner, -1);
    const across = dot(side.across, inside);
    if (across < 0 || across > 1) return null;
    const edge = plus(times(side.leftEdge, 1 - across), side.rightEdge, across);
    const below = plus(inside, side.topEdge, -across);
    const down = dot(below, edge) / dot(edge, edge);
    if (down < 0 || down > 1) return null;
    const along = (share: number, count: number): number =>
      Math.min(count * texelsPerUnit - 1, Math.floor(share * count * texelsPerUnit));
    const column = side.u * texelsPerUnit + along(across, side.columns);
    const row = side.v * texelsPerUnit + along(down, side.rows);
    return {
      away: nearer(away, side.rank, view),
      opaque: side.opaque,
      shade: steep < 0 ? side.shadeOutside : side.shadeInside,
      texel: (row * sheet.widthPx + column) * 4,
    };
  }

  /** Left, top, right and bottom of what a side covers: no ray outside of it meets the side. */
  function bounds(corners: readonly Vec3[]): readonly [number, number, number, number] {
    const places = corners.map((corner) => {
      const offset = plus(corner, view.target, -1);
      const away = flat ? 1 : dot(camera.forward, offset) + view.distanceUnits;
      return [
        frame.originX + (dot(camera.right, offset) / away) * frame.scale,
        frame.originY - (dot(camera.up, offset) / away) * frame.scale,
      ] as const;
    });
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    return [Math.min(...xs) - 1, Math.min(...ys) - 1, Math.max(...xs) + 1, Math.max(...ys) + 1];
  }
  function near<HeldItem extends { readonly corners: readonly Vec3[] }>(
    heldItems: readonly HeldItem[],
  ) {
    const bounded = heldItems.map((heldItem) => [heldItem, bounds(heldItem.corners)] as const);
    const rows = new Map<number, typeof bounded>();
    const inRow = (y: number): typeof bounded => {
      const row =
        rows.get(y) ?? bounded.filter(([, [, top, , bottom]]) => y + 1 >= top && y <= bottom);
      rows.set(y, row);
      return row;
    };
    return (x: number, y: number): HeldItem[] =>
      inRow(y).flatMap(([heldItem, [left, , right]]) =>
        x + 1 < left || x > right ? [] : heldItem,
      );
  }
  const sidesNear = near(all);
  const cellsNear = near(scene.isRaised ? cellsOf(scene) : []);
  const blocksNear = near(blocksOf(scene.heldItems ?? []));

  function see({ sides, cells, blocks }: Pixel, x: number, y: number): Levels {
    const planeX = (x - frame.originX) / frame.scale;
    const planeY = (frame.originY - y) / frame.scale;
    const offset = plus(times(camera.right, planeX), camera.up, planeY);
    const from = flat ? plus(view.target, offset) : eye;
    const ray = flat ? camera.forward : plus(camera.forward, offset);
    const sight = { from, ray, towards: view, light: scene.light, camera };
    const hits = [
      ...sides.flatMap((side) => hitOf(side, from, ray) ?? []),
      ...cellHits(cells, sight),
      ...blockHits(blocks, sight),
    ];
    hits.sort((a, b) => a.away - b.away);
    let [red, green, blue, through] = [0, 0, 0, 1];
    for (const { opaque, shade, texel, colour } of hits) {
      const alpha = opaque ? 1 : sheet.data[texel + 3]! / 255;
      const light = (through * alpha * shade) / 255;
      const [r, g, b] = colour ?? sheet.data.subarray(texel, texel + 3);
      red += r! * light;
      green += g! * light;
      blue += b! * light;
      through *= 1 - alpha;
      if (through === 0) break;
    }
    return [red, green, blue, 255 * (1 - through)];
  }

  // A pixel whose samples are moved is asked for many times in a row.
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  let pixel: Pixel = { sides: [], cells: [], blocks: [] };
  return (x, y, shiftX = 0, shiftY = 0) => {
    if (x !== lastX || y !== lastY) {
      [lastX, lastY] = [x, y];
      pixel = { sides: sidesNear(x, y), cells: cellsNear(x, y), blocks: blocksNear(x, y) };
    }
    return Array.from({ length: 16 }, (_, i) =>
      see(pixel, x + sampleOffsets[i * 2]! + shiftX, y + sampleOffsets[i * 2 + 1]! + shiftY),
    );
  };
}

export function meanOf(samples: readonly Levels[]): Levels {
  const mean = (channel: 0 | 1 | 2 | 3): number =>
    samples.reduce((sum, sample) => sum + sample[channel], 0) / samples.length;
  return [mean(0), mean(1), mean(2), mean(3)];
}
