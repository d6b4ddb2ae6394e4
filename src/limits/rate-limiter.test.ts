import { describe, expect, test } from 'vitest';
import { createProcessWindow } from './process-window.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createWindow } from './window.ts';

const windowMs = 60_000;
const startMs = 1_000_000_000_000;
const address = '192.0.2.1';

function limiterOf(apiMax: number, webhookMax: number) {
  let now = startMs;
  const nowMs = () => now;
  const own = (max: number) => createProcessWindow({ nowMs, max, windowMs, seed: 7 });
  const window = (name: string, max: number) =>
    createWindow({ name, nowMs, max, windowMs, own: own(max) });
  const limiter = createRateLimiter({
    nowMs,
    api: window('api', apiMax),
    webhook: window('webhook', webhookMax),
    attempts: own(apiMax),
  });
  return { limiter, wind: (byMs: number) => void (now += byMs) };
}

describe('the general limit', () => {
  test('counts down, refuses, says when to come back', async () => {
    const { limiter, wind } = limiterOf(2, 1);
    const resetsAtMs = startMs + windowMs;
    expect(await limiter.take(address, 'api')).toEqual({
      limit: 2,
      remaining: 1,
      resetsAtMs,
      retryAfterSeconds: null,
    });
    expect(await limiter.take(address, 'api')).toMatchObject({ remaining: 0 });
    wind(500);
    expect(await limiter.take(address, 'api')).toEqual({
      limit: 2,
      remaining: 0,
      resetsAtMs,
      retryAfterSeconds: 60,
    });
    wind(59_499);
    expect(await limiter.take(address, 'api')).toMatchObject({ retryAfterSeconds: 1 });
    wind(1);
    expect(await limiter.take(address, 'api')).toMatchObject({ retryAfterSeconds: null });
  });

  test('is each client’s own; what is no address shares one', async () => {
    const { limiter } = limiterOf(1, 1);
    await limiter.take(address, 'api');
    expect(await limiter.take('192.0.2.2', 'api')).toMatchObject({ retryAfterSeconds: null });
    await limiter.take('garbage', 'api');
    expect(await limiter.take('other garbage', 'api')).toMatchObject({ retryAfterSeconds: 60 });
    expect(await limiter.take(undefined, 'api')).toMatchObject({ retryAfterSeconds: 60 });
  });

  test('looking takes nothing and refuses nothing', async () => {
    const { limiter } = limiterOf(1, 1);
    expect(await limiter.look(address, 'api')).toMatchObject({ remaining: 1 });
    await limiter.take(address, 'api');
    expect(await limiter.look(address, 'api')).toMatchObject({
      remaining: 0,
      retryAfterSeconds: null,
    });
  });
});

describe('the stricter limit', () => {
  test('speaks for itself, and takes from both', async () => {
    const { limiter } = limiterOf(10, 2);
    expect(await limiter.take(address, 'webhook')).toMatchObject({ limit: 2, remaining: 1 });
    await limiter.take(address, 'webhook');
    expect(await limiter.take(address, 'webhook')).toEqual({
      limit: 2,
      remaining: 0,
      resetsAtMs: startMs + windowMs,
      retryAfterSeconds: 60,
    });
    expect(await limiter.take(address, 'api')).toMatchObject({ limit: 10, remaining: 6 });
  });

  test('is not taken from when the general one refuses', async () => {
    const { limiter, wind } = limiterOf(2, 2);
    await limiter.take(address, 'api');
    wind(30_000);
    await limiter.take(address, 'webhook');
    expect(await limiter.take(address, 'webhook')).toEqual({
      limit: 2,
      remaining: 0,
      resetsAtMs: startMs + windowMs,
      retryAfterSeconds: 30,
    });
    wind(30_000);
    // The general window is a new one; the stricter one still runs.
    expect(await limiter.take(address, 'webhook')).toMatchObject({ remaining: 0 });
    expect(await limiter.take(address, 'webhook')).toMatchObject({ retryAfterSeconds: 30 });
  });

  test('promises no more than the general one has left', async () => {
    const { limiter } = limiterOf(3, 3);
    await limiter.take(address, 'api');
    await limiter.take(address, 'api');
    expect(await limiter.take(address, 'webhook')).toMatchObject({ limit: 3, remaining: 0 });
  });
});

test('attempts are as many as places, and can be given back', () => {
  const { limiter } = limiterOf(2, 1);
  const first = limiter.attempt(address);
  expect(limiter.attempt(address)).not.toBeNull();
  expect(limiter.attempt(address)).toBeNull();
  first?.();
  expect(limiter.attempt(address)).not.toBeNull();
  expect(limiter.attempt('192.0.2.2')).not.toBeNull();
});
