import { cameraAxes, turnedView, type View } from '../camera/view.ts';
import { raisedUnits } from '../boxes.ts';
import { capeSolids } from '../cape.ts';
import type { PosedSurface } from '../ears/posed-ears.ts';
import { movedHeldItem, type Held } from '../held.ts';
import { mirroredPose, type Pose } from '../pose.ts';
import { movedSolid, posedSolids, type Solid } from '../solids.ts';
import { halfTurn, type Affine } from '../vector.ts';
import { wingSolids } from '../wings.ts';
import type { PosedRow } from '../posed-row.ts';
import { stagedEars } from './ears-stage.ts';
import { figureHeldItems } from './figure-held-items.ts';
import type { Staging } from './stage.ts';

// A posed figure in space, as it is asked for: mirrored, upside down, with what it wears and holds.

export function viewOf({ view }: PosedRow, { mirror, yawDegrees, pitchDegrees }: Staging): View {
  const own = mirror === true ? { ...view, yawDegrees: -view.yawDegrees } : view;
  return turnedView(own, yawDegrees ?? 0, pitchDegrees ?? 0);
}

export function poseOf({ pose }: PosedRow, { mirror }: Staging): Pose {
  return mirror === true ? mirroredPose(pose) : pose;
}

export function earsOf(row: PosedRow, staging: Staging, view: View): readonly PosedSurface[] {
  const pose = poseOf(row, staging);
  return stagedEars({ pose, model: staging.model, parts: row.parts }, staging, view);
}

export function figureSolids(row: PosedRow, staging: Staging, view: View): Solid[] {
  const { parts } = row;
  const pose = poseOf(row, staging);
  const growth = staging.overlay === 'raised' ? raisedUnits : null;
  const skin = posedSolids(staging.model, pose, growth);
  const wings = staging.wings === true ? wingSolids : capeSolids;
  const attached = staging.cape ? [...skin, ...wings(pose, growth)] : skin;
  const solids =
    parts === undefined ? attached : attached.filter(({ part }) => parts.includes(part));
  if (staging.upsideDown !== true) return solids;
  return solids.map((solid) => movedSolid(solid, headstand(view)));
}

function headstand(view: View): Affine {
  return halfTurn(view.target, cameraAxes(view).away);
}

export function heldItemsIn(row: PosedRow, staging: Staging, view: View): Held[] {
  const heldItems = figureHeldItems(row, staging);
  return staging.upsideDown === true
    ? heldItems.map((heldItem) => movedHeldItem(heldItem, headstand(view)))
    : heldItems;
}
