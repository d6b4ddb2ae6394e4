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

// What can be asked for, for schemas and for the services that check it.

export { formats, type Format };
export { arrangementNames, facings } from '../scenes/layout/arrangements.ts';
export {
  mostPixels as mostScenePixels,
  sideBounds,
  sizes,
  type SizeName,
  type SizePx,
} from '../scenes/layout/sizes.ts';
export { sceneNames } from '../scenes/scenes.ts';
export { overlayStyles, type OverlayStyle } from '../render/stage/stage.ts';
export { labelStyles } from './scene-order.ts';
export { cropsOf, renderTypeNames, type Crop, type RenderType };
export const cropNames: readonly Crop[] = crops;

export function isRenderType(name: string): name is RenderType {
  return renderTypeNames.some((one) => one === name);
}

export function isCrop(name: string): name is Crop {
  return cropNames.some((one) => one === name);
}

/** Flat pictures have no angle: yaw and pitch do nothing to them. */
export function hasAngles(renderType: RenderType): boolean {
  return renderTypes[renderType].kind === 'posed';
}

/** Whether a pose is looked at from a point, which can be nearer or farther. */
export function hasPerspective(renderType: RenderType): boolean {
  const row: RenderTypeRow = renderTypes[renderType];
  return row.kind === 'posed' && row.view.distanceUnits !== null;
}

/** As much of a pitch as turns the view of this type further: no view goes beyond straight down or up. */
export function usefulPitch(renderType: RenderType, pitchDegrees: number): number {
  const row = renderTypes[renderType];
  if (row.kind === 'flat') return 0;
  const own = row.view.pitchDegrees;
  return Math.min(mostPitchDegrees - own, Math.max(-mostPitchDegrees - own, pitchDegrees));
}

/**
 * An angle as pictures know it: a tenth of a degree is less than a pixel, so that finer steps would only
 * spread equal pictures; −180° is from behind as 180° is.
 */
export function tenths(degrees = 0): number {
  // `+ 0` turns −0, which is another key but not another angle, into 0.
  const rounded = Math.round(degrees * 10) / 10 + 0;
  return rounded === -180 ? 180 : rounded;
}

/** Whether a cape, which hangs on the body, is ever to be seen. */
export function showsCape(renderType: RenderType): boolean {
  const row: RenderTypeRow = renderTypes[renderType];
  return row.kind === 'flat'
    ? row.patches('classic').some(({ sheet }) => sheet === 'cape')
    : row.parts === undefined || row.parts.includes('body');
}

/** What a picture of each format is sent as. */
export const contentTypes = {
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
} as const satisfies Record<Format, string>;
