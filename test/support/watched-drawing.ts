import { createDrawing, type Drawing, type DrawingOptions } from '../../src/drawing/pool.ts';
import { openSharedDrawing } from './shared-drawing.ts';
import type { FigureOrder, RowOrder } from '../../src/drawing/order.ts';
import type { SceneOrder } from '../../src/drawing/scene-order.ts';

/** The real pool, seen from outside: what is ordered, and what becomes of it. */
export type WatchedDrawing = {
  readonly open: (options?: DrawingOptions) => Promise<Drawing>;
  /** Rows that were really drawn, or tried to be. */
  readonly rows: readonly RowOrder[];
  /** Single figures that were really drawn, or tried to be. */
  readonly figures: readonly FigureOrder[];
  readonly forget: () => void;
  /** Scenes that were really drawn, or tried to be. */
  readonly scenes: readonly SceneOrder[];
  /** Rows wait, once ordered, until the returned function is called. */
  readonly hold: () => () => void;
  /** The next row ends with this error. */
  readonly failNext: (error: Error) => void;
  readonly close: () => Promise<void>;
};

/**
 * One pool for all the apps of a test file: the one of the process, or with options one of its own.
 * It outlives each app and is closed by the file.
 */
export async function watchDrawing(options?: DrawingOptions): Promise<WatchedDrawing> {
  const pool = await (options === undefined ? openSharedDrawing() : createDrawing(options));
  const rows: RowOrder[] = [];
  const figures: FigureOrder[] = [];
  const scenes: SceneOrder[] = [];
  const failures: Error[] = [];
  let released = Promise.resolve();
  const watched: Drawing = {
    ...pool,
    row: async (order) => {
      rows.push(order);
      const failure = failures.shift();
      await released;
      if (failure !== undefined) throw failure;
      return pool.row(order);
    },
    scene: (order) => {
      scenes.push(order);
      return pool.scene(order);
    },
    figure: (order) => {
      figures.push(order);
      return pool.figure(order);
    },
    close: async () => {},
  };
  return {
    open: async () => watched,
    rows,
    figures,
    scenes,
    forget: () => {
      rows.splice(0);
      figures.splice(0);
      scenes.splice(0);
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
