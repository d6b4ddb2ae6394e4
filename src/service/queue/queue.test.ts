import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createQueue, type QueuedJob } from './queue.ts';

const overloaded = { code: 'overloaded', status: 503, retryAfterSeconds: 2 };
const mebibyte = 1024 * 1024;

type Changes = Partial<Omit<QueuedJob, 'client'>> & {
  /** Processor time that the worker will report. */
  readonly usedMs?: number;
};

/** A queue whose tasks end when they are told to, with a record of what happened. */
function setUp(workers = 1) {
  const clock = createFakeClock();
  const queue = createQueue(workers, clock);
  const started: string[] = [];
  const refused: string[] = [];
  const running: { readonly name: string; readonly end: () => void }[] = [];

  const taskOf = (client: string, usedMs: number) => () => {
    started.push(client);
    const { promise, resolve } = Promise.withResolvers<{ result: string; usedMs: number }>();
    running.push({ name: client, end: () => resolve({ result: client, usedMs }) });
    return promise;
  };

  const noteRefusal = (client: string) => (error: unknown) => {
    refused.push(client);
    return error;
  };

  /** Places a job; its name is that of its client. */
  function job(client: string, changes: Changes = {}) {
    const { usedMs = 50, ...rest } = changes;
    const facts = { client, kind: 'figure png', bytes: 1000, isLarge: false, ...rest };
    return queue.run(facts, taskOf(client, usedMs)).catch(noteRefusal(client));
  }

  /** An animation of so many steps, each with more that is drawn of it. */
  function animation(
    client: string,
    steps: number,
    changes: Changes & { readonly size?: number; readonly heldBytes?: number } = {},
  ) {
    const { usedMs = 50, heldBytes = 0, size = 1, ...rest } = changes;
    const facts = { client, kind: 'film gif', bytes: 1000, isLarge: false, ...rest };
    const done = queue.runAnimation({ ...facts, size }, async (run, hold) => {
      for (const step of times(steps, Number)) {
        hold(heldBytes * step);
        await run(facts, taskOf(client, usedMs));
      }
      return client;
    });
    return done.catch(noteRefusal(client));
  }

  /** Ends the oldest task, or that of a client. */
  async function endOne(client?: string): Promise<void> {
    const index = client === undefined ? 0 : running.findIndex(({ name }) => name === client);
    running.splice(index, 1)[0]!.end();
    await setImmediate();
  }

  async function endAll(): Promise<void> {
    while (running.length > 0) {
      await endOne();
      await setImmediate();
    }
  }

  return { clock, queue, job, animation, started, refused, running, endOne, endAll };
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const countOf = (list: readonly string[], one: string): number =>
  list.filter((other) => other === one).length;

describe('turns', () => {
  it('go to who used the least processor time, not the fewest orders', async () => {
    const { job, started, endAll } = setUp();
    void job('busy');
    for (const _ of times(3, String)) void job('dear', { kind: 'scene avif', usedMs: 300 });
    for (const _ of times(6, String)) void job('cheap', { usedMs: 100 });
    await endAll();
    // The first of each counts the same while it is not measured.
    expect(started.slice(1).join(' ')).toBe('dear cheap cheap cheap dear cheap cheap cheap dear');
  });

  it('count an estimate while an order is drawn, and what was measured afterwards', async () => {
    const { job, started, endOne, endAll } = setUp(2);
    // Known from now on: figures take 10 ms, scenes 100.
    void job('other', { kind: 'figure png', usedMs: 10 });
    void job('other', { kind: 'scene png', usedMs: 100 });
    void job('measure', { kind: 'row png', usedMs: 50 });
    await endAll();
    void job('one', { kind: 'scene png', usedMs: 1 });
    void job('other');
    for (const client of ['measure', 'measure', 'one']) void job(client);
    // The scene of `one` counts 100 until it is done …
    await endOne('other');
    expect(started.at(-1)).toBe('measure');
    // … and then 1.
    await endOne('one');
    expect(started.at(-1)).toBe('one');
    await endAll();
  });

  it('count the mean of a kind, in which one dear order is an eighth', async () => {
    const { job, started, endOne, endAll } = setUp(3);
    void job('before', { kind: 'scene png', usedMs: 100 });
    void job('before', { kind: 'row png', usedMs: 300 });
    await endAll();
    void job('before', { kind: 'scene png', usedMs: 900 });
    await endAll();
    // A scene counts 200 by now, less than a row.
    for (const kind of ['scene png', 'row png']) void job(kind, { kind });
    void job('before');
    for (const client of ['scene png', 'row png']) void job(client);
    await endOne('before');
    expect(started.at(-1)).toBe('scene png');
    await endAll();
  });

  it('keep the estimate for a task that failed', async () => {
    const { queue, job, started, running, endAll } = setUp();
    const facts = { client: 'a', kind: 'figure png', bytes: 0, isLarge: false };
    const failing = queue.run(facts, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect([queue.running(), running.length]).toEqual([0, 0]);
    void job('busy');
    for (const client of ['b', 'b', 'a']) void job(client, { usedMs: 20 });
    await endAll();
    expect(started).toEqual(['busy', 'b', 'b', 'a']);
  });
});

describe('bounds', () => {
  it('are 32 waiting orders for each worker; the newest is refused', async () => {
    const { queue, job, refused, endAll } = setUp(2);
    const all = times(2 + 64, () => job('a'));
    expect([queue.running(), queue.waiting()]).toEqual([2, 64]);
    expect(await job('a')).toMatchObject(overloaded);
    expect([queue.running(), queue.waiting()]).toEqual([2, 64]);
    await endAll();
    expect(await Promise.all(all)).toEqual(times(66, () => 'a'));
    expect([queue.running(), queue.waiting(), refused]).toEqual([0, 0, ['a']]);
  });

  it('refuse the newest of the longest line, so that who has none gets in', async () => {
    const { queue, job, refused, endAll } = setUp();
    void job('a');
    for (const _ of times(20, String)) void job('a');
    for (const _ of times(12, String)) void job('b');
    void job('c');
    await setImmediate();
    expect(refused).toEqual(['a']);
    for (const _ of times(12, String)) void job('c');
    await setImmediate();
    // All lines are of one length then.
    expect(['a', 'b', 'c'].map((one) => countOf(refused, one))).toEqual([10, 1, 2]);
    expect(queue.waiting()).toBe(32);
    await endAll();
  });

  it('refuse a large order before a small one where all have one each', async () => {
    const { job, refused, endAll } = setUp();
    for (const index of times(33, Number)) {
      void job(`10.${index}.0.1`, { isLarge: true });
    }
    void job('192.0.2.1');
    await setImmediate();
    expect(refused).toEqual(['10.32.0.1']);
    await endAll();
  });

  it('refuse from a network before a client outside that has as many as one of its parts', async () => {
    const { job, refused, endAll } = setUp();
    void job('198.51.100.1');
    for (const index of times(28, Number)) void job(`192.0.2.${index}`);
    for (const _ of times(5, String)) void job('198.51.100.1');
    await setImmediate();
    expect(refused).toEqual([expect.stringMatching(/^192\.0\.2\./)]);
    await endAll();
  });

  it('are given back when they are drawn, and when they have waited too long', async () => {
    const { clock, job, refused, endOne, endAll } = setUp();
    void job('first');
    for (const _ of times(4, String)) {
      void job('a', { bytes: 40 * mebibyte });
      await endOne();
    }
    await endAll();
    void job('first');
    void job('b', { bytes: 40 * mebibyte });
    await clock.advance(4001);
    expect(refused).toEqual(['b']);
    void job('c', { bytes: 40 * mebibyte });
    await endAll();
    expect(refused).toEqual(['b']);
  });

  it('are 64 MiB of files, taken from who has most of them', async () => {
    const { queue, job, refused, endAll } = setUp();
    void job('small');
    for (const _ of times(6, String)) void job('heavy', { bytes: 10 * mebibyte });
    for (const _ of times(10, String)) void job('small', { bytes: 1000 });
    await setImmediate();
    expect([queue.waiting(), refused]).toEqual([16, []]);
    void job('other', { bytes: 5 * mebibyte });
    await setImmediate();
    expect(refused).toEqual(['heavy']);
    await endAll();
  });

  it.each([
    ['four seconds', false, 4_000],
    ['fifteen seconds if it is large', true, 15_000],
  ])('are waits of %s', async (_what, isLarge, ms) => {
    const { clock, queue, job, started, endAll } = setUp();
    void job('a', { isLarge });
    const late = job('b', { isLarge });
    await clock.advance(ms - 1);
    expect(queue.waiting()).toBe(1);
    await clock.advance(1);
    expect(await late).toMatchObject(overloaded);
    await endAll();
    expect([queue.waiting(), started, clock.pending()]).toEqual([0, ['a'], 0]);
  });

  it('refuse nobody while a worker is idle, whatever its files', async () => {
    const { job, refused, endAll, queue } = setUp(2);
    void job('a', { bytes: 100 * mebibyte });
    void job('a', { bytes: 100 * mebibyte });
    expect(queue.running()).toBe(2);
    await endAll();
    expect(refused).toEqual([]);
  });
});

describe('films', () => {
  it('finish a film that has begun before other orders of its client', async () => {
    const { job, animation, endAll } = setUp();
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    void job('one').then(note('running'));
    void job('one').then(note('figure'));
    void animation('one', 3).then(note('film'));
    void job('one').then(note('figure'));
    await endAll();
    expect(ended).toEqual(['running', 'film', 'figure', 'figure']);
  });

  it('are begun twice as many as workers, in turns; nothing of the others is drawn', async () => {
    const { job, animation, started, running, endOne, endAll } = setUp(1);
    void job('busy');
    const ended: string[] = [];
    for (const client of ['a', 'a', 'a', 'b', 'c']) {
      void animation(client, 4).then(() => ended.push(client));
    }
    await endOne();
    for (const _ of times(4, String)) await endOne();
    // One of the two of `a` is finished first, and nobody else has had any of the worker.
    expect([started.slice(1, 5), ended]).toEqual([times(4, () => 'a'), ['a']]);
    // Then one of `b` is begun, and shares the worker with the other.
    for (const _ of times(2, String)) await endOne();
    expect(new Set(started.slice(5))).toEqual(new Set(['a', 'b']));
    await endAll();
    // The third of `a` was there before those of `b` and `c`.
    expect([ended.length, ended.at(-1)]).toEqual([5, 'a']);
    expect(running).toEqual([]);
  });

  it('of one client are finished one after the other, the oldest first', async () => {
    const { animation, endAll } = setUp(1);
    const ended: number[] = [];
    for (const number of times(6, Number)) void animation('a', 5).then(() => ended.push(number));
    await endAll();
    expect(ended).toEqual(times(6, Number));
  });

  it('that are large leave a place to small ones', async () => {
    const { animation, started, endOne, endAll } = setUp(1);
    for (const client of ['a', 'b', 'c']) void animation(client, 9, { isLarge: true });
    void animation('small', 2);
    for (const _ of times(4, String)) await endOne();
    expect(started.slice(0, 4).toSorted()).toEqual(['a', 'a', 'small', 'small']);
    await endAll();
    expect(countOf(started, 'c')).toBe(9);
  });

  it('are not given up once they are begun, however full and late it is', async () => {
    const { clock, job, animation, refused, endOne, endAll } = setUp();
    void job('busy');
    const done = animation('a', 3, { bytes: 60 * mebibyte });
    for (const client of times(40, String)) void job(client);
    for (const client of times(3, String)) void job(client, { bytes: 40 * mebibyte });
    await clock.advance(59_000);
    expect(refused).not.toContain('a');
    await endOne();
    await endAll();
    expect(await done).toBe('a');
  });

  it('that could not end within 30 s are refused before anything is drawn', async () => {
    const { clock, animation, job, refused, started, endAll } = setUp(1);
    const size = { size: 10 };
    const first = animation('known', 1, { ...size, usedMs: 20_000 });
    await endAll();
    await first;
    // Alone it is drawn, whatever it takes.
    void animation('a', 1, size);
    await setImmediate();
    started.length = 0;
    void animation('b', 1, size);
    expect([started, await animation('c', 1, size)]).toEqual([
      [],
      expect.objectContaining(overloaded),
    ]);
    expect(refused).toEqual(['b', 'c']);
    // A small one fits.
    const small = animation('d', 1, { size: 1 });
    await endAll();
    expect(await small).toBe('d');
    void job('busy');
    expect(clock.pending()).toBe(0);
    await endAll();
  });

  it('wait for 15 s, or for as long as they could still end', async () => {
    const { clock, animation, endAll } = setUp(1);
    await Promise.all([animation('known', 1, { size: 10, usedMs: 20_000 }), endAll()]);
    for (const client of ['a', 'b']) void animation(client, 1, { size: 1 });
    const late: string[] = [];
    void animation('c', 1, { size: 1 }).then(() => late.push('small'));
    void animation('c', 1, { size: 10 }).then(() => late.push('large'));
    await clock.advance(9_999);
    expect(late).toEqual([]);
    await clock.advance(1);
    expect(late).toEqual(['large']);
    await clock.advance(5_000);
    expect(late).toEqual(['large', 'small']);
    await endAll();
  });

  it('hold 64 MiB of frames together: whoever holds most loses its newest film', async () => {
    const { animation, endAll } = setUp(2);
    const ends = [
      animation('most', 3, { heldBytes: 20 * mebibyte }),
      animation('most', 3, { heldBytes: 20 * mebibyte }),
      animation('least', 3, { heldBytes: 10 * mebibyte }),
    ];
    await endAll();
    expect(await Promise.all(ends)).toEqual(['most', expect.objectContaining(overloaded), 'least']);
  });
});

describe('large orders', () => {
  it('leave one worker to others', async () => {
    const { queue, job, started, endOne, endAll } = setUp(3);
    for (const _ of times(4, String)) void job('large', { isLarge: true });
    expect([queue.running(), queue.waiting()]).toEqual([2, 2]);
    void job('small');
    void job('small');
    expect([queue.running(), queue.waiting()]).toEqual([3, 3]);
    await endOne('large');
    // Whose turn it is decides, not the size.
    expect(queue.running()).toBe(3);
    await endAll();
    expect(started.toSorted()).toEqual([...times(4, () => 'large'), 'small', 'small']);
  });

  it('do not hold up the small ones of their own client', async () => {
    const { job, started } = setUp(2);
    void job('a', { isLarge: true });
    void job('a', { isLarge: true });
    void job('a', { kind: 'small' });
    expect(started).toHaveLength(2);
  });
});
