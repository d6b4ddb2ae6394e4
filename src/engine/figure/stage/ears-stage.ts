import {
  clippedAcross,
  extentOf,
  type Extent,
  type Region,
  type Shares,
} from '../camera/framing.ts';
import { cameraAxes, flatten, seenFrom, seesPlaneFrom, type View } from '../camera/view.ts';
import { raisedUnits, type PartName } from '../boxes.ts';
import { posedEars, type PosedSurface } from '../ears/posed-ears.ts';
import type { Pose } from '../pose.ts';
import { rest } from '../standing.ts';
import { mappedCorners, type Quad } from '../quads.ts';
import { apply, halfTurn, subtract, type Affine, type Vec3 } from '../vector.ts';
import type { Staging } from './stage.ts';
import type { Model } from '../../skin/arms.ts';
import type { FlatSide } from '../flat.ts';
import type { FigureEars } from '../../skin/ears/shape.ts';

type Posed = {
  readonly pose: Pose;
  readonly model: Model;
  readonly parts: readonly PartName[] | undefined;
};

/** What Ears add to a figure, as it stands on the stage; nothing for a figure without. */
export function stagedEars(
  { pose, model, parts }: Posed,
  { ears, overlay, upsideDown }: Staging,
  view: View,
): readonly PosedSurface[] {
  if (ears === null || ears === undefined) return [];
  const raised = overlay === 'raised' ? raisedUnits : null;
  const hasOverlay = overlay !== 'none';
  const surfaces = posedEars({ ears, model, pose, hasOverlay, raised });
  const shown =
    parts === undefined ? surfaces : surfaces.filter(({ part }) => parts.includes(part));
  if (upsideDown !== true) return shown;
  const turn = halfTurn(view.target, cameraAxes(view).away);
  return shown.map((surface) => turnedSurface(surface, turn));
}

function turnedSurface(surface: PosedSurface, turn: Affine): PosedSurface {
  const { quad } = surface;
  const corners = mappedCorners(quad.corners, (corner) => apply(turn, corner));
  const normal = subtract(apply(turn, quad.normal), apply(turn, [0, 0, 0]));
  return { ...surface, quad: { ...quad, corners, normal } };
}

/** The surfaces that can be seen: some are only from their front. */
export function earsQuads(surfaces: readonly PosedSurface[], view: View): Quad[] {
  const seesPlane = seesPlaneFrom(view);
  return surfaces
    .filter(({ quad, isTwoSided }) => isTwoSided || seesPlane(quad.corners[0], quad.normal))
    .map(({ quad }) => quad);
}

/** Its surfaces as flat boxes, which cast its shadow. */
export function earsCasters(surfaces: readonly PosedSurface[]): (readonly Vec3[])[] {
  return surfaces.map(({ quad: { corners } }) => {
    const [topLeft, topRight, bottomLeft, bottomRight] = corners;
    return [bottomLeft, bottomLeft, topLeft, topLeft, bottomRight, bottomRight, topRight, topRight];
  });
}

/** The height of a region with what Ears add to the parts that are in it as a whole. */
export function heightWithEars(
  height: Pick<Extent, 'top' | 'bottom'>,
  surfaces: readonly PosedSurface[],
  region: Region,
  view: View,
): Pick<Extent, 'top' | 'bottom'> {
  const corners = within(surfaces, region.height).flatMap(({ quad }) => quad.corners);
  const { top, bottom } = extentOf(corners, view);
  return { top: Math.max(height.top, top), bottom: Math.min(height.bottom, bottom) };
}

/** The width of a region between its top and bottom, with what Ears add to parts in it. */
export function widthWithEars(
  { top, bottom, left, right }: Extent,
  surfaces: readonly PosedSurface[],
  region: Region,
  view: View,
): Extent {
  const see = seenFrom(view);
  const acrosses = within(surfaces, region.width).flatMap(({ quad }) => {
    const [a, b, c, d] = quad.corners.map((corner) => flatten(view, see(corner)));
    const edges = [
      [a!, b!],
      [b!, d!],
      [d!, c!],
      [c!, a!],
    ] as const;
    return edges.flatMap(([from, to]) => clippedAcross(from, to, top, bottom));
  });
  return { top, bottom, left: Math.min(left, ...acrosses), right: Math.max(right, ...acrosses) };
}

function within(surfaces: readonly PosedSurface[], shares: Shares): readonly PosedSurface[] {
  return surfaces.filter(({ part }) => {
    const range = shares[part];
    return range !== undefined && range[0] === 0 && range[1] === 1;
  });
}

/** Where the face is; what is as near to the viewer is before all of a paper doll. */
const faceZ = -4;

/** Farther than any surface is from the head: nothing of it is between the parts of the doll. */
const apartUnits = 64;

/**
 * What Ears add to the head of a paper doll, as it shows straight from the front or from behind: ears, snout
 * and horn. What leans is drawn upright and in whole units, so that its texels are as large as the others.
 */
export function flatEars(ears: FigureEars, side: FlatSide): Quad[] {
  const turn = side === 'front' ? 1 : -1;
  const turned = ([x, y, z]: Vec3): Vec3 => [turn * x, y, turn * z];
  const figure = { model: 'classic', pose: rest, hasOverlay: true, raised: null } as const;
  return posedEars({ ears, ...figure }).flatMap(({ part, quad, isTwoSided }) => {
    const normal = turned(quad.normal);
    const isSeen = normal[2] < -seenNormal || (isTwoSided && normal[2] > seenNormal);
    return part === 'head' && isSeen ? [{ ...placed(quad, turned), normal }] : [];
  });
}

/** Smaller ones are those of surfaces that are seen edge-on. */
const seenNormal = 1e-6;

function placed(quad: Quad, turned: (point: Vec3) => Vec3): Quad {
  const corners = mappedCorners(quad.corners, turned);
  const isBefore = corners.every(([, , z]) => z <= faceZ + seenNormal);
  const apart = isBefore ? -apartUnits : apartUnits;
  const at = ([x, y, z]: Vec3): Vec3 => [outwards(x), outwards(y), z + apart];
  return { ...quad, corners: mappedCorners(corners, at) };
}

/** The next whole number away from 0. */
function outwards(value: number): number {
  return Math.sign(value) * Math.ceil(Math.abs(value) - 1e-6);
}
