import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWriteBudget } from './write-budget.ts';

function budgetOf(maxWrites: number, maxBytes: number) {
  const budget = createWriteBudget({ maxWrites, maxBytes });
  const started: PromiseWithResolvers<unknown>[] = [];
  return {
    started,
    spend: (bytes: number) =>
      budget.spend(bytes, () => {
        const write = Promise.withResolvers<unknown>();
        started.push(write);
        return write.promise;
      }),
  };
}

test('drops writes beyond a number, until earlier ones are done', async () => {
  const { spend, started } = budgetOf(2, 1000);
  for (let i = 0; i < 5; i += 1) spend(1);
  expect(started).toHaveLength(2);
  started[0]?.resolve('OK');
  started[1]?.reject(new Error('down'));
  await setImmediate();
  for (let i = 0; i < 5; i += 1) spend(1);
  expect(started).toHaveLength(4);
});

test('drops writes beyond a size, but not smaller ones', async () => {
  const { spend, started } = budgetOf(100, 1000);
  spend(600);
  spend(600);
  spend(400);
  spend(1);
  expect(started).toHaveLength(2);
  started[0]?.resolve('OK');
  await setImmediate();
  spend(600);
  expect(started).toHaveLength(3);
});
