import { createSemaphore } from '../async/semaphore.ts';
import { createLocalDrawing, type FilmListener } from './local-drawing.ts';
import type { PictureDrawing } from '../draw-pool/tasks.ts';

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
  const { createDrawing } = await import('../draw-pool/pool.ts');
  const pool = await createDrawing({ threads: workers });
  const { signal } = new AbortController();
  const semaphore = createSemaphore({
    maxRunning: 2 * workers,
    errorOf: (_failure, cause) => new Error('it is not drawn', { cause }),
  });
  return {
    draw: (...order) => semaphore.run(() => pool.draw(...order), signal),
    close: pool.close,
  };
}
