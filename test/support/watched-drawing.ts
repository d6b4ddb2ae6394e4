import { openSharedDrawing } from './shared-drawing.ts';
import type { FigureJob, RowJob, SceneJob } from '../../src/engine/options/jobs.ts';
import type { JobOf, TaskName } from '../../src/engine/workers/tasks.ts';
import {
  createDrawing,
  type Drawing,
  type DrawingOptions,
} from '../../src/service/queue/drawing.ts';

/** The real pool with a record of its orders and their results. */
export type WatchedDrawing = {
  readonly open: (options?: DrawingOptions) => Promise<Drawing>;
  /** Rows that were actually drawn or attempted. */
  readonly rows: readonly RowJob[];
  /** Single figures that were actually drawn or attempted. */
  readonly figures: readonly FigureJob[];
  /** Scenes that were actually drawn or attempted. */
  readonly scenes: readonly SceneJob[];
  /** The clients of all jobs of any kind. */
  readonly clients: readonly (string | undefined)[];
  readonly forget: () => void;
  /** Holds ordered rows until the returned function is called. */
  readonly hold: () => () => void;
  /** Makes the next row fail with this error. */
  readonly failNext: (error: Error) => void;
  readonly close: () => Promise<void>;
};

/**
 * One pool for all apps of a test file: that of the process, or its own if options are given.
 * It outlives each app and is closed by the file.
 */
export async function watchDrawing(options?: DrawingOptions): Promise<WatchedDrawing> {
  const pool = await (options === undefined ? openSharedDrawing() : createDrawing(options));
  const [rows, figures, scenes]: [RowJob[], FigureJob[], SceneJob[]] = [[], [], []];
  const jobs: Orders = { row: rows, figure: figures, scene: scenes };
  const clients: (string | undefined)[] = [];
  const failures: Error[] = [];
  let released = Promise.resolve();
  const watched: Drawing = {
    ...pool,
    draw: async (name, job, client, watch) => {
      jobs[name]?.push(job);
      clients.push(client);
      const failure = name === 'row' ? failures.shift() : undefined;
      if (name === 'row') await released;
      if (failure !== undefined) throw failure;
      return pool.draw(name, job, client, watch);
    },
    close: async () => {},
  };
  return {
    open: async () => watched,
    rows,
    figures,
    scenes,
    clients,
    forget: () => {
      for (const list of [rows, figures, scenes, clients]) list.splice(0);
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    failNext: (error) => void failures.push(error),
    close: () => pool.close(),
  };
}

type Orders = { readonly [Name in TaskName]?: JobOf<Name>[] };
