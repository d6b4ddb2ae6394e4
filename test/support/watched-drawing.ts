import { createDrawing, type Drawing, type DrawingOptions } from '../../src/drawing/pool.ts';
import { openSharedDrawing } from './shared-drawing.ts';
import type { FigureOrder, RowOrder } from '../../src/drawing/order.ts';
import type { SceneOrder } from '../../src/drawing/scene-order.ts';

/** The real pool with a record of its orders and their results. */
export type WatchedDrawing = {
  readonly open: (options?: DrawingOptions) => Promise<Drawing>;
  /** Rows that were actually drawn or attempted. */
  readonly rows: readonly RowOrder[];
  /** Single figures that were actually drawn or attempted. */
  readonly figures: readonly FigureOrder[];
  readonly forget: () => void;
  /** Scenes that were actually drawn or attempted. */
  readonly scenes: readonly SceneOrder[];
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
