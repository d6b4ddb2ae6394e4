import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRedisServer, type RedisServer } from '../../../../test/support/redis-server.ts';
import { systemClock } from '../../../common/async/clock.ts';
import { createSharedRate, windowKey } from './shared-rate.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());

const clock = systemClock;
const never = new AbortController().signal;

/** A connection that notes what each window has given, as Redis counts them. */
function watched(client: Redis) {
  const given = new Map<string, number>();
  const ask = async (...args: Parameters<Redis['eval']>) => {
    const results = await client
      .multi()
      .eval(...args)
      .get(windowKey)
      .exec();
    const [response, kept] = (results ?? []).map(([, value]) => value);
    const [number = '', taken] = String(kept).split(' ');
    given.set(number, Number(taken));
    return response;
  };
  return { given, redis: Object.assign(Object.create(client), { eval: ask }) };
}

it('limits all instances together', async () => {
  const { given, redis } = watched(server.client);
  const rates = [1, 2].map(() => createSharedRate(redis, clock, 100));
  await Promise.all(Array.from({ length: 21 }, (_, index) => rates[index % 2]!.take(1, never)));
  // Five in each twentieth of a second.
  const counts = [...given.values()];
  expect(Math.max(...counts)).toBe(5);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(21);
});

it('forgets callers that have stopped waiting', async () => {
  const rate = createSharedRate(server.client, clock, 20);
  const gone = new AbortController();
  const first = rate.take(1, never);
  const second = rate.take(1, gone.signal);
  const third = rate.take(1, never);
  gone.abort(new Error('closing'));
  await expect(second).rejects.toThrow('closing');
  await expect(rate.take(1, gone.signal)).rejects.toThrow('closing');
  await Promise.all([first, third]);
});

it('gives the next token to the lowest turn, of equal ones to the first', async () => {
  const rate = createSharedRate(server.client, clock, 20);
  const order: number[] = [];
  const turns = [3, 3, 1, 2, 1];
  await Promise.all(turns.map((turn, at) => rate.take(turn, never).then(() => order.push(at))));
  // All are there before Redis answers for the first time.
  expect(order).toEqual([2, 4, 3, 0, 1]);
});

it('ignores an invalid reply, and asks again', async () => {
  const responses: unknown[] = ['OK', [null], [-5, 'x'], [1, 100]];
  const redis = Object.assign(Object.create(server.client), {
    eval: async () => responses.shift(),
  });
  await createSharedRate(redis, clock, 50).take(1, never);
  expect(responses).toEqual([]);
});
