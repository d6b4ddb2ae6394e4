import { crops, type Crop } from '../figure/camera/crops.ts';
import { maxPitchDegrees } from '../figure/camera/view.ts';
import type { HeldItemName } from '../figure/held-item-names.ts';
import {
  cropsOf,
  hasHands,
  holdsOf,
  isRenderType,
  renderTypeNames,
  renderTypes,
  type RenderType,
  type RenderTypeRow,
} from '../figure/render-types.ts';

// The names of all choices, for schemas and services.

export { formats, type Format } from '../image/formats.ts';
export {
  contentTypeOf,
  contentTypes,
  pictureFormats,
  stillTypes,
  type PictureFormat,
} from './picture-formats.ts';
export { arrangementNames, facings } from '../scenes/layout/arrangements.ts';
export {
  maxScenePixels,
  sceneSize,
  sideBounds,
  sizes,
  type SizeName,
  type SizePx,
} from './sizes.ts';
export { sceneNames } from '../scenes/layout/sizes.ts';
export { overlayStyles, type OverlayStyle } from '../figure/held-item-names.ts';
export { motionNames, motions } from '../figure/motions.ts';
export { heldItemNames } from '../figure/held-item-names.ts';
export { labelStyles } from './scene-job.ts';
export { cropsOf, isRenderType, renderTypeNames, type Crop, type RenderType };
export const cropNames: readonly Crop[] = crops;

/** Poses that a group may have: `varied` is one of its own for each player. */
export const groupPoses = [...renderTypeNames, 'varied'] as const;
export type GroupPose = (typeof groupPoses)[number];

export function isCrop(name: string): name is Crop {
  return cropNames.some((one) => one === name);
}

/** Flat pictures have no view angle: yaw and pitch have no effect. */
export function hasAngles(renderType: RenderType): boolean {
  return renderTypes[renderType].kind === 'posed';
}

/** Whether the view has perspective, so that its distance matters. */
export function hasPerspective(renderType: RenderType): boolean {
  const row: RenderTypeRow = renderTypes[renderType];
  return row.kind === 'posed' && row.view.distanceUnits !== null;
}

/** The effective part of a pitch: no view goes beyond straight down or up. */
export function usefulPitch(renderType: RenderType, pitchDegrees: number): number {
  const row = renderTypes[renderType];
  if (row.kind === 'flat') return 0;
  const own = row.view.pitchDegrees;
  return Math.min(maxPitchDegrees - own, Math.max(-maxPitchDegrees - own, pitchDegrees));
}

/** Rounds an angle to tenths, less than a pixel, so that fewer pictures differ. −180° is 180°. */
export function tenths(degrees = 0): number {
  // `+ 0` turns −0, which would be another key, into 0.
  const rounded = Math.round(degrees * 10) / 10 + 0;
  return rounded === -180 ? 180 : rounded;
}

/**
 * What a hand holds instead of the pose's default item; `null` if that is the same, or if the picture
 * shows no hands in space.
 */
export function heldItemOption(
  renderType: RenderType,
  hand: 'right' | 'left',
  hold: HeldItemName | undefined,
): HeldItemName | null {
  const row: RenderTypeRow = renderTypes[renderType];
  const own = holdsOf(row)[hand] ?? 'none';
  return hold === undefined || hold === own || !hasHands(row) ? null : hold;
}

/** Whether a cape, which hangs on the body, can be visible. */
export function showsCape(renderType: RenderType): boolean {
  const row: RenderTypeRow = renderTypes[renderType];
  return row.kind === 'flat'
    ? row.patches('classic').some(({ sheet }) => sheet === 'cape')
    : row.parts === undefined || row.parts.includes('body');
}
