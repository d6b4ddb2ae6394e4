import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { watchByteRate } from './byte-rate.ts';

function setUp() {
  const clock = createFakeClock();
  const onSlow = vi.fn<() => void>();
  const rate = watchByteRate({ clock, graceMs: 2000, bytesPerSecond: 8000, onSlow });
  return { clock, onSlow, rate };
}

test('time in which nothing is read does not count', async () => {
  const { clock, onSlow, rate } = setUp();
  await clock.advance(1500);
  rate.pause();
  rate.pause();
  await clock.advance(60_000);
  rate.resume();
  rate.resume();
  await clock.advance(499);
  expect(onSlow).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(onSlow).toHaveBeenCalledOnce();
});

test('who is half a second ahead is not slow', async () => {
  const { clock, onSlow, rate } = setUp();
  rate.count(4000);
  await clock.advance(2499);
  expect(onSlow).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(onSlow).toHaveBeenCalledOnce();
});

test('what has arrived while the event loop was busy counts', async () => {
  let onTimer = () => {};
  let now = 0;
  const clock = {
    nowMs: () => now,
    startTimer: (_delayMs: number, run: () => void) => {
      onTimer = run;
      return () => {};
    },
  };
  const onSlow = vi.fn<() => void>();
  const rate = watchByteRate({ clock, graceMs: 2000, bytesPerSecond: 8000, onSlow });
  // Timers run late, and before the bytes are read that have been there for long.
  now = 10_000;
  onTimer();
  rate.count(100_000);
  await setImmediate();
  expect(onSlow).not.toHaveBeenCalled();
});
