import { setImmediate } from 'node:timers/promises';

/** A clock for tests that stands still until it is advanced; timers fire in order. */
export type FakeClock = {
  readonly nowMs: () => number;
  readonly startTimer: (delayMs: number, run: () => void) => () => void;
  /** Advances time, firing due timers on the way, and lets their promise callbacks run. */
  readonly advance: (byMs: number) => Promise<void>;
  /** The number of pending timers. */
  readonly pending: () => number;
};

export function createFakeClock(startMs = 1_000_000_000_000): FakeClock {
  let now = startMs;
  const timers = new Set<{ readonly dueMs: number; readonly run: () => void }>();

  function nextDue(untilMs: number) {
    const due = [...timers].filter((timer) => timer.dueMs <= untilMs);
    return due.toSorted((a, b) => a.dueMs - b.dueMs)[0];
  }

  return {
    nowMs: () => now,
    startTimer: (delayMs, run) => {
      const timer = { dueMs: now + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (byMs) => {
      const untilMs = now + byMs;
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer);
        now = timer.dueMs;
        timer.run();
        await setImmediate();
      }
      now = untilMs;
      await setImmediate();
    },
    pending: () => timers.size,
  };
}
