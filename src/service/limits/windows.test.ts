import { describe, expect, test } from 'vitest';
import { createWindows, type SharedCounter } from './windows.ts';

const windowMs = 60_000;
const key = 'api:192.0.2.1';

function windowsOf(maxWindows = 100, shared?: SharedCounter) {
  let now = 1_000_000_000_000;
  const nowMs = () => now;
  const windows = createWindows({ nowMs, windowMs, maxWindows, shared });
  return { ...windows, nowMs, wind: (byMs: number) => void (now += byMs) };
}

describe('a window', () => {
  test('starts with the first token, and ends a minute later', () => {
    const { take, wind, nowMs } = windowsOf();
    const endsAtMs = nowMs() + windowMs;
    expect(take(key, 1, 2)).toEqual({ isTaken: true, taken: 1, endsAtMs });
    wind(59_999);
    expect(take(key, 1, 2)).toEqual({ isTaken: true, taken: 2, endsAtMs });
    expect(take(key, 1, 2)).toEqual({ isTaken: false, taken: 2, endsAtMs });
    wind(1);
    expect(take(key, 1, 2)).toEqual({ isTaken: true, taken: 1, endsAtMs: endsAtMs + windowMs });
  });

  test('ends at the first whole millisecond after a minute, where its clock has fractions', () => {
    const { take, wind, nowMs } = windowsOf();
    const endsAtMs = nowMs() + windowMs + 1;
    wind(0.4);
    expect(take(key, 1, 2)).toMatchObject({ endsAtMs });
    wind(windowMs);
    expect(take(key, 1, 2)).toMatchObject({ taken: 2, endsAtMs });
  });

  test('is not started by a look or a credit', () => {
    const { take, wind, nowMs } = windowsOf();
    void take(key, 0, 2);
    void take(key, -1, 2);
    wind(1000);
    expect(take(key, 1, 2)).toMatchObject({ taken: 1, endsAtMs: nowMs() + windowMs });
  });

  test('can be credited a token, but never exceeds its limit', () => {
    const { take } = windowsOf();
    void take(key, 1, 2);
    expect(take(key, -1, 2)).toMatchObject({ taken: 0 });
    expect(take(key, -1, 2)).toMatchObject({ taken: 0 });
    void take(key, 1, 2);
    void take(key, 1, 2);
    expect(take(key, 1, 2)).toMatchObject({ isTaken: false });
  });

  test('of the least recently seen client is dropped if there are too many', () => {
    const { take } = windowsOf(2);
    void take('a', 1, 9);
    void take('b', 1, 9);
    void take('a', 1, 9);
    void take('c', 1, 9);
    expect(take('a', 0, 9)).toMatchObject({ taken: 2 });
    expect(take('b', 0, 9)).toMatchObject({ taken: 0 });
  });
});

describe('a window that is shared', () => {
  function shared() {
    const asked: Parameters<SharedCounter>[] = [];
    let response: Awaited<ReturnType<SharedCounter>>;
    const windows = windowsOf(100, async (...taking) => {
      asked.push(taking);
      return response;
    });
    const take = async (says: typeof response, tokens = 1) => {
      response = says;
      return windows.take(key, tokens, 10);
    };
    return { ...windows, asked, take };
  }

  test('reports the state of the shared counter', async () => {
    const { take, asked, nowMs } = shared();
    const endsAtMs = nowMs() + 1234;
    expect(await take({ granted: 1, taken: 7, leftMs: 1234 })).toEqual({
      isTaken: true,
      taken: 7,
      endsAtMs,
    });
    expect(await take({ granted: 0, taken: 10, leftMs: 1234 })).toEqual({
      isTaken: false,
      taken: 10,
      endsAtMs,
    });
    const looked = await take({ granted: 0, taken: 10, leftMs: 1234 }, 0);
    expect(looked).toEqual({ isTaken: true, taken: 10, endsAtMs });
    expect(asked).toEqual([
      [key, 1, 10, windowMs],
      [key, 1, 10, windowMs],
      [key, 0, 10, windowMs],
    ]);
  });

  test('continues in the process from its last state if the counter fails', async () => {
    const { take, wind, nowMs } = shared();
    await take({ granted: 1, taken: 9, leftMs: 5000 });
    expect(await take(undefined)).toEqual({ isTaken: true, taken: 10, endsAtMs: nowMs() + 5000 });
    expect(await take(undefined)).toMatchObject({ isTaken: false, taken: 10 });
    wind(5000);
    expect(await take(undefined)).toMatchObject({ isTaken: true, taken: 1 });
  });

  test.each([
    ['refused here', 1],
    ['looked at here', 0],
  ])('stays used up by others if it was only %s when the counter fails', async (_how, tokens) => {
    const { take } = shared();
    await take({ granted: 0, taken: 10, leftMs: 5000 }, tokens);
    expect(await take(undefined)).toMatchObject({ isTaken: false, taken: 10 });
  });

  test('keeps its end, however slow the counter answers', async () => {
    const { take, wind, nowMs } = shared();
    const endsAtMs = nowMs() + 30_000;
    const later = (leftMs: number, laterMs: number) => {
      wind(laterMs);
      return take({ granted: 1, taken: 1, leftMs });
    };
    expect(await later(30_000, 0)).toMatchObject({ endsAtMs });
    expect(await later(29_990, 40)).toMatchObject({ endsAtMs });
    // Nearer to the truth, by 2 ms.
    expect(await later(29_938, 20)).toMatchObject({ endsAtMs: endsAtMs - 2 });
    const leftMs = endsAtMs - 2 - nowMs();
    expect(await later(leftMs + 999, 0)).toMatchObject({ endsAtMs: endsAtMs - 2 });
    // Another window, as another instance began it.
    expect(await later(leftMs + 1000, 0)).toMatchObject({ endsAtMs: endsAtMs + 998 });
  });

  test('ignores a remaining time that is longer than a window', async () => {
    const { take, nowMs } = shared();
    const { endsAtMs } = await take({ granted: 0, taken: 10, leftMs: 9e12 });
    expect(endsAtMs).toBe(nowMs() + windowMs);
  });

  test('makes one call for all requests of one turn, and admits as many as it has tokens for', async () => {
    const asked: (readonly [key: string, tokens: number])[] = [];
    let taken = 7;
    const windows = windowsOf(100, async (of, tokens) => {
      asked.push([of, tokens]);
      if (of !== key) return { granted: 1, taken: 1, leftMs: 5000 };
      const granted = Math.max(0, Math.min(tokens, 10 - taken));
      taken += granted;
      return { granted, taken, leftMs: 5000 };
    });
    const others = windows.take('api:192.0.2.2', 1, 10);
    const takings = await Promise.all([1, 2, 3, 4, 5].map(async () => windows.take(key, 1, 10)));
    expect(takings.map((one) => [one.isTaken, one.taken])).toEqual([
      [true, 8],
      [true, 9],
      [true, 10],
      [false, 10],
      [false, 10],
    ]);
    await others;
    expect(asked).toEqual([
      ['api:192.0.2.2', 1],
      [key, 5],
    ]);
    // What only looks, or gives back, asks for itself.
    expect(await windows.take(key, 0, 10)).toMatchObject({ isTaken: true, taken: 10 });
    expect(await windows.take(key, 1, 10)).toMatchObject({ isTaken: false });
  });

  test('counts each request of one turn in the process if the call fails', async () => {
    const { take } = windowsOf(100, async () => undefined);
    const takings = await Promise.all([1, 2, 3].map(async () => take(key, 1, 2)));
    expect(takings.map(({ isTaken }) => isTaken)).toEqual([true, true, false]);
  });
});
