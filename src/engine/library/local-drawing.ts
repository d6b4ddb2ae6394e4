import { setImmediate as nextIteration } from 'node:timers/promises';
import { shownFrames } from '../options/animation.ts';
import { openDrawCaches, type CacheLimits } from '../workers/draw-caches.ts';
import { figureTasks } from '../workers/figure-tasks.ts';
import { drawFilm, wholeAnimation, createFramePairs } from '../workers/animation.ts';
import {
  resultOf,
  type JobOf,
  type PictureDrawing,
  type PictureName,
  type ResultOf,
  type TaskTable,
  type Draw,
} from '../workers/tasks.ts';
import { createSemaphore } from '../../common/async/semaphore.ts';
import { readFileSync } from 'node:fs';
import type { RequestContext } from '../../common/cache/context.ts';
import { createPictureService, type PictureParts } from '../entry/picture-service.ts';
import { ownSheet, type Player } from '../../common/player.ts';
import type { LoadSheet } from '../entry/load-sheets.ts';

/** How far an animation is, from 0 to 1. */
export type AnimationListener = (done: number) => void;

/**
 * Draws in the thread that calls it, one picture after the other; the event loop runs between two
 * pictures and between two frames of an animation.
 */
export function createLocalDrawing(
  limits: CacheLimits,
  onFrame?: AnimationListener,
): PictureDrawing {
  const caches = openDrawCaches(limits);
  const lendFrames = createFramePairs();
  let tasks: Partial<TaskTable<PictureName>> = figureTasks(caches);
  let groups: ReturnType<typeof openGroups> | undefined;

  async function openGroups() {
    const [{ groupTasks }, { createFontRegistry }] = await Promise.all([
      import('../workers/group-tasks.ts'),
      import('../text/font-registry.ts'),
    ]);
    return groupTasks(caches, createFontRegistry());
  }

  async function drawOne<Name extends PictureName>(
    name: Name,
    job: JobOf<Name>,
  ): Promise<ResultOf<Name>> {
    // Also the only time at which native buffers of earlier pictures are freed.
    await nextIteration();
    if (!Object.hasOwn(tasks, name)) tasks = { ...tasks, ...(await (groups ??= openGroups())) };
    return resultOf(await tasks[name]!(job));
  }

  return {
    draw: async (name, job) => {
      const animation = wholeAnimation(job);
      if (animation === null) return drawOne(name, job);
      let step = 1;
      let steps = 0;
      const run: Parameters<typeof drawFilm>[1] = async (task, one) => {
        const result = await drawOne(task, one);
        if (typeof result === 'object' && 'step' in result) step = result.step;
        // Each frame is drawn and encoded, and the file put together.
        if (task === 'animationPalette') return result;
        steps += 1;
        onFrame?.(steps / (2 * shownFrames(animation.animation, step) + 1));
        return result;
      };
      return drawFilm(animation, run, lendFrames);
    },
  };
}

export type OpenDrawing = PictureDrawing & {
  /** Waits for what is drawn, and stops the threads. */
  readonly close: () => Promise<void>;
};

/** Some forty plans of 600 px, and two thousand sheets. */
const localLimits = { planBytes: 48 * 1024 * 1024, sheetBytes: 8 * 1024 * 1024 };

/** Draws in this thread. */
export function openLocalDrawing(onFrame?: AnimationListener): OpenDrawing {
  return { ...createLocalDrawing(localLimits, onFrame), close: async () => {} };
}

/** Draws in threads of its own. They are given as much as keeps them busy; the rest waits here. */
export async function openThreads(workers: number): Promise<OpenDrawing> {
  const { createPool } = await import('../workers/pool.ts');
  const pool = await createPool({ threads: workers });
  const { signal } = new AbortController();
  const semaphore = createSemaphore({
    maxRunning: 2 * workers,
    errorOf: (_failure, cause) => new Error('it is not drawn', { cause }),
  });
  const pending = new Set<Promise<unknown>>();
  const lendFrames = createFramePairs();
  const drawOne = async <Name extends PictureName>(name: Name, job: JobOf<Name>) =>
    resultOf(await semaphore.run(async () => (await pool.run(name, job)).result, signal));
  const drawWhole: Draw<PictureName> = async (name, job) => {
    const animation = wholeAnimation(job);
    return animation === null ? drawOne(name, job) : drawFilm(animation, drawOne, lendFrames);
  };
  return {
    draw: (...job) => {
      const drawing = drawWhole(...job);
      pending.add(drawing);
      return drawing.finally(() => pending.delete(drawing));
    },
    close: async () => {
      while (pending.size > 0) await Promise.allSettled(pending);
      await pool.close();
    },
  };
}

/** The skin of `fallback: 'default'`. */
const fallbackPlayer: Player = {
  name: null,
  uuid: null,
  model: 'classic',
  cape: null,
  skin: ownSheet(readFileSync(new URL('../../../samples/fallback/classic.png', import.meta.url))),
};

/** A picture is made and given back. */
export type LocalParts = PictureParts<{ readonly bytes: Uint8Array }>;

/** What draws pictures outside of the service: as there, but nothing is cached once it is drawn. */
export function openParts<Drawing extends PictureDrawing>(
  drawing: Drawing,
  loadTexture?: LoadSheet,
): LocalParts & { readonly drawing: Drawing } {
  const loadSheet: LoadSheet = async (source, context) => {
    if (source.kind === 'own') return source.sheet;
    if (loadTexture !== undefined) return loadTexture(source, context);
    throw new Error('only sheets that are given are drawn');
  };
  const players = { loadSheet, fallbackPlayer };
  const pictures: LocalParts['pictures'] = createPictureService({
    players,
    drawing,
    respond: async ({ load }) => ({ bytes: await load() }),
  });
  return { drawing, pictures };
}

/** A request of nobody: no client has the picture already, none shares the drawing with others. */
export const detachedContext = (): RequestContext => ({
  context: { sourceHit: false },
  isKnown: () => false,
});
