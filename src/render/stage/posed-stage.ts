import { flatLight } from '../camera/light.ts';
import { extentOf, heightOf, type Extent } from '../camera/regions.ts';
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
import { heldBoxes, heldQuads, movedThing, type Held } from '../model/held.ts';
import { wingSolids } from '../model/wings.ts';
import { openEdges } from '../model/open-edges.ts';
import { withoutMovedLegs, type PosedSurface } from '../model/ears/posed-ears.ts';
import { mirroredPose, type Pose } from '../model/pose.ts';
import { faceQuad, quadsOf } from '../model/quads.ts';
import { lowestPoint, movedSolid, posedSolids, type Solid } from '../model/solids.ts';
import { dot, halfTurn, type Affine, type Vec3 } from '../model/vector.ts';
import { groundShadow, type GroundShadow } from '../plan/ground-shadow.ts';
import type { PosedRow } from '../posed-row.ts';
import { earsCasters, earsQuads, heightWithEars, stagedEars, widthWithEars } from './ears-stage.ts';
import { figureThings, frameOf, type FigureInSpace } from './figure-things.ts';
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
      viewAt: (moment) => cameraOf(moment, staging),
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
  const [classicThings, slimThings] = (['classic', 'slim'] as const).map((model) =>
    thingsIn(row, { ...staging, model }, view),
  );
  const things = staging.model === 'slim' ? slimThings! : classicThings!;
  const [classicEars, slimEars] = (['classic', 'slim'] as const).map((model) =>
    earsOf(row, { ...staging, model }, view),
  );
  const ears = staging.model === 'slim' ? slimEars! : classicEars!;
  const ofClassic = { solids: classic, things: classicThings! };
  const shadow =
    staging.shadow === true ? shadowIn(view, castShadow(row, ofClassic, classicEars!)) : null;
  const frame = frameOf({ ...ofClassic, slimThings: slimThings! }, region, view, (height) =>
    heightWithEars(height, [...classicEars!, ...slimEars!], region, view),
  );
  const framed = (figure: FigureInSpace, worn: readonly PosedSurface[]): Extent =>
    withShadow(widthWithEars(frame(figure), worn, region, view), shadow, staging);
  const widest = framed(ofClassic, classicEars!);
  const isRaised = staging.overlay === 'raised';
  return {
    quadsFor: (texelsPerUnit) => {
      const boxes = staging.ears
        ? withoutMovedLegs(solids, staging.ears, poseOf(row, staging))
        : solids;
      const quads = isRaised
        ? raisedQuads(boxes, view, texelsPerUnit)
        : boxes.filter((solid) => isDrawn(solid, staging)).flatMap(quadsOf);
      return [...quads, ...earsQuads(ears, view), ...things.flatMap(heldQuads)];
    },
    mostTexelsPerUnit: isRaised ? mostRaisedTexelsPerUnit : Infinity,
    view,
    light: staging.shading === false ? flatLight : row.light(turnOf(solids, view)),
    openEdges: () => openEdges(solids),
    extent: framed({ solids, things }, ears),
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

/** How far head and body look to the right of the viewer in the mean, in radians. */
function turnOf(solids: readonly Solid[], view: View): number {
  const { right } = cameraAxes(view);
  const toViewer: Vec3 = [-right[2], 0, right[0]];
  const fronts = solids
    .filter(({ part, layer, sheet }) => layer === 'base' && sheet === 'skin' && isTrunk(part))
    .flatMap((solid) => faceQuad(solid, 'front'));
  const sum = (axis: Vec3): number =>
    fronts.reduce((total, { normal }) => total + dot(normal, axis), 0);
  return Math.atan2(sum(right), sum(toViewer));
}

function isTrunk(part: Solid['part']): boolean {
  return part === 'head' || part === 'body';
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
  const things = thingsIn(row, { ...staging, model: 'classic' }, view).flatMap(heldBoxes);
  return viewUnder(view, fovDegrees, [
    ...classic.flatMap(({ corners }) => corners),
    ...ears.flatMap(({ quad }) => quad.corners),
    ...things.flat(),
  ]);
}

/** Units above the lowest point within which something counts as touching the ground. */
const touchUnits = 4.5;

/** The stance of a posed figure, from the classic model, so that both models stand alike. */
export function posedStance(row: PosedRow, staging: Staging, reaches: Reaches): Stance {
  if (!staging.motion) return stanceAt(momentOf(row, staging, 0), staging);
  const { stance } = reachOver(row, staging, reaches);
  const now = stanceAt(momentOf(row, staging, staging.motion.phase), staging);
  // Its shadow lies where it now stands, while the ground is that of the whole loop.
  const behind = now.groundUp - stance.groundUp;
  return {
    ...stance,
    casters: now.casters.map((corners) =>
      corners.map((corner) => ({ ...corner, back: corner.back + behind })),
    ),
  };
}

function stanceAt(row: PosedRow, staging: Staging): Stance {
  const view = viewOf(row, staging);
  const solids = figureSolids(row, { ...staging, model: 'classic', cape: null }, view);
  const base = solids.filter(({ layer }) => layer === 'base');
  const things = thingsIn(row, { ...staging, model: 'classic' }, view);
  const isWhole = staging.crop === 'full';
  const airUnits = row.parts === undefined ? (row.pose.airUnits ?? 0) : 0;
  return {
    groundUp: isWhole
      ? extentOf(
          base.flatMap(({ corners }) => corners),
          view,
        ).bottom -
        airUnits / (view.distanceUnits ?? 1)
      : heightOf(solids, cropOf(row.crops, staging), view).bottom,
    face: extentOf(
      base.flatMap(({ part, corners }) => (part === 'head' ? corners : [])),
      view,
    ),
    bodyUp: extentOf(
      base.flatMap(({ part, corners }) => (part === 'head' ? [] : corners)),
      view,
    ).top,
    casters: isWhole ? castersOf(base, things, { view, airUnits }) : [],
  };
}

/** From lower angles than this, a ground would be seen as a line. */
const leastTilt = 0.17;

function castersOf(
  base: readonly Solid[],
  things: readonly Held[],
  { view, airUnits }: { readonly view: View; readonly airUnits: number },
): Stance['casters'] {
  const lowest = lowestPoint(base);
  const groundY = lowest - airUnits;
  const see = seenFrom(view);
  const { away } = cameraAxes(view);
  const level = Math.hypot(away[0], away[2]) || 1;
  const depth = ([x, , z]: Vec3): number => (x * away[0] + z * away[2]) / level;
  const touching = base
    .flatMap(({ corners }) => corners)
    .filter(([, y]) => y <= lowest + touchUnits);
  const foremost = Math.min(...touching.map(depth));
  const tilt = Math.max(leastTilt, -away[1]);
  const boxes = [...base.map(({ corners }) => corners), ...things.flatMap(heldBoxes)];
  return boxes.map((corners) =>
    corners.map((corner) => ({
      right: flatten(view, see([corner[0], groundY, corner[2]]))[0],
      back: ((depth(corner) - foremost) * tilt) / (view.distanceUnits ?? 1),
      heightUnits: corner[1] - groundY,
    })),
  );
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
  return solids.map((solid) => movedSolid(solid, headstand(view)));
}

function headstand(view: View): Affine {
  return halfTurn(view.target, cameraAxes(view).away);
}

function thingsIn(row: PosedRow, staging: Staging, view: View): Held[] {
  const things = figureThings(row, staging);
  return staging.upsideDown === true
    ? things.map((thing) => movedThing(thing, headstand(view)))
    : things;
}

/** The ground is as far below a figure as its pose says, and directly below a cropped one. */
function castShadow(
  { pose, parts }: PosedRow,
  { solids, things }: FigureInSpace,
  ears: readonly PosedSurface[],
): GroundShadow {
  const boxes = solids.filter(({ layer }) => layer === 'base').map(({ corners }) => corners);
  const airUnits = parts === undefined ? (pose.airUnits ?? 0) : 0;
  const all = [...boxes, ...earsCasters(ears), ...things.flatMap(heldBoxes)];
  return groundShadow(all, lowestPoint(solids) - airUnits);
}

/** Lower than this above the ground, in units, the eye sees a shadow as a line, or not at all. */
const leastEyeUnits = 1;

function shadowIn(view: View, ground: GroundShadow): Stage['shadow'] {
  const isSeen = seesPlaneFrom(view)([0, ground.groundY + leastEyeUnits, 0], [0, 1, 0]);
  return isSeen ? { ground, view } : null;
}
