import { flatLight } from '../camera/light.ts';
import type { Extent } from '../camera/regions.ts';
import { cameraAxes, seesPlaneFrom, viewUnder, type View } from '../camera/view.ts';
import { withoutMovedLegs, type PosedSurface } from '../ears/posed-ears.ts';
import { heldBoxes, heldQuads } from '../held.ts';
import { openEdges } from '../open-edges.ts';
import { faceQuad, quadsOf, type Quad } from '../quads.ts';
import { lowestPoint, type Solid } from '../solids.ts';
import { dot, type Vec3 } from '../vector.ts';
import { groundShadow, type GroundShadow } from './ground-shadow.ts';
import type { PosedRow } from '../posed-row.ts';
import { earsCasters, earsQuads, heightWithEars, widthWithEars } from './ears-stage.ts';
import { frameOf, type FigureInSpace } from './figure-held-items.ts';
import { momentOf, reachOf, type Reach, type Reaches } from './moment.ts';
import { earsOf, figureSolids, poseOf, heldItemsIn, viewOf } from './posed-space.ts';
import { castersOf, groundOf, stanceOf, standingOf } from './posed-stance.ts';
import {
  cropOf,
  isDrawn,
  withShadow,
  type FramedStage,
  type Stage,
  type Stance,
  type Staging,
} from './stage.ts';
import { baseQuads, shellQuads } from '../shell.ts';

/**
 * A posed figure in space. The picture is as wide as this model needs, but its scale is the classic
 * model's, so that players of both models have the same size in a row; capes and overlays, drawn or
 * not, do not affect it either.
 */
export function posedStage(row: PosedRow, staging: Staging, reaches: Reaches): Stage {
  const now = momentOf(row, staging, staging.motion?.phase ?? 0);
  if (!staging.motion) {
    const whole = inView(now, staging, cameraOf(now, staging));
    return { ...drawnStage(whole), ...framedStage(whole) };
  }
  const { extent, widestUnits, ...reach } = reachOver(row, staging, reaches);
  const view = cameraIn(reach, now, staging);
  return { ...drawnStage(inView(now, staging, view)), extent, widestUnits };
}

/**
 * The stance of a posed figure, from the classic model. In a motion its shadow lies where it now stands,
 * while the ground is that of the whole loop.
 */
export function posedStance(row: PosedRow, staging: Staging, reaches: Reaches): Stance {
  const moment = momentOf(row, staging, staging.motion?.phase ?? 0);
  if (!staging.motion) {
    const still = standingOf(moment, staging, cameraOf(moment, staging));
    return { ...stanceOf(still), casters: castersOf(still) };
  }
  const reach = reachOver(row, staging, reaches);
  const now = standingOf(moment, staging, cameraIn(reach, moment, staging));
  const behind = groundOf(now) - reach.stance.groundUp;
  return {
    ...reach.stance,
    casters: castersOf(now).map((corners) =>
      corners.map((corner) => ({ ...corner, back: corner.back + behind })),
    ),
  };
}

/** What a moving figure needs in all frames. */
function reachOver(row: PosedRow, staging: Staging, reaches: Reaches): Reach {
  const key = JSON.stringify({ ...staging, motion: { ...staging.motion, phase: 0 } });
  return reaches(key, () =>
    reachOf(row, staging, {
      viewAt: (moment) => cameraOf(moment, staging),
      framedIn: (moment, view) => framedStage(inView(moment, staging, view)),
      stanceAt: (moment, view) => stanceOf(standingOf(moment, staging, view)),
    }),
  );
}

/** What is framed. */
function framedStage({ row, staging, view, own, shadow }: FigureInView): FramedStage {
  const region = cropOf(row.crops, staging);
  const classic = classicIn(row, staging, view);
  const slim: Staging = { ...staging, model: 'slim' };
  const slimHeldItems = heldItemsIn(row, slim, view);
  const bothEars = [...classic.ears, ...earsOf(row, slim, view)];
  const frame = frameOf({ ...classic, slimHeldItems }, region, view, (height) =>
    heightWithEars(height, bothEars, region, view),
  );
  const framed = (figure: FigureWithEars): Extent =>
    withShadow(widthWithEars(frame(figure), figure.ears, region, view), shadow, staging);
  const widest = framed(classic);
  return { extent: framed(own), widestUnits: widest.right - widest.left };
}

/** What is drawn. */
function drawnStage({
  row,
  staging,
  view,
  own: { solids, heldItems, ears },
  shadow,
}: FigureInView): Omit<Stage, keyof FramedStage> {
  const isRaised = staging.overlay === 'raised';
  return {
    quadsFor: (texelsPerUnit) => {
      const boxes = staging.ears
        ? withoutMovedLegs(solids, staging.ears, poseOf(row, staging))
        : solids;
      const quads = isRaised
        ? raisedQuads(boxes, view, texelsPerUnit)
        : boxes.filter((solid) => isDrawn(solid, staging)).flatMap(quadsOf);
      return [...quads, ...earsQuads(ears, view), ...heldItems.flatMap(heldQuads)];
    },
    maxTexelsPerUnit: isRaised ? maxRaisedTexelsPerUnit : Infinity,
    view,
    light: staging.shading === false ? flatLight : row.light(turnOf(solids, view)),
    openEdges: () => openEdges(solids),
    isTexelExact: false,
    shadow,
  };
}

/** A figure in space with what Ears add to it. */
type FigureWithEars = FigureInSpace & { readonly ears: readonly PosedSurface[] };

/** A figure at a moment, before a camera. */
type FigureInView = {
  readonly row: PosedRow;
  readonly staging: Staging;
  readonly view: View;
  readonly own: FigureWithEars;
  readonly shadow: Stage['shadow'];
};

function inView(row: PosedRow, staging: Staging, view: View): FigureInView {
  const own = figureWithEars(row, staging, view);
  return { row, staging, view, own, shadow: shadowOf(row, staging, view) };
}

function figureWithEars(row: PosedRow, staging: Staging, view: View): FigureWithEars {
  return {
    solids: figureSolids(row, staging, view),
    heldItems: heldItemsIn(row, staging, view),
    ears: earsOf(row, staging, view),
  };
}

/** The classic model of it. */
function classicIn(row: PosedRow, staging: Staging, view: View): FigureWithEars {
  return figureWithEars(row, { ...staging, model: 'classic', cape: spaceForCape(staging) }, view);
}

/** The picture of a whole figure always has room for a cape; the other crops cut it off. */
function spaceForCape({ crop }: Staging): Staging['cape'] {
  return crop === 'full' ? { texelsPerUnit: 1 } : null;
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

/** The camera of a loop, which only turns, at a moment. */
function cameraIn(
  { distanceUnits }: Pick<Reach, 'distanceUnits'>,
  now: PosedRow,
  staging: Staging,
): View {
  return { ...cameraOf(now, staging), distanceUnits };
}

/** Whether a client's own pose is drawn, which may reach as far as behind the eye. */
function hasOwnPose({ pose, motion }: Staging): boolean {
  return Boolean(pose) || typeof motion?.motion === 'object';
}

/** Angle of view and roll are options of a single picture, in which no other figure shares the viewpoint. */
function cameraOf(row: PosedRow, staging: Staging): View {
  const view = { ...viewOf(row, staging), rollDegrees: staging.rollDegrees ?? 0 };
  const { fovDegrees = null } = staging;
  if (fovDegrees === null && !hasOwnPose(staging)) return view;
  const classic = figureSolids(
    row,
    { ...staging, model: 'classic', cape: { texelsPerUnit: 1 } },
    view,
  );
  const ears = earsOf(row, { ...staging, model: 'classic' }, view);
  const heldItems = heldItemsIn(row, { ...staging, model: 'classic' }, view).flatMap(heldBoxes);
  return viewUnder(view, fovDegrees, [
    ...classic.flatMap(({ corners }) => corners),
    ...ears.flatMap(({ quad }) => quad.corners),
    ...heldItems.flat(),
  ]);
}

function shadowOf(row: PosedRow, staging: Staging, view: View): Stage['shadow'] {
  return staging.shadow === true
    ? shadowIn(view, castShadow(row, classicIn(row, staging, view)))
    : null;
}

/** The ground is as far below a figure as its pose says, and directly below a cropped one. */
function castShadow(
  { pose, parts }: PosedRow,
  { solids, heldItems, ears }: FigureWithEars,
): GroundShadow {
  const boxes = solids.filter(({ layer }) => layer === 'base').map(({ corners }) => corners);
  const airUnits = parts === undefined ? (pose.airUnits ?? 0) : 0;
  const all = [...boxes, ...earsCasters(ears), ...heldItems.flatMap(heldBoxes)];
  return groundShadow(all, lowestPoint(solids) - airUnits);
}

/** Lower than this above the ground, in units, the eye sees a shadow as a line, or not at all. */
const minEyeUnits = 1;

function shadowIn(view: View, ground: GroundShadow): Stage['shadow'] {
  const isSeen = seesPlaneFrom(view)([0, ground.groundY + minEyeUnits, 0], [0, 1, 0]);
  return isSeen ? { ground, view } : null;
}

/** A finer sheet would have thousands of cells, and a plan would take seconds. */
const maxRaisedTexelsPerUnit = 4;

/**
 * A posed figure with every texel of its overlay raised from the base, as seen from one view.
 * Capes and wings stay flat.
 * @param texelsPerUnit of the skin sheet: its texels are the cells
 */
export function raisedQuads(solids: readonly Solid[], view: View, texelsPerUnit: number): Quad[] {
  const seesPlane = seesPlaneFrom(view);
  return solids.flatMap((solid) => {
    if (solid.sheet !== 'skin') return quadsOf(solid);
    if (solid.layer === 'base') return baseQuads(solid, texelsPerUnit);
    const base = solids.find(({ layer, shell }) => layer === 'base' && shell === solid.shell);
    return base === undefined ? [] : shellQuads({ base, overlay: solid }, texelsPerUnit, seesPlane);
  });
}
