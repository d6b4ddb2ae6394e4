import { drawScene, type SceneContext } from '../../src/engine/pictures/draw-scene.ts';
import type { GroupPicture } from '../../src/engine/pictures/figure-boxes.ts';
import { createSceneLayers } from '../../src/engine/pictures/scene-ground.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import type { Scratch } from '../../src/engine/image/scratch.ts';
import type { SkinSheet, CapeSheet } from '../../src/engine/skin/sheet.ts';
import { createDrawContext } from './row-context.ts';
import {
  defaultFigure,
  defaultPicture,
  type PictureFigure,
  type PosedFigure,
  type PropFigure,
  type SceneFigure,
  type SceneJob,
} from '../../src/engine/options/jobs.ts';

/** A draw context like a worker's, for scenes. */
export function createSceneContext(): SceneContext {
  return {
    ...createDrawContext(),
    scratch: usedMemory,
    layers: createSceneLayers(4 * 1024 * 1024),
  };
}

/** What is to be covered still has an earlier picture in it. */
const usedMemory: Scratch = (widthPx, heightPx, isCovered = false) => {
  const picture = createImage(widthPx, heightPx);
  if (isCovered) picture.data.fill(7);
  return picture;
};

export type SceneCase = Partial<Omit<SceneJob, 'figures' | 'skins' | 'capes' | 'pictures'>> & {
  /** Prepared. */
  readonly sheets: readonly SkinSheet[];
  readonly capes?: readonly CapeSheet[];
  /** Trimmed. */
  readonly pictures?: readonly RgbaImage[];
  readonly figures: readonly (Partial<PosedFigure> | PictureFigure | PropFigure)[];
};

/** With the defaults of the API. */
const plainFigure: PosedFigure = {
  ...defaultFigure,
  kind: 'posed',
  skin: 0,
  cape: null,
  model: 'classic',
  upsideDown: false,
  label: '',
};

/** An order as the worker receives it, with the defaults of the API. */
export function sceneJob({
  figures,
  ...changes
}: Omit<Partial<SceneJob>, 'figures'> & Pick<SceneCase, 'figures'>): SceneJob {
  return {
    ...defaultPicture,
    scene: 'meadow',
    sizePx: [240, 126],
    heightPx: 128,
    shadow: true,
    skins: [],
    capes: [],
    pictures: [],
    flag: null,
    ...changes,
    figures: figures.map((figure): SceneFigure =>
      figure.kind === 'picture' || figure.kind === 'prop' ? figure : { ...plainFigure, ...figure },
    ),
  };
}

/** A scene as the worker draws it, from prepared sheets to pixels. */
export function drawnScene(
  { sheets, capes = [], pictures = [], ...scene }: SceneCase,
  context: SceneContext,
): GroupPicture {
  const drawn = drawScene(sceneJob(scene), { skins: sheets, capes, pictures }, context);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn));
  return drawn.value;
}
