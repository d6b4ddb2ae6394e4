import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HttpServer } from '../../src/http/server.ts';
import { startWorld, type World, type WorldOptions } from '../support/composition-world.ts';
import { startRedisServer, until, type RedisServer } from '../support/redis-server.ts';
import { skinFile } from '../support/skin-files.ts';
import { watchDrawing, type WatchedDrawing } from '../support/studio.ts';

// Several instances over one real Redis, which is killed, frozen, emptied and lied to.

const hash = 'ab'.repeat(32);
const notch = '/api/blockgame/render/head/Notch/full?height=32';
const nothing = '/api/nothing';

let drawing: WatchedDrawing;
let redis: RedisServer;
let world: World;
beforeAll(async () => {
  drawing = await watchDrawing();
});
afterAll(() => drawing.close());
beforeEach(async () => {
  redis = await startRedisServer();
});
afterEach(async () => {
  redis.thaw();
  await world.close();
  await redis.close();
  drawing.forget();
});

/** Two instances; by default patient with Redis, because the machine of the tests may be busy. */
async function instances(
  env: Readonly<Record<string, string>> = {},
  parts: WorldOptions['parts'] = { redisTimeoutMs: 5000 },
): Promise<[HttpServer, HttpServer]> {
  world = await startWorld({
    drawing,
    env: { REDIS_URL: redis.url, ...env },
    ...(parts && { parts }),
  });
  world.accounts.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { hash } });
  world.accounts.addTexture(hash, skinFile(1));
  const both = [world.app, await world.openApp()] as [HttpServer, HttpServer];
  for (const app of both) await until(() => hasRedis(app));
  return both;
}

async function hasRedis(app: HttpServer): Promise<boolean> {
  return (await app.inject('/readyz')).json<{ degraded: string[] }>().degraded.length === 0;
}

async function remaining(app: HttpServer, url = nothing): Promise<[number, number]> {
  const { statusCode, headers } = await app.inject(url);
  return [statusCode, Number(headers['x-ratelimit-remaining'])];
}

describe('the window', () => {
  test('is one for all instances', async () => {
    const [one, other] = await instances({ RATE_LIMIT_MAX: '4' });
    expect(await remaining(one)).toEqual([404, 3]);
    expect(await remaining(other)).toEqual([404, 2]);
    expect(await remaining(one)).toEqual([404, 1]);
    expect(await remaining(other)).toEqual([404, 0]);
    expect(await remaining(one)).toEqual([429, 0]);
    expect(await remaining(other)).toEqual([429, 0]);
  });

  test('lets exactly its number through, however they come', async () => {
    const apps = await instances({ RATE_LIMIT_MAX: '50' });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) => apps[i % 2]!.inject(nothing)),
    );
    const counts = Map.groupBy(answers, ({ statusCode }) => statusCode);
    expect([counts.get(404)?.length, counts.get(429)?.length]).toEqual([50, 70]);
  });

  test('of webhooks is shared, too', async () => {
    const [one, other] = await instances({ WEBHOOK_PROXY_RATE_LIMIT_MAX: '2' });
    const post = { method: 'POST', url: '/api/chat/webhook/1/a' } as const;
    const left = async (app: HttpServer) =>
      (await app.inject(post)).headers['x-ratelimit-remaining'];
    expect([await left(one), await left(other)]).toEqual(['1', '0']);
    expect((await one.inject(post)).statusCode).toBe(429);
  });

  test('is not taken from by a 304 at either of them', async () => {
    const [one, other] = await instances({ RATE_LIMIT_MAX: '2' });
    const etag = String((await one.inject(notch)).headers.etag);
    const headers = { 'if-none-match': etag };
    for (const app of [one, other, one, other]) {
      const answer = await app.inject({ url: notch, headers });
      expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([304, '1']);
    }
  });

  test('outlives Redis: nobody gets an error, or more than the places that were left', async () => {
    const [one] = await instances({ RATE_LIMIT_MAX: '8' });
    for (const left of [7, 6, 5]) expect(await remaining(one)).toEqual([404, left]);
    await redis.kill();
    for (const left of [4, 3]) expect(await remaining(one)).toEqual([404, left]);
    await until(async () => !(await hasRedis(one)));
    await redis.restart();
    await until(() => hasRedis(one));
    // Redis came back empty, and is told what the window had come to.
    expect(await remaining(one)).toEqual([404, 2]);
    expect(await redis.client.get((await redis.client.keys('lineup:1:window:*'))[0]!)).toBe('6');
    for (const left of [1, 0]) expect(await remaining(one)).toEqual([404, left]);
    expect(await remaining(one)).toEqual([429, 0]);
  });

  test('is killed in the middle of a crowd: only 404 and 429, and the headers on each', async () => {
    const [one] = await instances({ RATE_LIMIT_MAX: '100' });
    const crowd = Array.from({ length: 300 }, async (_, i) => {
      if (i === 150) await redis.kill();
      return one.inject(nothing);
    });
    const answers = await Promise.all(crowd);
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect(statuses).toEqual(new Set([404, 429]));
    for (const { headers } of answers) expect(headers['x-ratelimit-limit']).toBe('100');
  });
});

describe('a Redis that hangs', () => {
  test('is waited for once, then not asked; and asked again when it goes on', async () => {
    const [one] = await instances({ RATE_LIMIT_MAX: '100000' }, {});
    await remaining(one);
    redis.freeze();
    expect((await remaining(one))[0]).toBe(404);
    expect(await hasRedis(one)).toBe(false);
    expect((await remaining(one))[0]).toBe(404);
    redis.thaw();
    await until(async () => (await remaining(one))[0] === 404 && (await hasRedis(one)));
  });
});

describe('what is remembered', () => {
  test('by one instance is a hit at the other: nothing asked, nothing drawn', async () => {
    const [one, other] = await instances();
    const miss = await one.inject(notch);
    expect([miss.statusCode, miss.headers['x-cache']]).toEqual([200, 'MISS']);
    // Names, profiles and pictures are written without anybody waiting for it.
    await until(async () => (await redis.client.keys('lineup:1:cache:pictures:*')).length > 0);
    world.accounts.forgetCalls();
    drawing.forget();
    const hit = await other.inject(notch);
    expect([hit.statusCode, hit.headers['x-cache']]).toEqual([200, 'HIT']);
    expect(hit.rawPayload.equals(miss.rawPayload)).toBe(true);
    expect([world.accounts.count(), drawing.figures.length]).toEqual([0, 0]);
  });

  test('says so for a 304 as well', async () => {
    const [one, other] = await instances();
    const headers = { 'if-none-match': String((await one.inject(notch)).headers.etag) };
    await until(async () => (await redis.client.keys('lineup:1:cache:profiles:*')).length > 0);
    const answer = await other.inject({ url: notch, headers });
    expect([answer.statusCode, answer.headers['x-cache']]).toEqual([304, 'HIT']);
  });

  test('is kept no longer than it is of use', async () => {
    const [one] = await instances();
    await one.inject(notch);
    await one.inject('/api/blockgame/render/head/Nobody/full?height=32');
    await until(async () => (await redis.client.keys('lineup:1:cache:*')).length >= 5);
    const longest = {
      accounts: 86_400_000,
      profiles: 86_400_000,
      textures: 86_400_000,
      pictures: 3_600_000,
    };
    for (const [kind, mostMs] of Object.entries(longest)) {
      for (const key of await redis.client.keys(`lineup:1:cache:${kind}:*`)) {
        const lifetimeMs = await redis.client.pttl(key);
        expect(lifetimeMs, key).toBeGreaterThan(0);
        expect(lifetimeMs, key).toBeLessThanOrEqual(mostMs);
      }
    }
    const keys = await redis.client.keys('*');
    expect(keys.join(' ')).not.toMatch(/notch|nobody/i);
  });

  test('is not believed when somebody else wrote it', async () => {
    const [one, other] = await instances();
    const first = await one.inject(notch);
    await until(async () => (await redis.client.keys('lineup:1:cache:pictures:*')).length > 0);
    for (const key of await redis.client.keys('lineup:1:cache:*')) {
      await redis.client.set(key, 'garbage of somebody else');
    }
    const second = await other.inject(notch);
    expect([second.statusCode, second.headers['x-cache']]).toEqual([200, 'MISS']);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  test('a dead Redis is an empty one', async () => {
    const [one, other] = await instances();
    await redis.kill();
    for (const app of [one, other]) {
      const answer = await app.inject(notch);
      expect([answer.statusCode, answer.headers['x-cache']]).toEqual([200, 'MISS']);
      expect((await app.inject(notch)).headers['x-cache']).toBe('HIT');
    }
  });
});

test('without a Redis at its address the service starts, says so, and serves', async () => {
  world = await startWorld({ drawing, env: { REDIS_URL: 'redis://:hunter2@127.0.0.1:1' } });
  const ready = await world.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'degraded', degraded: ['Redis'] },
  ]);
  expect(await remaining(world.app)).toEqual([404, 999_999]);
});
