// The sizes of pictures, for pages too, whose script loads nothing else of the options.

export {
  maxPixels as maxScenePixels,
  sceneSize,
  sideBounds,
  sizes,
  type SizeName,
  type SizePx,
} from '../scenes/layout/sizes.ts';
