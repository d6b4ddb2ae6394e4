import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientsOfNetwork } from './fair-queue.ts';
import { createFairPlaces, createFairPool, oldest, type Holding } from './fair-pool.ts';

/** `a1` and `a2` are clients of the network `a`. */
const networkOf = (client: string) => client.slice(0, 1);

/** A pool with the names of what was given up, in order. */
function setUp(total = 100, choose?: typeof oldest) {
  const givenUp: string[] = [];
  const pool = createFairPool({ total, networkOf, ...(choose && { choose }) });
  const open = (client: string, name = client): Holding =>
    pool.open(client, () => givenUp.push(name));
  /** A new holding of this size. */
  const hold = (client: string, amount: number, name = client): Holding => {
    const holding = open(client, name);
    holding.set(amount);
    return holding;
  };
  return { open, hold, givenUp };
}

describe('what is given up', () => {
  test('nothing, while there is room: one client alone may hold all', () => {
    const { hold, givenUp } = setUp();
    hold('a', 60);
    hold('a', 40);
    expect(givenUp).toEqual([]);
  });

  test.each([
    ['the newest of the client that holds most', undefined, ['new']],
    ['or the oldest, as the pool has it', oldest, ['old']],
  ])('is %s', (_what, choose, expected) => {
    const { hold, givenUp } = setUp(100, choose);
    hold('a', 30, 'old');
    hold('a', 30, 'new');
    hold('b', 40);
    expect(hold('c', 10).set(10)).toBe(true);
    expect(givenUp).toEqual(expected);
  });

  test('is as many as it takes', () => {
    const { hold, givenUp } = setUp();
    for (let i = 0; i < 10; i += 1) hold('a', 10, `a${i}`);
    hold('b', 25);
    expect(givenUp).toEqual(['a9', 'a8', 'a7']);
  });

  test('is of the one that asks, if it holds most then', () => {
    const { hold, givenUp } = setUp();
    hold('a', 50);
    const asks = hold('b', 50);
    expect(asks.set(51)).toBe(false);
    expect(givenUp).toEqual(['b']);
  });

  test('is of another, if both hold the same then', () => {
    const { hold, givenUp } = setUp();
    hold('a', 49);
    hold('b', 51, 'b');
    expect(hold('a', 2).set(2)).toBe(true);
    expect(givenUp).toEqual(['b']);
  });

  test('holds nothing any more, and gets nothing', () => {
    const { hold, givenUp } = setUp();
    const first = hold('a', 100);
    hold('b', 30);
    expect(first.set(1)).toBe(false);
    first.offer();
    hold('c', 70);
    expect(givenUp).toEqual(['a']);
  });

  test('is not what is kept, until it is offered again', () => {
    const { hold, givenUp } = setUp(100, oldest);
    const whole = hold('a', 60, 'kept');
    whole.keep();
    hold('a', 10, 'offered');
    hold('b', 30).keep();
    hold('c', 10);
    expect(givenUp).toEqual(['offered']);
    // Nobody else has anything to give up.
    hold('c', 1, 'new');
    expect(givenUp).toEqual(['offered', 'c']);
    whole.offer();
    hold('d', 20);
    expect(givenUp).toEqual(['offered', 'c', 'kept']);
  });
});

describe('a network', () => {
  test('counts as four clients, however many it has', () => {
    const { hold, givenUp } = setUp();
    for (let i = 0; i < 85; i += 1) hold(`a${i}`, 1);
    hold('b', 15);
    // As much as each of the clients that the network counts as.
    hold('c', 15);
    expect(givenUp).toHaveLength(15);
    expect(givenUp.every((name) => name.startsWith('a'))).toBe(true);
  });

  test('gives up nothing while a quarter of what it holds is less than another client holds', () => {
    const { hold, givenUp } = setUp();
    for (let i = 0; i < 8; i += 1) hold(`a${i}`, 7);
    hold('b', 44);
    hold('c', 10);
    expect(givenUp).toEqual(['b']);
  });

  test('that holds most gives up what its largest client holds', () => {
    const { hold, givenUp } = setUp();
    for (const [name, amount] of Object.entries({ a1: 15, a2: 20, a3: 16, a4: 17, a5: 16 })) {
      hold(name, amount);
    }
    hold('b', 17);
    expect(givenUp).toEqual(['a2']);
  });

  test('shares by client among its own', () => {
    const { hold, givenUp } = setUp();
    hold('a1', 50);
    hold('a2', 26);
    hold('a3', 24);
    hold('a4', 10);
    expect(givenUp).toEqual(['a1']);
  });
});

type Step = {
  readonly client: string;
  readonly kind: 'open' | 'set' | 'release' | 'leave';
  readonly amount: number;
  readonly which: number;
};

const clients = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1', 'd1'];
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    client: fc.constantFrom(...clients),
    kind: fc.constantFrom('open', 'set', 'set', 'set', 'release', 'leave'),
    amount: fc.integer({ min: 1, max: 60 }),
    which: fc.nat(99),
  }),
  { maxLength: 120 },
);

type Kept = { readonly client: string; readonly holding: Holding; amount: number };

/** A pool of 100 and what each holds, from what it was told alone. */
function accounted() {
  const pool = createFairPool({ total: 100, networkOf });
  const kept = new Set<Kept>();
  const given: { readonly client: string; readonly levels: ReadonlyMap<string, number> }[] = [];
  const sum = (is: (client: string) => boolean) =>
    [...kept].filter(({ client }) => is(client)).reduce((all, { amount }) => all + amount, 0);
  const heldBy = (client: string) => sum((one) => one === client);
  const levelOf = (client: string) =>
    Math.max(heldBy(client), sum((one) => one[0] === client[0]) / clientsOfNetwork);
  /** The total, divided by the clients that hold something. */
  const share = () => {
    const present = new Set([...kept].map(({ client }) => client));
    const networks = Map.groupBy(present, networkOf);
    const parts = [...networks.values()].map(({ length }) => Math.min(length, clientsOfNetwork));
    return 100 / parts.reduce((all, part) => all + part, 0);
  };
  const release = (one: Kept) => {
    one.holding.release();
    kept.delete(one);
  };
  const open = (client: string) => {
    const one: Kept = {
      client,
      amount: 0,
      holding: pool.open(client, () => {
        const levels = new Map([...kept].map((any) => [any.client, levelOf(any.client)]));
        given.push({ client, levels });
        kept.delete(one);
      }),
    };
    kept.add(one);
    return one;
  };
  return { pool, kept, given, heldBy, levelOf, share, release, open, total: () => sum(() => true) };
}

describe('whatever happens', () => {
  test('nobody who holds no more than a share gives anything up, and it is always who holds most', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { kept, given, share, release, open, total } = accounted();
        for (const { client, kind, amount, which } of all) {
          const one = [...kept][which % Math.max(1, kept.size)];
          if (kind === 'open') open(client);
          else if (one === undefined) continue;
          else if (kind === 'release') release(one);
          else if (kind === 'leave') {
            for (const any of kept) if (any.client === client) release(any);
          } else {
            one.amount = amount;
            const isMore = total() > 100;
            const most = share();
            const isHeld = one.holding.set(amount);
            expect(isHeld).toBe(kept.has(one));
            // Nobody is refused while all is free.
            expect(given.length > 0).toBe(isMore);
            for (const { client: giver, levels } of given.splice(0)) {
              expect(levels.get(giver)).toBe(Math.max(...levels.values()));
              expect(levels.get(giver)).toBeGreaterThan(most - 1e-9);
            }
          }
          expect(total()).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what a client held that went away comes back', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { pool, kept, release, open } = accounted();
        for (const { client, amount, which } of all) {
          const one = which % 3 === 0 ? open(client) : [...kept][which % Math.max(1, kept.size)];
          if (one === undefined) continue;
          one.amount = amount;
          one.holding.set(amount);
        }
        for (const one of kept) release(one);
        // One that needs all of it, and gives nobody's up.
        expect(pool.open('z', () => expect.unreachable()).set(100)).toBe(true);
      }),
    );
  });
});

describe('places that cannot be given up', () => {
  test('of one network alone are half of them, of the next half of the rest', () => {
    const { take } = createFairPlaces({ total: 1000, networkOf });
    const takeAll = (network: string): number => {
      let taken = 0;
      while (take(`${network}${taken % 20}`) !== null) taken += 1;
      return taken;
    };
    expect(['a', 'b', 'c', 'd'].map(takeAll)).toEqual([500, 250, 125, 63]);
  });

  test('are left once, and are there again', () => {
    const { take } = createFairPlaces({ total: 2, networkOf });
    const leave = take('a1');
    expect(take('a2')).toBeNull();
    leave?.();
    leave?.();
    expect(take('a2')).not.toBeNull();
    expect(take('b1')).not.toBeNull();
    expect(take('c1')).toBeNull();
  });

  test('a newcomer’s network always finds one, while fewer others are there than log2 of all', () => {
    const total = 256;
    const networks = ['b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const step = fc.record({
      network: fc.constantFrom(...networks),
      count: fc.integer({ min: -200, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (all) => {
        const { take } = createFairPlaces({ total, networkOf });
        const held = new Map<string, (() => void)[]>();
        let free = total;
        for (const { network, count } of all) {
          const own = held.get(network) ?? [];
          held.set(network, own);
          for (const leave of own.splice(0, Math.max(0, -count))) {
            leave();
            free += 1;
          }
          for (let i = 0; i < count; i += 1) {
            const leave = take(`${network}${i}`);
            // Granted exactly while the network holds fewer than are free.
            expect(leave !== null).toBe(own.length < free);
            if (leave === null) break;
            own.push(leave);
            free -= 1;
          }
        }
        const newcomer = take('a1');
        expect(newcomer).not.toBeNull();
        newcomer?.();
        for (const leaves of held.values()) for (const leave of leaves) leave();
        let alone = 0;
        while (take('a1') !== null) alone += 1;
        expect(alone).toBe(total / 2);
      }),
      { numRuns: 200 },
    );
  });
});
