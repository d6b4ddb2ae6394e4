import { clippedAcross, type Extent, type Region, type Shares } from '../camera/framing.ts';
import { cameraAxes, flatten, seenFrom, seesPlaneFrom, type View } from '../camera/view.ts';
import type { PartName } from '../boxes.ts';
import { raisedUnits } from '../boxes.ts';
import { posedEars, type PosedSurface } from '../ears/posed-ears.ts';
import type { Pose } from '../pose.ts';
import type { Quad } from '../quads.ts';
import { apply, halfTurn, subtract, type Affine, type Vec3 } from '../vector.ts';
import type { Staging } from './stage.ts';
import type { Model } from '../../skin/arms.ts';

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
  const [a, b, c, d] = quad.corners;
  const corners = [apply(turn, a), apply(turn, b), apply(turn, c), apply(turn, d)] as const;
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
  const see = seenFrom(view);
  const ups = within(surfaces, region.height).flatMap(({ quad }) =>
    quad.corners.map((corner) => flatten(view, see(corner))[1]),
  );
  return { top: Math.max(height.top, ...ups), bottom: Math.min(height.bottom, ...ups) };
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
