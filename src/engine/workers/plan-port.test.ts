import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { answerPlans, type PlanPort } from './plan-store.ts';

const module = new URL('./plan-store.ts', import.meta.url).href;

/** A worker that asks for these plans, one after the other, and says what it got; by default it waits as long as in use. */
function asking(keys: readonly string[], waitMs?: number): Worker {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(${JSON.stringify(module)}).then(({ openPlanPort }) => {
      const { find, forPool } = openPlanPort(workerData.waitMs);
      parentPort.postMessage(forPool, [forPool.port]);
      parentPort.postMessage(workerData.keys.map(find));
    });`;
  return new Worker(code, { eval: true, workerData: { keys, waitMs } });
}

const next = (worker: Worker) =>
  new Promise<never>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });

test('a worker asks for plans while it draws', async () => {
  const worker = asking(['a', 'b', 'c'], 60_000);
  const port: PlanPort = await next(worker);
  const asked: string[] = [];
  answerPlans(port, {
    find: (key) => {
      asked.push(key);
      return key === 'b' ? null : Object.assign(Object.create(null), { key });
    },
  });
  expect(await next(worker)).toEqual([{ key: 'a' }, null, { key: 'c' }]);
  expect(asked).toEqual(['a', 'b', 'c']);
  await worker.terminate();
});

test('it goes on without an answer', async () => {
  const worker = asking(['a', 'b']);
  await next(worker);
  // Nobody answers.
  expect(await next(worker)).toEqual([null, null]);
  await worker.terminate();
});
