import { describe, expect, test } from 'vitest';
import { createProcessWindow } from './process-window.ts';
import { createWindow, type SharedCounter, type SharedTaking } from './window.ts';

const windowMs = 60_000;
const someone = { high: 0xffff_ffff, low: 0x7f_00_00_01 };

/** A window over a counter that is told what to answer. */
function shared(max: number) {
  let now = 1_000_000_000_000;
  const nowMs = () => now;
  const asked: SharedTaking[] = [];
  let answer: Awaited<ReturnType<SharedCounter>>;
  const own = createProcessWindow({ nowMs, max, windowMs, seed: 7 });
  const window = createWindow({
    name: 'api',
    nowMs,
    max,
    windowMs,
    own,
    shared: async (taking) => {
      asked.push(taking);
      return answer;
    },
  });
  return {
    asked,
    take: async (says: typeof answer, places = 1) => {
      answer = says;
      return window.take(someone, places);
    },
    wind: (byMs: number) => (now += byMs),
    nowMs,
  };
}

describe('a window that is shared', () => {
  test('is what the shared counter says', async () => {
    const { take, asked, nowMs } = shared(240);
    expect(await take({ isTaken: true, taken: 17, leftMs: 1234 })).toEqual({
      isTaken: true,
      taken: 17,
      endsAtMs: nowMs() + 1234,
    });
    expect(asked).toEqual([
      { key: 'api:ffffffff-7f000001', places: 1, max: 240, windowMs, known: undefined },
    ]);
  });

  test('goes on in the process, from where it was, when the counter fails', async () => {
    const { take, wind, nowMs } = shared(10);
    await take({ isTaken: true, taken: 9, leftMs: 5000 });
    expect(await take(undefined)).toEqual({ isTaken: true, taken: 10, endsAtMs: nowMs() + 5000 });
    expect(await take(undefined)).toMatchObject({ isTaken: false, taken: 10 });
    wind(5000);
    expect(await take(undefined)).toMatchObject({ isTaken: true, taken: 1 });
  });

  test('tells a counter that has forgotten what the window had come to', async () => {
    const { take, asked, wind } = shared(10);
    await take({ isTaken: true, taken: 7, leftMs: 60_000 });
    wind(20_000);
    await take(undefined);
    await take({ isTaken: true, taken: 9, leftMs: 40_000 });
    expect(asked[2]?.known).toEqual({ taken: 8, leftMs: 40_000 });
    wind(40_000);
    await take(undefined);
    expect(asked[3]?.known).toBeUndefined();
  });

  test('ends at one time, however long the counter takes to say so', async () => {
    const { take, wind, nowMs } = shared(10);
    const endsAtMs = nowMs() + 30_000;
    const later = (leftMs: number, laterMs: number) => {
      wind(laterMs);
      return take({ isTaken: true, taken: 1, leftMs });
    };
    expect(await later(30_000, 0)).toMatchObject({ endsAtMs });
    expect(await later(29_990, 40)).toMatchObject({ endsAtMs });
    expect(await later(29_950, 10)).toMatchObject({ endsAtMs });
    // Nearer to the truth, by 2 ms.
    expect(await later(29_938, 10)).toMatchObject({ endsAtMs: endsAtMs - 2 });
    expect(await later(29_930, 40)).toMatchObject({ endsAtMs: endsAtMs - 2 });
    // Another window, as another instance began it.
    expect(await later(60_000, 0)).toMatchObject({ endsAtMs: nowMs() + 60_000 });
  });

  test('does not believe in a window that is longer than windows are', async () => {
    const { take, nowMs } = shared(10);
    const { endsAtMs } = await take({ isTaken: false, taken: 10, leftMs: 9e12 });
    expect(endsAtMs).toBe(nowMs() + windowMs);
  });
});
