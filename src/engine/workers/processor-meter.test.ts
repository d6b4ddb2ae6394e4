import { expect, it } from 'vitest';
import { createProcessorMeter } from './worker-plans.ts';

it('measures each stretch of time once, both parts of it, in milliseconds', () => {
  const usages = [
    { user: 5000, system: 1000 },
    { user: 5000, system: 1000 },
    { user: 9000, system: 1500 },
  ];
  const meter = createProcessorMeter(() => usages.shift()!);
  expect([meter.sinceLastMs(), meter.sinceLastMs()]).toEqual([0, 4.5]);
});

it('measures the thread it runs on', () => {
  const meter = createProcessorMeter();
  const before = process.threadCpuUsage();
  let sum = 0;
  // Work, not time: until the system has counted some.
  while (process.threadCpuUsage(before).user === 0) sum += Math.sqrt(sum + 1);
  expect(meter.sinceLastMs()).toBeGreaterThan(0);
});
