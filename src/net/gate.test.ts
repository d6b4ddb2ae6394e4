import { describe, expect, it } from 'vitest';
import { createGate, createKeyedGate } from './gate.ts';
import { NetError } from './net-error.ts';

const never = (): AbortSignal => new AbortController().signal;

/** A task that ends when told to. */
function task() {
  const done = Promise.withResolvers<void>();
  let hasStarted = false;
  return {
    run: () => {
      hasStarted = true;
      return done.promise;
    },
    finish: () => done.resolve(),
    fail: () => done.reject(new Error('failed')),
    hasStarted: () => hasStarted,
  };
}

const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('createGate', () => {
  it('runs as many as it may, then in order of arrival', async () => {
    const gate = createGate({ maxRunning: 2, maxWaiting: 2 });
    const tasks = [task(), task(), task(), task()];
    const runs = tasks.map(({ run }) => gate.run(run, never()));
    await settle();
    expect(tasks.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false, false]);
    tasks[1]?.finish();
    await settle();
    expect(tasks.map(({ hasStarted }) => hasStarted())).toEqual([true, true, true, false]);
    for (const { finish } of tasks) finish();
    await Promise.all(runs);
    expect(gate.isIdle()).toBe(true);
  });

  it('refuses when the queue is full', async () => {
    const gate = createGate({ maxRunning: 1, maxWaiting: 1 });
    const [first, second] = [task(), task()];
    const runs = [gate.run(first.run, never()), gate.run(second.run, never())];
    await expect(gate.run(task().run, never())).rejects.toMatchObject({ kind: 'busy' });
    first.finish();
    second.finish();
    await Promise.all(runs);
  });

  it('gives a place back after a failure', async () => {
    const gate = createGate({ maxRunning: 1, maxWaiting: 0 });
    const bad = task();
    const run = gate.run(bad.run, never());
    bad.fail();
    await expect(run).rejects.toThrow('failed');
    await expect(gate.run(() => Promise.resolve(7), never())).resolves.toBe(7);
  });

  it.each([
    ['timeout', 'busy'],
    ['aborted', 'aborted'],
  ] as const)(
    'a waiter whose signal says %s fails as %s and leaves the queue',
    async (why, kind) => {
      const gate = createGate({ maxRunning: 1, maxWaiting: 1 });
      const first = task();
      const run = gate.run(first.run, never());
      const controller = new AbortController();
      const second = task();
      const waiter = gate.run(second.run, controller.signal);
      controller.abort(new NetError(why));
      await expect(waiter).rejects.toMatchObject({ kind });
      first.finish();
      await run;
      expect(second.hasStarted()).toBe(false);
      expect(gate.isIdle()).toBe(true);
    },
  );

  it('tells of each that begins to wait, is let in and gives up', async () => {
    const told: number[] = [];
    const onWaiting = (change: number): void => void told.push(change);
    const gate = createGate({ maxRunning: 1, maxWaiting: 2, onWaiting });
    const [first, second] = [task(), task()];
    const controller = new AbortController();
    const runs = [gate.run(first.run, never()), gate.run(second.run, never())];
    const third = gate.run(task().run, controller.signal);
    expect(told).toEqual([1, 1]);
    controller.abort(new NetError('aborted'));
    await expect(third).rejects.toMatchObject({ kind: 'aborted' });
    expect(told).toEqual([1, 1, -1]);
    first.finish();
    second.finish();
    await Promise.all(runs);
    expect(told).toEqual([1, 1, -1, -1]);
  });

  it('refuses what has waited for too long, and lets others through', async () => {
    const gate = createGate({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 10 });
    const [first, second] = [task(), task()];
    const run = gate.run(first.run, never());
    await expect(gate.run(second.run, never())).rejects.toMatchObject({ kind: 'busy' });
    first.finish();
    await run;
    expect(second.hasStarted()).toBe(false);
    expect(gate.isIdle()).toBe(true);
    await expect(gate.run(() => Promise.resolve(7), never())).resolves.toBe(7);
  });

  it('does not start what is given up already', async () => {
    const gate = createGate({ maxRunning: 1, maxWaiting: 1 });
    const late = task();
    await expect(gate.run(late.run, AbortSignal.abort())).rejects.toMatchObject({
      kind: 'aborted',
    });
    expect(late.hasStarted()).toBe(false);
    expect(gate.isIdle()).toBe(true);
  });
});

describe('createKeyedGate', () => {
  it('bounds each key by itself and forgets idle ones', async () => {
    const gates = createKeyedGate({ maxRunning: 1, maxWaiting: 0 });
    const [a, b] = [task(), task()];
    const runs = [gates.run('a', a.run, never()), gates.run('b', b.run, never())];
    await expect(gates.run('a', task().run, never())).rejects.toMatchObject({ kind: 'busy' });
    expect(gates.size()).toBe(2);
    a.finish();
    b.finish();
    await Promise.all(runs);
    expect(gates.size()).toBe(0);
  });
});
