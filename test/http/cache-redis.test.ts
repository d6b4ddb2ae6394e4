import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Parts } from '../../src/service/create-app.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { contentTypeOf, pictureFormats } from '../../src/engine/options/picture-formats.ts';
import { animationFormats } from '../../src/engine/image/formats.ts';
import type { World } from '../support/composition-world.ts';
import { startFakeYggdrasil } from '../support/fake-yggdrasil.ts';
import { hasRedis, notch, startInstances } from '../support/redis-instances.ts';
import { startRedisServer, until, type RedisServer } from '../support/redis-server.ts';
import { openSlowLink } from '../support/slow-link.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// What several instances cache in one real Redis, which is killed, slowed down and lied to.

const drawing = await watchDrawing();
let redis: RedisServer;
let world: World;
beforeEach(async () => {
  redis = await startRedisServer();
});
afterEach(async () => {
  await world.close();
  await redis.close();
  drawing.forget();
});

async function instances(parts?: Parts): Promise<[HttpServer, HttpServer]> {
  const started = await startInstances(redis.url, { drawing, ...(parts && { parts }) });
  world = started.world;
  return [started.one, started.other];
}

/** Waits until what an instance has learned is in Redis: nobody waits for it to be written. */
async function untilShared(kind: string): Promise<void> {
  await until(async () => (await redis.client.keys(`lineup:2:cache:${kind}:*`)).length > 0);
}

describe('a picture cached', () => {
  test.each(pictureFormats)(
    'as %s by one instance is a hit at the other: no request, no drawing',
    async (format) => {
      const isAnimation = animationFormats.some((one) => one === format);
      const url = `${notch}&format=${format}${isAnimation ? '&motion=walk' : ''}`;
      const [one, other] = await instances();
      const miss = await one.inject(url);
      expect([miss.statusCode, miss.headers['content-type']]).toEqual([200, contentTypeOf(format)]);
      expect(miss.headers['x-cache']).toBe('MISS');
      await untilShared('pictures');
      world.accounts.forgetCalls();
      drawing.forget();
      const hit = await other.inject(url);
      expect([hit.statusCode, hit.headers['x-cache']]).toEqual([200, 'HIT']);
      expect(hit.rawPayload.equals(miss.rawPayload)).toBe(true);
      expect([world.accounts.count(), drawing.figures.length]).toEqual([0, 0]);
    },
  );

  test('is a hit for a 304 as well', async () => {
    const [one, other] = await instances();
    const headers = { 'if-none-match': String((await one.inject(notch)).headers.etag) };
    await untilShared('profiles');
    const answer = await other.inject({ url: notch, headers });
    expect([answer.statusCode, answer.headers['x-cache']]).toEqual([304, 'HIT']);
  });

  test('is kept no longer than it is useful', async () => {
    const [one] = await instances();
    await one.inject(notch);
    await one.inject('/api/blockgame/render/head/Nobody/full?height=32');
    await until(async () => (await redis.client.keys('lineup:2:cache:*')).length >= 5);
    const longest = {
      accounts: 86_400_000,
      profiles: 86_400_000,
      textures: 86_400_000,
      pictures: 3_600_000,
    };
    for (const [kind, maxMs] of Object.entries(longest)) {
      for (const key of await redis.client.keys(`lineup:2:cache:${kind}:*`)) {
        const lifetimeMs = await redis.client.pttl(key);
        expect(lifetimeMs, key).toBeGreaterThan(0);
        expect(lifetimeMs, key).toBeLessThanOrEqual(maxMs);
      }
    }
    const keys = await redis.client.keys('*');
    expect(keys.join(' ')).not.toMatch(/notch|nobody/i);
  });

  test('of an account service is none of another with its name', async () => {
    const services = await Promise.all(['a', 'b'].map(() => startFakeYggdrasil()));
    const [one, other] = await Promise.all(
      services.map(async ({ origin, addPlayer }, index) => {
        addPlayer({ name: 'Ann', uuid: 'ab'.charAt(index).repeat(32) });
        const env = { ACCOUNT_SERVICES: `same=${origin}/api` };
        return startInstances(redis.url, { drawing, env });
      }),
    );
    world = one!.world;
    const uuidAt = async ({ app }: World) =>
      (await app.inject('/api/blockgame/uuid/Ann?service=same')).body;
    expect(await uuidAt(world)).toMatch(/^a/);
    for (const kind of ['Accounts', 'Profiles', 'Roots']) await untilShared(`service${kind}*`);
    expect(await uuidAt(other!.world)).toMatch(/^b/);
    await Promise.all([other!.world.close(), ...services.map(({ close }) => close())]);
  });

  test('is ignored if it was tampered with', async () => {
    const [one, other] = await instances();
    const first = await one.inject(notch);
    await untilShared('pictures');
    for (const key of await redis.client.keys('lineup:2:cache:*')) {
      await redis.client.set(key, 'garbage of somebody else');
    }
    const second = await other.inject(notch);
    expect([second.statusCode, second.headers['x-cache']]).toEqual([200, 'MISS']);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  test('a failed Redis acts as an empty one', async () => {
    const [one, other] = await instances({});
    await redis.kill();
    for (const app of [one, other]) {
      const answer = await app.inject(notch);
      expect([answer.statusCode, answer.headers['x-cache']]).toEqual([200, 'MISS']);
      expect((await app.inject(notch)).headers['x-cache']).toBe('HIT');
    }
  });
});

describe('under load', () => {
  /** The same head in another size each time, so that each has to be drawn. */
  const sized = (height: number) => notch.replace('height=32', `height=${height}`);

  test('Redis may be killed and restarted: every response is a 200', async () => {
    const [one, other] = await instances();
    const first = await one.inject(notch);
    await untilShared('pictures');
    // Of them 30 are drawn, as many as may wait for one worker.
    const crowd = Array.from({ length: 90 }, async (_, i) => {
      if (i === 30) await redis.kill();
      if (i === 60) await redis.restart();
      return (i % 2 === 0 ? one : other).inject(i % 3 === 0 ? sized(16 + i) : notch);
    });
    const answers = await Promise.all(crowd);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    for (const [i, answer] of answers.entries()) {
      if (i % 3 !== 0) expect(answer.rawPayload.equals(first.rawPayload)).toBe(true);
    }
    // Each instance asked at most once by itself, whatever became of Redis meanwhile.
    expect(world.accounts.count()).toBeLessThanOrEqual(6);
  });

  test('after a restart the instances share new entries', async () => {
    const [one, other] = await instances();
    await one.inject(notch);
    await redis.kill();
    await until(async () => !(await hasRedis(one)) && !(await hasRedis(other)));
    await redis.restart();
    for (const app of [one, other]) await until(() => hasRedis(app));
    expect((await one.inject(sized(40))).headers['x-cache']).toBe('MISS');
    await untilShared('pictures');
    expect((await other.inject(notch)).statusCode).toBe(200);
    drawing.forget();
    const shared = await other.inject(sized(40));
    expect([shared.statusCode, shared.headers['x-cache']]).toEqual([200, 'HIT']);
    expect(drawing.figures).toEqual([]);
  });
});

describe('a Redis that is slow', () => {
  test('is skipped without errors, and used again when it is fast', async () => {
    const link = await openSlowLink(Number(new URL(redis.url).port));
    const url = `redis://127.0.0.1:${link.port}`;
    // More patient than in earnest, as the machine of the tests may be busy; and the link slower.
    const started = await startInstances(url, { drawing, parts: { redisTimeoutMs: 1000 } });
    ({ world } = started);
    const { one, other } = started;
    await until(async () => {
      await one.inject(notch);
      const kinds = await redis.client.keys('lineup:2:cache:pictures:*');
      return kinds.length > 0;
    });
    world.accounts.forgetCalls();
    drawing.forget();
    link.delay(3000);
    const passedOver = await other.inject(notch);
    expect([passedOver.statusCode, passedOver.headers['x-cache']]).toEqual([200, 'MISS']);
    expect([world.accounts.count() > 0, drawing.figures.length]).toEqual([true, 1]);
    expect((await other.inject(notch)).headers['x-cache']).toBe('HIT');
    link.delay(0);
    for (const app of [one, other]) await until(() => hasRedis(app));
    const third = await world.openApp();
    await until(() => hasRedis(third));
    const shared = await third.inject(notch);
    expect([shared.statusCode, shared.headers['x-cache']]).toEqual([200, 'HIT']);
    await link.close();
  });
});
