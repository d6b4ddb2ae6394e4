import { createSemaphore } from '../../common/async/semaphore.ts';
import { createLocalDrawing, type FilmListener } from './local-drawing.ts';
import { drawFilm, wholeFilm } from '../workers/film.ts';
import {
  resultOf,
  type Draw,
  type OrderOf,
  type PictureDrawing,
  type PictureName,
} from '../workers/tasks.ts';

export type OpenDrawing = PictureDrawing & {
  /** Waits for what is drawn, and stops the threads. */
  readonly close: () => Promise<void>;
};

/** Some forty plans of 600 px, and two thousand sheets. */
const localLimits = { planBytes: 48 * 1024 * 1024, sheetBytes: 8 * 1024 * 1024 };

/** Draws in this thread. */
export function openLocalDrawing(onFrame?: FilmListener): OpenDrawing {
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
  const drawOne = async <Name extends PictureName>(name: Name, order: OrderOf<Name>) =>
    resultOf(await semaphore.run(async () => (await pool.run(name, order)).result, signal));
  const drawWhole: Draw<PictureName> = async (name, order) => {
    const film = wholeFilm(order);
    return film === null ? drawOne(name, order) : drawFilm(film, drawOne);
  };
  return {
    draw: (...order) => {
      const drawing = drawWhole(...order);
      pending.add(drawing);
      return drawing.finally(() => pending.delete(drawing));
    },
    close: async () => {
      while (pending.size > 0) await Promise.allSettled(pending);
      await pool.close();
    },
  };
}
