import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createRemembered } from '../cache/remembered.ts';
import type { Tier } from '../cache/tiered-load.ts';
import { createCacheCounter } from './counted-memory.ts';

type Value = { readonly n: number };

/** A counted memory over a tier that knows these keys; without keys, over no tier. */
function counted(known?: readonly string[]) {
  const counts = { process: 0, redis: 0, source: 0 };
  const counter = createCacheCounter((tier, answers) => (counts[tier] += answers));
  const clock = createFakeClock();
  const tier: Tier<Value> = {
    read: async (keys) =>
      keys.map((key) =>
        known?.includes(key) ? { value: { n: 1 }, storedAtMs: clock.nowMs() } : undefined,
      ),
    write: () => {},
  };
  const memory = createRemembered<Value>({
    clock,
    maxBytes: 1e6,
    sizeBytes: () => 10,
    freshMs: 60_000,
    staleMs: 60_000,
    ...(known && { tier: counter.countTier(tier) }),
  });
  return { counts, ...counter.countMemory(memory) };
}

const load = async (): Promise<Value> => ({ n: 2 });
const loadEach = async (keys: readonly string[]): Promise<Value[]> => keys.map(() => ({ n: 2 }));
const failing = () => Promise.reject(new Error('down'));
const trace = () => ({ asked: false });

describe('counts where answers come from', () => {
  test('without a second tier', async () => {
    const { get, counts } = counted();
    await get('a', load, trace());
    expect(counts).toEqual({ process: 0, redis: 0, source: 1 });
    await get('a', load, trace());
    expect(counts).toEqual({ process: 1, redis: 0, source: 1 });
  });

  test('with one', async () => {
    const { get, counts } = counted(['a']);
    await get('a', load, trace());
    expect(counts).toEqual({ process: 0, redis: 1, source: 0 });
    await get('b', load, trace());
    await get('a', load, trace());
    expect(counts).toEqual({ process: 1, redis: 1, source: 1 });
  });

  test('of several keys at once, each once', async () => {
    const { get, getEach, counts } = counted(['a', 'b']);
    await get('a', load, trace());
    const answers = getEach(['a', 'b', 'c', 'c', 'd'], loadEach, trace());
    await Promise.all(answers.values());
    expect(counts).toEqual({ process: 1, redis: 2, source: 2 });
  });

  test('who joins a load under way has asked nobody', async () => {
    const { get, counts } = counted();
    await Promise.all([get('a', load, trace()), get('a', load, trace())]);
    expect(counts).toEqual({ process: 1, redis: 0, source: 1 });
  });

  test('a failed load was asked all the same', async () => {
    const { get, counts } = counted([]);
    await expect(get('a', failing, trace())).rejects.toThrow('down');
    expect(counts).toEqual({ process: 0, redis: 0, source: 1 });
  });
});
