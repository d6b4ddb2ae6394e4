import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('returns milliseconds since 1970, and never goes back', () => {
  const startMs = systemClock.nowMs();
  expect(startMs).toBeGreaterThan(Date.UTC(2020));
  expect(systemClock.nowMs()).toBeGreaterThanOrEqual(startMs);
});

it('calls back once, unless cancelled', async () => {
  const calls: string[] = [];
  const cancel = systemClock.startTimer(1, () => calls.push('cancelled'));
  cancel();
  await new Promise<void>((resolve) => {
    systemClock.startTimer(5, () => {
      calls.push('called');
      resolve();
    });
  });
  expect(calls).toEqual(['called']);
});
