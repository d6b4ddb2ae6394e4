import { describe, expect, test } from 'vitest';
import { createLimits } from './limits.ts';

const startMs = 1_000_000_000_001;
const resetsAtMs = startMs + 60_000;
const client = '192.0.2.1';

function limiterOf(apiMax: number, webhookMax: number) {
  let now = startMs;
  const limiter = createLimits({ nowMs: () => now, apiMax, webhookMax });
  return { ...limiter, wind: (byMs: number) => void (now += byMs) };
}

describe('the stricter limits', () => {
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
