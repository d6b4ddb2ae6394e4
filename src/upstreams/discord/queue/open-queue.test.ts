import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Queue } from 'bullmq';
import { afterEach, expect, test, vi } from 'vitest';
import { startRedisServer, until } from '../../../../test/support/redis-server.ts';
import { systemClock } from '../../../common/async/clock.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { openCheckedRedis } from '../../../service/redis/checked-connection.ts';
import { hashOf } from '../shared-records.ts';
import { GuardRefusal, tooManyRequests } from '../webhook-guard.ts';
import { openWebhookQueue } from './open-queue.ts';
import { queueName } from './webhook-queue.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Between a service and its Redis; what goes over connections made before `lose` goes nowhere. */
async function startLossyLink(port: number) {
  let losses = 0;
  const server = createServer((near) => {
    const madeAt = losses;
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => void (madeAt === losses && to.write(bytes)));
      from.on('close', () => to.destroy()).on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  closing.push(() => server.close());
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return { url: `redis://127.0.0.1:${address.port}`, lose: () => void (losses += 1) };
}

const never = () => new Promise<never>(() => {});

test.each([
  ['a 429', 'waiting', 'waiting', tooManyRequests(50_000)],
  [
    'our own limits',
    'waiting',
    'waiting',
    new LineupError('overloaded', 'Later.', { retryAfterSeconds: 50 }),
  ],
  ['our own guard', 'waiting', 'failed', tooManyRequests(50_000, 'Too many', GuardRefusal)],
  ['a failing platform', 'waiting', 'waiting', new LineupError('upstream-failed')],
  ['a dead webhook', 'failed', 'failed', new LineupError('unknown-webhook')],
] as const)('after %s a message is %s, and after an hour of it %s', async (...row) => {
  const [, state, later, error] = row;
  const redis = await startRedisServer();
  closing.push(redis.close);
  let attempts = 0;
  let aheadMs = 0;
  const { queue, isConnected, close } = openWebhookQueue({
    redisUrl: redis.url,
    key: undefined,
    clock: { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs },
    onError: () => {},
    openRedis: openCheckedRedis,
    sender: {
      assertNotBlocked: () => {
        attempts += 1;
        throw error;
      },
      waitMs: () => 0,
      send: never,
    },
  });
  closing.push(close);
  await until(isConnected);
  const added = await queue.add({ webhookId: '1', token: 'a', query: {}, body: '{}' }, 'someone');
  const id = added?.id ?? '';
  const isTried = async (times: number) => {
    await until(() => attempts === times);
    await until(async () => {
      const isWaiting = (await redis.client.zcard('lineup:queues:webhooks:delayed')) === 1;
      return isWaiting || (await queue.find(id))?.state !== 'waiting';
    });
  };
  await isTried(1);
  expect((await queue.find(id))?.state).toBe(state);
  if (state === 'failed') return;
  aheadMs = 3_600_000;
  const jobs = new Queue(queueName, { prefix: 'lineup:queues', connection: { url: redis.url } });
  closing.push(() => jobs.close());
  for (const job of await jobs.getDelayed()) await job.promote();
  await isTried(2);
  expect((await queue.find(id))?.state).toBe(later);
});

test('without Redis it is closed at once', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const { close } = openWebhookQueue({
    redisUrl: 'redis://127.0.0.1:1',
    key: undefined,
    clock: systemClock,
    onError,
    openRedis: openCheckedRedis,
    sender: { assertNotBlocked: () => {}, waitMs: () => 0, send: never },
  });
  await vi.waitFor(() => expect(onError.mock.calls.length).toBeGreaterThan(2));
  // No timer ends, so nothing can be waited for.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  closing.push(() => vi.useRealTimers());
  await close();
});

test('dead connections are given up, and messages are accepted and sent over new ones', async () => {
  const redis = await startRedisServer();
  closing.push(redis.close);
  const link = await startLossyLink(Number(new URL(redis.url).port));
  const sent: string[] = [];
  const requests: object[] = [];
  const { queue, isConnected, close } = openWebhookQueue({
    redisUrl: link.url,
    key: undefined,
    clock: systemClock,
    onError: () => {},
    // Twenty-five times as impatient: nobody wants to wait for a test.
    openRedis: (url, { socketTimeout, ...options }) =>
      openCheckedRedis(url, {
        ...options,
        ...(socketTimeout !== undefined && { socketTimeout: socketTimeout / 25 }),
      }),
    sender: {
      assertNotBlocked: () => {},
      waitMs: () => 0,
      send: async ({ body, ...request }) => {
        sent.push(Buffer.from(body?.bytes ?? []).toString());
        requests.push(request);
        return { status: 204, contentType: null, bytes: new Uint8Array() };
      },
    },
  });
  closing.push(close);
  const message = { webhookId: '1', token: 'a', query: { thread_id: '7' } };
  const add = (content: string) =>
    queue.add({ ...message, body: JSON.stringify({ content }) }, 'someone').then(
      () => true,
      () => false,
    );
  await until(() => add('before'));
  await until(() => sent.some((body) => body.includes('before')));
  const asked = { kind: 'execute', id: '1', token: 'a', query: { thread_id: '7', wait: true } };
  expect(requests[0]).toMatchObject({ ...asked, client: `queue:${hashOf('someone')}` });
  link.lose();
  const isLostAdded = add('lost');
  await until(() => !isConnected());
  expect(await isLostAdded).toBe(false);
  await until(isConnected);
  expect(await add('after')).toBe(true);
  await until(() => sent.some((body) => body.includes('after')));
  expect(sent[0]).toContain('before');
});
