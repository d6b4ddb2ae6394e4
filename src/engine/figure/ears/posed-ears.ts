import { partBoxes, type PartName } from '../boxes.ts';
import {
  boxCorners,
  groundLift,
  restCorner,
  earsCapeSolids,
  wholeSolid,
  type Solid,
} from '../solids.ts';
import { partMove, bendMove, type Pose } from '../pose.ts';
import { quadsOf, cornersOf, type Quad } from '../quads.ts';
import {
  apply,
  cross,
  multiply,
  normalise,
  subtract,
  translation,
  opposite,
  plus,
  times,
  type Affine,
  type Vec3,
} from '../vector.ts';
import { snoutSurfaces, earSurfaces, crownSurfaces } from './head.ts';
import { clawSurfaces, legSurfaces } from './limbs.ts';
import type { EarsShape, FigureEars } from '../../skin/ears/shape.ts';
import type { EarsSurface } from './surface.ts';
import { tailSurfaces, wingSurfaces, chestSurfaces } from './torso.ts';
import type { Model } from '../../skin/arms.ts';
import { memoized } from '../../../common/cache/memoized.ts';

/** A surface of a posed figure, with the part that carries it. */
export type PosedSurface = {
  readonly part: PartName;
  readonly quad: Quad;
  /** Whether it is seen from behind, too. */
  readonly isTwoSided: boolean;
};

/**
 * Numbers of shells from here on are those of Ears, one for each surface: they may cross, so that each
 * sample compares their depths. At most 107.
 */
const firstShell = 64;

/**
 * In a common plane with a part, Ears are in front of it, and of each other the later one: the inner sides
 * of legs and the planes of a tail's segments lie in one plane.
 */
const firstRank = 16;

type EarsFigure = {
  readonly ears: FigureEars;
  readonly model: Model;
  readonly pose: Pose;
  readonly hasOverlay: boolean;
  /** Height of a raised overlay, otherwise `null`. */
  readonly raised: number | null;
};

/** Everything that Ears add to a posed figure, set down on the ground with it. */
export function posedEars({ ears, ...figure }: EarsFigure): PosedSurface[] {
  if (ears === 'deadmau5') return mouseEars(figure);
  const { pose, model, hasOverlay, raised } = figure;
  const moveOf = memoized(
    ({ on, isLower = false }: EarsSurface) => surfaceMove(model, pose, on, isLower),
    ({ on, isLower = false }) => `${on} ${isLower}`,
  );
  const surfaces = surfacesOf(ears, model, pose).filter((one) => hasOverlay || !one.isOverlay);
  const quads = surfaces.map((surface, index): PosedSurface => ({
    part: surface.on,
    quad: quadOf(surface, moveOf(surface), index),
    isTwoSided: surface.isOneSided !== true,
  }));
  if (!ears.cape) return quads;
  return [...quads, ...boxSurfaces(earsCapeSolids(pose, raised))];
}

function surfacesOf(ears: EarsShape, model: Model, pose: Pose): EarsSurface[] {
  const legsOf = (leg: PartName) => (isSteep(pose, leg) ? 'plantigrade' : ears.legs);
  const { tail, snout, wings, chest, claws, crown } = ears;
  return [
    ...earSurfaces(ears.ears, ears.anchor),
    ...crownSurfaces(crown),
    ...(snout === null ? [] : snoutSurfaces(snout)),
    ...(tail === null ? [] : tailSurfaces(tail)),
    ...chestSurfaces(chest),
    ...(wings === null ? [] : wingSurfaces(wings)),
    ...legSurfaces(legsOf),
    ...(claws ? clawSurfaces(model, legsOf) : []),
  ];
}

/** From rest to the posed figure, for a part or for its lower half, which may be bent. */
function surfaceMove(model: Model, pose: Pose, part: PartName, isLower: boolean): Affine {
  const move = multiply(translation([0, groundLift(pose), 0]), partMove(model, pose, part));
  const bend = pose.parts[part]?.bend ?? 0;
  if (!isLower || bend === 0) return move;
  return multiply(move, bendMove(partBoxes[model][part], bend));
}

function quadOf(surface: EarsSurface, move: Affine, index: number): Quad {
  const { sheet, texels, corner, right, down } = surface;
  const [u, v, columns, rows] = texels;
  const corners = cornersOf((isRight, isBelow) => {
    const above = isRight ? plus(corner, right, columns) : corner;
    return apply(move, isBelow ? plus(above, down, rows) : above);
  });
  const [topLeft, topRight, bottomLeft] = corners;
  // Its texels are not mirrored where the viewer sees them from the other side of this product.
  const away = normalise(cross(subtract(topRight, topLeft), subtract(bottomLeft, topLeft)));
  return {
    corners,
    normal: opposite(away),
    texels: { u, v, columns, rows },
    sheet,
    layer: 'overlay',
    rank: firstRank + index,
    shell: firstShell + index,
  };
}

function boxSurfaces(solids: readonly Solid[]): PosedSurface[] {
  return solids.flatMap((solid) =>
    quadsOf(solid).map((quad) => ({ part: solid.part, quad, isTwoSided: true })),
  );
}

/** One of deadmau5's ears before it is extended on all sides; the other mirrors its position. */
const mouseEar = { min: [3, 30, -1], size: [6, 6, 1] } as const;
const mouseEarGrowth = 1;
const mouseEarFront = [25, 1] as const;

/** The round ears that the game itself gives to one account, from the free corner beside the head. */
function mouseEars({ model, pose }: Omit<EarsFigure, 'ears'>): PosedSurface[] {
  const move = surfaceMove(model, pose, 'head', false);
  const [x, y, z] = mouseEar.min;
  const solids = [x, -x - mouseEar.size[0]].map((left, index): Solid => {
    const box = { ...mouseEar, min: [left, y, z] as const };
    return wholeSolid({
      part: 'head',
      sheet: 'skin',
      size: mouseEar.size,
      front: mouseEarFront,
      shell: firstShell + index,
      corners: boxCorners.map((corner) => apply(move, restCorner(box, corner, mouseEarGrowth))),
    });
  });
  return boxSurfaces(solids);
}

/** A knee that is bent further would have gaps between boxes that do not meet. */
const steepestKneeDegrees = 60;

/** Whether a leg is bent so far that it keeps its boxes: the mod knows no knees. */
function isSteep({ parts }: Pose, part: PartName): boolean {
  return Math.abs(parts[part]?.bend ?? 0) > steepestKneeDegrees;
}

/**
 * The boxes of a figure without the legs, or their lower halves, that Ears draw in another shape; of
 * legs that keep their boxes, with the texels from where they were moved to.
 */
export function withoutMovedLegs(
  solids: readonly Solid[],
  ears: FigureEars,
  pose: Pose,
): readonly Solid[] {
  if (ears === 'deadmau5' || ears.legs === 'plantigrade') return solids;
  const isFull = ears.legs === 'full';
  return solids.flatMap((solid) => {
    if (solid.part !== 'rightLeg' && solid.part !== 'leftLeg') return [solid];
    if (!isSteep(pose, solid.part)) return isFull ? [] : upperHalf(solid);
    return [isFull || solid.fromRow > 0 ? { ...solid, sheet: 'ears' } : solid];
  });
}

/** The upper half of a leg, cut straight across, also where a bent one is not. */
function upperHalf(solid: Solid): Solid[] {
  const middle = solid.size[1] / 2;
  if (solid.fromRow > 0) return [];
  const [top, bottom] = [meanOf(solid, 2), meanOf(solid, 0)];
  const down = times(subtract(bottom, top), solid.toRow > middle ? 0.5 : 1);
  const corners = solid.corners.map((corner, index) =>
    (index & 2) === 0 ? plus(solid.corners[index | 2]!, down) : corner,
  );
  return [{ ...solid, toRow: middle, corners }];
}

/** The middle of a solid's lower (0) or upper (2) corners. */
function meanOf({ corners }: Solid, level: 0 | 2): Vec3 {
  const those = corners.filter((_, index) => (index & 2) === level);
  return times(
    those.reduce((sum, corner) => plus(sum, corner)),
    1 / those.length,
  );
}
