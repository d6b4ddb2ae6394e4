import { expect, it } from 'vitest';
import { motleySheet } from '../../../test/support/pattern-sheets.ts';
import { createDrawContext } from '../../../test/support/row-context.ts';
import { createSceneContext, drawnScene } from '../../../test/support/scene-context.ts';
import { createReaches } from '../workers/draw-caches.ts';
import { spritesOf, type Sprite } from '../workers/draw-animations.ts';
import { animationOf, shownFrames } from '../options/animation.ts';
import type { SceneContext } from './draw-scene.ts';
import { prepareSheet } from '../skin/sheet.ts';
import type { PosedFigure } from '../options/jobs.ts';

const sheets = [motleySheet('classic', 'opaque'), motleySheet('classic', 'holes')].map((sheet) =>
  prepareSheet(sheet),
);
const animation = { ...animationOf(['run']), format: 'webp', matte: [0, 0, 0, 255] } as const;

const figures = (changes: Partial<PosedFigure>) =>
  [0, 1, 0, 1, 0].map((skin, index) => ({
    ...changes,
    skin,
    motion: 'run' as const,
    scale: 1 - index / 20,
  }));

const sceneContext = () => ({ ...createSceneContext(), reaches: createReaches() });

const drawnFrame = (frame: number, changes: Partial<PosedFigure>, own: SceneContext) =>
  drawnScene(
    { sheets, figures: figures(changes), animation: { ...animation, frame }, sizePx: [160, 84] },
    own,
  );

it('compiles each raised plan of a film once, whatever the sizes and turns of its players', () => {
  const { planned, ...context } = createDrawContext();
  const { layers, reaches } = sceneContext();
  const kept: Sprite[] = [];
  const count = shownFrames(
    animation,
    drawnFrame(0, { overlay: 'raised' }, { ...context, layers, reaches }).animation!.step,
  );
  planned.length = 0;
  const seen = new Map<number, Set<string>>();
  for (let frame = 0; frame < count; frame++) {
    const { sprites, drawn } = spritesOf(kept);
    drawnFrame(frame, { overlay: 'raised' }, { ...context, layers, reaches, sprites });
    kept.push(...drawn);
    seen.set(frame, new Set(planned.splice(0).map((figure) => JSON.stringify(figure))));
  }
  const plans = [...seen.values()].flatMap((keys) => [...keys]);
  // Each once, in one frame: none is needed again.
  expect(plans).toHaveLength(count);
  expect(new Set(plans).size).toBe(count);
});

it('a frame alone is that of the film', () => {
  const context = sceneContext();
  const kept: Sprite[] = [];
  for (let frame = 0; frame < 3; frame++) {
    const { sprites, drawn } = spritesOf(kept);
    const inAnimation = drawnFrame(frame, { overlay: 'raised' }, { ...context, sprites });
    kept.push(...drawn);
    const alone = drawnFrame(frame, { overlay: 'raised' }, context);
    expect(inAnimation.data).toEqual(alone.data);
  }
  expect(kept).not.toEqual([]);
});

it('flat players keep their own sizes, and nothing of them is kept', () => {
  const { sprites, drawn } = spritesOf([]);
  drawnFrame(0, {}, { ...sceneContext(), sprites });
  expect(drawn).toEqual([]);
});
