import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createTokenBucket } from './token-bucket.ts';

function setUp() {
  const clock = createFakeClock();
  const bucket = createTokenBucket({ ratePerSecond: 2, burst: 3, clock });
  const taken: number[] = [];
  /** Notes when a token was given, in milliseconds from now on. */
  const take = (maxWaitMs = 60_000) => {
    const startMs = clock.nowMs();
    void bucket.take(maxWaitMs).then((leftMs) => taken.push(leftMs || clock.nowMs() - startMs));
  };
  return { clock, bucket, taken, take };
}

describe('createTokenBucket', () => {
  it('grants a burst at once, then tokens at its rate, in order', async () => {
    const { clock, taken, take } = setUp();
    for (let index = 0; index < 5; index += 1) take();
    await clock.advance(0);
    expect(taken).toEqual([0, 0, 0]);
    await clock.advance(499);
    expect(taken).toHaveLength(3);
    await clock.advance(501);
    expect(taken).toEqual([0, 0, 0, 500, 1000]);
  });

  it('refills up to the burst', async () => {
    const { clock, taken, take } = setUp();
    for (let index = 0; index < 3; index += 1) take();
    await clock.advance(0);
    await clock.advance(1_000_000);
    for (let index = 0; index < 4; index += 1) take();
    await clock.advance(0);
    expect(taken).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('refuses a wait that is too long with its length, and takes no token', async () => {
    const { bucket } = setUp();
    for (let index = 0; index < 3; index += 1) expect(await bucket.take(0)).toBe(0);
    expect(await bucket.take(499)).toBe(500);
    expect(await bucket.take(499)).toBe(500);
  });

  it('a pause also holds up waiting callers, and leaves the bucket empty', async () => {
    const { clock, bucket, taken, take } = setUp();
    for (let index = 0; index < 4; index += 1) take();
    await clock.advance(0);
    bucket.backOff(10_000);
    await clock.advance(9999);
    expect(taken).toEqual([0, 0, 0]);
    expect(await bucket.take(0)).toBeGreaterThan(0);
    await clock.advance(1);
    expect(taken).toEqual([0, 0, 0, 10_000]);
    expect(await bucket.take(0)).toBe(500);
  });

  it('gives waiting callers their tokens one by one after a pause', async () => {
    const { clock, bucket, taken, take } = setUp();
    for (let index = 0; index < 7; index += 1) take();
    await clock.advance(0);
    bucket.backOff(2000);
    await clock.advance(1999);
    expect(taken).toEqual([0, 0, 0]);
    await clock.advance(10_000);
    const [first = 0, ...others] = taken.slice(3);
    expect(first).toBeGreaterThanOrEqual(2000);
    expect(others).toHaveLength(3);
    for (const [index, atMs] of others.entries()) {
      expect(atMs - (taken[3 + index] ?? 0)).toBeGreaterThanOrEqual(500);
    }
  });

  it('reports the rest of the pause to callers whose wait exceeds its limit', async () => {
    const { clock, bucket, taken, take } = setUp();
    for (let index = 0; index < 3; index += 1) take();
    take(600);
    await clock.advance(0);
    await clock.advance(100);
    bucket.backOff(5000);
    await clock.advance(400);
    expect(taken).toEqual([0, 0, 0, 4600]);
    expect(clock.pending()).toBe(0);
  });
});
