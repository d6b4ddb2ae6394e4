import { flatLight } from '../camera/light.ts';
import { extentOf, heightOf, union, widthOf, type Extent } from '../camera/framing.ts';
import { cameraAxes, seesPlaneFrom, flatten, seenFrom, type View } from '../camera/view.ts';
import { withoutMovedLegs } from '../ears/posed-ears.ts';
import { heldBoxes, heldQuads, type Held } from '../held.ts';
import { openEdges } from '../open-edges.ts';
import { faceQuad, quadsOf, type Quad } from '../quads.ts';
import { lowestPoint, type Solid } from '../solids.ts';
import { dot, type Vec3 } from '../vector.ts';
import { groundShadow, type GroundShadow } from './ground-shadow.ts';
import type { PosedRow } from '../posed-row.ts';
import { earsCasters, earsQuads, heightWithEars, widthWithEars } from './ears-stage.ts';
import { atRest, reachOf, type Reach, type Reaches, type Posture } from './moment.ts';
import {
  beforeCamera,
  bodyAt,
  classicOf,
  ownOf,
  seenAt,
  type Body,
  type FigureInSpace,
} from './posed-space.ts';
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
    const framed = framedStage(body, shadow);
    const { extent } = framed;
    const stance = (): Stance => {
      const posture = postureOf(body);
      const casters = castersOf(body, posture.groundUp);
      return { ...posture, column: extent, crownUp: extent.top, casters };
    };
    return drawnStage(body, { ...framed, shadow, stance });
  }
  const { extent, widestUnits, distanceUnits, stance } = reachOver(row, staging, reaches);
  const body = seenAt(now, distanceUnits);
  return drawnStage(body, {
    extent,
    widestUnits,
    shadow: shadowOf(body),
    // The shadow lies where the figure now stands, while the ground is that of the whole loop.
    stance: () => ({ ...stance, casters: castersOf(body, stance.groundUp) }),
  });
}

/** What a moving figure needs in all frames. */
function reachOver(row: PosedRow, staging: Staging, reaches: Reaches): Reach {
  const key = JSON.stringify({ ...staging, motion: { ...staging.motion, phase: 0 } });
  return reaches(key, () =>
    reachOf(
      staging,
      { rest: bodyAt(...atRest(row, staging), 0), at: (phase) => bodyAt(row, staging, phase) },
      (body) => ({ ...framedStage(body, shadowOf(body)), posture: postureOf(body) }),
    ),
  );
}

/** What is framed. */
function framedStage(body: Body, shadow: Stage['shadow']): FramedStage {
  const classic = classicOf(body);
  const frame = frameOf(body, classic);
  const framed = (figure: FigureInSpace): Extent => withShadow(frame(figure), shadow, body.staging);
  const widest = framed(classic);
  return { extent: framed(ownOf(body)), widestUnits: widest.right - widest.left };
}

/**
 * What a crop frames: its region, whole the held items whose hand is in it, and what Ears add.
 * @param classic the classic model, which decides on the height; with what the slim one has, so that both
 *   models have the same height
 * @returns the frame of this figure in either model
 */
function frameOf(body: Body, classic: FigureInSpace): (figure: FigureInSpace) => Extent {
  const { row, staging, view } = body;
  const region = cropOf(row.crops, staging);
  const bothEars = [...classic.ears, ...body.ears('slim')];
  const height = heightWithEars(heightOf(classic.solids, region, view), bothEars, region, view);
  const regionOf = ({ solids }: FigureInSpace, { top, bottom }: typeof height): Extent => ({
    top,
    bottom,
    ...widthOf(solids, region, view, { top, bottom }),
  });
  const withEars = (extent: Extent, { ears }: FigureInSpace): Extent =>
    widthWithEars(extent, ears, region, view);
  if (classic.heldItems.length === 0) return (one) => withEars(regionOf(one, height), one);
  const bare = regionOf(classic, height);
  const isInSight = classic.heldItems.map(({ fist }) => isInside(bare, extentOf([fist], view)));
  const withHeldItems = (extent: Extent, heldItems: readonly Held[]): Extent =>
    heldItems
      .filter((_, index) => isInSight[index])
      .map((heldItem) => extentOf(heldBoxes(heldItem).flat(), view))
      .reduce(union, extent);
  const whole = withHeldItems(withHeldItems(bare, classic.heldItems), body.heldItems('slim'));
  return (one) => withEars(withHeldItems(regionOf(one, whole), one.heldItems), one);
}

function isInside(outer: Extent, inner: Extent): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.bottom >= outer.bottom &&
    inner.top <= outer.top
  );
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
    openEdges: () => openEdges(ownOf(body).solids, view),
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

// How a figure stands is told by its classic model, so that both models stand alike.

function baseOf(body: Body): readonly Solid[] {
  return body.skin('classic').filter(({ layer }) => layer === 'base');
}

/** How far the figure is above the ground, in units; a cropped one stands on it. */
function airOf({ row }: Body): number {
  return row.parts === undefined ? (row.pose.airUnits ?? 0) : 0;
}

/** Height of the ground; see `Stance`. */
function groundOf(body: Body): number {
  const { row, staging, view, skin } = body;
  if (staging.crop !== 'full') {
    return heightOf(skin('classic'), cropOf(row.crops, staging), view).bottom;
  }
  const corners = baseOf(body).flatMap((solid) => solid.corners);
  return extentOf(corners, view).bottom - airOf(body) / (view.distanceUnits ?? 1);
}

function postureOf(body: Body): Posture {
  const { view } = body;
  const base = baseOf(body);
  const heads = base.flatMap(({ part, corners }) => (part === 'head' ? corners : []));
  return {
    groundUp: groundOf(body),
    face: extentOf(heads, view),
    covers: base.map(({ corners }) => extentOf(corners, view)),
  };
}

/** Units above the lowest point within which something counts as touching the ground. */
const touchUnits = 4.5;

/** From lower angles than this, in degrees, a ground would be seen as a line. */
const minPitchDegrees = 10;

/** Nothing on the ground is nearer to the eye, in units. */
const minAwayUnits = 8;

/** What casts its shadow on the ground at a height of the picture; see `Stance`. */
function castersOf(body: Body, groundUp: number): Stance['casters'] {
  const { staging, heldItems, view } = body;
  if (staging.crop !== 'full') return [];
  const base = baseOf(body);
  const lowest = lowestPoint(base);
  const groundY = lowest - airOf(body);
  const above = { ...view, pitchDegrees: Math.max(minPitchDegrees, view.pitchDegrees) };
  const [see, seeAbove] = [seenFrom(view), seenFrom(above)];
  const upOf = ([x, , z]: Vec3): number => {
    const [right, up, away] = seeAbove([x, groundY, z]);
    return flatten(above, [right, up, Math.max(minAwayUnits, away)])[1];
  };
  const touching = base
    .flatMap(({ corners }) => corners)
    .filter(([, y]) => y <= lowest + touchUnits);
  const foremost = Math.min(...touching.map(upOf)) - (groundOf(body) - groundUp);
  const boxes = [...base.map(({ corners }) => corners), ...heldItems('classic').flatMap(heldBoxes)];
  return boxes.map((corners) =>
    corners.map((corner) => ({
      right: flatten(view, see([corner[0], groundY, corner[2]]))[0],
      back: upOf(corner) - foremost,
      heightUnits: corner[1] - groundY,
    })),
  );
}
