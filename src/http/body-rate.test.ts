import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { watchBodyRate } from './body-rate.ts';

function setUp() {
  const clock = createFakeClock();
  const onSlow = vi.fn<() => void>();
  const rate = watchBodyRate({ clock, graceMs: 2000, bytesPerSecond: 8000, onSlow });
  return { clock, onSlow, rate };
}

test('a body that sends nothing is slow after the first two seconds, once', async () => {
  const { clock, onSlow } = setUp();
  await clock.advance(1999);
  expect(onSlow).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(onSlow).toHaveBeenCalledOnce();
  await clock.advance(60_000);
  expect([onSlow.mock.calls.length, clock.pending()]).toEqual([1, 0]);
});

test.each([
  ['just below the rate is slow', 780, true],
  ['at the rate is not', 801, false],
])('a body that arrives %s', async (_name, bytes, isSlow) => {
  const { clock, onSlow, rate } = setUp();
  await clock.advance(2000 - 100);
  for (let i = 0; i < 300; i += 1) {
    rate.count(bytes);
    await clock.advance(100);
  }
  expect(onSlow).toHaveBeenCalledTimes(isSlow ? 1 : 0);
});

test('what arrives early counts as long as it takes at that rate', async () => {
  const { clock, onSlow, rate } = setUp();
  rate.count(80_000);
  await clock.advance(11_999);
  expect(onSlow).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(onSlow).toHaveBeenCalledOnce();
});

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
  const rate = watchBodyRate({ clock, graceMs: 2000, bytesPerSecond: 8000, onSlow });
  // Timers run late, and before the bytes are read that have been there for long.
  now = 10_000;
  onTimer();
  rate.count(100_000);
  await setImmediate();
  expect(onSlow).not.toHaveBeenCalled();
});

test('a body that has arrived is not watched any more', async () => {
  const { clock, onSlow, rate } = setUp();
  rate.pause();
  rate.stop();
  rate.resume();
  expect(clock.pending()).toBe(0);
  await clock.advance(60_000);
  expect(onSlow).not.toHaveBeenCalled();
});
