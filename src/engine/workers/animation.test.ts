import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figureJob } from '../../../test/support/figure-job.ts';
import { randomFrom, randomSheet } from '../../../test/support/pattern-sheets.ts';
import { sceneJob } from '../../../test/support/scene-context.ts';
import { animationOf } from '../options/animation.ts';
import type { FigureJob } from '../options/jobs.ts';
import { encodePng } from '../image/encode.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { openDrawCaches, ok, type DrawCaches } from './draw-caches.ts';
import type { Sprite } from './draw-animations.ts';
import { figureTasks } from './figure-tasks.ts';
import { drawFilm, wholeAnimation, createFramePairs } from './animation.ts';
import { groupTasks } from './group-tasks.ts';
import { createPlanStore } from './plan-store.ts';
import { resultOf, type TaskTable } from './tasks.ts';

const skin = new URL('../../../samples/skins/sample-fox.png', import.meta.url);

type AnimationTask =
  | 'figureFrame'
  | 'sceneFrame'
  | 'animationPalette'
  | 'animationFrame'
  | 'animationFile';

const tasksOf = (caches: DrawCaches): TaskTable<AnimationTask> => ({
  ...figureTasks(caches),
  ...groupTasks(caches, createFontRegistry()),
});

test('pictures that frames of a film share count as held, and are not copied', async () => {
  const caches = openDrawCaches({ sheetBytes: 1e6, planBytes: 1e6 });
  const tasks = tasksOf(caches);
  const figure = { overlay: 'raised', motion: 'run' } as const;
  const job = sceneJob({
    scene: null,
    sizePx: [96, 64],
    format: 'webp',
    skins: [{ revision: 'fox', png: readFileSync(skin) }],
    figures: [figure, figure],
    animation: { ...animationOf(['run']), frame: null, format: 'webp', matte: [0, 0, 0, 255] },
  });
  let [otherBytes, frames] = [0, 0];
  const lent = new Set<unknown>();
  let sprites: readonly Sprite[] = [];
  const run: Parameters<typeof drawFilm>[1] = async (name, one, heldBytes) => {
    if ('sprites' in one) {
      sprites = one.sprites;
      const shared = sprites.reduce((sum, { packed }) => sum + packed.bytes.byteLength, 0);
      expect(heldBytes).toBe(otherBytes + shared);
    }
    const drawn = resultOf(await tasks[name](one));
    if (drawn instanceof Uint8Array) otherBytes += drawn.byteLength;
    else if ('sprites' in drawn) {
      frames++;
      lent.add(drawn.packed.bytes);
    }
    return drawn;
  };
  await drawFilm(wholeAnimation(job)!, run, createFramePairs());
  // Frames take turns in the same memory, which others use again.
  expect([...lent]).toEqual([expect.any(SharedArrayBuffer), expect.any(SharedArrayBuffer)]);
  expect(frames).toBeGreaterThan(7);
  expect(sprites.length).toBeGreaterThan(10);
  for (const { packed } of sprites) {
    expect(packed.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  }
});

/** So large that every other frame is left out, with a figure that is not. */
const largeAnimation = figureJob(
  { revision: 'fox', png: readFileSync(skin) },
  {
    heightPx: 16,
    box: { widthPx: 1000, heightPx: 1000 },
    motion: 'turn',
    animation: { ...animationOf(['turn']), frame: null, format: 'webp', matte: [0, 0, 0, 255] },
  },
);

test('a film that leaves out frames finds its plans again', async () => {
  const store = createPlanStore(1e8);
  /** @returns how many plans each of its frames compiles, in a process of its own */
  const compiledIn = async (job: FigureJob): Promise<readonly number[]> => {
    const caches = openDrawCaches({ sheetBytes: 1e6, planBytes: 1e6 }, store.find);
    // Nothing depends on it.
    const unencoded = () => ok(new Uint8Array());
    const tasks: TaskTable<AnimationTask> = {
      ...tasksOf(caches),
      animationFrame: unencoded,
      animationFile: unencoded,
    };
    const counts: number[] = [];
    const run: Parameters<typeof drawFilm>[1] = async (name, one) => {
      const result = resultOf(await tasks[name](one));
      const compiled = caches.plans.takeCompiled();
      if (name === 'figureFrame') counts.push(compiled.length);
      store.keep(compiled);
      return result;
    };
    await drawFilm(wholeAnimation(job)!, run, createFramePairs());
    return counts;
  };
  const frames = animationOf(['turn']).frames / 2;
  expect(await compiledIn(largeAnimation)).toEqual(Array.from({ length: frames }, () => 1));
  expect(await compiledIn(largeAnimation)).toEqual(Array.from({ length: frames }, () => 0));
});

test('frames from a large sheet are the same whether it was decoded for them or before', async () => {
  const png = encodePng(randomSheet(randomFrom(1), 8));
  const animation = { ...animationOf(['walk']), format: 'webp', matte: [0, 0, 0, 255] } as const;
  const frameIn = async (caches: DrawCaches, frame: number) => {
    const moving = { heightPx: 24, motion: 'walk', animation: { ...animation, frame } } as const;
    const job = figureJob({ revision: 'large', png }, moving);
    const drawing = tasksOf(caches).figureFrame({ ...job, step: 1, memory: null });
    return resultOf(await drawing).packed;
  };
  const limits = { sheetBytes: 1e7, planBytes: 1e6 };
  const caches = openDrawCaches(limits);
  for (const frame of [0, 1, 2]) {
    expect(await frameIn(caches, frame)).toEqual(await frameIn(openDrawCaches(limits), frame));
  }
});
