import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createFairMemory, type Holding } from './fair-memory.ts';

/** `a1` and `a2` are clients of the network `a`. */
const networkOf = (client: string) => client.slice(0, 1);

/** Memory with the names of refused holdings, in order. */
function setUp(totalBytes = 100) {
  const refused: string[] = [];
  const memory = createFairMemory({ totalBytes, networkOf });
  const open = (client: string, name = client): Holding =>
    memory.open(client, () => refused.push(name));
  /** A new holding of this size; fails if it is refused. */
  const hold = (client: string, bytes: number, name = client): Holding => {
    const holding = open(client, name);
    expect(holding.add(bytes)).toBe(true);
    return holding;
  };
  return { open, hold, refused };
}

describe('who is refused', () => {
  test('nobody, while there is room: one client alone may use all', () => {
    const { hold, open, refused } = setUp();
    hold('a', 60);
    hold('a', 40);
    expect(open('a').add(1)).toBe(false);
    expect(refused).toEqual([]);
  });

  test('the newest body of the client that holds the most', () => {
    const { hold, open, refused } = setUp();
    hold('a', 30, 'old');
    hold('a', 30, 'new');
    hold('b', 40);
    expect(open('c').add(10)).toBe(true);
    expect(refused).toEqual(['new']);
  });

  test('as many as it takes', () => {
    const { hold, open, refused } = setUp();
    for (let i = 0; i < 10; i += 1) hold('a', 10, `a${i}`);
    expect(open('b').add(25)).toBe(true);
    expect(refused).toEqual(['a9', 'a8', 'a7']);
  });

  test('the one that asks, if nobody holds more', () => {
    const { hold, refused } = setUp();
    hold('a', 50);
    const asks = hold('b', 50);
    expect(asks.add(1)).toBe(false);
    expect(refused).toEqual([]);
  });

  test('the one that asks, even if an older body of its client is larger', () => {
    const { hold, open, refused } = setUp();
    hold('a', 80);
    hold('b', 20);
    expect(open('a').add(1)).toBe(false);
    expect(refused).toEqual([]);
  });

  test('whoever is refused holds nothing any more, and gets nothing', () => {
    const { hold, open } = setUp();
    const first = hold('a', 100);
    hold('b', 30);
    expect(first.add(1)).toBe(false);
    hold('c', 70);
    expect(open('d').add(30)).toBe(true);
  });

  test('not a body that has arrived: somebody works with it', () => {
    const { hold, open, refused } = setUp();
    hold('a', 60, 'whole').complete();
    hold('a', 10, 'arriving');
    hold('b', 30).complete();
    expect(open('c').add(10)).toBe(true);
    expect(refused).toEqual(['arriving']);
    expect(open('c').add(10)).toBe(false);
  });
});

describe('a network', () => {
  test('counts as four clients, however many it has', () => {
    const { hold, open, refused } = setUp();
    for (let i = 0; i < 85; i += 1) hold(`a${i}`, 1);
    hold('b', 15);
    const asks = open('c');
    // More than 15 for each of the clients that the network counts as.
    for (let i = 0; i < 15; i += 1) expect(asks.add(1)).toBe(true);
    expect(refused).toHaveLength(15);
    expect(refused.every((name) => name.startsWith('a'))).toBe(true);
  });

  test('shares by client among its own', () => {
    const { hold, open, refused } = setUp();
    hold('a1', 50);
    hold('a2', 26);
    hold('a3', 24);
    expect(open('a4').add(10)).toBe(true);
    expect(refused).toEqual(['a1']);
  });
});

describe('released', () => {
  test('memory is there for others, once', () => {
    const { hold, open, refused } = setUp();
    const first = hold('a', 100);
    first.release();
    first.release();
    hold('b', 100);
    expect(open('b').add(1)).toBe(false);
    expect(refused).toEqual([]);
  });

  test('a client without holdings is forgotten, and one that has any is not', () => {
    const { hold, open, refused } = setUp();
    const empty = open('a');
    empty.complete();
    open('a').release();
    hold('a', 100);
    empty.release();
    expect(open('b').add(1)).toBe(true);
    expect(refused).toEqual(['a']);
  });
});

test('the total is never exceeded, and nothing leaks, whatever happens', () => {
  const step = fc.record({
    kind: fc.constantFrom('open', 'add', 'add', 'add', 'complete', 'release'),
    which: fc.nat(9),
    bytes: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { memory, totalHeld, holdings } = counted();
      for (const { kind, which, bytes } of steps) {
        const known = holdings[which % Math.max(1, holdings.length)];
        if (kind === 'open') open(which);
        else if (kind === 'add') known?.add(bytes);
        else known?.[kind]();
        expect(totalHeld()).toBeLessThanOrEqual(100);
      }
      for (const holding of holdings) holding.release();
      expect(totalHeld()).toBe(0);
      // Nothing is left: one body fits that needs all of it.
      expect(memory.open('z', vi.fn()).add(100)).toBe(true);

      function open(client: number): void {
        holdings.push(counting(memory, `${client % 3}${client}`));
      }
    }),
  );
});

type Counted = Holding & { readonly held: () => number };

function counted() {
  const memory = createFairMemory({ totalBytes: 100, networkOf });
  const holdings: Counted[] = [];
  const totalHeld = () => holdings.reduce((sum, { held }) => sum + held(), 0);
  return { memory, totalHeld, holdings };
}

/** A holding that knows what it holds, from what it was told alone. */
function counting(memory: ReturnType<typeof createFairMemory>, client: string): Counted {
  let held = 0;
  const holding = memory.open(client, () => (held = 0));
  return {
    ...holding,
    held: () => held,
    add: (bytes) => {
      const isAdded = holding.add(bytes);
      held = isAdded ? held + bytes : 0;
      return isAdded;
    },
    release: () => {
      holding.release();
      held = 0;
    },
  };
}
