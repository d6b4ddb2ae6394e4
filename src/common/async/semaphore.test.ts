import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createSemaphore, createKeyedSemaphore } from './semaphore.ts';
import { netErrorOf, NetError } from '../../upstreams/net/net-error.ts';

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

describe('createSemaphore', () => {
  it('runs up to its limit at once, the others in order of arrival', async () => {
    const semaphore = createSemaphore({ errorOf: netErrorOf, maxRunning: 2, maxWaiting: 2 });
    const tasks = [task(), task(), task(), task()];
    const runs = tasks.map(({ run }) => semaphore.run(run, never()));
    await settle();
    expect(tasks.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false, false]);
    tasks[1]?.finish();
    await settle();
    expect(tasks.map(({ hasStarted }) => hasStarted())).toEqual([true, true, true, false]);
    for (const { finish } of tasks) finish();
    await Promise.all(runs);
    expect(semaphore.isIdle()).toBe(true);
  });

  it('refuses when the queue is full', async () => {
    const semaphore = createSemaphore({ errorOf: netErrorOf, maxRunning: 1, maxWaiting: 1 });
    const [first, second] = [task(), task()];
    const runs = [semaphore.run(first.run, never()), semaphore.run(second.run, never())];
    await expect(semaphore.run(task().run, never())).rejects.toMatchObject({ kind: 'busy' });
    first.finish();
    second.finish();
    await Promise.all(runs);
  });

  it('releases its slot after a failure', async () => {
    const semaphore = createSemaphore({ errorOf: netErrorOf, maxRunning: 1, maxWaiting: 0 });
    const bad = task();
    const run = semaphore.run(bad.run, never());
    bad.fail();
    await expect(run).rejects.toThrow('failed');
    await expect(semaphore.run(() => Promise.resolve(7), never())).resolves.toBe(7);
  });

  it.each([
    ['timeout', 'busy'],
    ['aborted', 'aborted'],
  ] as const)(
    'a waiter whose signal says %s fails as %s and leaves the queue',
    async (why, kind) => {
      const semaphore = createSemaphore({ errorOf: netErrorOf, maxRunning: 1, maxWaiting: 1 });
      const first = task();
      const run = semaphore.run(first.run, never());
      const controller = new AbortController();
      const second = task();
      const waiter = semaphore.run(second.run, controller.signal);
      controller.abort(new NetError(why));
      await expect(waiter).rejects.toMatchObject({ kind });
      first.finish();
      await run;
      expect(second.hasStarted()).toBe(false);
      expect(semaphore.isIdle()).toBe(true);
    },
  );

  it('reports each task that starts waiting, is admitted or gives up', async () => {
    const told: number[] = [];
    const onWaiting = (change: number): void => void told.push(change);
    const semaphore = createSemaphore({
      errorOf: netErrorOf,
      maxRunning: 1,
      maxWaiting: 2,
      onWaiting,
    });
    const [first, second] = [task(), task()];
    const controller = new AbortController();
    const runs = [semaphore.run(first.run, never()), semaphore.run(second.run, never())];
    const third = semaphore.run(task().run, controller.signal);
    expect(told).toEqual([1, 1]);
    controller.abort(new NetError('aborted'));
    await expect(third).rejects.toMatchObject({ kind: 'aborted' });
    expect(told).toEqual([1, 1, -1]);
    first.finish();
    second.finish();
    await Promise.all(runs);
    expect(told).toEqual([1, 1, -1, -1]);
  });

  it('refuses tasks that waited too long, and admits others', async () => {
    const clock = createFakeClock();
    const semaphore = createSemaphore({
      errorOf: netErrorOf,
      maxRunning: 1,
      maxWaiting: 1,
      maxWaitMs: 1000,
      clock,
    });
    const [first, second] = [task(), task()];
    const run = semaphore.run(first.run, never());
    const refused = expect(semaphore.run(second.run, never())).rejects.toMatchObject({
      kind: 'busy',
    });
    await clock.advance(1000);
    await refused;
    first.finish();
    await run;
    expect(second.hasStarted()).toBe(false);
    expect(semaphore.isIdle()).toBe(true);
    await expect(semaphore.run(() => Promise.resolve(7), never())).resolves.toBe(7);
  });
});

describe('shares of a semaphore', () => {
  /** Starts a task for each client in turn; tells whose tasks run, in the order they started. */
  function queue(maxRunning: number, clients: string) {
    const clock = createFakeClock();
    const semaphore = createSemaphore({ errorOf: netErrorOf, maxRunning, clock });
    const started: string[] = [];
    const tasks = Array.from(clients, (client) => ({ client, ...task() }));
    const runs = tasks.map(({ client, run }) =>
      semaphore.run(
        () => {
          started.push(client);
          return run();
        },
        never(),
        client,
      ),
    );
    return { semaphore, started: () => started.join(''), tasks, runs };
  }

  it.each([
    { what: 'one client alone may have all', max: 4, clients: 'aaaaaa', done: 0, ran: 'aaaa' },
    { what: 'who has none is next', max: 4, clients: 'aaaaaab', done: 1, ran: 'aaaab' },
    { what: 'two take turns', max: 4, clients: 'aaaaaaabbb', done: 4, ran: 'aaaababa' },
    { what: 'three take turns', max: 3, clients: 'aaaaabbbccc', done: 3, ran: 'aaabca' },
    { what: 'equals are let in as they came', max: 2, clients: 'aabcd', done: 2, ran: 'aabc' },
  ])('$what', async ({ max, clients, done, ran }) => {
    const world = queue(max, clients);
    for (const { finish } of world.tasks.slice(0, done)) {
      finish();
      await settle();
    }
    await settle();
    expect(world.started()).toBe(ran);
    for (const { finish } of world.tasks) finish();
    await Promise.all(world.runs);
    expect(world.semaphore.isIdle()).toBe(true);
  });
});

it('counts how long each client has held a slot', async () => {
  const clock = createFakeClock();
  const semaphore = createSemaphore({ errorOf: netErrorOf, maxRunning: 1, clock });
  const started: string[] = [];
  const hold = (client: string, ms: number) =>
    semaphore.run(
      () => {
        started.push(client);
        return new Promise<void>((resolve) => void clock.startTimer(ms, resolve));
      },
      never(),
      client,
    );
  const runs = [
    ...Array.from({ length: 4 }, () => hold('slow', 400)),
    ...Array.from({ length: 10 }, () => hold('quick', 100)),
  ];
  for (let i = 0; i < 14; i += 1) await clock.advance(400);
  await Promise.all(runs);
  // After the first of each, four of one for one of the other.
  expect(started.slice(0, 12).filter((client) => client === 'slow')).toHaveLength(3);
  expect(started[1]).toBe('quick');
});

describe('createKeyedSemaphore', () => {
  it('limits each key separately and forgets idle ones', async () => {
    const semaphores = createKeyedSemaphore({ errorOf: netErrorOf, maxRunning: 1, maxWaiting: 0 });
    const [a, b] = [task(), task()];
    const runs = [semaphores.run('a', a.run, never()), semaphores.run('b', b.run, never())];
    await expect(semaphores.run('a', task().run, never())).rejects.toMatchObject({ kind: 'busy' });
    expect(semaphores.size()).toBe(2);
    a.finish();
    b.finish();
    await Promise.all(runs);
    expect(semaphores.size()).toBe(0);
  });

  it('never runs more of a key than it may, whoever comes as others end', async () => {
    // Who comes within the turns in which two end finds their semaphore, or another one.
    for (let pair = 0; pair < 144; pair += 1) {
      const semaphores = createKeyedSemaphore({ errorOf: netErrorOf, maxRunning: 2 });
      const end = Promise.withResolvers<void>();
      let [running, most] = [0, 0];
      const run = (until: Promise<unknown>, turns: number) => async () => {
        running += 1;
        most = Math.max(most, running);
        await until;
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        running -= 1;
      };
      const come = async (after: number): Promise<void> => {
        await end.promise;
        for (let turn = 0; turn < after; turn += 1) await Promise.resolve();
        await semaphores.run('a', run(nextTurn(), 0), never());
      };
      const all = [1, 0].map((turns) => semaphores.run('a', run(end.promise, turns), never()));
      const [one, other] = [pair % 12, Math.floor(pair / 12)];
      for (const after of [one, one, other, other]) all.push(come(after));
      end.resolve();
      await Promise.all(all);
      expect(most, `${pair}`).toBeLessThanOrEqual(2);
    }
  });
});
