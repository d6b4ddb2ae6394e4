import sharp from 'sharp';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import type { Figure } from '../../src/engine/figure/figure.ts';
import { drawPlan } from '../../src/engine/raster/execute.ts';
import type { Scratch } from '../../src/engine/image/scratch.ts';
import { atlasOf, type Plan } from '../../src/engine/raster/plan.ts';
import { defaultFigure, defaultPicture, type SceneJob } from '../../src/engine/options/jobs.ts';
import type { SampleSkin } from './sample-skins.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';

/** The size in which renderers of this kind are compared. */
export const boxWidthPx = 300;
export const boxHeightPx = 600;

/** The default height of a request. */
export const defaultHeightPx = 512;

/** The whole figure of the default type, with `changes`. */
export function figureOf(changes: Partial<Figure> & Pick<Figure, 'heightPx'>): Figure {
  return { renderType: 'default', crop: 'full', model: 'classic', texelsPerUnit: 1, ...changes };
}

/** From a decoded sheet to the pixels of a picture, including all steps. */
export function drawSkin(
  plan: Plan,
  decoded: RgbaImage,
  scratch: Scratch = createImage,
): RgbaImage {
  const image = scratch(plan.widthPx, plan.heightPx);
  drawPlan(
    plan,
    atlasOf({ skin: prepareSheet(decoded), cape: null, hasHeldItems: plan.hasHeldItems }),
    image,
  );
  return image;
}

/** The encoder that ours is compared with, at its level 6 and without filters. */
export function withSharp({ data, widthPx, heightPx }: RgbaImage): Promise<Buffer> {
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .png({ compressionLevel: 6, adaptiveFiltering: false })
    .toBuffer();
}

/** Players on a meadow, each with these options. */
export function sceneJob(
  skins: readonly SampleSkin[],
  sizePx: SceneJob['sizePx'],
  changes: Partial<typeof defaultFigure> = {},
): SceneJob {
  const plain = { ...defaultFigure, kind: 'posed', cape: null, upsideDown: false } as const;
  return {
    ...defaultPicture,
    flag: null,
    scene: 'meadow',
    sizePx,
    heightPx: 0,
    shadow: true,
    skins: skins.map(({ name, png }) => ({ revision: name, png })),
    capes: [],
    pictures: [],
    figures: skins.map(({ name, model }, skin) => ({
      ...plain,
      skin,
      model,
      label: name,
      ...changes,
    })),
  };
}
