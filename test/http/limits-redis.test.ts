import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Parts } from '../../src/service/create-app.ts';
import { systemClock } from '../../src/common/async/clock.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { startWorld, type World } from '../support/composition-world.ts';
import { hasRedis, notch, startInstances } from '../support/redis-instances.ts';
import { startRedisServer, until, type RedisServer } from '../support/redis-server.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// Several instances that count in one real Redis, which is killed, frozen and restarted.

const nothing = '/api/nothing';

const drawing = await watchDrawing();
let redis: RedisServer;
let world: World;
beforeEach(async () => {
  redis = await startRedisServer();
});
afterEach(async () => {
  redis.thaw();
  await world.close();
  await redis.close();
  drawing.forget();
});

async function instances(
  env: Readonly<Record<string, string>> = {},
  parts?: Parts,
): Promise<[HttpServer, HttpServer]> {
  const started = await startInstances(redis.url, { drawing, env, ...(parts && { parts }) });
  world = started.world;
  return [started.one, started.other];
}

async function remaining(app: HttpServer, url = nothing): Promise<[number, number]> {
  const { statusCode, headers } = await app.inject(url);
  return [statusCode, Number(headers['x-ratelimit-remaining'])];
}

describe('the window', () => {
  test('admits exactly its number, in any order', async () => {
    const apps = await instances({ RATE_LIMIT_MAX: '50' });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) => apps[i % 2]!.inject(nothing)),
    );
    const counts = Map.groupBy(answers, ({ statusCode }) => statusCode);
    expect([counts.get(404)?.length, counts.get(429)?.length]).toEqual([50, 70]);
  });

  test('of webhooks is shared too', async () => {
    const [one, other] = await instances({ WEBHOOK_PROXY_RATE_LIMIT_MAX: '2' });
    const post = { method: 'POST', url: '/api/chat/webhook/1/a' } as const;
    const left = async (app: HttpServer) =>
      (await app.inject(post)).headers['x-ratelimit-remaining'];
    expect([await left(one), await left(other)]).toEqual(['1', '0']);
    expect((await one.inject(post)).statusCode).toBe(429);
  });

  test('loses no token by a 304 at any instance', async () => {
    const [one, other] = await instances({ RATE_LIMIT_MAX: '2' });
    const etag = String((await one.inject(notch)).headers.etag);
    const headers = { 'if-none-match': etag };
    for (const app of [one, other, one, other]) {
      const answer = await app.inject({ url: notch, headers });
      expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([304, '1']);
    }
  });

  test('survives a failure of Redis: the process counts on, and Redis anew when it is back', async () => {
    const [one, other] = await instances({ RATE_LIMIT_MAX: '8' });
    for (const left of [7, 6, 5]) expect(await remaining(one)).toEqual([404, left]);
    await redis.kill();
    for (const left of [4, 3, 2, 1, 0]) expect(await remaining(one)).toEqual([404, left]);
    expect(await remaining(one)).toEqual([429, 0]);
    for (const app of [one, other]) await until(async () => !(await hasRedis(app)));
    await redis.restart();
    for (const app of [one, other]) await until(() => hasRedis(app));
    // Redis came back empty: a client has one more window at most, at all instances together.
    for (const left of [7, 6, 5, 4]) expect(await remaining(one)).toEqual([404, left]);
    for (const left of [3, 2, 1, 0]) expect(await remaining(other)).toEqual([404, left]);
    for (const app of [one, other]) expect(await remaining(app)).toEqual([429, 0]);
  });

  test('survives a hanging Redis, and continues with its count when it is back', async () => {
    // The time of Redis goes on, so that of the instances has to.
    const [one, other] = await instances({ RATE_LIMIT_MAX: '8' }, { clock: systemClock });
    for (const left of [7, 6, 5]) expect(await remaining(one)).toEqual([404, left]);
    redis.freeze();
    for (const left of [4, 3, 2]) expect(await remaining(one)).toEqual([404, left]);
    // A preflight takes nothing.
    const question = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    const look = { method: 'OPTIONS', url: nothing, headers: question } as const;
    const left = async (app: HttpServer) =>
      (await app.inject(look)).headers['x-ratelimit-remaining'];
    // It is told, though connections are still open. They are left alone for a second only.
    await until(async () => {
      await one.inject(look);
      return !(await hasRedis(one));
    });
    redis.thaw();
    // Of what was taken meanwhile, Redis has only the request that waited for it.
    for (const app of [one, other]) await until(async () => (await left(app)) === '4');
  });
});

test('without a Redis at its URL the service starts, logs it, and works', async () => {
  world = await startWorld({ drawing, env: { REDIS_URL: 'redis://:hunter2@127.0.0.1:1' } });
  const ready = await world.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'degraded', degraded: ['Redis'] },
  ]);
  expect(await remaining(world.app)).toEqual([404, 999_999]);
});
