import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createRemembered, type RememberedOptions } from './remembered.ts';
import type { Entry } from './recollection.ts';
import type { Tier, Trace } from './tiered-load.ts';

type Word = { readonly text: string };

const hourMs = 3_600_000;
const word = (text: string): Word => ({ text });
const newTrace = (): Trace => ({ asked: false });

/** A source that answers only when the test says so. */
function createSource() {
  const asked: string[][] = [];
  const open: { resolve: (values: (Word | null)[]) => void; reject: (error: Error) => void }[] = [];
  const loadEach = (keys: readonly string[]) => {
    asked.push([...keys]);
    return new Promise<(Word | null)[]>((resolve, reject) => {
      open.push({ resolve, reject });
    });
  };
  return {
    asked,
    loadEach,
    load: (key: string) => async () => (await loadEach([key]))[0] ?? null,
    answer: (...values: (Word | null)[]) => open.shift()?.resolve(values),
    fail: (message = 'sick') => open.shift()?.reject(new Error(message)),
  };
}

function setUp(options: Partial<RememberedOptions<Word | null>> = {}) {
  const clock = createFakeClock();
  const source = createSource();
  const remembered = createRemembered<Word | null>({
    clock,
    maxBytes: 1_000_000,
    sizeBytes: () => 10,
    freshMs: hourMs,
    staleMs: 24 * hourMs,
    negativeMs: 60_000,
    ...options,
  });
  const get = (key: string, trace = newTrace(), orElse?: Word) =>
    remembered.get(key, source.load(key), trace, orElse);
  /** Makes a key known, as of now. */
  const learn = async (key: string, text = key) => {
    const answer = get(key);
    source.answer(word(text));
    await answer;
    source.asked.length = 0;
  };
  return { clock, source, remembered, get, learn };
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
  it('comes from memory until its age is up, and is then asked for again', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs - 1);
    const trace = newTrace();
    expect(await get('a', trace)).toEqual(word('a'));
    expect(trace.asked).toBe(false);
    expect(source.asked).toEqual([]);

    await clock.advance(1);
    const renewed = get('a', trace);
    source.answer(word('b'));
    expect(await renewed).toEqual(word('b'));
    expect(trace.asked).toBe(true);
    expect(await get('a')).toEqual(word('b'));
    expect(source.asked).toEqual([['a']]);
  });

  it('never ages where it never changes', async () => {
    const { clock, get, learn } = setUp({
      freshMs: Number.POSITIVE_INFINITY,
      staleMs: Number.POSITIVE_INFINITY,
    });
    await learn('a');
    await clock.advance(1e12);
    const trace = newTrace();
    expect(await get('a', trace)).toEqual(word('a'));
    expect(trace.asked).toBe(false);
  });
});

describe('concurrent equals', () => {
  it('share one flight, and all of them know that something was asked', async () => {
    const { source, get } = setUp();
    const traces = [newTrace(), newTrace(), newTrace()];
    const answers = traces.map((trace) => get('a', trace));
    expect(source.asked).toEqual([['a']]);
    source.answer(word('a'));
    expect(await Promise.all(answers)).toEqual([word('a'), word('a'), word('a')]);
    expect(traces.map((trace) => trace.asked)).toEqual([true, true, true]);
  });

  it('share a failure, which is not kept', async () => {
    const { source, get } = setUp();
    const answers = [get('a'), get('a')];
    source.fail('no luck');
    for (const answer of answers) await expect(answer).rejects.toThrow('no luck');
    const next = get('a');
    source.answer(word('a'));
    expect(await next).toEqual(word('a'));
    expect(source.asked.length).toBe(2);
  });

  it('join a bulk load that brings their key, and a bulk load leaves out what is under way', async () => {
    const { source, remembered, get } = setUp();
    const single = get('a');
    const bulk = remembered.getEach(['a', 'b', 'c', 'b'], source.loadEach, newTrace());
    const joining = get('c');
    expect(source.asked).toEqual([['a'], ['b', 'c']]);
    expect([...bulk.keys()]).toEqual(['a', 'b', 'c']);
    source.answer(word('a'));
    source.answer(word('b'), null);
    expect(await single).toEqual(word('a'));
    expect(await Promise.all(bulk.values())).toEqual([word('a'), word('b'), null]);
    expect(await joining).toBeNull();
  });
});

describe('getEach', () => {
  it('asks only for what is not remembered', async () => {
    const { source, remembered, learn } = setUp();
    await learn('a');
    const trace = newTrace();
    const known = remembered.getEach(['a', 'a'], source.loadEach, trace);
    expect(await Promise.all(known.values())).toEqual([word('a')]);
    expect([trace.asked, source.asked]).toEqual([false, []]);
    const both = remembered.getEach(['b', 'a'], source.loadEach, trace);
    source.answer(word('b'));
    expect(await Promise.all(both.values())).toEqual([word('b'), word('a')]);
    expect([trace.asked, source.asked]).toEqual([true, [['b']]]);
  });

  it('fails only for keys that nothing stands in for', async () => {
    const { clock, source, remembered, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const answers = remembered.getEach(['a', 'b'], source.loadEach, newTrace());
    source.fail();
    expect(await answers.get('a')).toEqual(word('a'));
    await expect(answers.get('b')).rejects.toThrow('sick');
  });

  it('takes a load that forgets a key for the fault that it is', async () => {
    const { source, remembered } = setUp();
    const answers = remembered.getEach(['a', 'b'], source.loadEach, newTrace());
    source.answer(word('a'));
    const outcomes = await Promise.allSettled(answers.values());
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  });

  it('answers nothing to nobody', () => {
    const { source, remembered } = setUp();
    expect(remembered.getEach([], source.loadEach, newTrace()).size).toBe(0);
    expect(source.asked).toEqual([]);
  });
});

describe('"there is none"', () => {
  it('is believed for its own time only', async () => {
    const { clock, source, get } = setUp();
    const first = get('a');
    source.answer(null);
    expect(await first).toBeNull();
    await clock.advance(59_999);
    const trace = newTrace();
    expect(await get('a', trace)).toBeNull();
    expect(trace.asked).toBe(false);
    await clock.advance(1);
    const second = get('a', trace);
    source.answer(word('a'));
    expect(await second).toEqual(word('a'));
    expect(source.asked.length).toBe(2);
  });

  it('is nothing to fall back on', async () => {
    const { clock, source, get } = setUp();
    const first = get('a');
    source.answer(null);
    await first;
    await clock.advance(60_000);
    const second = get('a');
    source.fail();
    await expect(second).rejects.toThrow('sick');
  });

  it('replaces an older answer: it is one itself', async () => {
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

  it('is not kept at all unless it is said how long', async () => {
    const { source, get } = setUp({ negativeMs: 0 });
    const first = get('a');
    source.answer(null);
    await first;
    const second = get('a');
    source.answer(word('a'));
    expect(await second).toEqual(word('a'));
  });

  it('never pushes out what is known, however many keys somebody invents', async () => {
    const { source, remembered, get, learn } = setUp({ maxBytes: 40_000 });
    await learn('known');
    for (let round = 0; round < 50; round += 1) {
      const keys = Array.from({ length: 20 }, (_, index) => `invented ${round} ${index}`);
      const answers = remembered.getEach(keys, source.loadEach, newTrace());
      source.answer(...keys.map(() => null));
      await Promise.all(answers.values());
    }
    source.asked.length = 0;
    expect(await get('known')).toEqual(word('known'));
    expect(source.asked).toEqual([]);
  });
});

describe('while loading fails', () => {
  it('the last good answer is used, up to its age', async () => {
    const { clock, source, get, learn } = setUp({ retryMs: 0 });
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

  it('it rests a while before the next attempt; resting, it is an answer from memory', async () => {
    const { clock, source, get, learn } = setUp({ retryMs: 5000 });
    await learn('a');
    await clock.advance(hourMs);
    const trace = newTrace();
    const first = get('a', trace);
    source.fail();
    expect(await first).toEqual(word('a'));
    expect(trace.asked).toBe(true);

    await clock.advance(4999);
    const resting = newTrace();
    expect(await get('a', resting)).toEqual(word('a'));
    expect([resting.asked, source.asked.length]).toEqual([false, 1]);

    await clock.advance(1);
    const again = get('a');
    source.answer(word('b'));
    expect(await again).toEqual(word('b'));
  });

  it('what was never known fails, and is asked for again by the next', async () => {
    const { source, get } = setUp();
    for (let times = 0; times < 3; times += 1) {
      const answer = get('a');
      source.fail();
      await expect(answer).rejects.toThrow('sick');
    }
    expect(source.asked.length).toBe(3);
  });
});

describe('while loading is slow', () => {
  it('an older answer serves after the patience, and the load goes on', async () => {
    const { clock, source, get, learn } = setUp({ patienceMs: 800 });
    await learn('a');
    await clock.advance(hourMs);
    const trace = newTrace();
    const answer = get('a', trace);
    await clock.advance(799);
    expect(await now(answer)).toBe(unanswered);
    await clock.advance(1);
    expect(await now(answer)).toEqual(word('a'));
    expect(trace.asked).toBe(true);

    source.answer(word('b'));
    await clock.advance(0);
    expect(await get('a')).toEqual(word('b'));
    expect(source.asked).toEqual([['a']]);
  });

  it('those who come later wait no longer than the flight is worth, or not at all', async () => {
    const { clock, get, learn } = setUp({ patienceMs: 800 });
    await learn('a');
    await clock.advance(hourMs);
    const first = get('a');
    await clock.advance(500);
    const second = get('a');
    await clock.advance(300);
    expect(await now(first)).toEqual(word('a'));
    expect(await now(second)).toEqual(word('a'));
    const third = newTrace();
    expect(await now(get('a', third))).toEqual(word('a'));
    expect(third.asked).toBe(false);
  });

  it('the patience of one request is one budget over all its waits', async () => {
    const { clock, source, get, learn } = setUp({ patienceMs: 800 });
    await learn('a');
    await learn('b');
    await clock.advance(hourMs);
    const trace = newTrace();
    const first = get('a', trace);
    await clock.advance(600);
    source.answer(word('a2'));
    expect(await first).toEqual(word('a2'));
    const second = get('b', trace);
    await clock.advance(199);
    expect(await now(second)).toBe(unanswered);
    await clock.advance(1);
    expect(await now(second)).toEqual(word('b'));
  });

  it('what was never known is waited for as long as the load takes', async () => {
    const { clock, source, get } = setUp({ patienceMs: 800 });
    const answer = get('a');
    await clock.advance(4000);
    expect(await now(answer)).toBe(unanswered);
    source.answer(word('a'));
    expect(await now(answer)).toEqual(word('a'));
  });

  it('no timer is left behind by a load that was in time', async () => {
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

  it('a request without patience left starts the refresh, and waits for none of it', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const trace: Trace = { asked: false, patientUntilMs: clock.nowMs() };
    expect(await now(get('a', trace))).toEqual(word('a'));
    expect([trace.asked, source.asked]).toEqual([true, [['a']]]);
    // An unhandled rejection would fail the run.
    source.fail();
    await clock.advance(0);
    expect(await get('a')).toEqual(word('a'));
  });

  it('a refresh that fails with nobody waiting is no accident', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    await clock.advance(hourMs);
    const answer = get('a');
    await clock.advance(800);
    await answer;
    source.fail();
    await clock.advance(0);
    const trace = newTrace();
    expect(await get('a', trace)).toEqual(word('a'));
    expect(trace.asked).toBe(false);
  });
});

describe('an answer to stand in', () => {
  const instead = word('instead');

  it.each(['fails', 'is slow'])('serves when the load %s, and is not kept', async (trouble) => {
    const { clock, source, get } = setUp();
    const answer = get('a', newTrace(), instead);
    if (trouble === 'fails') source.fail();
    else await clock.advance(800);
    expect(await answer).toBe(instead);
    if (trouble !== 'fails') source.fail();
    await clock.advance(0);
    const next = get('a');
    source.answer(word('a'));
    expect(await next).toEqual(word('a'));
  });

  it('yields to a good answer, an older one, and "there is none"', async () => {
    const { clock, source, get, learn } = setUp();
    await learn('a');
    expect(await get('a', newTrace(), instead)).toEqual(word('a'));
    await clock.advance(hourMs);
    const stale = get('a', newTrace(), instead);
    source.fail();
    expect(await stale).toEqual(word('a'));
    const none = get('b', newTrace(), instead);
    source.answer(null);
    expect(await none).toBeNull();
  });
});

describe('a source that takes no questions', () => {
  it('is not asked where an older answer, or one to stand in, is at hand', async () => {
    let isRefusing = false;
    const { clock, source, get, learn } = setUp({ isRefusing: () => isRefusing });
    await learn('a');
    await clock.advance(hourMs);
    isRefusing = true;
    const trace = newTrace();
    expect(await now(get('a', trace))).toEqual(word('a'));
    expect(await now(get('b', trace, word('instead')))).toEqual(word('instead'));
    expect([trace.asked, source.asked]).toEqual([false, []]);
  });

  it('is asked where "there is none" is all that is known, and too old', async () => {
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

  it('is asked for what nobody knows: it is the load that fails at once', async () => {
    const { source, get } = setUp({ isRefusing: () => true });
    const answer = get('a');
    source.fail('circuit open');
    await expect(answer).rejects.toThrow('circuit open');
  });
});

function createTier() {
  const entries = new Map<string, Entry<Word | null>>();
  const reads: string[][] = [];
  const tier: Tier<Word | null> = {
    read: async (keys) => {
      reads.push([...keys]);
      return keys.map((key) => entries.get(key));
    },
    write: (key, entry) => void entries.set(key, entry),
  };
  return { entries, reads, tier };
}

const deadTier: Tier<Word | null> = {
  read: () => Promise.reject(new Error('connection lost')),
  write: () => undefined,
};

describe('a second tier', () => {
  it('is asked before the source, once; its answer is a hit', async () => {
    const { entries, reads, tier } = createTier();
    const { clock, source, get } = setUp({ tier });
    entries.set('a', { value: word('a'), storedAtMs: clock.nowMs() });
    const trace = newTrace();
    expect(await Promise.all([get('a', trace), get('a', trace)])).toEqual([word('a'), word('a')]);
    expect(await get('a', trace)).toEqual(word('a'));
    expect([trace.asked, source.asked, reads]).toEqual([false, [], [['a']]]);
  });

  it('is told what the source said, of all keys', async () => {
    const { entries, tier } = createTier();
    const { clock, source, remembered } = setUp({ tier });
    entries.set('a', { value: word('a'), storedAtMs: clock.nowMs() });
    const answers = remembered.getEach(['a', 'b', 'c'], source.loadEach, newTrace());
    await clock.advance(0);
    expect(source.asked).toEqual([['b', 'c']]);
    source.answer(word('b'), null);
    expect(await Promise.all(answers.values())).toEqual([word('a'), word('b'), null]);
    expect([...entries.keys()]).toEqual(['a', 'b', 'c']);
    expect(entries.get('c')).toEqual({ value: null, storedAtMs: clock.nowMs() });
  });

  it('keeps the age of what it has: an old answer only stands in', async () => {
    const { entries, tier } = createTier();
    const { clock, source, get } = setUp({ tier });
    entries.set('slow', { value: word('old'), storedAtMs: clock.nowMs() - hourMs });
    entries.set('sick', { value: word('old'), storedAtMs: clock.nowMs() - hourMs });
    entries.set('ancient', { value: word('old'), storedAtMs: clock.nowMs() - 25 * hourMs });
    const answers = ['sick', 'ancient', 'slow'].map((key) => get(key));
    await clock.advance(0);
    source.fail();
    source.fail();
    expect(await answers[0]).toEqual(word('old'));
    await expect(answers[1]).rejects.toThrow('sick');
    await clock.advance(800);
    expect(await now(answers[2] ?? Promise.reject(new Error()))).toEqual(word('old'));
  });

  it('does not put an older answer in the place of a newer one', async () => {
    const { entries, tier } = createTier();
    const { clock, source, get } = setUp({ tier });
    const first = get('a');
    await clock.advance(0);
    source.answer(word('newer'));
    await first;
    entries.set('a', { value: word('older'), storedAtMs: clock.nowMs() - 1 });
    await clock.advance(hourMs);
    const answer = get('a');
    await clock.advance(0);
    source.fail();
    expect(await answer).toEqual(word('newer'));
  });

  it('may be dead: then it is an empty one', async () => {
    const { clock, source, get } = setUp({ tier: deadTier });
    const answer = get('a');
    await clock.advance(0);
    source.answer(word('a'));
    expect(await answer).toEqual(word('a'));
  });
});
