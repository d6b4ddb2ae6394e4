import { partBoxes, partNames, type Corner, type PartBox, type PartName } from './boxes.ts';
import { bendMove, partMove, steepestBend, hangingCapeDegrees, type Pose } from './pose.ts';
import {
  apply,
  sineCosine,
  translation,
  multiply,
  rotation,
  byAxis,
  type Affine,
  type Vec3,
} from './vector.ts';
import type { Model } from '../skin/arms.ts';
import { earsCapeFront } from '../skin/ears/shape.ts';

export const layers = ['base', 'overlay'] as const;
export type Layer = (typeof layers)[number];

/**
 * How the second layer is drawn: as boxes around those of the first, each texel as a small block on
 * them, or not at all, with the same framing as the boxes.
 */
export const overlayStyles = ['flat', 'raised', 'none'] as const;
export type OverlayStyle = (typeof overlayStyles)[number];

/** The sheet that a surface takes its texels from. */
export type SheetName = 'skin' | 'ears' | 'cape' | 'heldItems';

/**
 * A posed hexahedron of the figure: a whole part, or half of a bent limb. Its sides show the texture
 * rows `fromRow` to `toRow` of the part.
 */
export type Solid = {
  /** The body part that it is or is attached to. */
  readonly part: PartName;
  /** Base pieces are opaque and visible from outside only; overlay pieces can have holes. */
  readonly layer: Layer;
  readonly sheet: SheetName;
  /** Width, height, depth of the whole part in texels, as it is unwrapped on the sheet. */
  readonly size: Vec3;
  /** Top left texel of the part's front face in this layer, on a 64 px wide sheet. */
  readonly front: readonly [u: number, v: number];
  readonly fromRow: number;
  readonly toRow: number;
  /**
   * Shared by base and overlay of one part, or of one half of a bent limb: a box within a box. Each
   * part has two numbers, in the order of `partNames`; what is attached to the body follows.
   */
  readonly shell: number;
  /** Posed corners, indexed by `cornerIndex`. */
  readonly corners: readonly Vec3[];
};

export function cornerIndex([x, y, z]: Corner): number {
  return x * 4 + y * 2 + z;
}

/** The corners of a box in the order of `cornerIndex`. */
export const boxCorners: readonly Corner[] = [
  [0, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
  [0, 1, 1],
  [1, 0, 0],
  [1, 0, 1],
  [1, 1, 0],
  [1, 1, 1],
];

/**
 * All pieces of a posed figure, base and overlay, set down on the ground.
 * @param raised height of a raised overlay, otherwise `null`
 */
export function posedSolids(model: Model, pose: Pose, raised: number | null = null): Solid[] {
  const solids = floatingSolids(model, pose, raised);
  // The classic model decides, so that both stand alike.
  const lift = model === 'classic' ? liftOf(solids, pose) : groundLift(pose);
  const move = translation([0, lift, 0]);
  return solids.map((solid) => movedSolid(solid, move));
}

export function movedSolid(solid: Solid, move: Affine): Solid {
  return { ...solid, corners: solid.corners.map((corner) => apply(move, corner)) };
}

/** How far to lift a pose so that it stands on the ground, or at its height above it. */
export function groundLift(pose: Pose): number {
  return liftOf(floatingSolids('classic', pose), pose);
}

function liftOf(classic: readonly Solid[], pose: Pose): number {
  return (pose.airUnits ?? 0) - lowestPoint(classic);
}

/** Height of the lowest point of the base layer; an overlay's sole sinks into the ground. */
export function lowestPoint(solids: readonly Solid[]): number {
  const base = solids.filter(({ layer }) => layer === 'base');
  return Math.min(...base.flatMap(({ corners }) => corners.map(([, y]) => y)));
}

function floatingSolids(model: Model, pose: Pose, raised: number | null = null): Solid[] {
  return partNames.flatMap((part) => {
    const move = partMove(model, pose, part);
    const bendDegrees = pose.parts[part]?.bend ?? 0;
    return layers.flatMap((layer) =>
      layerSolids({ part, layer, box: grownBox(model, part, raised) }, move, bendDegrees),
    );
  });
}

/** Top left texel of the front face in a layer. */
export function frontOf({ front: [u, v], overlayOffset }: PartBox, layer: Layer): Solid['front'] {
  const [du, dv] = layer === 'overlay' ? overlayOffset : [0, 0];
  return [u + du, v + dv];
}

function grownBox(model: Model, part: PartName, raised: number | null): PartBox {
  const box = partBoxes[model][part];
  return raised === null ? box : { ...box, overlayGrowth: raised };
}

type PartLayer = { readonly part: PartName; readonly layer: Layer; readonly box: PartBox };

function layerSolids({ part, layer, box }: PartLayer, move: Affine, bendDegrees: number): Solid[] {
  const growth = layer === 'overlay' ? box.overlayGrowth : 0;
  const size = box.size;
  const shell = partNames.indexOf(part) * 2;
  const shared = { part, layer, sheet: 'skin', size, front: frontOf(box, layer) } as const;
  const height = size[1];
  if (bendDegrees === 0) {
    const whole = boxCorners.map((corner) => apply(move, restCorner(box, corner, growth)));
    return [{ ...shared, shell, fromRow: 0, toRow: height, corners: whole }];
  }
  const [upper, lower] = bentHalves(box, growth, bendDegrees);
  const moved = (points: readonly Vec3[]): Vec3[] => points.map((point) => apply(move, point));
  return [
    { ...shared, shell, fromRow: 0, toRow: height / 2, corners: moved(upper) },
    { ...shared, shell: shell + 1, fromRow: height / 2, toRow: height, corners: moved(lower) },
  ];
}

/** A corner of a box at rest that is extended by `growth` on all sides. */
export function restCorner(
  box: Pick<PartBox, 'min' | 'size'>,
  corner: Corner,
  growth: number,
): Vec3 {
  return byAxis((axis) =>
    corner[axis] === 0 ? box.min[axis] - growth : box.min[axis] + box.size[axis] + growth,
  );
}

/**
 * Both halves of a limb bent at its middle. They meet in the plane that bisects the angle, where their
 * corners coincide: the joint is closed, and each texel row is on one half only (stretched outside of
 * the bend, compressed inside).
 */
function bentHalves(
  box: PartBox,
  growth: number,
  bendDegrees: number,
): readonly [upper: Vec3[], lower: Vec3[]] {
  if (Math.abs(bendDegrees) > steepestBend) throw new RangeError('a limb cannot bend that far');
  const middle: Vec3 = [0, box.min[1] + box.size[1] / 2, box.min[2] + box.size[2] / 2];
  const [sine, cosine] = sineCosine(bendDegrees / 2);
  const slope = sine / cosine;
  const swing = bendMove(box, bendDegrees);
  const half = (side: 0 | 1, sign: 1 | -1): Vec3[] =>
    boxCorners.map((corner) => {
      const [x, y, z] = restCorner(box, corner, growth);
      return corner[1] === side ? [x, middle[1] + sign * slope * (z - middle[2]), z] : [x, y, z];
    });
  const lower = half(1, 1).map((point) => apply(swing, point));
  return [half(0, -1), lower];
}

/** The cape before it is attached: its top inner edge lies on the x axis, it hangs down behind z = 0. */
const cape = { min: [-5, -16, -1], size: [10, 16, 1] } as const;

/** Gap between the jacket and the edge of the cape. */
const airUnits = 0.05;

/**
 * The cape of a posed figure: it hangs on the body, with its front facing backwards.
 * @param raised height of a raised overlay, otherwise `null`
 */
export function capeSolids(pose: Pose, raised: number | null = null): Solid[] {
  const swing = rotation([-(pose.capeDegrees ?? hangingCapeDegrees), 0, 0]);
  const attached = multiply(swing, rotation([0, 180, 0]));
  const move = onBody(pose, multiply(translation(capeHinge(raised)), attached));
  const corners = boxCorners.map((corner) => apply(move, restCorner(cape, corner, 0)));
  return [
    wholeSolid({ ...onCape, size: cape.size, front: [1, 1], shell: firstBackShell, corners }),
  ];
}

/** The same with the texels of Ears. */
export function earsCapeSolids(pose: Pose, raised: number | null): Solid[] {
  return capeSolids(pose, raised).map((solid) =>
    Object.assign(solid, { sheet: 'ears', front: earsCapeFront } as const),
  );
}

/** What is on the back has the numbers after those of the parts. */
const firstBackShell = partNames.length * 2;
const onCape = { part: 'body', sheet: 'cape' } as const;

/** Where a cape hangs from. */
export function capeHinge(raised: number | null): Vec3 {
  return [0, 24, behindJacket(raised) + airUnits];
}

/** Angles of folded wings from the back, and from each other at the bottom, as in the game. */
const foldedDegrees = { back: 15, apart: 15 } as const;

/** The left wing before it is attached: it hangs from the shoulder and extends over the back. */
const wing = { min: [0, -20, 0], size: [10, 20, 2] } as const;

/** Its sides are extended by this; its texture is not. */
const growthUnits = 1;

/** Where the wings are attached: left and right of the middle, and behind it. */
const shoulder = { aside: 5, up: 24 } as const;

/**
 * The two folded wings (elytra) of a posed figure, attached to the body in place of a cape. The right
 * one mirrors the left one, including its texture.
 * @param raised height of a raised overlay, otherwise `null`
 */
export function wingSolids(pose: Pose, raised: number | null = null): Solid[] {
  const back = behindJacket(raised) + growthUnits;
  const fold = rotation([-foldedDegrees.back, 0, -foldedDegrees.apart]);
  const hung = multiply(translation([-shoulder.aside, shoulder.up, back]), fold);
  const left = boxCorners.map((corner) => apply(hung, restCorner(wing, corner, growthUnits)));
  const right = left.map(([x, y, z]): Vec3 => [-x, y, z]);
  const move = onBody(pose);
  return [left, right].map((corners, index) => {
    return wholeSolid({
      ...onCape,
      size: wing.size,
      front: [24, 2],
      shell: firstBackShell + index * 2,
      corners: corners.map((corner) => apply(move, corner)),
    });
  });
}

function behindJacket(raised: number | null): number {
  const { min, size, overlayGrowth } = partBoxes.classic.body;
  return min[2] + size[2] + (raised ?? overlayGrowth);
}

function onBody(pose: Pose, attached?: Affine): Affine {
  const body = partMove('classic', pose, 'body');
  const lift = translation([0, groundLift(pose), 0]);
  return multiply(lift, attached === undefined ? body : multiply(body, attached));
}

/** A box of an overlay that is not divided. */
export function wholeSolid(box: Omit<Solid, 'layer' | 'fromRow' | 'toRow'>): Solid {
  return { ...box, layer: 'overlay', fromRow: 0, toRow: box.size[1] };
}
