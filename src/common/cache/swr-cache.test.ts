import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { CacheContext } from './context.ts';
import { createCache } from './swr-cache.ts';
import type { SharedStore } from './entries.ts';

type Word = { readonly text: string };

const hourMs = 3_600_000;
const word = (text: string): Word => ({ text });
const newContext = (): CacheContext => ({ sourceHit: false });

/** A source that answers only when the test says so. */
function createSource() {
  const asked: string[] = [];
  const open: { resolve: (value: Word | null) => void; reject: (error: Error) => void }[] = [];
  return {
    asked,
    load: (key: string) => () => {
      asked.push(key);
      return new Promise<Word | null>((resolve, reject) => {
        open.push({ resolve, reject });
      });
    },
    answer: (value: Word | null) => open.shift()?.resolve(value),
    fail: (error: Error | string = 'sick') =>
      open.shift()?.reject(typeof error === 'string' ? new Error(error) : error),
  };
}

type Options = Parameters<typeof createCache<Word | null>>[0];

const rules = {
  name: 'words',
  maxBytes: 1_000_000,
  sizeBytes: () => 10,
  freshMs: hourMs,
  staleMs: 24 * hourMs,
  negativeMs: 60_000,
};

function setUp(options: Partial<Options> = {}) {
  const clock = createFakeClock();
  const source = createSource();
  const cache = createCache<Word | null>({
    ...rules,
    clock,
    ...options,
  });
  const get = (key: string, context = newContext(), fallback?: Word) =>
    cache.get(key, source.load(key), context, fallback);
  /** Makes a key known, as of now. */
  const learn = async (key: string, text = key) => {
    const answer = get(key);
    source.answer(word(text));
    await answer;
    source.asked.length = 0;
  };
  return { cache, clock, source, get, learn };
}

const unanswered = Symbol('unanswered');
/** What a promise holds by now. */
function now<T>(promise: Promise<T>): Promise<T | typeof unanswered> {
  return Promise.race([
    promise,
    new Promise<typeof unanswered>((resolve) => {
      setImmediate(() => resolve(unanswered));
    }),
  ]);
}

describe('a fresh answer', () => {
  it('is served from memory until it expires, then loaded again', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs - 1);
    const context = newContext();
    expect(await get('a', context)).toEqual(word('a'));
    expect(context.sourceHit).toBe(false);
    expect(source.asked).toEqual([]);

    await clock.advance(1);
    const renewed = get('a', context);
    source.answer(word('b'));
    expect(await renewed).toEqual(word('b'));
    expect(context.sourceHit).toBe(true);
    expect(await get('a')).toEqual(word('b'));
    expect(source.asked).toEqual(['a']);
  });
});

describe('concurrent requests for one key', () => {
  it('share one load, and all report a miss', async () => {
    const { source, get } = setUp();
    const contexts = [newContext(), newContext(), newContext()];
    const answers = contexts.map((context) => get('a', context));
    expect(source.asked).toEqual(['a']);
    source.answer(word('a'));
    expect(await Promise.all(answers)).toEqual([word('a'), word('a'), word('a')]);
    expect(contexts.map((context) => context.sourceHit)).toEqual([true, true, true]);
  });

  it.each(['an answer', 'a failure'])('continue turn by turn once there is %s', async (kind) => {
    const turns: (() => void)[] = [];
    const afterJoining = () => new Promise<void>((resolve) => void turns.push(resolve));
    const { source, get } = setUp({ afterJoining });
    const [first, ...joined] = ['a', 'a', 'a'].map((key) => get(key).catch(() => 'failed'));
    const value = kind === 'an answer' ? word('a') : 'failed';
    if (kind === 'an answer') source.answer(word('a'));
    else source.fail();
    expect(await first).toEqual(value);
    expect(await now(Promise.race(joined))).toBe(unanswered);
    for (const answer of joined) {
      turns.shift()?.();
      expect(await answer).toEqual(value);
    }
    // What is known waits for nothing.
    if (kind === 'an answer') expect(await get('a')).toEqual(value);
    expect(turns).toEqual([]);
  });

  it('share a failure, which is not cached', async () => {
    const { source, get } = setUp();
    const answers = [get('a'), get('a')];
    source.fail('no luck');
    for (const answer of answers) await expect(answer).rejects.toThrow('no luck');
    const next = get('a');
    source.answer(word('a'));
    expect(await next).toEqual(word('a'));
    expect(source.asked.length).toBe(2);
  });
});

describe('a cached absence', () => {
  it('is served for its own lifetime only', async () => {
    const { clock, source, get } = setUp();
    const first = get('a');
    source.answer(null);
    expect(await first).toBeNull();
    await clock.advance(59_999);
    const context = newContext();
    expect(await get('a', context)).toBeNull();
    expect(context.sourceHit).toBe(false);
    await clock.advance(1);
    const second = get('a', context);
    source.answer(word('a'));
    expect(await second).toEqual(word('a'));
    expect(source.asked.length).toBe(2);
  });

  it('is no stale value to fall back on', async () => {
    const { clock, source, get } = setUp();
    const first = get('a');
    source.answer(null);
    await first;
    await clock.advance(60_000);
    const second = get('a');
    source.fail();
    await expect(second).rejects.toThrow('sick');
  });

  it('replaces an older value', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const renewed = get('a');
    source.answer(null);
    expect(await renewed).toBeNull();
    await clock.advance(60_000);
    const later = get('a');
    source.fail();
    await expect(later).rejects.toThrow('sick');
  });

  it('is not cached at all without a lifetime of its own', async () => {
    const { source, get } = setUp({ negativeMs: 0 });
    const first = get('a');
    source.answer(null);
    await first;
    const second = get('a');
    source.answer(word('a'));
    expect(await second).toEqual(word('a'));
  });

  it('never evicts values, however many unknown keys are requested', async () => {
    const { source, get, learn } = setUp({ maxBytes: 40_000 });
    await learn('known');
    for (let round = 0; round < 50; round += 1) {
      const keys = Array.from({ length: 20 }, (_, index) => `invented ${round} ${index}`);
      const answers = keys.map((key) => get(key));
      for (const _ of keys) source.answer(null);
      await Promise.all(answers);
    }
    source.asked.length = 0;
    expect(await get('known')).toEqual(word('known'));
    expect(source.asked).toEqual([]);
  });
});

describe('while loading fails', () => {
  it('the last good value is served until it is too old', async () => {
    const { clock, source, get, learn } = setUp({ backOffMs: 0 });
    await learn('a');
    for (const ageMs of [hourMs, 24 * hourMs]) {
      await clock.advance(ageMs - (ageMs === hourMs ? 0 : hourMs));
      const answer = get('a');
      source.fail();
      expect(await answer).toEqual(word('a'));
    }
    await clock.advance(1);
    const tooOld = get('a');
    source.fail();
    await expect(tooOld).rejects.toThrow('sick');
  });

  it('waits before the next attempt, and meanwhile serves from memory', async () => {
    const { clock, source, get, learn } = setUp({ backOffMs: 5000 });
    await learn('a');
    await clock.advance(hourMs);
    const context = newContext();
    const first = get('a', context);
    source.fail();
    expect(await first).toEqual(word('a'));
    expect(context.sourceHit).toBe(true);

    await clock.advance(4999);
    const resting = newContext();
    expect(await get('a', resting)).toEqual(word('a'));
    expect([resting.sourceHit, source.asked.length]).toEqual([false, 1]);

    await clock.advance(1);
    const again = get('a');
    source.answer(word('b'));
    expect(await again).toEqual(word('b'));
  });
});

describe('while loading is slow', () => {
  it('a stale value is served after the soft timeout, and the load continues', async () => {
    const { clock, source, get, learn } = setUp({ softTimeoutMs: 800 });
    await learn('a');
    await clock.advance(hourMs);
    const context = newContext();
    const answer = get('a', context);
    await clock.advance(799);
    expect(await now(answer)).toBe(unanswered);
    await clock.advance(1);
    expect(await now(answer)).toEqual(word('a'));
    expect(context.sourceHit).toBe(true);

    source.answer(word('b'));
    await clock.advance(0);
    expect(await get('a')).toEqual(word('b'));
    expect(source.asked).toEqual(['a']);
  });

  it('the soft timeout of one request is one budget over all its waits', async () => {
    const { clock, source, get, learn } = setUp({ softTimeoutMs: 800 });
    await learn('a');
    await learn('b');
    await clock.advance(hourMs);
    const context = newContext();
    const first = get('a', context);
    await clock.advance(600);
    source.answer(word('a2'));
    expect(await first).toEqual(word('a2'));
    const second = get('b', context);
    await clock.advance(199);
    expect(await now(second)).toBe(unanswered);
    await clock.advance(1);
    expect(await now(second)).toEqual(word('b'));
  });

  it('a request that joins a slow load has only what is left of its soft timeout', async () => {
    const { clock, get, learn } = setUp({ softTimeoutMs: 800 });
    await learn('a');
    await clock.advance(hourMs);
    const first = get('a');
    await clock.advance(600);
    const joined = get('a');
    await clock.advance(199);
    expect(await now(joined)).toBe(unanswered);
    await clock.advance(1);
    expect(await Promise.all([first, now(joined)])).toEqual([word('a'), word('a')]);
  });

  it('a stale value does not last as long as one that came meanwhile', async () => {
    let join = (): void => {};
    const afterJoining = () =>
      new Promise<void>((resolve) => {
        join = resolve;
      });
    const { clock, source, get, learn } = setUp({ softTimeoutMs: 800, afterJoining });
    await learn('a', 'old');
    await clock.advance(hourMs);
    const first = get('a');
    const context = newContext();
    const joined = get('a', context);
    await clock.advance(800);
    expect(await first).toEqual(word('old'));
    source.answer(word('new'));
    await clock.advance(0);
    join();
    expect(await joined).toEqual(word('old'));
    expect(context.expiresAt).toBe(0);
    expect(await get('a')).toEqual(word('new'));
  });

  it('a key without a value is waited for as long as the load takes', async () => {
    const { clock, source, get } = setUp({ softTimeoutMs: 800 });
    const answer = get('a');
    await clock.advance(4000);
    expect(await now(answer)).toBe(unanswered);
    source.answer(word('a'));
    expect(await now(answer)).toEqual(word('a'));
  });

  it('a load that ends in time leaves no timer behind', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const answer = get('a');
    expect(clock.pending()).toBe(1);
    source.answer(word('b'));
    await answer;
    await clock.advance(0);
    expect(clock.pending()).toBe(0);
  });

  it('a request without soft timeout left starts the refresh without waiting for it', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const context: CacheContext = { sourceHit: false, staleDeadline: clock.nowMs() };
    expect(await now(get('a', context))).toEqual(word('a'));
    expect([context.sourceHit, source.asked]).toEqual([true, ['a']]);
    // An unhandled rejection would fail the run.
    source.fail();
    await clock.advance(0);
    expect(await get('a')).toEqual(word('a'));
  });

  it('a refresh that fails with nobody waiting is no unhandled rejection', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const answer = get('a');
    await clock.advance(800);
    await answer;
    source.fail();
    await clock.advance(0);
    const context = newContext();
    expect(await get('a', context)).toEqual(word('a'));
    expect(context.sourceHit).toBe(false);
  });
});

describe('a fallback', () => {
  const instead = word('instead');

  it.each(['fails', 'is slow'])('serves when the load %s, and is not cached', async (trouble) => {
    const { clock, source, get } = setUp();
    const answer = get('a', newContext(), instead);
    if (trouble === 'fails') source.fail();
    else await clock.advance(800);
    expect(await answer).toBe(instead);
    if (trouble !== 'fails') source.fail();
    await clock.advance(0);
    const next = get('a');
    source.answer(word('a'));
    expect(await next).toEqual(word('a'));
  });

  it('is used only if there is no value, no stale value and no cached absence', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    expect(await get('a', newContext(), instead)).toEqual(word('a'));
    await clock.advance(hourMs);
    const stale = get('a', newContext(), instead);
    source.fail();
    expect(await stale).toEqual(word('a'));
    const none = get('b', newContext(), instead);
    source.answer(null);
    expect(await none).toBeNull();
  });
});

describe('a source that accepts no requests', () => {
  it('is not asked if a stale value or a fallback is at hand', async () => {
    let isRefusing = false;
    const { clock, source, get, learn } = setUp({ isRefusing: () => isRefusing });
    await learn('a');
    await clock.advance(hourMs);
    isRefusing = true;
    const context = newContext();
    expect(await now(get('a', context))).toEqual(word('a'));
    expect(await now(get('b', context, word('instead')))).toEqual(word('instead'));
    expect([context.sourceHit, source.asked]).toEqual([false, []]);
  });

  it('serves the value that it is asked for already, not an older one or a fallback', async () => {
    let isRefusing = false;
    const { clock, source, get, learn } = setUp({ isRefusing: () => isRefusing });
    await learn('stale');
    await clock.advance(hourMs);
    for (const key of ['stale', 'new']) {
      isRefusing = false;
      const first = get(key);
      isRefusing = true;
      const second = get(key, newContext(), word('instead'));
      source.answer(word('loaded'));
      expect([await first, await second], key).toEqual([word('loaded'), word('loaded')]);
    }
  });

  it('is asked if all that is cached is an expired absence', async () => {
    let isRefusing = false;
    const { clock, source, get } = setUp({ isRefusing: () => isRefusing });
    const first = get('a');
    source.answer(null);
    await first;
    await clock.advance(60_000);
    isRefusing = true;
    const second = get('a');
    source.fail('circuit open');
    await expect(second).rejects.toThrow('circuit open');
  });
});

const shape = {
  Check: (value: unknown): value is Word | null =>
    value === null || (typeof value === 'object' && 'text' in value),
};

/** A store that several caches share, and that may be away. */
function createStore() {
  const values = new Map<string, Uint8Array>();
  const reads: string[] = [];
  const store: SharedStore = {
    read: async (key) => {
      reads.push(key);
      return values.get(key) ?? null;
    },
    write: (key, bytes) => void values.set(key, bytes),
  };
  return { values, reads, store };
}

describe('a store shared by instances', () => {
  /** Two caches over one store, on one clock. */
  function setUpTwo() {
    const { reads, values, store } = createStore();
    const one = setUp({ store, shape });
    const source = createSource();
    const cache = createCache<Word | null>({ ...rules, clock: one.clock, store, shape });
    const get = (key: string, context = newContext()) => cache.get(key, source.load(key), context);
    const learn = async (key: string) => {
      const value = one.get(key);
      await one.clock.advance(0);
      one.source.answer(word(key));
      await value;
    };
    return { reads, values, clock: one.clock, learn, source, get };
  }

  it('is read before the source, once; its value is a hit', async () => {
    const { reads, source, get, learn } = setUpTwo();
    await learn('a');
    reads.length = 0;
    const context = newContext();
    expect(await Promise.all([get('a', context), get('a', context)])).toEqual([
      word('a'),
      word('a'),
    ]);
    expect(await get('a', context)).toEqual(word('a'));
    expect([context.sourceHit, source.asked, reads.length]).toEqual([false, [], 1]);
  });

  it('keeps the age of its values: an old one is stale', async () => {
    const { clock, source, get, learn } = setUpTwo();
    for (const key of ['sick', 'slow']) await learn(key);
    await clock.advance(hourMs);
    const sick = get('sick');
    await clock.advance(0);
    source.fail();
    expect(await sick).toEqual(word('sick'));
    const slow = get('slow');
    await clock.advance(0);
    await clock.advance(800);
    expect(await now(slow)).toEqual(word('slow'));
    source.answer(word('newer'));
    await clock.advance(0);
    expect(await get('slow')).toEqual(word('newer'));
  });

  it('returns nothing older than a day', async () => {
    const { clock, source, get, learn } = setUpTwo();
    await learn('a');
    await clock.advance(24 * hourMs + 1);
    const value = get('a');
    await clock.advance(0);
    source.fail();
    await expect(value).rejects.toThrow('sick');
  });

  it('does not replace a newer value by an older one', async () => {
    const { values, clock, source, get, learn } = setUpTwo();
    await learn('a');
    const older = new Map(values);
    await clock.advance(hourMs);
    const renewed = get('a');
    await clock.advance(0);
    source.answer(word('newer'));
    await renewed;
    for (const [key, bytes] of older) values.set(key, bytes);
    await clock.advance(hourMs);
    const value = get('a');
    await clock.advance(0);
    source.fail();
    expect(await value).toEqual(word('newer'));
  });

  it('may be unavailable: then it acts as an empty one', async () => {
    const store: SharedStore = { read: async () => undefined, write: () => {} };
    const { clock, source, get } = setUp({ store, shape });
    const value = get('a');
    await clock.advance(0);
    source.answer(word('a'));
    expect(await value).toEqual(word('a'));
  });
});

describe('a request at its deadline', () => {
  it('fails with a timeout, and the value loaded for it serves the next request', async () => {
    const { clock, source, get } = setUp({ timeoutMs: 5000 });
    const value = get('a');
    const rejected = expect(value).rejects.toMatchObject({ code: 'upstream-timeout' });
    await clock.advance(5000);
    await rejected;
    source.answer(word('a'));
    await clock.advance(0);
    expect(await get('a')).toEqual(word('a'));
    expect(source.asked).toEqual(['a']);
  });

  it('has one deadline over all its look-ups', async () => {
    const { clock, source, get } = setUp({ timeoutMs: 5000 });
    const context = newContext();
    const first = get('a', context);
    await clock.advance(3000);
    source.answer(word('a'));
    await first;
    const second = get('b', context);
    await clock.advance(1999);
    expect(await now(second)).toBe(unanswered);
    const rejected = expect(second).rejects.toMatchObject({ code: 'upstream-timeout' });
    await clock.advance(1);
    await rejected;
  });

  it('gets a stale value or the fallback if the deadline is before the soft timeout', async () => {
    const { clock, get, learn } = setUp({ timeoutMs: 5000 });
    await learn('a');
    await clock.advance(hourMs);
    const context: CacheContext = { sourceHit: false, deadline: clock.nowMs() + 100 };
    const values = Promise.all([get('a', context), get('b', context, word('fallback'))]);
    await clock.advance(100);
    expect(await now(values)).toEqual([word('a'), word('fallback')]);
  });
});

describe('the time until which an answer is fresh', () => {
  it('is that of the first of its values to expire', async () => {
    const { clock, get, learn } = setUp();
    await learn('a');
    const endMs = clock.nowMs() + hourMs;
    await clock.advance(1000);
    await learn('b');
    const context = newContext();
    await Promise.all([get('a', context), get('b', context)]);
    expect(context.expiresAt).toBe(endMs);
  });

  it('is none if one of its values is stale, because it could not be renewed or is not tried', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const failed = newContext();
    const value = get('a', failed);
    source.fail();
    expect(await value).toEqual(word('a'));
    const untried = newContext();
    await get('a', untried);
    expect([failed.expiresAt, untried.expiresAt]).toEqual([0, 0]);
  });
});

describe('a client whose load is refused', () => {
  const spent = new LineupError('overloaded', 'too many', { retryAfterSeconds: 9 });
  const of = (client: string | undefined): CacheContext => ({ sourceHit: false, client });
  /** A source that has no turn for the client `greedy`, and tells so after a while. */
  function setUpTurns(options: Partial<Options> = {}) {
    const { cache, source, ...world } = setUp(options);
    const askers: string[] = [];
    const turn = Promise.withResolvers<void>();
    const load = (key: string) => async (asker: string) => {
      askers.push(asker);
      if (asker === 'greedy') await turn.promise;
      return source.load(key)();
    };
    const get = (key: string, client?: string) => cache.get(key, load(key), of(client));
    return { ...world, cache, source, askers, load, get, refuse: () => turn.reject(spent) };
  }

  it('is served cached values, and no others', async () => {
    const { source, get, learn, refuse } = setUpTurns();
    await learn('a');
    refuse();
    expect(await get('a', 'greedy')).toEqual(word('a'));
    await expect(get('b', 'greedy')).rejects.toBe(spent);
    expect(source.asked).toEqual([]);
  });

  it('is not as one whose load failed: others do not try that again', async () => {
    const { clock, source, askers, get } = setUpTurns();
    const values = ['one', 'other'].map((client) =>
      expect(get('a', client)).rejects.toThrow('sick'),
    );
    await clock.advance(0);
    source.fail();
    await Promise.all(values);
    expect(askers).toEqual(['one']);
  });

  it('leaves others their fallback, if their own load fails', async () => {
    const { cache, clock, source, load, refuse } = setUpTurns();
    const refused = expect(cache.get('a', load('a'), of('greedy'))).rejects.toBe(spent);
    const context = of('other');
    const other = cache.get('a', load('a'), context, word('fallback'));
    refuse();
    await refused;
    await clock.advance(0);
    source.fail();
    expect(await other).toEqual(word('fallback'));
    expect(context.expiresAt).toBe(0);
  });
});

describe('a load that is refused for its client', () => {
  const busy = new LineupError('overloaded');
  const of = (client: string): CacheContext => ({ sourceHit: false, client });

  it('is tried again for each other client who waits for it, in its own name', async () => {
    const { clock, source, get } = setUp();
    const own = [1, 2].map(() => get('a', of('greedy')).catch((error: unknown) => error));
    const contexts = [of('one'), of('other')];
    const others = contexts.map((context) => get('a', context));
    source.fail(busy);
    await clock.advance(0);
    const refused = await Promise.all(own.map((promise) => now(promise)));
    expect(refused, 'what its own client waits for is refused at once').toEqual([busy, busy]);
    expect(source.asked).toEqual(['a', 'a']);
    // Refused again: now it is the turn of the last.
    source.fail(busy);
    await expect(others[0]).rejects.toBe(busy);
    await clock.advance(0);
    expect(source.asked).toEqual(['a', 'a', 'a']);
    source.answer(word('a'));
    expect(await others[1]).toEqual(word('a'));
    expect(contexts.map(({ sourceHit }) => sourceHit)).toEqual([true, true]);
  });

  it('does not keep others from renewing a value, as a failure does', async () => {
    const { clock, source, get, learn } = setUp();
    for (const key of ['busy', 'sick']) await learn(key, 'old');
    await clock.advance(hourMs);
    for (const key of ['busy', 'sick']) {
      const stale = get(key, of('greedy'));
      source.fail(key === 'busy' ? busy : 'sick');
      expect(await stale).toEqual(word('old'));
    }
    expect(await get('sick', of('other'))).toEqual(word('old'));
    const renewed = get('busy', of('other'));
    source.answer(word('new'));
    expect(await renewed).toEqual(word('new'));
    expect(source.asked).toEqual(['busy', 'sick', 'busy']);
  });
});

describe('the memory of a cache', () => {
  const sizeBytes = () => 1024;

  it('is bounded by bytes, and evicts the least recently used entry', async () => {
    const { source, get, learn } = setUp({ maxBytes: 6000, sizeBytes });
    for (const key of ['a', 'b', 'c', 'd']) await learn(key);
    await get('a');
    await learn('e');
    await get('a');
    expect(source.asked).toEqual([]);
    void get('b');
    expect(source.asked).toEqual(['b']);
  });

  it('counts the overhead of each entry', async () => {
    const { source, get, learn } = setUp({ maxBytes: 50_000, sizeBytes: () => 0 });
    const keys = Array.from({ length: 300 }, (_, index) => `key ${index}`);
    for (const key of keys) await learn(key);
    for (const key of keys.toReversed()) void get(key);
    expect(source.asked.length).toBeGreaterThan(100);
  });

  it('does not cache a value larger than the whole cache, and evicts nothing for it', async () => {
    const large = (value: Word | null) => (value?.text === 'large' ? 20_000 : 10);
    const { source, get, learn } = setUp({ maxBytes: 6000, sizeBytes: large });
    await learn('small');
    await learn('large');
    await get('small');
    void get('large');
    expect(source.asked).toEqual(['large']);
  });
});
