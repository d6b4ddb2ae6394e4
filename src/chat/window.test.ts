import { describe, expect, test } from 'vitest';
import { pausedIn, waitIn, windowAt, windowLearnt, windowPaused } from './window.ts';

const rule = { limit: 5, windowMs: 2000 };
const pausedUntilMs = 0;
const now = 1_000_000;

describe('the window at a time', () => {
  test('starts with its first request', () => {
    expect(windowAt(now, rule, undefined)).toEqual({
      ...rule,
      used: 0,
      resetAtMs: now + 2000,
      pausedUntilMs,
    });
  });

  test.each([
    // used before, time since its reset → used, when it resets
    [3, -1, 3, 0],
    [3, 0, 0, 2000],
    [5, 500, 0, 2500],
    [7, 500, 2, 2000],
    [12, 0, 7, 2000],
    [12, 2000, 2, 4000],
    [12, 1999, 7, 2000],
    [12, 7000, 0, 9000],
  ])('%i places, %i ms after its reset: %i left', (used, laterMs, left, resetsInMs) => {
    const before = { ...rule, used, resetAtMs: now, pausedUntilMs };
    const after = windowAt(now + laterMs, rule, before);
    expect(after).toEqual({ ...rule, used: left, resetAtMs: now + resetsInMs, pausedUntilMs });
  });

  test('keeps a learnt limit and length', () => {
    const learnt = { limit: 30, windowMs: 60_000, used: 1, resetAtMs: now, pausedUntilMs };
    expect(windowAt(now + 1, rule, learnt)).toMatchObject({ limit: 30, windowMs: 60_000 });
  });
});

test.each([
  // used, behind → wait, with 500 ms left of the window
  [0, 0, 0],
  [4, 0, 0],
  [5, 0, 500],
  [9, 0, 500],
  [10, 0, 2500],
  [4, 1, 500],
  [0, 10, 2500],
])('with %i places taken and %i others first, the wait is %i ms', (used, behind, waitMs) => {
  expect(waitIn({ ...rule, used, resetAtMs: now + 500, pausedUntilMs }, now, behind)).toBe(waitMs);
});

describe('an answer', () => {
  const window = { ...rule, used: 2, resetAtMs: now + 1500, pausedUntilMs };

  test.each([
    ['first of its window', { limit: 4, used: 1, resetAfterMs: 3000 }, { windowMs: 3000, used: 2 }],
    ['later one', { limit: 4, used: 3, resetAfterMs: 700 }, { windowMs: 2000, used: 3 }],
    ['longer than known', { limit: 4, used: 3, resetAfterMs: 9000 }, { windowMs: 9000, used: 3 }],
    ['at its very end', { limit: 4, used: 1, resetAfterMs: 0 }, { windowMs: 1, used: 2 }],
  ])('%s', (_name, seen, learnt) => {
    const after = windowLearnt(window, seen, now);
    expect(after).toEqual({
      limit: 4,
      resetAtMs: now + seen.resetAfterMs,
      pausedUntilMs,
      ...learnt,
    });
  });
});

test('a pause leaves no place until it is over', () => {
  const paused = windowPaused({ ...rule, used: 2, resetAtMs: now + 100, pausedUntilMs }, 4000, now);
  expect([pausedIn(paused, now), pausedIn(paused, now + 4000)]).toEqual([4000, 0]);
  expect(waitIn(windowAt(now, rule, paused), now, 0)).toBe(4000);
  expect(waitIn(windowAt(now + 4000, rule, paused), now + 4000, 0)).toBe(0);
});

test('an answer that is older than a pause does not end it', () => {
  const before = { ...rule, used: 2, resetAtMs: now + 100, pausedUntilMs };
  const seen = { limit: 30, used: 3, resetAfterMs: 500 };
  const after = windowLearnt(windowPaused(before, 4000, now), seen, now);
  expect(waitIn(after, now, 0)).toBe(4000);
  expect(pausedIn(after, now)).toBe(4000);
});
