import { expect, it, afterEach, beforeEach, describe, vi } from 'vitest';
import { systemClock, type Clock, abortable, withDeadline } from './clock.ts';
import { netErrorOf, NetError } from '../../upstreams/net/net-error.ts';

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

function withFakeTimers(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  abortable(new Promise<never>(() => {}), signal);

describe('withDeadline', () => {
  withFakeTimers();

  it('ends a task that takes too long', async () => {
    const run = withDeadline({ errorOf: netErrorOf, timeoutMs: 100 }, untilAborted);
    const outcome = expect(run).rejects.toMatchObject({ kind: 'timeout' });
    await vi.advanceTimersByTimeAsync(100);
    await outcome;
  });

  it('extends the deadline once if the process itself was paused', async () => {
    const timers: { readonly delayMs: number; readonly run: () => void }[] = [];
    let nowMs = 0;
    const clock: Clock = {
      nowMs: () => nowMs,
      startTimer: (delayMs, run) => {
        timers.push({ delayMs, run });
        return () => {};
      },
    };
    const run = withDeadline({ errorOf: netErrorOf, timeoutMs: 100, clock }, untilAborted);
    const outcome = expect(run).rejects.toMatchObject({ kind: 'timeout' });
    nowMs = 180;
    timers[0]?.run();
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([100, 80]);
    nowMs = 1000;
    timers[1]?.run();
    await outcome;
    expect(timers).toHaveLength(2);
  });

  it('leaves no timer and no listener behind', async () => {
    const outer = new AbortController();
    const inner = await withDeadline(
      { errorOf: netErrorOf, timeoutMs: 100, signal: outer.signal },
      async (s) => s,
    );
    expect(vi.getTimerCount()).toBe(0);
    outer.abort();
    expect(inner.aborted).toBe(false);
  });

  it('passes on the reason of the outer signal', async () => {
    const outer = new AbortController();
    const run = withDeadline(
      { errorOf: netErrorOf, timeoutMs: 100, signal: outer.signal },
      untilAborted,
    );
    outer.abort(new NetError('busy'));
    await expect(run).rejects.toMatchObject({ kind: 'busy' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts aborted if the outer signal already is', async () => {
    const run = withDeadline(
      { errorOf: netErrorOf, timeoutMs: 100, signal: AbortSignal.abort() },
      untilAborted,
    );
    await expect(run).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe('abortable', () => {
  withFakeTimers();

  it('settles as the promise does', async () => {
    const { signal } = new AbortController();
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(new Error('x')), signal)).rejects.toThrow('x');
  });

  it('ignores a rejection after the end', async () => {
    const late = Promise.withResolvers<number>();
    const run = abortable(late.promise, AbortSignal.abort(new NetError('timeout')));
    await expect(run).rejects.toMatchObject({ kind: 'timeout' });
    late.reject(new Error('late'));
  });
});
