import { describe, expect, it } from 'vitest';
import { drawFigure } from '../../src/engine/pictures/draw-figure.ts';
import { createReaches } from '../../src/engine/workers/draw-caches.ts';
import { animationOf } from '../../src/engine/options/animation.ts';
import { stageFigure, type UnscaledFigure } from '../../src/engine/figure/figure.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { motionNames, type MotionName } from '../../src/engine/figure/motions.ts';
import { prepareCape } from '../../src/engine/skin/sheet.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';
import { enlarge, paintScene, scenes } from '../../src/engine/scenes/paint-scene.ts';
import { sceneNames } from '../../src/engine/scenes/layout/sizes.ts';
import { type SceneName } from '../../src/engine/scenes/layout/sizes.ts';
import { motleySheet, oldMotleySheet } from '../support/pattern-sheets.ts';
import { createDrawContext } from '../support/row-context.ts';
import { createSceneContext, drawnScene, type SceneCase } from '../support/scene-context.ts';
import { contactSheet, expectGolden, goldenNames } from './harness.ts';

const classic = prepareSheet(motleySheet('classic', 'holes'));
const slim = prepareSheet(motleySheet('slim', 'none'));
const cape = prepareCape(oldMotleySheet('opaque'));

/** Not a quarter of a loop apart: there a beat is where it was. */
const phases = [0.04, 0.31, 0.56, 0.83] as const;

/** Slim ones from the front above classic ones from behind, with a cape. */
function motionStrip(motion: MotionName): RgbaImage {
  const reaches = createReaches();
  const drawn = (look: Pick<UnscaledFigure, 'model' | 'yawDegrees'>, phase: number) => {
    const own = look.model === 'slim' ? { skin: slim, cape: null } : { skin: classic, cape };
    const shown = { ...look, cape: own.cape && { texelsPerUnit: 1 }, motion: { motion, phase } };
    const figure = { renderType: 'default', crop: 'full', heightPx: 72, ...shown } as const;
    return drawFigure(stageFigure(figure, reaches), own, createDrawContext(), createImage);
  };
  return contactSheet([
    phases.map((phase) => drawn({ model: 'slim' }, phase)),
    phases.map((phase) => drawn({ model: 'classic', yawDegrees: 130 }, phase)),
  ]);
}

/** The frames of an animation of a group in a scene, one below the other. */
function groupStrip(
  motion: MotionName,
  job: Omit<SceneCase, 'sheets' | 'figures'> & {
    readonly count: number;
    readonly frames?: readonly number[];
  },
): RgbaImage {
  const { count, frames = [0, 7, 11, 18], ...look } = job;
  const animation = { ...animationOf([motion]), format: 'webp', matte: [0, 0, 0, 255] } as const;
  const figures = Array.from({ length: count }, (_, index) => ({
    skin: index % 2,
    model: index % 2 === 0 ? ('slim' as const) : ('classic' as const),
    motion,
  }));
  const context = { ...createSceneContext(), reaches: createReaches() };
  return contactSheet(
    frames.map((frame) => [
      drawnScene(
        {
          sizePx: [120, 63],
          ...look,
          figures,
          sheets: [slim, classic],
          animation: { ...animation, frame },
        },
        context,
      ),
    ]),
  );
}

/** What lives in a scene, at four times of its loop. */
function livingStrip(name: SceneName): RgbaImage {
  const [columns, rows] = [130, 56];
  const terrain = { horizonRow: 42, frontRow: 52, blocks: [] };
  return contactSheet(
    phases.map((phase) => {
      const picture = createImage(columns, rows);
      enlarge(picture, paintScene(scenes[name], { columns, rows, terrain, phase }), 1);
      return [picture];
    }),
  );
}

/** The last frame leads to the first. */
const journey = { journey: true, frames: [0, 1, 7, 13], sizePx: [240, 126] } as const;

const strips: Readonly<Record<string, () => RgbaImage>> = {
  ...Object.fromEntries(motionNames.map((name) => [name, () => motionStrip(name)])),
  ...Object.fromEntries(sceneNames.map((name) => [`scene-${name}`, () => livingStrip(name)])),
  'three-dance': () => groupStrip('dance', { count: 3, scene: null }),
  'three-float-in-void': () => groupStrip('float', { count: 3, scene: 'void' }),
  'journey-walk': () => groupStrip('walk', { count: 2, scene: 'meadow', ...journey }),
  'journey-run': () => groupStrip('run', { count: 1, scene: 'desert', ...journey }),
  'journey-rows': () =>
    groupStrip('walk', { count: 6, scene: 'cave', arrangement: 'rows', ...journey }),
  'four-wave-to-the-middle': () => groupStrip('wave', { count: 4, facing: 'centre', scene: null }),
};

describe('golden pictures of what moves', () => {
  it.each(Object.entries(strips))('%s', (name, draw) => {
    expectGolden(`motions/${name}`, draw());
  });

  it('every kept picture belongs to a strip', () => {
    const names = Object.keys(strips).map((name) => `motions/${name}`);
    expect(goldenNames('motions')).toEqual(names.toSorted());
  });
});
