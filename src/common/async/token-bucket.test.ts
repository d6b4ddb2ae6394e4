import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createTokenBucket, type Pace } from './token-bucket.ts';

type Given = { readonly client: string; readonly atMs: number };

const one = '192.0.2.1';
const other = '198.51.100.1';
const third = '203.0.113.1';
/** Clients of one /48. */
const neighbour = (number: number) => `2001:db8:1:${number.toString(16)}`;

function setUp(pace: Pace = { ratePerSecond: 2, burst: 3 }) {
  const clock = createFakeClock();
  const startMs = clock.nowMs();
  const bucket = createTokenBucket({ ...pace, clock });
  const given: Given[] = [];
  const refused: Given[] = [];
  /** Notes when a token was given, or refused, in milliseconds from the start of the test. */
  const take = async (client = one, maxWaitMs = 60_000): Promise<number> => {
    const leftMs = await bucket.take(client, maxWaitMs);
    (leftMs === 0 ? given : refused).push({ client, atMs: clock.nowMs() - startMs });
    return leftMs;
  };
  const times = () => given.map(({ atMs }) => atMs);
  const clients = () => given.map(({ client }) => client);
  /** Takes all tokens there are, and forgets about it. */
  const empty = async (client = one): Promise<void> => {
    for (let count = 0; count < pace.burst; count += 1) await take(client);
    given.length = 0;
  };
  return { clock, bucket, given, refused, take, times, clients, empty };
}

describe('the tokens of a bucket', () => {
  it('are a burst at once, then come at its rate, in order', async () => {
    const { clock, times, take } = setUp();
    for (let index = 0; index < 5; index += 1) void take();
    await clock.advance(0);
    expect(times()).toEqual([0, 0, 0]);
    await clock.advance(499);
    expect(times()).toHaveLength(3);
    await clock.advance(501);
    expect(times()).toEqual([0, 0, 0, 500, 1000]);
    expect(clock.pending()).toBe(0);
  });

  it('fill up to the burst', async () => {
    const { clock, given, take, empty } = setUp();
    await empty();
    await clock.advance(1_000_000);
    for (let index = 0; index < 4; index += 1) void take();
    await clock.advance(0);
    expect(given).toHaveLength(3);
  });

  it('that come too late are refused at once with the time until the next, and none is taken', async () => {
    const { take, empty } = setUp();
    await empty();
    expect(await take(one, 499)).toBe(500);
    expect(await take(one, 499)).toBe(500);
  });

  it('are given though the timer was late', async () => {
    const clock = createFakeClock();
    const late = { ms: 0 };
    const nowMs = () => clock.nowMs() + late.ms;
    const lateClock = { ...clock, nowMs };
    const bucket = createTokenBucket({ ratePerSecond: 2, burst: 1, clock: lateClock });
    await bucket.take(one, 0);
    const waiting = bucket.take(one, 500);
    late.ms = 30;
    await clock.advance(500);
    expect(await waiting).toBe(0);
  });
});

describe('the turns of several clients', () => {
  it('come one after the other, however long their lines are', async () => {
    const { clock, clients, take, empty } = setUp();
    await empty();
    for (let index = 0; index < 6; index += 1) void take(one);
    for (let index = 0; index < 3; index += 1) void take(other);
    await clock.advance(10_000);
    expect(clients()).toEqual([other, one, other, one, other, one, one, one, one]);
  });

  it.each([1, 2, 5])('a newcomer has the next token of a bucket that %i use up', async (greedy) => {
    const { clock, clients, given, take } = setUp({ ratePerSecond: 1, burst: 5 });
    const hogs = Array.from({ length: greedy }, (_, index) => `198.18.${index}.1`);
    for (let step = 0; step < 100; step += 1) {
      for (const hog of hogs) void take(hog, 1600);
      await clock.advance(250);
    }
    given.length = 0;
    const asked = take(one, 1600);
    for (const hog of hogs) void take(hog, 1600);
    await clock.advance(1000);
    expect(await asked).toBe(0);
    expect(clients()).toEqual([one]);
  });

  it('newcomers wait for each other in the order they came in', async () => {
    const { clock, clients, take, empty } = setUp();
    await empty('hog');
    for (let index = 0; index < 3; index += 1) void take('hog');
    const newcomers = [third, one, other];
    for (const newcomer of newcomers) void take(newcomer);
    await clock.advance(2000);
    expect(clients().slice(0, 3)).toEqual(newcomers);
  });

  it('give each half, whoever asks more often', async () => {
    const { clock, clients, take } = setUp({ ratePerSecond: 1, burst: 10 });
    for (let step = 0; step < 400; step += 1) {
      for (let times = 0; times < 4; times += 1) void take(one, 3000);
      if (step >= 80) void take(other, 3000);
      await clock.advance(250);
    }
    const late = clients().slice(-60);
    const ofOther = late.filter((client) => client === other).length;
    expect(Math.abs(ofOther - 30)).toBeLessThanOrEqual(2);
  });

  it('a hundred clients of one network have at most four parts of another’s', async () => {
    const { clock, given, take } = setUp({ ratePerSecond: 10, burst: 10 });
    for (let step = 0; step < 600; step += 1) {
      for (let index = 0; index < 10; index += 1) {
        void take(neighbour((step * 10 + index) % 100), 2000);
      }
      void take(one, 2000);
      await clock.advance(100);
    }
    const late = given.slice(-200);
    const share = late.filter(({ client }) => client === one).length / late.length;
    expect(share).toBeGreaterThanOrEqual(0.19);
  });

  it('nobody of another network waits for more than a token, however many have come', async () => {
    const { clock, clients, given, take } = setUp({ ratePerSecond: 1, burst: 5 });
    for (let step = 0; step < 50; step += 1) {
      void take(neighbour(step), 2500);
      await clock.advance(100);
    }
    for (let index = 0; index < 100; index += 1) void take(neighbour(100 + index), 2500);
    given.length = 0;
    void take(one, 2500);
    for (let index = 0; index < 100; index += 1) void take(neighbour(300 + index), 2500);
    await clock.advance(1000);
    expect(clients()).toEqual([one]);
  });

  it('a call for several is made in the turn of the one that took least, and all pay a part', async () => {
    const { clock, bucket, clients, given, take, empty } = setUp({ ratePerSecond: 1, burst: 4 });
    await empty(one);
    void take(third);
    const { taken } = bucket.reserve([one, other], 60_000);
    void taken.then(() => given.push({ client: 'both', atMs: 0 }));
    for (const client of [one, third, other]) void take(client);
    await clock.advance(60_000);
    // After half a token the other one comes before the third, which had a whole one.
    expect(clients()).toEqual([third, 'both', other, third, one]);
  });

  it('a waiting call that a newcomer joins is made in its turn, and waits as long as its own', async () => {
    const { clock, bucket, clients, given, take, empty } = setUp({ ratePerSecond: 1, burst: 1 });
    for (const client of [third, one]) {
      await empty(client);
      await clock.advance(1000);
    }
    await empty(one);
    for (let times = 0; times < 3; times += 1) void take(third);
    const turn = bucket.reserve([one], 1500);
    void turn.taken.then((leftMs) => given.push({ client: 'both', atMs: leftMs }));
    await clock.advance(999);
    turn.join(other);
    turn.join(other);
    await clock.advance(1);
    expect(given).toEqual([{ client: 'both', atMs: 0 }]);
    turn.join('192.0.2.7');
    await clock.advance(10_000);
    expect(clients()).toEqual(['both', third, third, third]);
    expect(clock.pending()).toBe(0);
  });

  it('a call that a newcomer joins may wait as long again from then on', async () => {
    const { clock, bucket, empty } = setUp({ ratePerSecond: 1, burst: 1 });
    await empty();
    const { taken, join } = bucket.reserve([one], 1500);
    await clock.advance(900);
    join(other);
    bucket.backOff(1400);
    await clock.advance(1400);
    expect(await taken).toBe(0);
  });
});

describe('calls that wait', () => {
  it('are no more than can have a token in time: the newest of the longest line goes', async () => {
    const { clock, refused, take, empty } = setUp({ ratePerSecond: 1, burst: 1 });
    await empty();
    for (let index = 0; index < 3; index += 1) void take(one, 3000);
    await clock.advance(0);
    expect(refused).toEqual([]);
    void take(other, 3000);
    await clock.advance(0);
    expect(refused).toEqual([{ client: one, atMs: 0 }]);
  });

  it('of a thousand clients are bounded as well, the last ones are refused at once', async () => {
    const { clock, given, refused, take, empty } = setUp({ ratePerSecond: 1, burst: 1 });
    await empty('hog');
    const crowd = Array.from({ length: 1000 }, (_, index) => `10.${index >> 8}.${index % 256}.1`);
    for (const client of crowd) void take(client, 3000);
    await clock.advance(0);
    expect(refused.map(({ client }) => client)).toEqual(crowd.slice(3));
    await clock.advance(3000);
    expect(given.map(({ client }) => client)).toEqual(crowd.slice(0, 3));
    expect(clock.pending()).toBe(0);
  });

  it('are refused as soon as it is clear that no token comes in time', async () => {
    const { clock, refused, take, empty } = setUp({ ratePerSecond: 1, burst: 1 });
    await empty();
    const waiting = take(one, 1500);
    void take(other, 3000);
    await clock.advance(1000);
    expect(refused).toEqual([{ client: one, atMs: 1000 }]);
    expect(await waiting).toBe(1000);
    expect(clock.pending()).toBe(0);
  });

  it('are told how long it takes to their own next token', async () => {
    const { clock, take, empty } = setUp({ ratePerSecond: 1, burst: 1 });
    await empty();
    void take(one, 3000);
    void take(one, 3000);
    expect(await take(one, 2000)).toBe(3000);
    expect(await take(other, 500)).toBe(1000);
    await clock.advance(10_000);
  });

  it('and are given up leave their token to others, and no timer', async () => {
    const { clock, bucket, times, take, empty } = setUp();
    await empty();
    const end = new AbortController();
    const waiting = bucket.take(one, 60_000, { signal: end.signal });
    const outcome = expect(waiting).rejects.toThrow('gone');
    void take(one);
    end.abort(new Error('gone'));
    await outcome;
    await clock.advance(500);
    expect(times()).toEqual([500]);
    expect(clock.pending()).toBe(0);
    const last = bucket.take(one, 60_000, { signal: AbortSignal.abort(new Error('gone')) });
    await expect(last).rejects.toThrow('gone');
    expect(clock.pending()).toBe(0);
  });
});

describe('a back-off', () => {
  it('also holds up waiting calls, and leaves the bucket empty', async () => {
    const { clock, bucket, times, take, empty } = setUp();
    await empty();
    void take();
    bucket.backOff(10_000);
    await clock.advance(9999);
    expect(times()).toEqual([]);
    expect(await take(one, 0)).toBeGreaterThan(0);
    await clock.advance(1);
    expect(times()).toEqual([10_000]);
    expect(await take(one, 0)).toBe(500);
  });

  it('is followed by waiting calls one by one', async () => {
    const { clock, bucket, times, take, empty } = setUp();
    await empty();
    for (let index = 0; index < 4; index += 1) void take();
    bucket.backOff(2000);
    await clock.advance(12_000);
    expect(times()).toEqual([2000, 2500, 3000, 3500]);
  });

  it('refuses waiting calls that cannot wait for its end, with the rest of it', async () => {
    const { clock, bucket, take, empty } = setUp();
    await empty();
    const waiting = take(one, 600);
    await clock.advance(100);
    bucket.backOff(5000);
    expect(await waiting).toBe(5000);
    expect(clock.pending()).toBe(0);
  });

  it('does not shorten one that is longer', async () => {
    const { bucket, take } = setUp();
    bucket.backOff(5000);
    bucket.backOff(1000);
    expect(await take(one, 0)).toBe(5000);
  });
});

describe('whatever clients do', () => {
  const intervalMs = 500;
  const burst = 3;
  const step = fc.record({
    afterMs: fc.constantFrom(0, 0, 1, 130, 499, 500, 1700),
    client: fc.constantFrom(one, other, third, neighbour(1), neighbour(2), ''),
    maxWaitMs: fc.constantFrom(0, 300, 1000, 4000),
    next: fc.constantFrom('wait', 'wait', 'give up', 'join', 'back off'),
  });

  it('tokens come at their pace, every call ends in time, and nothing is left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = createFakeClock();
        const bucket = createTokenBucket({ ratePerSecond: 2, burst, clock });
        const given: number[] = [];
        const late: number[] = [];
        let open = 0;
        for (const { afterMs, client, maxWaitMs, next } of steps) {
          const end = new AbortController();
          const turn = bucket.reserve([client], maxWaitMs, { signal: end.signal });
          let untilMs = clock.nowMs() + maxWaitMs;
          open += 1;
          const note = (leftMs: number): void => {
            if (leftMs === 0) given.push(clock.nowMs());
            if (clock.nowMs() > untilMs) late.push(clock.nowMs() - untilMs);
          };
          const settle = (): void => void (open -= 1);
          void turn.taken.then(note, () => {}).finally(settle);
          // What is settled at once is noted before time goes on.
          await clock.advance(0);
          await clock.advance(afterMs);
          if (next === 'give up') end.abort();
          if (next === 'back off') bucket.backOff(700);
          if (next === 'join') {
            untilMs = clock.nowMs() + maxWaitMs;
            turn.join(third);
          }
          await clock.advance(0);
        }
        await clock.advance(60_000);
        expect([open, clock.pending(), late]).toEqual([0, 0, []]);
        for (const [index, fromMs] of given.entries()) {
          for (const [before, atMs] of given.slice(index).entries()) {
            expect(before + 1).toBeLessThanOrEqual(burst + (atMs - fromMs) / intervalMs + 1e-6);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
