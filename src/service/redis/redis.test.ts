import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { startRedisServer, until, type RedisServer } from '../../../test/support/redis-server.ts';
import { systemClock } from '../../common/async/clock.ts';
import { createWindows, createSharedWindows } from '../limits/windows.ts';
import { openRedis, type SharedRedis } from './redis.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());
beforeEach(() => server.client.flushall());

const opened: SharedRedis[] = [];
afterEach(() => {
  for (const redis of opened.splice(0)) redis.close();
});

/** Patient, because the machine that tests run on may be busy. */
async function openTo(
  url: string,
  responseTimeoutMs: number | undefined = 5000,
): Promise<{ redis: SharedRedis; states: string[] }> {
  const states: string[] = [];
  const onChange = (state: string) => void states.push(state);
  const redis = openRedis({ url, clock: systemClock, onChange, responseTimeoutMs });
  opened.push(redis);
  await until(() => states.length > 0);
  return { redis, states };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const echo = 'return ARGV[1]';

describe('an available Redis', () => {
  test('keeps bytes for a while, only the view of a larger buffer', async () => {
    const { redis } = await openTo(server.url);
    redis.write('a', Uint8Array.of(1, 0, 255, 13, 10, 1).subarray(1, 5), 60_000);
    await until(async () => (await server.client.exists('a')) === 1);
    expect(await server.client.pttl('a')).toBeGreaterThan(50_000);
    const found = [await redis.read('missing'), await redis.read('a')];
    expect(found).toEqual([null, Buffer.of(0, 255, 13, 10)]);
  });

  test('runs scripts, also after it has lost them or refused one', async () => {
    const { redis } = await openTo(server.url);
    expect(await redis.runScript(echo, [], ['one'])).toBe('one');
    await server.client.script('FLUSH');
    expect(await redis.runScript('not lua', [], [])).toBeUndefined();
    expect(await redis.runScript(echo, [], ['two'])).toBe('two');
    // It is left alone for a while once it has refused three in a row.
    const isUpAfterRefusal = async () => {
      await redis.runScript('not lua', [], []);
      return redis.isUp();
    };
    expect([await isUpAfterRefusal(), await isUpAfterRefusal(), await isUpAfterRefusal()]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a Redis that runs out of memory', () => {
  const picture = new Uint8Array(700_000);

  test('is filled by half with what is only cached, and everything else is still accepted', async () => {
    const small = await startRedisServer();
    await small.client.config('SET', 'maxmemory', String(32 * 1024 * 1024));
    await small.client.config('SET', 'maxmemory-policy', 'noeviction');
    const clock = createFakeClock();
    const redis = openRedis({ url: small.url, clock, responseTimeoutMs: 5000 });
    opened.push(redis);
    await until(redis.isUp);
    for (let index = 0; index < 100; index += 1) {
      redis.write(`picture ${index}`, picture, 60_000);
      await redis.runScript(echo, [], ['sent together']);
      await clock.advance(1000);
      // Its memory has been read.
      await redis.runScript(echo, [], ['read']);
    }
    const stored = (await small.client.keys('picture *')).length;
    expect(stored).toBeGreaterThan(15);
    expect(stored).toBeLessThan(25);
    expect(await small.client.set('a message', 'x'.repeat(36_000))).toBe('OK');
    // What has expired leaves room for more.
    await small.client.del(...(await small.client.keys('picture *')).slice(0, 10));
    await clock.advance(1000);
    redis.write('unread', picture, 60_000);
    await redis.runScript(echo, [], ['read']);
    redis.write('later', picture, 60_000);
    await redis.runScript(echo, [], ['sent together']);
    await until(async () => (await small.client.exists('later')) === 1);
    await small.close();
  });
});

describe('an unavailable Redis', () => {
  test('is reported once, and returns nothing', async () => {
    const { redis, states } = await openTo('redis://127.0.0.1:1');
    expect(await redis.read('a')).toBeUndefined();
    expect(await redis.runScript(echo, [], ['x'])).toBeUndefined();
    redis.write('a', bytes('x'), 1000);
    expect(redis.isUp()).toBe(false);
    expect(states).toEqual(['down']);
  });

  test('returns nothing either if it requires a password', async () => {
    await server.client.config('SET', 'requirepass', 'hunter2');
    const { redis } = await openTo(server.url);
    expect(await redis.read('a')).toBeUndefined();
    await server.client.config('SET', 'requirepass', '');
  });
});

describe('a Redis that fails and recovers', () => {
  test('killed and restarted', async () => {
    const doomed = await startRedisServer();
    const { redis, states } = await openTo(doomed.url);
    expect(await redis.runScript(echo, [], ['one'])).toBe('one');
    const killed = doomed.kill();
    const responses = await Promise.all([
      redis.runScript(echo, [], ['two']),
      killed.then(() => redis.runScript(echo, [], ['three'])),
    ]);
    expect(responses[1]).toBeUndefined();
    await until(() => !redis.isUp());
    await doomed.restart();
    await until(() => redis.isUp());
    expect(await redis.runScript(echo, [], ['four'])).toBe('four');
    expect(states).toEqual(['up', 'down', 'up']);
    await doomed.close();
  });

  test('frozen: nobody waits after the first timeout; resumed, it is used again', async () => {
    const doomed = await startRedisServer();
    const { redis, states } = await openTo(doomed.url, 50);
    doomed.freeze();
    expect(await redis.runScript(echo, [], ['x'])).toBeUndefined();
    expect(redis.isUp()).toBe(false);
    // Answered within this turn of the event loop: nothing was sent and no timer awaited.
    let isAnswered = false;
    void redis.read('a').then(() => (isAnswered = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(true);
    doomed.thaw();
    await until(async () => (await redis.runScript(echo, [], ['back'])) === 'back');
    // Too short to report it.
    expect(states).toEqual(['up']);
    await doomed.close();
  });
});

test('what a Redis has not accepted is limited: more is dropped, and later writes are not', async () => {
  const doomed = await startRedisServer();
  const { redis } = await openTo(doomed.url);
  doomed.freeze();
  for (let index = 0; index < 30; index += 1) {
    redis.write(`picture ${index}`, new Uint8Array(1024 * 1024), 60_000);
  }
  doomed.thaw();
  await redis.runScript(echo, [], ['after all writes']);
  expect(await doomed.client.dbsize()).toBe(16);
  redis.write('later', bytes('x'), 60_000);
  await until(async () => (await doomed.client.dbsize()) === 17);
  await doomed.close();
});

test('a frozen Redis is down until it answers, although nobody calls it', async () => {
  const doomed = await startRedisServer();
  const clock = createFakeClock();
  const sentences: string[] = [];
  const onChange = (_state: string, sentence: string) => void sentences.push(sentence);
  const redis = openRedis({ url: doomed.url, clock, onChange });
  opened.push(redis);
  await until(redis.isUp);
  doomed.freeze();
  const asking = redis.runScript(echo, [], ['x']);
  await clock.advance(100);
  expect(await asking).toBeUndefined();
  for (const seconds of [1, 2, 3, 4]) {
    await clock.advance(1100);
    expect([seconds, redis.isUp()]).toEqual([seconds, false]);
  }
  expect(sentences).toEqual(['Redis answers']);
  await clock.advance(1100);
  doomed.thaw();
  await until(async () => {
    await clock.advance(10);
    return redis.isUp();
  });
  expect(sentences).toEqual([
    'Redis answers',
    'Redis has not answered within 50 ms for 5 seconds: continuing without it',
    'Redis answers',
  ]);
  await doomed.close();
});

describe('windows in Redis', () => {
  const windowMs = 60_000;
  const someone = 'api:someone';

  /** One instance of the service, as far as counting goes. */
  async function instance(max: number, url = server.url) {
    const { nowMs } = systemClock;
    const { redis } = await openTo(url);
    const windows = createWindows({ nowMs, windowMs, shared: createSharedWindows(redis) });
    return { redis, take: (key: string, tokens: number) => windows.take(key, tokens, max) };
  }

  test('grant what is left, one by one or several at once, and take tokens back', async () => {
    const { redis } = await openTo(server.url);
    const count = createSharedWindows(redis);
    const take = (tokens: number) => count('a', tokens, 3, windowMs);
    expect(await take(1)).toMatchObject({ granted: 1, taken: 1 });
    expect(await take(-1)).toMatchObject({ granted: -1, taken: 0 });
    expect(await take(-1)).toMatchObject({ granted: -1, taken: 0 });
    expect(await take(2)).toMatchObject({ granted: 2, taken: 2 });
    expect(await take(2)).toMatchObject({ granted: 1, taken: 3 });
    expect(await take(1)).toMatchObject({ granted: 0, taken: 3 });
    const looked = await take(0);
    expect(looked).toMatchObject({ granted: 0, taken: 3 });
    expect(looked?.leftMs).toBeGreaterThan(0);
    expect(looked?.leftMs).toBeLessThanOrEqual(windowMs);
    expect(await server.client.get('lineup:1:window:a')).toBe('3');
    expect(await server.client.pttl('lineup:1:window:a')).toBeGreaterThan(0);
  });

  test('start with the first request and are not moved by later ones', async () => {
    const { take } = await instance(10);
    await take(someone, 0);
    expect(await server.client.keys('*')).toEqual([]);
    await take(someone, 1);
    await server.client.pexpire('lineup:1:window:api:someone', 5000);
    await take(someone, 1);
    expect(await server.client.pttl('lineup:1:window:api:someone')).toBeLessThanOrEqual(5000);
    await server.client.pexpire('lineup:1:window:api:someone', 1);
    await until(async () => (await server.client.dbsize()) === 0);
  });

  test.each([
    ['text', (key: string) => server.client.set(key, 'garbage')],
    ['a window without an end', (key: string) => server.client.set(key, '5')],
  ])('replace an invalid value under their key: %s', async (_name, spoil) => {
    const { take } = await instance(10);
    await spoil('lineup:1:window:api:someone');
    expect(await take(someone, 1)).toMatchObject({ isTaken: true, taken: 1 });
    expect(await server.client.pttl('lineup:1:window:api:someone')).toBeGreaterThan(0);
  });

  test('treat a value of another type as no Redis', async () => {
    const { take } = await instance(10);
    await server.client.lpush('lineup:1:window:api:someone', 'x');
    expect(await take(someone, 1)).toMatchObject({ isTaken: true, taken: 1 });
    expect(await take(someone, 1)).toMatchObject({ isTaken: true, taken: 2 });
  });
});
