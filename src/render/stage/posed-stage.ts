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
import { mirroredPose } from '../model/pose.ts';
import { quadsOf } from '../model/quads.ts';
import { lowestPoint, movedSolid, posedSolids, type Solid } from '../model/solids.ts';
import { halfTurn, type Vec3 } from '../model/vector.ts';
import { groundShadow, type GroundShadow } from '../plan/ground-shadow.ts';
import type { PosedRow } from '../render-types.ts';
import { mostRaisedTexelsPerUnit, raisedQuads } from './raised-quads.ts';
import { momentOf, reachOf, type Reach, type Reaches } from './moment.ts';
import { cropOf, isDrawn, withShadow, type Stage, type Stance, type Staging } from './stage.ts';

/**
 * A posed figure in space. The picture is as wide as this model needs, but its scale is the classic
 * model's, so that players of both models have the same size in a row; capes and overlays, drawn or
 * not, do not affect it either.
 */
export function posedStage(row: PosedRow, staging: Staging, reaches: Reaches): Stage {
  if (!staging.motion) return stageAt(momentOf(row, staging, 0), staging);
  const { extent, widestUnits, distanceUnits } = reachOver(row, staging, reaches);
  const now = momentOf(row, staging, staging.motion.phase);
  return { ...stageAt(now, staging, distanceUnits), extent, widestUnits };
}

/** What a moving figure needs in all frames. */
function reachOver(row: PosedRow, staging: Staging, reaches: Reaches): Reach {
  const key = JSON.stringify({ ...staging, motion: staging.motion?.motion });
  return reaches(key, () =>
    reachOf(row, staging, {
      stageAt: (moment, distanceUnits) => stageAt(moment, staging, distanceUnits),
      stanceAt: (moment) => stanceAt(moment, staging),
    }),
  );
}

/** @param distanceUnits of the camera; that of the view by default */
function stageAt(row: PosedRow, staging: Staging, distanceUnits?: number | null): Stage {
  const region = cropOf(row.crops, staging);
  const own = cameraOf(row, staging);
  const view = distanceUnits === undefined ? own : { ...own, distanceUnits };
  const solids = figureSolids(row, staging, view);
  const classic = figureSolids(
    row,
    { ...staging, model: 'classic', cape: roomForCape(staging) },
    view,
  );
  const shadow = staging.shadow === true ? shadowIn(view, castShadow(row, classic)) : null;
  const height = heightOf(classic, region, view);
  const widthAt = (figure: readonly Solid[]) => widthOf(figure, region, view, height);
  const widest = withShadow({ ...height, ...widthAt(classic) }, shadow, staging);
  const isRaised = staging.overlay === 'raised';
  return {
    quadsFor: (texelsPerUnit) =>
      isRaised
        ? raisedQuads(solids, view, texelsPerUnit)
        : solids.filter((solid) => isDrawn(solid, staging)).flatMap(quadsOf),
    mostTexelsPerUnit: isRaised ? mostRaisedTexelsPerUnit : Infinity,
    view,
    light: staging.shading === false ? flatLight : row.light,
    extent: withShadow({ ...height, ...widthAt(solids) }, shadow, staging),
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
  return viewUnder(
    view,
    fovDegrees,
    classic.flatMap(({ corners }) => corners),
  );
}

/** Units above the lowest point within which something counts as touching the ground. */
const touchUnits = 4.5;

/** The stance of a posed figure, from the classic model, so that both models stand alike. */
export function posedStance(row: PosedRow, staging: Staging, reaches: Reaches): Stance {
  if (!staging.motion) return stanceAt(momentOf(row, staging, 0), staging);
  return reachOver(row, staging, reaches).stance;
}

function stanceAt(row: PosedRow, staging: Staging): Stance {
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

function figureSolids({ pose: own, parts }: PosedRow, staging: Staging, view: View): Solid[] {
  const pose = staging.mirror === true ? mirroredPose(own) : own;
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
function castShadow({ pose, parts }: PosedRow, solids: readonly Solid[]): GroundShadow {
  const boxes = solids.filter(({ layer }) => layer === 'base').map(({ corners }) => corners);
  const airUnits = parts === undefined ? (pose.airUnits ?? 0) : 0;
  return groundShadow(boxes, lowestPoint(solids) - airUnits);
}

/** Lower than this above the ground, in units, the eye sees a shadow as a line, or not at all. */
const leastEyeUnits = 1;

function shadowIn(view: View, ground: GroundShadow): Stage['shadow'] {
  const isSeen = seesPlaneFrom(view)([0, ground.groundY + leastEyeUnits, 0], [0, 1, 0]);
  return isSeen ? { ground, view } : null;
}
