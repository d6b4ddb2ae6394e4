import { memoized } from '../../../common/cache/memoized.ts';
import { standingCrops } from '../camera/crops.ts';
import { cameraAxes, turnedView, viewUnder, type View } from '../camera/view.ts';
import { raisedUnits } from '../boxes.ts';
import { capeSolids, wingSolids, movedSolid, posedSolids, type Solid } from '../solids.ts';
import type { PosedSurface } from '../ears/posed-ears.ts';
import { heldBoxes, movedHeldItem, placeHeldItems, type Held } from '../held.ts';
import { heldItemRows, type HandHeldItem, type HeldItemRow } from '../held-items/held-items.ts';
import { around } from '../motion.ts';
import { motionRow } from '../motions.ts';
import { mirroredPose, type Pose } from '../pose.ts';
import { halfTurn } from '../vector.ts';
import type { PosedRow } from '../posed-row.ts';
import { hasHands, holdsOf } from '../render-types.ts';
import type { Model } from '../../skin/arms.ts';
import { stagedEars } from './ears-stage.ts';
import type { Staging } from './stage.ts';

/**
 * A figure at a moment, before a camera, as it is asked for: mirrored, upside down, with what it wears and
 * holds. Each part is posed once, when it is first needed, for its picture, frame, shadow and stance.
 * @param phase of its motion, if it has one
 */
export function bodyAt(figure: PosedRow, staging: Staging, phase: number) {
  const row = momentOf(figure, staging, phase);
  const { parts } = row;
  const isMirrored = staging.mirror === true;
  const pose = isMirrored ? mirroredPose(row.pose) : row.pose;
  const view = viewOf(row, staging);
  const growth = staging.overlay === 'raised' ? raisedUnits : null;
  const wings = staging.wings === true ? wingSolids : capeSolids;
  const headstand =
    staging.upsideDown === true ? halfTurn(view.target, cameraAxes(view).away) : null;
  const placed = (solids: readonly Solid[]): readonly Solid[] => {
    const shown = parts === undefined ? solids : solids.filter(({ part }) => parts.includes(part));
    return headstand === null ? shown : shown.map((solid) => movedSolid(solid, headstand));
  };
  return {
    row,
    staging,
    view,
    pose,
    skin: memoized((model: Model) => placed(posedSolids(model, pose, growth))),
    /** Its cape or wings. */
    back: memoized<void, readonly Solid[]>(() => placed(wings(pose, growth))),
    heldItems: memoized((model: Model) => {
      const held = figureHeldItems(row, { ...staging, model });
      return headstand === null ? held : held.map((one) => movedHeldItem(one, headstand));
    }),
    ears: memoized((model: Model) => stagedEars({ pose, model, parts }, staging, view)),
  };
}

export type Body = ReturnType<typeof bodyAt>;

/** A figure with its own pose, if it has one, at a phase of its motion. */
function momentOf(row: PosedRow, staging: Staging, phase: number): PosedRow {
  const start = staging.pose ?? poseHolding(row, staging);
  const isOwnPose = Boolean(staging.pose);
  if (!staging.motion) return { ...row, pose: start, isCarrying: isOwnPose };
  const { keepsPose, poseAt, turnsAt } = motionRow(staging.motion.motion);
  return {
    ...row,
    pose: poseAt(around(phase), start),
    isCarrying: !keepsPose || isOwnPose,
    view: turnsAt === undefined ? row.view : turnedView(row.view, 360 * turnsAt(phase), 0),
    crops: keepsPose ? row.crops : standingCrops,
  };
}

function viewOf(
  { view }: PosedRow,
  { mirror, yawDegrees = 0, pitchDegrees = 0, rollDegrees = 0 }: Staging,
): View {
  const own = mirror === true ? { ...view, yawDegrees: -view.yawDegrees } : view;
  return { ...turnedView(own, yawDegrees, pitchDegrees), rollDegrees };
}

/** Whether a client's own pose is drawn, which may reach as far as behind the eye. */
function hasOwnPose({ pose, motion }: Staging): boolean {
  return Boolean(pose) || typeof motion?.motion === 'object';
}

/**
 * Before the camera of a single picture, in which no other figure shares the viewpoint: it has an angle of
 * view of its own, and keeps away from what comes near.
 */
export function beforeCamera(body: Body): Body {
  const { staging, view, skin, back, heldItems, ears } = body;
  const { fovDegrees = null } = staging;
  if (fovDegrees === null && !hasOwnPose(staging)) return body;
  const points = [
    ...[...skin('classic'), ...back()].flatMap(({ corners }) => corners),
    ...ears('classic').flatMap(({ quad }) => quad.corners),
    ...heldItems('classic').flatMap(heldBoxes).flat(),
  ];
  return { ...body, view: viewUnder(view, fovDegrees, points) };
}

/** Seen from another distance: a headstand does not depend on it. */
export function seenAt(body: Body, distanceUnits: View['distanceUnits']): Body {
  return { ...body, view: { ...body.view, distanceUnits } };
}

/** As it is drawn. */
export function ownOf(body: Body): FigureInSpace {
  return modelIn(body, body.staging.model, Boolean(body.staging.cape));
}

/** The classic model. The picture of a whole figure always has room for a cape; other crops cut it off. */
export function classicOf(body: Body): FigureInSpace {
  return modelIn(body, 'classic', body.staging.crop === 'full');
}

function modelIn(body: Body, model: Model, hasBack: boolean): FigureInSpace {
  const { skin, back, heldItems, ears } = body;
  const solids = hasBack ? [...skin(model), ...back()] : skin(model);
  return { solids, heldItems: heldItems(model), ears: ears(model) };
}

/** A figure in space: its boxes, what it holds, and what Ears add to it. */
export type FigureInSpace = {
  readonly solids: readonly Solid[];
  readonly heldItems: readonly Held[];
  readonly ears: readonly PosedSurface[];
};

/** What the hands of a figure hold that is not upside down; mirrored, it is in the other hand. */
function figureHeldItems(row: PosedRow, staging: Staging): Held[] {
  const { pose } = row;
  const own = holdsOf(row);
  const shownIn = (hand: 'right' | 'left', hold: Staging['hold']): HandHeldItem | null => {
    const heldItem = hold ?? own[hand] ?? 'none';
    if (heldItem === 'none' || !hasHands(row)) return null;
    const { used, ...idle }: HeldItemRow = heldItemRows[heldItem];
    return heldItem === own[hand] && row.isCarrying !== true ? (used ?? idle) : idle;
  };
  const right = shownIn('right', staging.hold);
  const left = shownIn('left', staging.holdLeft);
  return staging.mirror === true
    ? placeHeldItems(staging.model, mirroredPose(pose), { right: left, left: right })
    : placeHeldItems(staging.model, pose, { right, left });
}

/** The pose of a figure, with the arms that suit what it was given to hold. */
function poseHolding(row: PosedRow, { hold, holdLeft }: Staging): Pose {
  const { pose, armsHolding = {} } = row;
  const own = holdsOf(row);
  const isGiven = (hand: 'right' | 'left', heldItem: Staging['hold']): boolean =>
    (heldItem ?? 'none') !== 'none' && heldItem !== own[hand];
  const { rightArm, leftArm } = armsHolding;
  return {
    ...pose,
    parts: {
      ...pose.parts,
      ...(rightArm && isGiven('right', hold) && { rightArm }),
      ...(leftArm && isGiven('left', holdLeft) && { leftArm }),
    },
  };
}
