import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createFontRegistry } from '../text/font-registry.ts';
import { stageFigure } from '../figure/figure.ts';
import { cardTasks } from './draw-cards.ts';
import { openDrawCaches, type CacheLimits } from './draw-caches.ts';
import { figureTasks } from './figure-tasks.ts';
import { groupTasks } from './group-tasks.ts';
import { type SharedPlan, openPlanPort } from './plan-store.ts';
import {
  collectGarbage,
  createSharedMeter,
  sharedBytesOf,
  type TaskMessage,
  type TaskName,
  type TaskReply,
  type TaskTable,
} from './tasks.ts';
import { createProcessorMeter, createWorkerPlans } from './worker-plans.ts';

/** From the pool. */
export type WorkerSettings = Pick<CacheLimits, 'sheetBytes'>;

// With all cores busy drawing, the thread that serves requests would wait for its next time slice with
// every iteration of its loop. Only Linux has priorities of threads; elsewhere this is the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { sheetBytes }: WorkerSettings = workerData;
const { find, forPool } = openPlanPort();
parentPort?.postMessage(forPool, [forPool.port]);
// A scene of ten in a link preview takes 1 to 3 MB: room for it and a few earlier ones.
const caches = openDrawCaches({ sheetBytes, planBytes: 6 * 1024 * 1024 }, find);
const { plans } = caches;
const fonts = createFontRegistry();

const meter = createProcessorMeter();
const noteShared = createSharedMeter(collectGarbage);

const tasks: TaskTable<TaskName> = {
  ...figureTasks(caches),
  ...groupTasks(caches, fonts),
  ...cardTasks(fonts),
};

/** Draws a job. */
export async function draw<Name extends TaskName>(
  message: TaskMessage<Name>,
): Promise<TaskReply<Name>> {
  try {
    const result = await tasks[message.name](message.job);
    const compiled = plans.takeCompiled();
    noteShared(sharedBytesOf({ compiled, result }));
    return { result, compiled, usedMs: meter.sinceLastMs() };
  } finally {
    plans.freeLarge();
  }
}

/** Starts the worker, and returns the plans of the most common jobs. */
export function warmUp(): readonly SharedPlan[] {
  const common = createWorkerPlans(1, () => null);
  for (const model of ['classic', 'slim'] as const) {
    const framed = stageFigure({ renderType: 'default', crop: 'full', heightPx: 512, model });
    common.withPlan(framed, { skin: 1, cape: null }, () => null);
  }
  meter.sinceLastMs();
  return common.takeCompiled();
}
