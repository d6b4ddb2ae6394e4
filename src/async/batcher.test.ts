import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createBatcher } from './batcher.ts';

/** A batcher over a service that knows everything but `unknown`, and fails while it is down. */
function setUp(maxKeys = 3) {
  const clock = createFakeClock();
  const calls: string[][] = [];
  const service = { isDown: false };
  const find = createBatcher<string>({
    windowMs: 50,
    maxKeys,
    clock,
    load: async (keys) => {
      calls.push([...keys]);
      if (service.isDown) throw new Error('down');
      return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `<${key}>`]));
    },
  });
  return { clock, calls, service, find };
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
});
