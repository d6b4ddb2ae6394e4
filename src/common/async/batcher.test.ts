import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { createBatcher } from './batcher.ts';

/** A batcher over a service that knows everything but `unknown`, and fails while it is down. */
function setUp(maxKeys = 3) {
  const clock = createFakeClock();
  const calls: string[][] = [];
  const service = { isDown: false, turnOf: async (_clients: readonly string[]) => {} };
  const askers: string[][] = [];
  const findFor = createBatcher<string>({
    windowMs: 50,
    maxKeys,
    clock,
    load: async (keys, clients) => {
      calls.push([...keys]);
      askers.push([...clients]);
      if (service.isDown) throw new Error('down');
      await service.turnOf(clients);
      return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `<${key}>`]));
    },
  });
  const find = (key: string) => findFor(key, 'client');
  return { clock, calls, askers, service, find, findFor };
}

describe('createBatcher', () => {
  it('makes one call for all keys of a window, without duplicates, and returns each its own value', async () => {
    const { clock, calls, find } = setUp();
    const values = Promise.all([find('a'), find('unknown'), find('a')]);
    await clock.advance(49);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(await values).toEqual(['<a>', null, '<a>']);
    expect(calls).toEqual([['a', 'unknown']]);
    const later = find('a');
    await clock.advance(50);
    expect(await later).toBe('<a>');
    expect(calls).toHaveLength(2);
  });

  it('sends a full batch at once, and goes on with the next', async () => {
    const { clock, calls, find } = setUp();
    const values = Promise.all(['a', 'b', 'c', 'd'].map(find));
    await clock.advance(0);
    expect(calls).toEqual([['a', 'b', 'c']]);
    await clock.advance(50);
    expect(calls).toEqual([['a', 'b', 'c'], ['d']]);
    expect(await values).toEqual(['<a>', '<b>', '<c>', '<d>']);
    expect(clock.pending()).toBe(0);
  });

  it('rejects all keys of a failed call, and starts afresh after it', async () => {
    const { clock, service, find } = setUp();
    service.isDown = true;
    const outcomes = Promise.allSettled([find('a'), find('b')]);
    await clock.advance(50);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    service.isDown = false;
    const again = find('a');
    await clock.advance(50);
    expect(await again).toBe('<a>');
  });

  it('calls for all clients whose keys it has, each once', async () => {
    const { clock, askers, findFor } = setUp();
    const values = [findFor('a', 'one'), findFor('b', 'one'), findFor('a', 'other')];
    await clock.advance(50);
    expect(await Promise.all(values)).toEqual(['<a>', '<b>', '<a>']);
    expect(askers).toEqual([['one', 'other']]);
  });

  it('looks up again for a client that joined a refused call after it had left', async () => {
    const { clock, askers, service, findFor } = setUp();
    const turn = Promise.withResolvers<void>();
    service.turnOf = (clients) => (clients.includes('greedy') ? turn.promise : Promise.resolve());
    const first = Promise.allSettled([findFor('a', 'greedy')]);
    await clock.advance(50);
    const others = Promise.allSettled([findFor('a', 'greedy'), findFor('a', 'late')]);
    turn.reject(new LineupError('overloaded'));
    await clock.advance(0);
    await clock.advance(50);
    expect((await first).map(({ status }) => status)).toEqual(['rejected']);
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(askers).toEqual([['greedy'], ['late']]);
  });

  it('rejects for all of them if it failed', async () => {
    const { clock, calls, service, findFor } = setUp();
    const failure = Promise.withResolvers<void>();
    service.turnOf = () => failure.promise;
    const first = Promise.allSettled([findFor('a', 'one')]);
    await clock.advance(50);
    const late = Promise.allSettled([findFor('a', 'late')]);
    failure.reject(new LineupError('upstream-failed'));
    const outcomes = [...(await first), ...(await late)];
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toEqual([['a']]);
  });
});

describe('a batch that waits for its turn', () => {
  function setUpTurns() {
    const clock = createFakeClock();
    const calls: { keys: readonly string[]; clients: readonly string[] }[] = [];
    const turns: { taken: PromiseWithResolvers<void>; clients: string[] }[] = [];
    const find = createBatcher<string>({
      windowMs: 50,
      maxKeys: 3,
      clock,
      reserve: (clients) => {
        const turn = { taken: Promise.withResolvers<void>(), clients: [...clients] };
        turns.push(turn);
        return { taken: turn.taken.promise, join: (client) => turn.clients.push(client) };
      },
      load: async (keys, clients) => {
        calls.push({ keys: [...keys], clients });
        return new Map(keys.map((key) => [key, `<${key}>`]));
      },
    });
    return { clock, calls, turns, find };
  }

  it('is joined by further keys and clients until then', async () => {
    const { clock, calls, turns, find } = setUpTurns();
    const values = [find('a', 'one')];
    await clock.advance(5000);
    values.push(find('a', 'other'), find('b', 'one'));
    await clock.advance(1000);
    expect(turns.map(({ clients }) => clients)).toEqual([['one', 'other']]);
    turns[0]?.taken.resolve();
    expect(await Promise.all(values)).toEqual(['<a>', '<a>', '<b>']);
    expect(calls).toEqual([{ keys: ['a', 'b'], clients: ['one', 'other'] }]);
    void find('c', 'one');
    await clock.advance(50);
    expect(turns).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });

  it('has no more keys than others', async () => {
    const { clock, calls, turns, find } = setUpTurns();
    const values = ['a', 'b', 'c', 'd'].map((key) => find(key, 'one'));
    await clock.advance(50);
    expect(turns).toHaveLength(2);
    for (const { taken } of turns) taken.resolve();
    await Promise.all(values);
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('rejects without a call if it has none', async () => {
    const { clock, calls, turns, find } = setUpTurns();
    const value = expect(find('a', 'one')).rejects.toThrow('no turn');
    await clock.advance(50);
    turns[0]?.taken.reject(new Error('no turn'));
    await value;
    expect(calls).toEqual([]);
  });
});
