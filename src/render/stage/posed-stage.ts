import { flatLight } from '../camera/light.ts';
import { heightOf, widthOf, type Extent } from '../camera/regions.ts';
import {
  cameraAxes,
  flatten,
  seenFrom,
  seesPlaneFrom,
  turnedView,
  viewUnder,
  type View,
} from '../camera/view.ts';
import { raisedUnits } from '../model/boxes.ts';
import { capeSolids } from '../model/cape.ts';
import { wingSolids } from '../model/wings.ts';
import { withoutMovedLegs, type PosedSurface } from '../model/ears/posed-ears.ts';
import { mirroredPose, type Pose } from '../model/pose.ts';
import { quadsOf } from '../model/quads.ts';
import { lowestPoint, movedSolid, posedSolids, type Solid } from '../model/solids.ts';
import { halfTurn, type Vec3 } from '../model/vector.ts';
import { groundShadow, type GroundShadow } from '../plan/ground-shadow.ts';
import type { PosedRow } from '../render-types.ts';
import { earsCasters, earsQuads, heightWithEars, stagedEars, widthWithEars } from './ears-stage.ts';
import { mostRaisedTexelsPerUnit, raisedQuads } from './raised-quads.ts';
import { cropOf, isDrawn, withShadow, type Stage, type Stance, type Staging } from './stage.ts';

/**
 * A posed figure in space. The picture is as wide as this model needs, but its scale is the classic
 * model's, so that players of both models have the same size in a row; capes and overlays, drawn or
 * not, do not affect it either.
 */
export function posedStage(row: PosedRow, staging: Staging): Stage {
  const region = cropOf(row.crops, staging);
  const view = cameraOf(row, staging);
  const solids = figureSolids(row, staging, view);
  const classic = figureSolids(
    row,
    { ...staging, model: 'classic', cape: roomForCape(staging) },
    view,
  );
  const ears = earsOf(row, staging, view);
  const classicEars = earsOf(row, { ...staging, model: 'classic' }, view);
  const shadow =
    staging.shadow === true ? shadowIn(view, castShadow(row, classic, classicEars)) : null;
  const height = heightWithEars(heightOf(classic, region, view), classicEars, region, view);
  const framed = (figure: readonly Solid[], worn: readonly PosedSurface[]): Extent => {
    const extent = { ...height, ...widthOf(figure, region, view, height) };
    return withShadow(widthWithEars(extent, worn, region, view), shadow, staging);
  };
  const widest = framed(classic, classicEars);
  const isRaised = staging.overlay === 'raised';
  return {
    quadsFor: (texelsPerUnit) => {
      const boxes = staging.ears
        ? withoutMovedLegs(solids, staging.ears, poseOf(row, staging))
        : solids;
      const quads = isRaised
        ? raisedQuads(boxes, view, texelsPerUnit)
        : boxes.filter((solid) => isDrawn(solid, staging)).flatMap(quadsOf);
      return [...quads, ...earsQuads(ears, view)];
    },
    mostTexelsPerUnit: isRaised ? mostRaisedTexelsPerUnit : Infinity,
    view,
    light: staging.shading === false ? flatLight : row.light,
    extent: framed(solids, ears),
    widestUnits: widest.right - widest.left,
    isTexelExact: false,
    shadow,
  };
}

/** The picture of a whole figure always has room for a cape; the other crops cut it off. */
function roomForCape({ crop }: Staging): Staging['cape'] {
  return crop === 'full' ? { texelsPerUnit: 1 } : null;
}

function viewOf({ view }: PosedRow, { mirror, yawDegrees, pitchDegrees }: Staging): View {
  const own = mirror === true ? { ...view, yawDegrees: -view.yawDegrees } : view;
  return turnedView(own, yawDegrees ?? 0, pitchDegrees ?? 0);
}

/** Camera options of a single picture, in which no other figure shares the viewpoint. */
function cameraOf(row: PosedRow, staging: Staging): View {
  const view = { ...viewOf(row, staging), rollDegrees: staging.rollDegrees ?? 0 };
  const { fovDegrees } = staging;
  if (typeof fovDegrees !== 'number') return view;
  const classic = figureSolids(
    row,
    { ...staging, model: 'classic', cape: { texelsPerUnit: 1 } },
    view,
  );
  const ears = earsOf(row, { ...staging, model: 'classic' }, view);
  return viewUnder(view, fovDegrees, [
    ...classic.flatMap(({ corners }) => corners),
    ...ears.flatMap(({ quad }) => quad.corners),
  ]);
}

/** Units above the lowest point within which something counts as touching the ground. */
const touchUnits = 4.5;

/** The stance of a posed figure, from the classic model, so that both models stand alike. */
export function posedStance(row: PosedRow, staging: Staging): Stance {
  const view = viewOf(row, staging);
  const solids = figureSolids(row, { ...staging, model: 'classic', cape: null }, view);
  const base = solids.filter(({ layer }) => layer === 'base');
  const see = seenFrom(view);
  const extentOf = (points: readonly Vec3[]): Extent => {
    const flat = points.map((point) => flatten(view, see(point)));
    const [rights, ups] = [flat.map(([right]) => right), flat.map(([, up]) => up)];
    return {
      left: Math.min(...rights),
      right: Math.max(...rights),
      bottom: Math.min(...ups),
      top: Math.max(...ups),
    };
  };
  const lowest = lowestPoint(base);
  const touching = base
    .flatMap(({ corners }) => corners)
    .filter(([, y]) => y <= lowest + touchUnits);
  const isWhole = staging.crop === 'full';
  const airUnits = row.parts === undefined ? (row.pose.airUnits ?? 0) : 0;
  return {
    groundUp: isWhole
      ? extentOf(base.flatMap(({ corners }) => corners)).bottom -
        airUnits / (view.distanceUnits ?? 1)
      : heightOf(solids, cropOf(row.crops, staging), view).bottom,
    feet: isWhole ? extentOf(touching) : null,
    face: extentOf(base.flatMap(({ part, corners }) => (part === 'head' ? corners : []))),
  };
}

function poseOf({ pose }: PosedRow, { mirror }: Staging): Pose {
  return mirror === true ? mirroredPose(pose) : pose;
}

function earsOf(row: PosedRow, staging: Staging, view: View): readonly PosedSurface[] {
  const pose = poseOf(row, staging);
  return stagedEars({ pose, model: staging.model, parts: row.parts }, staging, view);
}

function figureSolids(row: PosedRow, staging: Staging, view: View): Solid[] {
  const { parts } = row;
  const pose = poseOf(row, staging);
  const growth = staging.overlay === 'raised' ? raisedUnits : null;
  const skin = posedSolids(staging.model, pose, growth);
  const wings = staging.wings === true ? wingSolids : capeSolids;
  const worn = staging.cape ? [...skin, ...wings(pose, growth)] : skin;
  const solids = parts === undefined ? worn : worn.filter(({ part }) => parts.includes(part));
  if (staging.upsideDown !== true) return solids;
  const turn = halfTurn(view.target, cameraAxes(view).away);
  return solids.map((solid) => movedSolid(solid, turn));
}

/** The ground is as far below a figure as its pose says, and directly below a cropped one. */
function castShadow(
  { pose, parts }: PosedRow,
  solids: readonly Solid[],
  ears: readonly PosedSurface[],
): GroundShadow {
  const boxes = solids.filter(({ layer }) => layer === 'base').map(({ corners }) => corners);
  const airUnits = parts === undefined ? (pose.airUnits ?? 0) : 0;
  return groundShadow([...boxes, ...earsCasters(ears)], lowestPoint(solids) - airUnits);
}

/** Lower than this above the ground, in units, the eye sees a shadow as a line, or not at all. */
const leastEyeUnits = 1;

function shadowIn(view: View, ground: GroundShadow): Stage['shadow'] {
  const isSeen = seesPlaneFrom(view)([0, ground.groundY + leastEyeUnits, 0], [0, 1, 0]);
  return isSeen ? { ground, view } : null;
}
