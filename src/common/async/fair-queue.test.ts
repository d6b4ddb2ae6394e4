import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type Turn } from './fair-queue.ts';

/** Clients are called `network/name`. */
const networkOf = (client: string): string => client.split('/', 1)[0]!;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A queue of jobs that cost their number. */
function setUp() {
  const queue = createFairQueue<number>({ networkOf });
  const take = (): string | undefined => {
    const turn = queue.next();
    turn?.end(turn.job);
    return turn?.client;
  };
  /** Takes so many jobs; a client that had one places another. */
  const takeAndRefill = (count: number): string[] =>
    times(count, () => {
      const client = take()!;
      queue.add(client, 10);
      return client;
    });
  return { queue, take, takeAndRefill };
}

const countOf = (list: readonly (string | undefined)[], network: string): number =>
  list.filter((client) => client?.startsWith(`${network}/`)).length;

describe('the next job', () => {
  it('is of whoever has had least since all of them wait', () => {
    const { queue, take } = setUp();
    for (const job of [30, 30, 30]) queue.add('a/1', job);
    for (const job of times(9, () => 10)) queue.add('b/1', job);
    const order = times(12, take);
    expect(order.map((client) => client?.[0]).join('')).toBe('abbbabbbabbb');
  });

  it('is one that is accepted, of whoever has one', () => {
    const { queue } = setUp();
    for (const job of [1, 2, 3]) queue.add('a/1', job);
    queue.add('b/1', 4);
    expect(queue.next((job) => job > 1)?.job).toBe(2);
    expect(queue.next((job) => job > 1)?.job).toBe(4);
    expect(queue.next((job) => job > 3)).toBeUndefined();
    expect([queue.next()?.job, queue.next()?.job, queue.next()]).toEqual([1, 3, undefined]);
  });

  it('is the one that goes first in its line, for a client whose turn it is', () => {
    const { queue } = setUp();
    const isSmaller = (job: number) => (other: number) => job < other;
    for (const job of [5, 2, 3, 1, 9]) queue.add('a/1', job, isSmaller(job));
    queue.add('b/1', 7);
    expect(queue.clients()).toBe(2);
    expect(times(6, () => queue.next()?.job)).toEqual([1, 7, 2, 3, 5, 9]);
    expect(queue.clients()).toBe(0);
  });

  it('counts the mean of its kind until it has ended', () => {
    const kindOf = (job: number): string => (job < 100 ? 'small' : 'large');
    const queue = createFairQueue<number>({ networkOf, kindOf, firstCost: 50 });
    for (const job of [10, 200]) {
      queue.add('before/1', job);
      queue.next()?.end(job);
    }
    const running: Turn<number>[] = [];
    for (const job of [200, 10]) queue.add('a/1', job);
    for (const job of times(30, () => 10)) queue.add('b/1', job);
    running.push(queue.next()!);
    // The large one of `a` is not over: it counts 200, and `b` has its turns meanwhile.
    for (let turn = queue.next()!; turn.client === 'b/1'; turn = queue.next()!) {
      turn.end(10);
      running.push(turn);
    }
    expect(running.map(({ client }) => client[0]).join('')).toBe(`a${'b'.repeat(20)}`);
  });

  it('counts what was measured, where that was less than assumed, but nothing is saved up', () => {
    const { queue } = setUp();
    const costly = createFairQueue<number>({ networkOf, firstCost: 1000 });
    for (const name of ['a/1', 'b/1']) for (const job of [1, 1]) costly.add(name, job);
    const [a, b] = [costly.next(), costly.next()];
    a?.end(1);
    b?.end(400);
    expect([costly.next()?.client, costly.next()?.client]).toEqual(['a/1', 'b/1']);
    expect(queue.size()).toBe(0);
  });

  it('passed over, because it was not accepted, is not made up for at the cost of others', () => {
    const queue = createFairQueue<string>({ networkOf });
    for (const job of ['large', 'large', 'large']) queue.add('large/1', job);
    const order: string[] = [];
    const take = (isLarge: boolean): void => {
      const turn = queue.next((job) => isLarge || job === 'small');
      turn?.end(10);
      order.push(turn!.client);
    };
    for (const _ of times(50, String)) queue.add('small/1', 'small');
    for (const _ of times(40, String)) take(false);
    order.length = 0;
    for (const _ of times(6, String)) take(true);
    expect(order.map((client) => client[0]).join('')).toBe('lslsls');
  });
});

describe('who arrives', () => {
  it('is due at the present time: nothing was saved up, and nothing is held against it', () => {
    const { queue, take } = setUp();
    for (const client of ['a/1', 'b/1'])
      for (const job of times(100, () => 10)) queue.add(client, job);
    times(120, take);
    for (const job of times(30, () => 10)) queue.add('c/1', job);
    const order = times(31, take);
    expect([order[0], countOf(order, 'c')]).toEqual(['c/1', 11]);
  });

  it('goes after who was never there, of those who are due at the same time', () => {
    const { queue, take } = setUp();
    queue.add('a/before', 10);
    take();
    for (const job of times(5, () => 10)) queue.add('a/steady', job);
    times(4, take);
    queue.add('a/new', 10);
    queue.add('a/before', 10);
    expect([take(), take()]).toEqual(['a/new', 'a/before']);
  });

  it.each([
    ['remembered for what it had', 9_998, ['light/1', 'heavy/1']],
    ['forgotten once ten thousand others have come after it', 9_999, ['heavy/1', 'light/1']],
  ])('is %s', (_what, others, expected) => {
    const { queue, take } = setUp();
    queue.charge('heavy/1', 1000);
    queue.charge('light/1', 10);
    for (let other = 0; other < others; other += 1) queue.charge(`${other}/1`, 0);
    for (const client of ['light/1', 'heavy/1']) queue.add(client, 10);
    expect([take(), take()]).toEqual(expected);
  });

  it('gains nothing by coming and going', () => {
    const { queue, take } = setUp();
    for (const job of times(200, () => 10)) queue.add('steady/1', job);
    // One job at a time; its line is empty in between.
    const order = times(100, () => {
      if (queue.size('coming/1') === 0) queue.add('coming/1', 30);
      return take();
    });
    expect(countOf(order, 'coming')).toBeGreaterThanOrEqual(24);
    expect(countOf(order, 'coming')).toBeLessThanOrEqual(26);
  });

  it('gains nothing by a new name in its network', () => {
    const { queue, take } = setUp();
    for (const job of times(60, () => 10)) queue.add('steady/1', job);
    let name = 0;
    const order = times(60, () => {
      for (const _ of times(5, String)) queue.add(`many/${name++}`, 10);
      return take();
    });
    // One against four.
    expect(countOf(order, 'steady')).toBeGreaterThanOrEqual(11);
  });

  it('is charged for what it had a part in', () => {
    const { queue, take } = setUp();
    queue.charge('a/1', 30);
    for (const job of times(5, () => 10))
      for (const client of ['a/1', 'b/1']) queue.add(client, job);
    expect(
      times(5, take)
        .map((client) => client?.[0])
        .join(''),
    ).toBe('bbbab');
  });

  it('waits for at most one job of each other client and four of a network, whatever was before', () => {
    const client = fc.constantFrom(
      ...times(8, (name) => `many/${name}`),
      'a/1',
      'b/1',
      'b/2',
      'c/1',
    );
    const step = fc.oneof(
      fc.record({ add: client, jobs: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ take: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ end: fc.nat(9) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(999), (steps, seed) => {
        const queue = createFairQueue<number>({ networkOf, firstCost: 20 });
        const running: Turn<number>[] = [];
        let cost = seed;
        const nextCost = (): number => 1 + ((cost = (cost * 7919 + 13) % 1009) % 100);
        const seen = new Set<string>();
        for (const one of steps) {
          if ('add' in one) {
            seen.add(one.add);
            for (const job of times(one.jobs, nextCost)) queue.add(one.add, job);
          } else if ('take' in one) {
            for (const turn of times(one.take, () => queue.next())) if (turn) running.push(turn);
          } else {
            const [turn] = running.splice(one.end % Math.max(1, running.length), 1);
            turn?.end(turn.job);
          }
        }
        queue.add('new/1', 1);
        const before: string[] = [];
        for (let turn = queue.next()!; turn.client !== 'new/1'; turn = queue.next()!) {
          before.push(turn.client);
          // Whoever had a turn waits again at once, and some end meanwhile.
          for (const again of seen) queue.add(again, nextCost());
          if (before.length % 2 === 0) turn.end(turn.job);
          expect(before.length).toBeLessThan(50);
        }
        expect(new Set(before).size).toBe(before.length);
        expect(countOf(before, 'many')).toBeLessThanOrEqual(4);
      }),
      { numRuns: 300 },
    );
  });

  it('waits in its own network for at most one job of each neighbour', () => {
    const { queue, take, takeAndRefill } = setUp();
    for (const name of times(10, Number)) queue.add(`many/${name}`, 10);
    takeAndRefill(95);
    queue.add('many/new', 10);
    queue.add('other/1', 10);
    const order = takeAndRefill(12);
    expect(order[0]).toBe('other/1');
    expect(order.indexOf('many/new')).toBeGreaterThan(0);
    for (const name of times(10, Number)) {
      const before = order.slice(0, order.indexOf('many/new'));
      expect(before.filter((client) => client === `many/${name}`).length).toBeLessThanOrEqual(1);
    }
    expect(take()).toBeDefined();
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
    const ofOne = countOf(takeAndRefill(400), 'one');
    expect(Math.abs(ofOne - 100)).toBeLessThanOrEqual(1);
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
    expect(queue.pickVictim()?.job).toBe(3);
  });

  it('is the one of the highest rank, then of whoever is due last, if lines are equal', () => {
    const { queue } = setUp();
    queue.charge('b/1', 10);
    for (const [client, job] of [
      ['a/1', 1],
      ['b/1', 1],
      ['c/1', 1],
    ] as const)
      queue.add(client, job);
    expect(queue.pickVictim()?.client).toBe('b/1');
    queue.add('d/1', 5);
    expect(queue.pickVictim((job) => job)?.client).toBe('d/1');
    queue.add('a/1', 1);
    expect(queue.pickVictim((job) => job)?.client).toBe('a/1');
  });

  it('counts a network as four clients, and takes from its longest line', () => {
    const { queue } = setUp();
    for (const name of times(9, Number)) queue.add(`many/${name}`, 0);
    for (const job of [1, 2]) queue.add('one/1', job);
    expect(queue.pickVictim()?.client).toMatch(/^many\//);
    queue.add('many/5', 7);
    expect(queue.pickVictim()?.job).toBe(7);
    for (const job of [3, 4]) queue.add('one/1', job);
    expect(queue.pickVictim()?.job).toBe(4);
  });

  it('is undefined if nobody waits', () => {
    expect(setUp().queue.pickVictim()).toBeUndefined();
  });
});

it('removes a job once, and forgets an empty line', () => {
  const { queue } = setUp();
  const first = queue.add('a/1', 1);
  queue.add('a/1', 2);
  expect([queue.size(), queue.size('a/1'), queue.size('b/1')]).toEqual([2, 2, 0]);
  expect([queue.remove(first), queue.remove(first)]).toEqual([true, false]);
  expect(queue.next()?.job).toBe(2);
  expect([queue.size(), queue.size('a/1'), queue.next()]).toEqual([0, 0, undefined]);
});

it('remembers no more than ten thousand who are gone', () => {
  const { queue, take } = setUp();
  for (const name of times(30_000, Number)) {
    queue.add(`${name}/1`, 10);
    take();
  }
  // What the first had is forgotten, what the last had is not.
  for (const name of [0, 29_999]) for (const job of [10, 10]) queue.add(`${name}/1`, job);
  expect(times(3, take)).toEqual(['0/1', '29999/1', '0/1']);
});

it('loses and doubles nothing, and leaves nobody out', () => {
  const clients = fc.constantFrom('a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6', 'b/1', 'c/1');
  const step = fc.oneof(
    fc.record({ add: clients, job: fc.integer({ min: 1, max: 100 }), isFirst: fc.boolean() }),
    fc.constantFrom('next', 'newest'),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { queue } = setUp();
      const waiting = new Set<number>();
      let number = 0;
      for (const one of steps) {
        if (typeof one === 'object') {
          waiting.add(++number);
          queue.add(one.add, number, () => one.isFirst);
        } else {
          const turn = one === 'next' ? queue.next() : undefined;
          turn?.end(turn.job);
          const newest = one === 'next' ? undefined : queue.pickVictim();
          if (newest) expect(queue.remove(newest)).toBe(true);
          const taken = turn ?? newest;
          expect(taken === undefined).toBe(waiting.size === 0);
          if (taken) expect(waiting.delete(taken.job)).toBe(true);
        }
        expect(queue.size()).toBe(waiting.size);
      }
    }),
    { numRuns: 100 },
  );
});
