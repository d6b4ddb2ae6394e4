import type { Frame } from '../figure/camera/framing.ts';
import { cameraAxes, seenFrom, type Seen, type View } from '../figure/camera/view.ts';
import { mappedCorners, type CellPlane, type Corners, type Quad } from '../figure/quads.ts';
import type { AtlasLayout } from './plan.ts';
import { cross, dot, normalise, subtract, type Vec3 } from '../figure/vector.ts';
import type { Light } from '../figure/camera/light.ts';
import { glowSide, numberOfSide, type SideTable } from './side-colours.ts';

/**
 * A quad projected onto the picture. At pixel position (x, y) each of its functions is
 * `a * x + b * y + c`; texture position is `across / scale` and `down / downScale` of the way over
 * the quad, inside when both are in 0…1. The two scales differ only where texture rows fan out (the
 * sides of a bent limb). `nearness` grows towards the eye and orders surfaces exactly, as it is
 * linear over the picture in perspective too.
 */
export type ScreenQuad = {
  /** Twelve numbers: a, b, c of each of scale, across, down, downScale. */
  readonly functions: Float64Array;
  /**
   * The inverse: homogeneous position of the first corner, then what a way across and a way down the
   * left side add to it, and how much longer the right side is as a fraction of the left.
   */
  readonly forward: readonly number[];
  /** The a, b, c of nearness. */
  readonly plane: Float64Array;
  /** Outline in pixels: x, y of the four corners, in order around the quad. */
  readonly outline: readonly number[];
  readonly columns: number;
  readonly rows: number;
  /** Index of the first texel in the atlas, and the step from row to row. */
  readonly firstTexel: number;
  readonly atlasWidth: number;
  /** See `SideTable`. */
  readonly side: number;
  readonly opaque: boolean;
  /** Quads of one box within a box share it … */
  readonly shell: number;
  /** … and lie in this order, as boxes are convex: outer front 2, inner front 1, outer back 0. */
  readonly shellDepth: number;
  /** For cells of a raised overlay: the texels that they show if their own is a hole. */
  readonly raised: readonly CellLine[] | null;
  /** See `RaisedCells`; `null` for other surfaces. */
  readonly role: NonNullable<Quad['raised']>['role'] | null;
  /** See `CellPlane`; `null` without a raised overlay. */
  readonly cells: CellPlane | null;
};

/** The texels of cells in a line, as indices into the atlas. */
type CellLine = { readonly firstTexel: number; readonly step: number };

type Sheet = NonNullable<AtlasLayout['skin']>;

function cellLines({ raised }: Quad, sheet: Sheet): CellLine[] | null {
  if (raised === undefined) return null;
  return raised.others.map(({ u, v, right, down }) => ({
    firstTexel: texelAt(u, v, sheet),
    step: right + down * sheet.widthTexels,
  }));
}

function texelAt(u: number, v: number, { firstTexel, widthTexels, texelsPerUnit }: Sheet): number {
  return firstTexel + (v * widthTexels + u) * texelsPerUnit;
}

function shellDepthOf({ layer, raised, shellDepth }: Quad, facing: boolean): number {
  if (layer === 'base') return shellDepth ?? 1;
  return (raised?.isNear ?? facing) ? 2 : 0;
}

/** The light of a compile, and the sides that it meets. */
type Lighting = { readonly light: Light; readonly table: SideTable };

export type Lens = { readonly view: View; readonly frame: Frame };

/** The ranks of arms and legs; see `partNames`. */
const limbRanks = { first: 2, last: 5 } as const;

function isOfLimb({ sheet, rank }: Quad): boolean {
  return sheet === 'skin' && rank >= limbRanks.first && rank <= limbRanks.last;
}

/**
 * Projects quads onto the picture, omitting back faces of opaque solids, quads seen edge-on and
 * those whose sheet is not in the atlas; adds the sides that they show to the table.
 */
export function toScreen(
  quads: readonly Quad[],
  lens: Lens,
  lighting: Lighting,
  atlas: AtlasLayout,
): ScreenQuad[] {
  const look = surfaceLook(lens, lighting);
  // The walls of a raised overlay share the corners of their plane.
  const known = new Map<Quad['corners'], ReturnType<typeof look>>();
  return quads.flatMap((quad) => {
    const sheet = atlas[quad.sheet];
    if (sheet === null) return [];
    const before = known.get(quad.corners);
    const surface = before === undefined ? look(quad) : before;
    known.set(quad.corners, surface);
    if (surface === null) return [];
    const { facing, ...seen } = surface;
    return [
      {
        ...seen,
        columns: quad.texels.columns * sheet.texelsPerUnit,
        rows: quad.texels.rows * sheet.texelsPerUnit,
        firstTexel: texelAt(quad.texels.u, quad.texels.v, sheet),
        atlasWidth: sheet.widthTexels,
        opaque: quad.layer === 'base',
        shell: quad.shell,
        shellDepth: shellDepthOf(quad, facing),
        raised: cellLines(quad, sheet),
        role: quad.raised?.role ?? null,
        cells: quad.cells ?? null,
      },
    ];
  });
}

/** Returns how a quad is seen; `null` if it is not. */
function surfaceLook(lens: Lens, { light, table }: Lighting) {
  const axes = cameraAxes(lens.view);
  const inCamera = (direction: Vec3): Vec3 => [
    dot(direction, axes.right),
    dot(direction, axes.up),
    -dot(direction, axes.away),
  ];
  const see = seenFrom(lens.view);
  return (quad: Quad) => {
    const [topLeft, topRight, bottomLeft] = quad.corners;
    const seen = mappedCorners(quad.corners, see);
    const facing = facesEye(quad, seen, axes, lens.view);
    if (quad.layer === 'base' && !facing) return null;
    const mapping = inverseMapping(quad, seen, lens);
    if (mapping === null) return null;
    const [right, up, toEye] = inCamera(quad.normal);
    const normal: Vec3 = facing ? [right, up, toEye] : [-right, -up, -toEye];
    const side =
      quad.glows === true
        ? glowSide
        : numberOfSide(table, {
            normal,
            shade: light(...normal, isOfLimb(quad)),
            across: inCamera(normalise(subtract(topRight, topLeft))),
            down: inCamera(normalise(subtract(bottomLeft, topLeft))),
          });
    return { ...mapping, outline: outlineOf(seen, lens), side, facing };
  };
}

type SeenCorners = Corners<Seen>;

function facesEye(
  quad: Quad,
  seen: readonly Seen[],
  axes: ReturnType<typeof cameraAxes>,
  view: View,
): boolean {
  const normal: Vec3 = [
    dot(quad.normal, axes.right),
    dot(quad.normal, axes.up),
    dot(quad.normal, axes.away),
  ];
  return (view.distanceUnits === null ? normal[2] : dot(normal, seen[0]!)) < 0;
}

/** A projected point in homogeneous pixel coordinates, and its nearness times its weight. */
type Projected = readonly [x: number, y: number, weight: number, nearness: number];

function project([right, up, away]: Seen, { view, frame }: Lens): Projected {
  const weight = view.distanceUnits === null ? 1 : away;
  const nearness = view.distanceUnits === null ? -away : 1;
  return [
    right * frame.scale + frame.originX * weight,
    frame.originY * weight - up * frame.scale,
    weight,
    nearness,
  ];
}

function outlineOf(seen: SeenCorners, lens: Lens): number[] {
  return [0, 1, 3, 2].flatMap((corner) => {
    const [x, y, weight] = project(seen[corner]!, lens);
    return [x / weight, y / weight];
  });
}

/**
 * The five linear functions of `ScreenQuad`: the inverse of the mapping from texture position to
 * homogeneous pixel position. `null` if the quad is seen edge-on.
 */
function inverseMapping(quad: Quad, seen: SeenCorners, lens: Lens) {
  const corner = project(seen[0], lens);
  const [x0, y0, w0, n0] = corner;
  const [x1, y1, w1, n1] = sideOf(corner, project(seen[1], lens));
  const [x2, y2, w2, n2] = sideOf(corner, project(seen[2], lens));
  const scale = cross([x1, y1, w1], [x2, y2, w2]);
  const across = cross([x2, y2, w2], [x0, y0, w0]);
  const down = cross([x0, y0, w0], [x1, y1, w1]);
  const determinant = dot([x0, y0, w0], scale);
  const size = Math.hypot(...scale) + Math.hypot(...across) + Math.hypot(...down);
  if (Math.abs(determinant) < size * 1e-9) return null;
  const functions = new Float64Array(12);
  functions.set(scale);
  functions.set(across, 3);
  functions.set(down, 6);
  for (let i = 0; i < 9; i++) functions[i]! /= determinant;
  const plane = new Float64Array(3);
  const fan = fanOf(quad);
  for (let i = 0; i < 3; i++) {
    plane[i] = n0 * functions[i]! + n1 * functions[3 + i]! + n2 * functions[6 + i]!;
    functions[9 + i] = functions[i]! + fan * functions[3 + i]!;
  }
  addRank(plane, quad.rank, lens.view);
  return { functions, plane, forward: [x0, y0, w0, x1, y1, w1, x2, y2, w2, fan] };
}

function sideOf(a: Projected, b: Projected): Projected {
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]];
}

/**
 * How much longer the right side of a quad is than its left one, as a fraction of it. The sides are
 * parallel, so a texture row's height grows linearly from one to the other: a point that lies
 * `s` to the right and `t` left sides down is `t / (1 + fan * s)` of the way through the rows.
 */
function fanOf({ corners: [topLeft, topRight, bottomLeft, bottomRight] }: Quad): number {
  const left = subtract(bottomLeft, topLeft);
  const fan = dot(subtract(bottomRight, topRight), left) / dot(left, left) - 1;
  return Math.abs(fan) < 1e-9 ? 0 : fan;
}

/** Prevents z-fighting of two parts in one plane: each rank is a ten-thousandth of a unit nearer. */
const rankStepUnits = 1e-4;

function addRank(plane: Float64Array, rank: number, view: View): void {
  const step = rank * rankStepUnits;
  if (view.distanceUnits === null) {
    plane[2]! += step;
  } else {
    for (let i = 0; i < 3; i++) plane[i]! *= 1 + step / view.distanceUnits;
  }
}
