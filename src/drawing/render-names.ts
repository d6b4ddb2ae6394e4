import { crops, type Crop } from '../render/camera/crops.ts';
import { cropsOf, renderTypeNames, renderTypes, type RenderType } from '../render/render-types.ts';

// What can be asked for, for schemas and for the services that check it.

export { formats, type Format } from '../render/image/encode.ts';
export { cropsOf, renderTypeNames };
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
