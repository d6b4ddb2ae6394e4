import { crops, type Crop } from '../render/camera/crops.ts';
import { formats, type Format } from '../render/image/encode.ts';
import { mostPitchDegrees } from '../render/camera/view.ts';
import {
  cropsOf,
  renderTypeNames,
  renderTypes,
  type RenderType,
  type RenderTypeRow,
} from '../render/render-types.ts';

// The names of all choices, for schemas and services.

export { formats, type Format };

/** Formats of pictures of players; `gif` and `apng` only move. */
export const pictureFormats = [...formats, 'gif', 'apng'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export { arrangementNames, facings } from '../scenes/layout/arrangements.ts';
export {
  mostPixels as mostScenePixels,
  sideBounds,
  sizes,
  type SizeName,
  type SizePx,
} from '../scenes/layout/sizes.ts';
export { sceneNames } from '../scenes/scenes.ts';
export { overlayStyles, type OverlayStyle } from '../render/overlay-styles.ts';
export { motionNames, motions } from '../render/model/motions.ts';
export { labelStyles } from './scene-order.ts';
export { cropsOf, renderTypeNames, type Crop, type RenderType };
export const cropNames: readonly Crop[] = crops;

export function isRenderType(name: string): name is RenderType {
  return renderTypeNames.some((one) => one === name);
}

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
  return Math.min(mostPitchDegrees - own, Math.max(-mostPitchDegrees - own, pitchDegrees));
}

/**
 * Rounds an angle to a tenth of a degree, which is less than a pixel: finer steps would only duplicate
 * cached pictures. −180° becomes 180°.
 */
export function tenths(degrees = 0): number {
  // `+ 0` turns −0, which would be another key, into 0.
  const rounded = Math.round(degrees * 10) / 10 + 0;
  return rounded === -180 ? 180 : rounded;
}

/** Whether a cape, which hangs on the body, can be visible. */
export function showsCape(renderType: RenderType): boolean {
  const row: RenderTypeRow = renderTypes[renderType];
  return row.kind === 'flat'
    ? row.patches('classic').some(({ sheet }) => sheet === 'cape')
    : row.parts === undefined || row.parts.includes('body');
}

export const contentTypes = {
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  apng: 'image/apng',
} as const satisfies Record<PictureFormat, string>;

/** Of pictures that do not move. */
export const stillTypes = formats.map((format) => contentTypes[format]);
