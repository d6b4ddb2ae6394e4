import { describe, expect, test } from 'vitest';
import { createLimits } from './limits.ts';

const startMs = 1_000_000_000_000;
const resetsAtMs = startMs + 60_000;
const client = '192.0.2.1';

function limiterOf(apiMax: number, webhookMax: number) {
  let now = startMs;
  const limiter = createLimits({ nowMs: () => now, apiMax, webhookMax });
  return { ...limiter, wind: (byMs: number) => void (now += byMs) };
}

describe('the stricter limits', () => {
  test('report their own window, and take a token from both', async () => {
    const { take } = limiterOf(10, 2);
    expect(await take(client, 'webhook-post')).toMatchObject({ limit: 2, remaining: 1 });
    await take(client, 'webhook-post');
    expect(await take(client, 'webhook-post')).toMatchObject({ limit: 2, retryAfterSeconds: 60 });
    // What else is done there has a window of the same size.
    expect(await take(client, 'webhook-message')).toMatchObject({ limit: 2, remaining: 1 });
    expect(await take(client, 'api')).toMatchObject({ limit: 10, remaining: 5 });
  });

  test('lose no token if the general limit refuses', async () => {
    const { take, wind } = limiterOf(2, 2);
    await take(client, 'api');
    wind(30_000);
    await take(client, 'webhook-post');
    expect(await take(client, 'webhook-post')).toEqual({
      limit: 2,
      remaining: 0,
      resetsAtMs,
      retryAfterSeconds: 30,
    });
  });

  test('report no more tokens than the general limit has left', async () => {
    const { take } = limiterOf(2, 2);
    await take(client, 'api');
    expect(await take(client, 'webhook-post')).toMatchObject({ limit: 2, remaining: 0 });
  });
});
