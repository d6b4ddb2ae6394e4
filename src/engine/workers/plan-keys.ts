import type { Figure } from '../figure/figure.ts';
import { figureTable } from '../options/figure-options.ts';
import type { PlanKind } from './plan-store.ts';

/** The key of everything that a figure's plan depends on; equal to its defaults written out. */
export function planKey(figure: Figure): string {
  const { heightPx, smooth = false, motion = null, model, texelsPerUnit } = figure;
  const { upsideDown = false, cape, ears = null } = figure;
  return JSON.stringify([
    heightPx,
    smooth,
    motion,
    figureTable.keyOf(figure, 'geometry'),
    [model, texelsPerUnit, upsideDown, cape?.texelsPerUnit ?? 0, ears],
  ]);
}

/** Whether a client brought the pose or motion: anybody can make up as many as they like. */
export function hasOwnPose({ pose, motion }: Figure): boolean {
  return Boolean(pose) || typeof (motion?.motion ?? '') !== 'string';
}

/**
 * Whether the view has a custom angle, or both hands hold something of the client's choice (there are
 * 169 pairs): it is rarely requested again.
 */
function isRare({ hold, holdLeft, ...figure }: Figure): boolean {
  const { yawDegrees = 0, pitchDegrees = 0, rollDegrees = 0, fovDegrees = null } = figure;
  const hasOwnCamera =
    yawDegrees !== 0 || pitchDegrees !== 0 || rollDegrees !== 0 || fovDegrees !== null;
  return hasOwnCamera || (Boolean(hold) && Boolean(holdLeft));
}

/** The share of the memory that a plan is cached in. */
export function planKind(figure: Figure): PlanKind {
  // What a skin says about its figure: a few dozen numbers and names, no colours.
  if (typeof figure.ears === 'object' && figure.ears !== null) return 'shaped';
  if (figure.motion) return 'moving';
  return isRare(figure) ? 'rare' : 'common';
}
