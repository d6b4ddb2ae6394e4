import { expect, test } from 'vitest';
import { countedCall } from './counted-call.ts';

function counted(call: (n: number) => Promise<number>) {
  const calls: unknown[] = [];
  let now = 0;
  const nowMs = () => (now += 5);
  const counting = countedCall(call, {
    upstream: 'numbers',
    report: (one) => void calls.push(one),
    outcomeOf: (response) => (response > 0 ? 'positive' : 'other'),
    failureOf: (error) => (error instanceof RangeError ? 'range' : 'internal'),
    nowMs,
  });
  return { calls, counting };
}

test('a result is passed on and counted', async () => {
  const { calls, counting } = counted(async (n) => n * 2);
  expect(await counting(3)).toBe(6);
  expect(await counting(-1)).toBe(-2);
  expect(calls).toEqual([
    { upstream: 'numbers', outcome: 'positive', ms: 5 },
    { upstream: 'numbers', outcome: 'other', ms: 5 },
  ]);
});

test('an error is passed on and counted', async () => {
  const error = new RangeError('too far');
  const { calls, counting } = counted(() => Promise.reject(error));
  await expect(counting(1)).rejects.toBe(error);
  expect(calls).toEqual([{ upstream: 'numbers', outcome: 'range', ms: 5 }]);
});
