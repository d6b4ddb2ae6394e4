import { partBoxes, partNames, type Corner, type PartBox, type PartName } from './boxes.ts';
import { bendMove, partMove, steepestBend, type Pose } from './pose.ts';
import { apply, sineCosine, translation, type Affine, type Vec3 } from './vector.ts';
import type { Model } from '../skin/arms.ts';

export type Layer = 'base' | 'overlay';

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
    return (['base', 'overlay'] as const).flatMap((layer) =>
      layerSolids({ part, layer, box: grownBox(model, part, raised) }, move, bendDegrees),
    );
  });
}

function grownBox(model: Model, part: PartName, raised: number | null): PartBox {
  const box = partBoxes[model][part];
  return raised === null ? box : { ...box, overlayGrowth: raised };
}

type PartLayer = { readonly part: PartName; readonly layer: Layer; readonly box: PartBox };

function layerSolids({ part, layer, box }: PartLayer, move: Affine, bendDegrees: number): Solid[] {
  const growth = layer === 'overlay' ? box.overlayGrowth : 0;
  const [u, v] = box.front;
  const [du, dv] = layer === 'overlay' ? box.overlayOffset : [0, 0];
  const size = box.size;
  const shell = partNames.indexOf(part) * 2;
  const shared = { part, layer, sheet: 'skin', size, front: [u + du, v + dv] } as const;
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
  const along = (axis: 0 | 1 | 2): number =>
    corner[axis] === 0 ? box.min[axis] - growth : box.min[axis] + box.size[axis] + growth;
  return [along(0), along(1), along(2)];
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
