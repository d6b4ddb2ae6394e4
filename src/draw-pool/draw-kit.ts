import { createScratch, type Scratch } from '../render/image/scratch.ts';
import type { Reaches } from '../render/stage/moment.ts';
import type { DrawContext } from '../compose/draw-context.ts';
import type { TaskResult } from '../options/order.ts';
import type { OrderOf, ResultOf, TaskName } from './tasks.ts';
import { createWorkerPlans, type WorkerPlans } from './worker-plans.ts';
import { createReaches } from './worker-reaches.ts';
import { createWorkerSheets, type WorkerSheets } from './worker-sheets.ts';

/** What a thread that draws caches between orders. */
export type DrawKit = {
  readonly plans: WorkerPlans;
  readonly withSheets: WorkerSheets['withSheets'];
  readonly takeShapes: WorkerSheets['takeShapes'];
  readonly scratch: Scratch;
  readonly reaches: Reaches;
};

/** Memory limits in bytes. */
export type KitLimits = {
  /** Of decoded sheets. */
  readonly sheetBytes: number;
  /** Of recent plans. */
  readonly planBytes: number;
};

export function createDrawKit({ sheetBytes, planBytes }: KitLimits): DrawKit {
  return {
    plans: createWorkerPlans(planBytes),
    ...createWorkerSheets(sheetBytes),
    // Up to 4 million pixels: rows of ten in the default size.
    scratch: createScratch(16 * 1024 * 1024),
    reaches: createReaches(),
  };
}

export type WithPlan = DrawContext['withPlan'];

/** Functions that draw these tasks. */
export type TaskTable<Names extends TaskName> = {
  readonly [Name in Names]: (
    order: OrderOf<Name>,
    withPlan: WithPlan,
  ) => TaskResult<ResultOf<Name>>;
};

export function ok<T>(value: T): TaskResult<T> {
  return { ok: true, value };
}
