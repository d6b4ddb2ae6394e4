import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createFairLedger } from './fair-ledger.ts';
import { createFairQueue } from './fair-queue.ts';

/** Clients are called `network/name`. */
const networkOf = (client: string): string => client.split('/', 1)[0]!;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function setUp() {
  const clock = createFakeClock();
  const ledger = createFairLedger({ nowMs: clock.nowMs, networkOf });
  const queue = createFairQueue<number>(ledger);
  /** Takes the next job, and charges its client what the job says. */
  function take(): string | undefined {
    const next = queue.next();
    if (next !== undefined) ledger.charge(next.client, next.job);
    return next?.client;
  }
  /** Takes so many jobs; a client that had one places another. */
  function takeAndRefill(count: number): string[] {
    return times(count, () => {
      const client = take()!;
      queue.add(client, 10);
      return client;
    });
  }
  return { clock, ledger, queue, take, takeAndRefill };
}

const countOf = (list: readonly (string | undefined)[], network: string): number =>
  list.filter((client) => client?.startsWith(`${network}/`)).length;

describe('the next job', () => {
  it('is the first of who used least', () => {
    const { ledger, queue } = setUp();
    ledger.charge('a/1', 100);
    queue.add('b/1', 1);
    queue.add('a/1', 2);
    queue.add('b/1', 3);
    ledger.charge('b/1', 50);
    expect(queue.next()).toEqual({ client: 'b/1', job: 1 });
    ledger.charge('b/1', 100);
    expect(queue.next()?.client).toBe('a/1');
    expect(queue.next()?.job).toBe(3);
    expect(queue.next()).toBeUndefined();
  });

  it('is one that is accepted, of whoever has one', () => {
    const { queue } = setUp();
    for (const job of [1, 2, 3]) queue.add('a/1', job);
    queue.add('b/1', 4);
    expect(queue.next((job) => job > 1)?.job).toBe(4);
    expect(queue.next((job) => job > 1)?.job).toBe(2);
    expect(queue.next((job) => job > 3)).toBeUndefined();
    expect(queue.all().map(({ job }) => job)).toEqual([1, 3]);
  });

  it('is that of the shorter line if they used the same, then of the older line', () => {
    const { queue } = setUp();
    for (const client of ['a/1', 'a/1', 'b/1', 'c/1']) queue.add(client, 0);
    expect(times(4, () => queue.next()?.client)).toEqual(['b/1', 'c/1', 'a/1', 'a/1']);
  });

  it('changes with time only as use fades: equal clients stay equal', async () => {
    const { clock, ledger, queue } = setUp();
    for (const client of ['a/1', 'b/1', 'c/1']) {
      ledger.charge(client, 100 / 3);
      await clock.advance(0);
    }
    await clock.advance(7_777);
    for (const client of ['a/1', 'a/1', 'b/1', 'c/1']) queue.add(client, 0);
    expect(queue.next()?.client).toBe('b/1');
  });
});

describe('a newcomer', () => {
  it('is level with the least of those who wait, before their last turns', () => {
    const { ledger, queue, take } = setUp();
    for (const client of ['a/1', 'b/1']) {
      for (const job of times(100, () => 10)) queue.add(client, job);
    }
    times(120, take);
    for (const job of times(30, () => 10)) queue.add('c/1', job);
    // Both others have used 600, the last 10 each in their last turns.
    expect([ledger.usedBy('a/1'), ledger.usedBy('c/1')]).toEqual([600, 590]);
    const order = times(31, take);
    expect([order[0], countOf(order, 'c')]).toEqual(['c/1', 11]);
  });

  it('keeps its debts, however often it comes and goes', () => {
    const { ledger, queue, take } = setUp();
    for (const job of times(200, () => 10)) queue.add('steady/1', job);
    // One job at a time; its line is empty in between.
    const order = times(100, () => {
      if (queue.size('coming/1') === 0) queue.add('coming/1', 30);
      return take();
    });
    expect(countOf(order, 'coming')).toBeGreaterThanOrEqual(24);
    expect(countOf(order, 'coming')).toBeLessThanOrEqual(26);
    expect(ledger.usedBy('coming/1')).toBeGreaterThan(0);
  });

  it('does not get the place of an old client by a new name in its network', () => {
    const { queue, take } = setUp();
    for (const job of times(60, () => 10)) queue.add('steady/1', job);
    let name = 0;
    // Each address is used once.
    const order = times(60, () => {
      for (const _ of times(5, String)) queue.add(`many/${name++}`, 10);
      return take();
    });
    // One against four.
    expect(countOf(order, 'steady')).toBeGreaterThanOrEqual(11);
  });

  it('is not behind all of its network’s clients', () => {
    const { queue, take } = setUp();
    for (const job of times(40, () => 10)) {
      for (const name of times(10, Number)) queue.add(`many/${name}`, job);
      queue.add('other/1', job);
    }
    times(100, take);
    queue.add('many/new', 10);
    expect(times(15, take)).toContain('many/new');
  });

  it('of a network that used much is behind a newcomer of another', () => {
    const { queue, takeAndRefill, take } = setUp();
    for (const name of times(10, Number)) queue.add(`many/${name}`, 10);
    takeAndRefill(100);
    queue.add('many/new', 10);
    queue.add('other/1', 10);
    expect(take()).toBe('other/1');
  });
});

describe('a network', () => {
  it('of many gets as much as four clients while another waits', () => {
    const { queue, takeAndRefill } = setUp();
    for (const name of times(100, Number)) queue.add(`many/${name}`, 10);
    for (const other of ['one/1', 'two/1']) queue.add(other, 10);
    const order = takeAndRefill(600);
    for (const other of ['one', 'two']) {
      expect(countOf(order, other)).toBeGreaterThanOrEqual(99);
      expect(countOf(order, other)).toBeLessThanOrEqual(102);
    }
  });

  it('of three gets as much as three clients', () => {
    const { queue, takeAndRefill } = setUp();
    for (const client of ['three/1', 'three/2', 'three/3', 'one/1']) queue.add(client, 10);
    expect(countOf(takeAndRefill(400), 'one')).toBe(100);
  });

  it('shares out its part among all its clients', () => {
    const { queue, take } = setUp();
    for (const job of times(100, () => 10)) {
      for (const name of times(10, Number)) queue.add(`many/${name}`, job);
      queue.add('one/1', job);
    }
    const order = times(250, take);
    for (const name of times(10, Number)) {
      const turns = order.filter((client) => client === `many/${name}`).length;
      expect(turns, `of ${name}`).toBeGreaterThanOrEqual(19);
    }
  });
});

describe('the newest of the longest line', () => {
  it('is that of the client with the most jobs', () => {
    const { queue } = setUp();
    for (const job of [1, 2, 3]) queue.add('a/1', job);
    for (const job of [4, 5]) queue.add('b/1', job);
    expect(queue.newestOfLongest()?.job).toBe(3);
  });

  it('is that of the client who used most if lines are equal', () => {
    const { ledger, queue } = setUp();
    for (const client of ['a/1', 'b/1', 'c/1']) queue.add(client, 0);
    ledger.charge('b/1', 10);
    expect(queue.newestOfLongest()?.client).toBe('b/1');
  });

  it('counts a network as four clients, and takes from its longest line', () => {
    const { queue } = setUp();
    for (const name of times(9, Number)) queue.add(`many/${name}`, 0);
    for (const job of [1, 2]) queue.add('one/1', job);
    expect(queue.newestOfLongest()?.client).toMatch(/^many\//);
    queue.add('many/5', 7);
    expect(queue.newestOfLongest()?.job).toBe(7);
    queue.add('one/1', 3);
    queue.add('one/1', 4);
    expect(queue.newestOfLongest()?.job).toBe(4);
  });

  it('is that of the largest line by another size', () => {
    const { queue } = setUp();
    for (const job of [1, 1, 1]) queue.add('a/1', job);
    queue.add('b/1', 10);
    expect(queue.newestOfLongest((job) => job)?.client).toBe('b/1');
  });

  it('is undefined if nobody waits', () => {
    expect(setUp().queue.newestOfLongest()).toBeUndefined();
  });
});

it('removes a job once, and forgets an empty line', () => {
  const { queue } = setUp();
  const first = queue.add('a/1', 1);
  queue.add('a/1', 2);
  expect([queue.size(), queue.size('a/1'), queue.size('b/1')]).toEqual([2, 2, 0]);
  expect([queue.remove(first), queue.remove(first)]).toEqual([true, false]);
  expect(queue.next()?.job).toBe(2);
  expect([queue.size(), queue.size('a/1'), queue.all()]).toEqual([0, 0, []]);
});

it('loses and doubles nothing, and leaves nobody out', async () => {
  const clients = fc.constantFrom('a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6', 'b/1', 'c/1');
  const step = fc.oneof(
    fc.record({ add: clients, job: fc.integer({ min: 1, max: 100 }) }),
    fc.constantFrom('next', 'newest', 'time'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { clock, queue, ledger } = setUp();
      const waiting = new Set<unknown>();
      for (const one of steps) {
        if (one === 'time') await clock.advance(5_000);
        else if (typeof one === 'object') waiting.add(queue.add(one.add, one.job));
        else {
          const taken = one === 'next' ? queue.next() : queue.newestOfLongest();
          expect(taken === undefined).toBe(waiting.size === 0);
          if (taken === undefined) continue;
          if (one === 'next') ledger.charge(taken.client, taken.job);
          else queue.remove(taken);
          expect(waiting.delete(taken)).toBe(true);
        }
        expect(queue.size()).toBe(waiting.size);
      }
    }),
    { numRuns: 100 },
  );
});
