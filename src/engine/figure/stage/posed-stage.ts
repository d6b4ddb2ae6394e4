import { flatLight } from '../camera/light.ts';
import type { Extent } from '../camera/regions.ts';
import { cameraAxes, seesPlaneFrom, type View } from '../camera/view.ts';
import { withoutMovedLegs } from '../ears/posed-ears.ts';
import { heldBoxes, heldQuads } from '../held.ts';
import { openEdges } from '../open-edges.ts';
import { faceQuad, quadsOf, type Quad } from '../quads.ts';
import { lowestPoint, type Solid } from '../solids.ts';
import { dot, type Vec3 } from '../vector.ts';
import { groundShadow, type GroundShadow } from './ground-shadow.ts';
import type { PosedRow } from '../posed-row.ts';
import { earsCasters, earsQuads, heightWithEars, widthWithEars } from './ears-stage.ts';
import { frameOf, type FigureInSpace } from './figure-held-items.ts';
import { reachOf, type Reach, type Reaches } from './moment.ts';
import { beforeCamera, bodyAt, classicOf, ownOf, seenAt, type Body } from './posed-space.ts';
import { airOf, castersOf, groundOf, stanceOf } from './posed-stance.ts';
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
  const now = bodyAt(row, staging, staging.motion?.phase ?? 0);
  if (!staging.motion) {
    const body = beforeCamera(now);
    const shadow = shadowOf(body);
    const stance = (): Stance => ({ ...stanceOf(body), casters: castersOf(body) });
    return drawnStage(body, { ...framedStage(body, shadow), shadow, stance });
  }
  const { extent, widestUnits, distanceUnits, stance } = reachOver(row, staging, reaches);
  const body = seenAt(now, distanceUnits);
  return drawnStage(body, {
    extent,
    widestUnits,
    shadow: shadowOf(body),
    stance: () => ({ ...stance, casters: castersAbove(body, stance.groundUp) }),
  });
}

/** In a motion the shadow lies where the figure now stands, while the ground is that of the whole loop. */
function castersAbove(body: Body, groundUp: number): Stance['casters'] {
  const behind = groundOf(body) - groundUp;
  return castersOf(body).map((corners) =>
    corners.map((corner) => ({ ...corner, back: corner.back + behind })),
  );
}

/** What a moving figure needs in all frames. */
function reachOver(row: PosedRow, staging: Staging, reaches: Reaches): Reach {
  const key = JSON.stringify({ ...staging, motion: { ...staging.motion, phase: 0 } });
  return reaches(key, () =>
    reachOf(
      staging,
      (phase) => bodyAt(row, staging, phase),
      (body) => ({ ...framedStage(body, shadowOf(body)), stance: stanceOf(body) }),
    ),
  );
}

/** What is framed. */
function framedStage(body: Body, shadow: Stage['shadow']): FramedStage {
  const { row, staging, view } = body;
  const region = cropOf(row.crops, staging);
  const classic = classicOf(body);
  const slimHeldItems = body.heldItems('slim');
  const bothEars = [...classic.ears, ...body.ears('slim')];
  const frame = frameOf({ ...classic, slimHeldItems }, region, view, (height) =>
    heightWithEars(height, bothEars, region, view),
  );
  const framed = (figure: FigureInSpace): Extent =>
    withShadow(widthWithEars(frame(figure), figure.ears, region, view), shadow, staging);
  const widest = framed(classic);
  return { extent: framed(ownOf(body)), widestUnits: widest.right - widest.left };
}

/** What is drawn. */
function drawnStage(body: Body, framed: FramedStage & Pick<Stage, 'shadow' | 'stance'>): Stage {
  const { row, staging, view, pose } = body;
  const isRaised = staging.overlay === 'raised';
  return {
    ...framed,
    quadsFor: (texelsPerUnit) => {
      const { solids, heldItems, ears } = ownOf(body);
      const boxes = staging.ears ? withoutMovedLegs(solids, staging.ears, pose) : solids;
      const quads = isRaised
        ? raisedQuads(boxes, view, texelsPerUnit)
        : boxes.filter((solid) => isDrawn(solid, staging)).flatMap(quadsOf);
      return [...quads, ...earsQuads(ears, view), ...heldItems.flatMap(heldQuads)];
    },
    maxTexelsPerUnit: isRaised ? maxRaisedTexelsPerUnit : Infinity,
    view,
    // Only a plan that has to be compiled needs it.
    get light() {
      return staging.shading === false ? flatLight : row.light(turnOf(ownOf(body).solids, view));
    },
    openEdges: () => openEdges(ownOf(body).solids),
    isTexelExact: false,
  };
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

function shadowOf(body: Body): Stage['shadow'] {
  return body.staging.shadow === true ? shadowIn(body.view, castShadow(body)) : null;
}

/** The ground is as far below a figure as its pose says, and directly below a cropped one. */
function castShadow(body: Body): GroundShadow {
  const { solids, heldItems, ears } = classicOf(body);
  const boxes = solids.filter(({ layer }) => layer === 'base').map(({ corners }) => corners);
  const all = [...boxes, ...earsCasters(ears), ...heldItems.flatMap(heldBoxes)];
  return groundShadow(all, lowestPoint(solids) - airOf(body));
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
