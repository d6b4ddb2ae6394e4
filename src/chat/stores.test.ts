import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createFallbackStore } from './fallback-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { createRedisStore } from './redis-store.ts';
import type { SharedStore } from './shared-store.ts';
import { startTestRedis, type TestRedis } from './test-redis.ts';

const rule = { limit: 3, windowMs: 60_000 };
const realClock = {
  nowMs: () => performance.now(),
  startTimer: (delayMs: number, run: () => void) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.close());
beforeEach(async () => {
  await redis.client.flushall();
});

function openWithFallback(): SharedStore {
  return createFallbackStore({
    shared: createRedisStore(redis.scripts),
    local: createMemoryStore(realClock),
    clock: realClock,
    timeoutMs: 5000,
  });
}

// Each opens the store twice: as two instances see it.
const kinds: [string, () => [SharedStore, SharedStore]][] = [
  [
    'in memory',
    () => {
      const store = createMemoryStore(createFakeClock());
      return [store, store];
    },
  ],
  ['in Redis', () => [createRedisStore(redis.scripts), createRedisStore(redis.scripts)]],
  ['in Redis with memory to fall back on', () => [openWithFallback(), openWithFallback()]],
];

/** Answers come from a server's own clock: a few milliseconds pass between two of them. */
const around = (value: number) => expect.closeTo(value, -3);

describe.each(kinds)('a store %s', (_kind, open) => {
  let one: SharedStore;
  let other: SharedStore;
  beforeEach(() => {
    [one, other] = open();
  });

  test('gives each place once, and tells how far away the next is', async () => {
    expect(await one.take('w', rule, 0)).toBe(0);
    expect(await other.take('w', rule, 0)).toBe(0);
    expect(await one.look('w', rule, 0)).toBe(0);
    expect(await one.look('w', rule, 1)).toEqual(around(60_000));
    expect(await one.take('w', rule, 0)).toBe(0);
    expect(await other.take('w', rule, 2000)).toEqual(around(60_000));
    expect(await other.take('another', rule, 0)).toBe(0);
  });

  test('no two get the same place at the same time', async () => {
    const takes = Array.from({ length: 8 }, (_, i) => (i % 2 ? one : other).take('w', rule, 0));
    expect((await Promise.all(takes)).filter((waitMs) => waitMs === 0)).toHaveLength(3);
  });

  test('gives places of later windows to those who would wait', async () => {
    const long = { limit: 2, windowMs: 50_000 };
    const waits: number[] = [];
    for (let i = 0; i < 6; i += 1) waits.push(await one.take('w', long, 60_000));
    expect(waits).toEqual([0, 0, around(50_000), around(50_000), around(100_000), around(100_000)]);
    // The last two were too far away, so nobody took them.
    expect(await one.look('w', long, 0)).toEqual(around(100_000));
    expect(await one.take('w', long, 100_000)).toEqual(around(100_000));
  });

  test('believes the answers of the platform', async () => {
    await one.take('w', rule, 0);
    await one.learn('w', { limit: 30, used: 29, resetAfterMs: 40_000 });
    expect(await other.take('w', rule, 0)).toBe(0);
    expect(await other.look('w', rule, 0)).toEqual(around(40_000));
    await one.learn('new', { limit: 1, used: 1, resetAfterMs: 5000.7 });
    expect(await other.look('new', rule, 0)).toEqual(around(5000));
  });

  test.each([
    ['nothing left for ever', { limit: 5, used: 5, resetAfterMs: 1e12 }, 3_600_000],
    ['a limit of nothing', { limit: 0, used: 1, resetAfterMs: 7000 }, 7000],
    ['less than nothing', { limit: -3, used: -9, resetAfterMs: -5 }, 0],
    ['more used than there is', { limit: 5, used: 99, resetAfterMs: 7000 }, 7000],
  ])('within reason: %s', async (_name, seen, waitMs) => {
    await one.learn('w', seen);
    expect(await one.look('w', rule, 0)).toEqual(around(waitMs));
  });

  test('pauses a window, known or not', async () => {
    await one.take('w', rule, 0);
    for (const key of ['w', 'new']) {
      await one.pause(key, { rule, forMs: 90_000 });
      expect(await other.look(key, rule, 0)).toEqual(around(90_000));
    }
    // A shorter one does not end a longer one.
    await one.pause('w', { rule, forMs: 10 });
    expect(await other.look('w', rule, 0)).toEqual(around(90_000));
  });

  test('tells of a pause to those who have a place already, and of nothing else', async () => {
    expect(await one.pausedFor('w')).toBe(0);
    // Full is not paused.
    await one.learn('w', { limit: 5, used: 5, resetAfterMs: 90_000 });
    expect(await other.pausedFor('w')).toBe(0);
    await one.pause('w', { rule, forMs: 60_000 });
    expect(await other.pausedFor('w')).toEqual(around(60_000));
    // What was asked before the pause may be answered after it.
    await one.learn('w', { limit: 30, used: 1, resetAfterMs: 20 });
    expect(await other.pausedFor('w')).toEqual(around(60_000));
    expect(await other.take('w', rule, 0)).toEqual(around(60_000));
    expect(await other.pausedFor('another')).toBe(0);
  });

  test('knows nothing of a new webhook', async () => {
    const unknown = { deadForMs: 0, isKnownGood: false, invalidAnswers: 0 };
    expect(await one.standing('a')).toEqual(unknown);
  });

  test('remembers the dead and the good', async () => {
    await one.noteGood('a');
    expect(await other.standing('a')).toMatchObject({ deadForMs: 0, isKnownGood: true });
    await other.noteDead('a');
    const dead = { deadForMs: around(600_000), isKnownGood: false };
    expect(await other.standing('a')).toMatchObject(dead);
    // Found out again in the same moment: that is one offence.
    await other.noteDead('a');
    expect(await other.standing('a')).toMatchObject(dead);
    expect(await other.standing('b')).toMatchObject({ deadForMs: 0 });
  });

  test('counts bad answers over all webhooks', async () => {
    await one.noteInvalid();
    await one.noteInvalid();
    await one.noteInvalid();
    expect(await one.standing('a')).toMatchObject({ invalidAnswers: 3 });
  });
});

describe('with time, in memory', () => {
  const minuteMs = 60_000;

  test('a dead webhook may be asked again later, and is dead twice as long each time', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const spells: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      await store.noteDead('a');
      const { deadForMs } = await store.standing('a');
      spells.push(deadForMs / minuteMs);
      await clock.advance(deadForMs);
      expect(await store.standing('a')).toMatchObject({ deadForMs: 0 });
    }
    expect(spells).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440]);
    await store.noteGood('a');
    await store.noteDead('a');
    expect(await store.standing('a')).toMatchObject({ deadForMs: 10 * minuteMs });
    await clock.advance(49 * 60 * minuteMs);
    await store.noteDead('a');
    expect(await store.standing('a')).toMatchObject({ deadForMs: 10 * minuteMs });
  });

  test('bad answers are forgotten after ten minutes', async () => {
    const clock = createFakeClock(0);
    const store = createMemoryStore(clock);
    for (let i = 0; i < 5; i += 1) {
      await store.noteInvalid();
      await clock.advance(minuteMs);
    }
    expect(await store.standing('a')).toMatchObject({ invalidAnswers: 5 });
    await clock.advance(6 * minuteMs);
    expect(await store.standing('a')).toMatchObject({ invalidAnswers: 4 });
    await clock.advance(4 * minuteMs);
    expect(await store.standing('a')).toMatchObject({ invalidAnswers: 0 });
  });

  test('a good name lasts a day', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.noteGood('a');
    await clock.advance(24 * 60 * minuteMs);
    expect(await store.standing('a')).toMatchObject({ isKnownGood: false });
  });
});

describe('in Redis', () => {
  test('a repeated offence counts, a window ends, and nothing is kept for ever', async () => {
    const store = createRedisStore(redis.scripts);
    await store.noteDead('a');
    await redis.client.hset('lineup:{chat}:1:webhook:a', 'deadUntilMs', '1');
    await store.noteDead('a');
    expect(await store.standing('a')).toMatchObject({ deadForMs: around(1_200_000) });
    await store.noteInvalid();
    await store.take('w', { limit: 1, windowMs: 20 }, 0);
    expect(await store.look('w', rule, 0)).toBeLessThanOrEqual(20);
    await redis.client.hset('lineup:{chat}:1:window:w', 'resetAtMs', '5');
    expect(await store.take('w', rule, 0)).toBe(0);
    const keys = await redis.client.keys('*');
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(await redis.client.pttl(key)).toBeGreaterThan(0);
  });

  test('what is no answer of ours is an error', async () => {
    const text = createRedisStore({ runScript: async () => '1' });
    await expect(text.take('w', rule, 0)).rejects.toThrow('not a number');
    await expect(text.standing('w')).rejects.toThrow('not a number');
    const away = createRedisStore({ runScript: async () => undefined });
    await expect(away.take('w', rule, 0)).rejects.toThrow('away');
    await expect(away.noteGood('w')).rejects.toThrow('away');
  });
});

describe('Redis going away in the middle', () => {
  // The real clock, because the wait for a dead Redis is what this is about.
  test.each(['kill', 'SIGSTOP'] as const)(
    'by %s costs neither an error nor a wait',
    async (how) => {
      const doomed = await startTestRedis();
      const failures: unknown[] = [];
      const store = createFallbackStore({
        shared: createRedisStore(doomed.scripts),
        local: createMemoryStore(realClock),
        clock: realClock,
        onFailure: (error) => failures.push(error),
      });
      try {
        await store.take('w', rule, 0);
        await store.noteDead('dead');
        if (how === 'kill') await doomed.kill();
        else doomed.signal(how);
        const startedMs = performance.now();
        const [standing, taken] = await Promise.all([
          store.standing('dead'),
          store.take('w', rule, 0),
        ]);
        expect(await store.take('w', rule, 0)).toBe(0);
        // Three times what it may take, so that a busy machine does not fail it.
        expect(performance.now() - startedMs).toBeLessThan(300);
        expect(standing.deadForMs).toBeGreaterThan(0);
        expect([taken, failures.length]).toEqual([0, 1]);
      } finally {
        if (how !== 'kill') doomed.signal('SIGCONT');
        await doomed.close();
      }
    },
  );

  test('is noticed once, rested from, and over when it is back', async () => {
    const clock = createFakeClock();
    let isDown = true;
    let asked = 0;
    const memory = createMemoryStore(clock);
    const shared: SharedStore = {
      ...memory,
      take: () => {
        asked += 1;
        return isDown ? new Promise(() => {}) : Promise.resolve(777);
      },
    };
    const failures: unknown[] = [];
    const local = createMemoryStore(clock);
    const onFailure = (error: unknown) => failures.push(error);
    const store = createFallbackStore({ shared, local, clock, onFailure });
    const waiting = [store.take('w', rule, 0), store.take('w', rule, 0)];
    await clock.advance(49);
    const yet = Promise.resolve('still waiting');
    expect(await Promise.race([waiting[0], yet])).toBe('still waiting');
    await clock.advance(1);
    expect(await Promise.all(waiting)).toEqual([0, 0]);
    expect(await store.take('w', rule, 0)).toBe(0);
    expect([asked, failures.length]).toEqual([2, 1]);
    isDown = false;
    await clock.advance(5000);
    expect(await store.take('w', rule, 0)).toBe(777);
  });
});
