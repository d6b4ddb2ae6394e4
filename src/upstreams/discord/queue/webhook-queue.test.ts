import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startRedisServer,
  until,
  type RedisServer,
} from '../../../../test/support/redis-server.ts';
import { dayMs, systemClock, type Clock } from '../../../common/async/clock.ts';
import { createMessageRecords, linesKey } from './message-records.ts';
import { createTokenSeal, deriveKey } from '../webhook.ts';
import { createWebhookQueue, queueName, type Deliver } from './webhook-queue.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());

type WebhookQueue = ReturnType<typeof createWebhookQueue>;
type Sent = { readonly webhookId: string; readonly content: unknown; readonly nonce: unknown };

let sent: Sent[];
let errors: unknown[];
let closers: (() => Promise<unknown>)[];
/** How far the clock of the queue is ahead. */
let aheadMs: number;
const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs };
beforeEach(async () => {
  aheadMs = 0;
  sent = [];
  errors = [];
  closers = [];
  await server.client.flushall();
});
afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  expect(errors).toEqual([]);
});

const noted: Deliver = async ({ webhookId, body }, { takeToken }) => {
  await takeToken();
  const { content, nonce }: { content: unknown; nonce: unknown } = JSON.parse(body);
  sent.push({ webhookId, content, nonce });
  return { kind: 'sent', pauseMs: 0 };
};

function open(deliver: Deliver = noted, perSecond = 1000): WebhookQueue {
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  const commands = new Redis(server.url, { enableOfflineQueue: true });
  const queue = createWebhookQueue({
    commands,
    redis,
    seal: createTokenSeal(deriveKey(server.url)),
    deliver,
    clock,
    perSecond,
    onError: (error) => errors.push(error),
  });
  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= queue.close().finally(() => {
      redis.disconnect();
      commands.disconnect();
    }));
  closers.push(close);
  return { ...queue, close };
}

const token = 'very-secret-token';
const message = (webhookId: string, content: string) => ({
  webhookId,
  token,
  query: {},
  body: JSON.stringify({ content }),
});

async function add(
  queue: WebhookQueue,
  webhookId: string,
  content: string,
  client = '192.0.2.1',
): Promise<string> {
  const added = await queue.add(message(webhookId, content), client);
  if (added === null) throw new Error('no room');
  return added.id;
}

/** The jobs of all instances, as another program would see them. */
function openJobs(): Queue {
  const jobs = new Queue(queueName, { prefix: 'lineup:queues', connection: { url: server.url } });
  closers.push(() => jobs.close());
  return jobs;
}

/** Of a message that is to be tried again: how long it waits. Then it is tried at once. */
async function endDelay(jobs: Queue, id: string): Promise<number> {
  await until(async () => (await jobs.getDelayed()).some((job) => job.id === id));
  const job = await jobs.getJob(id);
  const delayMs = job?.delay ?? 0;
  await job?.promote();
  return delayMs;
}

const contentsOf = (webhookId: string) =>
  sent.filter((one) => one.webhookId === webhookId).map(({ content }) => content);

describe('a queue of a webhook', () => {
  it('sends every message once and in order, over two instances', async () => {
    const queues = [open(), open()] as const;
    const ids: string[] = [];
    const contents = Array.from({ length: 12 }, (_, index) => String(index));
    for (const [index, content] of contents.entries()) {
      for (const webhook of ['1', '2', '3']) {
        ids.push(await add(queues[index % 2]!, webhook, content));
      }
    }
    await until(() => sent.length >= 36);
    for (const webhook of ['1', '2', '3']) expect(contentsOf(webhook)).toEqual(contents);
    await until(async () => (await queues[0].find(ids.at(-1)!))?.state === 'sent');
    for (const id of ids) expect(await queues[1].find(id)).toEqual({ state: 'sent' });
    expect(await queues[0].find('0'.repeat(32))).toBeNull();
  });

  it('holds later messages back after a failed attempt, and retries it with the same nonce', async () => {
    const tries: unknown[] = [];
    const queue = open(async (one, options) => {
      const { content, nonce }: { content: unknown; nonce: unknown } = JSON.parse(one.body);
      tries.push(nonce);
      if (content === 'first' && tries.length < 3) {
        return { kind: 'retry', afterMs: 1 };
      }
      return noted(one, options);
    });
    await add(queue, '1', 'first');
    await add(queue, '1', 'second');
    await until(() => sent.length === 2);
    expect(contentsOf('1')).toEqual(['first', 'second']);
    expect(new Set(tries.slice(0, 3)).size).toBe(1);
    expect(tries[3]).not.toBe(tries[0]);
  });

  it('continues at another instance at once if one is closed in an attempt, however many there were', async () => {
    let tries = 0;
    const begun = Promise.withResolvers<void>();
    const closed = open(async (_one, { signal }) => {
      tries += 1;
      if (tries < 7) return { kind: 'retry', afterMs: 1 };
      begun.resolve();
      // The instance may have asked for its next message before it was closed, which is this one again.
      signal.throwIfAborted();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const id = await add(closed, '1', 'x');
    await begun.promise;
    await closed.close();
    const jobs = openJobs();
    expect(await jobs.getDelayedCount()).toBe(0);
    const other = open();
    await until(async () => (await other.find(id))?.state === 'sent');
    expect(contentsOf('1')).toEqual(['x']);
  });

  it('does not repeat a message whose instance was killed after it was sent', async () => {
    const queue = open();
    const first = await add(queue, '1', 'first');
    await until(async () => (await queue.find(first))?.state === 'sent');
    const jobs = openJobs();
    await until(async () => (await jobs.count()) === 0);
    // Its job is still there, as nobody has removed it.
    const line = 'of a killed instance';
    await jobs.add('message', { line }, { jobId: first, priority: 1, removeOnComplete: true });
    await until(async () => (await jobs.getJobCounts())['prioritized'] === 0);
    await until(async () => (await jobs.getJob(first)) === undefined);
    await add(queue, '1', 'second');
    await until(() => contentsOf('1').includes('second'));
    expect(contentsOf('1')).toEqual(['first', 'second']);
  });

  it('sends a message whose instance was killed before it could respond', async () => {
    const place = { line: 'a line', client: 'a client', network: 'a network' };
    const sealed = createTokenSeal(deriveKey(server.url)).seal(token);
    const untilMs = systemClock.nowMs() + dayMs;
    const stored = { ...message('1', 'stored'), ...place, token: undefined, sealed, untilMs };
    const id = 'a'.repeat(32);
    const records = createMessageRecords(server.client);
    await records.admit(id, JSON.stringify(stored), place, systemClock.nowMs());
    const queue = open();
    await until(async () => (await queue.find(id))?.state === 'sent');
    expect(contentsOf('1')).toEqual(['stored']);
  });

  it('waits longer after each failure that does not say how long', async () => {
    const queue = open(async () => ({ kind: 'retry', afterMs: undefined }));
    const id = await add(queue, '1', 'x');
    const jobs = openJobs();
    const delays: number[] = [];
    while (delays.length < 8) delays.push(await endDelay(jobs, id));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('ends with the life of the message', async () => {
    const queue = open(async () => ({ kind: 'retry', afterMs: 60_000 }));
    const id = await add(queue, '1', 'x');
    const jobs = openJobs();
    aheadMs = dayMs - 60_000;
    await endDelay(jobs, id);
    await until(async () => (await jobs.getDelayedCount()) === 1);
    expect(await queue.find(id)).toEqual({ state: 'waiting' });
    aheadMs = dayMs;
    await endDelay(jobs, id);
    await until(async () => (await queue.find(id))?.state !== 'waiting');
    const reason = 'It could not be sent within 24 hours.';
    expect(await queue.find(id)).toEqual({ state: 'failed', reason });
  });

  it('pauses as long as its webhook requires, also at another instance', async () => {
    const paused: Deliver = async (...args) => {
      await noted(...args);
      return { kind: 'sent', pauseMs: 60_000.5 };
    };
    const [one, other] = [open(paused), open(paused)];
    await add(one, '1', 'first');
    await until(async () => (await server.client.scard(linesKey)) === 0);
    const second = await add(other, '1', 'second');
    expect(await endDelay(openJobs(), second)).toBeGreaterThan(50_000);
    await until(() => contentsOf('1').includes('second'));
  });

  it('stores no token in the clear, and nothing for an empty line', async () => {
    const queue = open(async () => ({ kind: 'retry', afterMs: 60_000 }));
    const id = await add(queue, '1', 'x');
    await add(queue, '1', 'y');
    const kept: string[] = [];
    for (const key of await server.client.keys('*')) {
      kept.push(key, await server.client.dump(key));
      const hash = (await server.client.type(key)) === 'hash' && (await server.client.hgetall(key));
      kept.push(JSON.stringify(hash));
    }
    expect(kept.join('\n')).not.toContain(token);
    const jobs = openJobs();
    await until(async () => (await jobs.getDelayedCount()) === 1);
    await queue.close();

    open();
    await endDelay(jobs, id);
    await until(() => sent.length === 2);
    await until(async () => (await server.client.scard(linesKey)) === 0);
    await until(async () => (await jobs.getActiveCount()) === 0);
    for (const key of await server.client.keys('*')) {
      // −1: it stays for ever, as what BullMQ knows of the queue itself. −2: it is gone already.
      if (/^lineup:queues:webhooks:(meta|id|events|marker)$/.test(key)) continue;
      expect(await server.client.ttl(key), key).not.toBe(-1);
    }
  });

  it('knows how long the oldest message has waited', async () => {
    const queue = open(async () => ({ kind: 'retry', afterMs: 60_000 }));
    expect(queue.oldestAgeMs()).toBe(0);
    await add(queue, '1', 'x');
    await add(queue, '2', 'y');
    await until(() => queue.oldestAgeMs() > 0);
    aheadMs = 7_200_000;
    expect(Math.floor(queue.oldestAgeMs() / 3_600_000)).toBe(2);
  });
});

describe('turns of clients', () => {
  it.each([
    ['one client', () => '192.0.2.1'],
    ['a network', (index: number) => `192.0.2.${index}`],
  ])('all messages of %s together wait behind the first of another', async (_who, clientOf) => {
    const queue = open(noted, 20);
    // More than are sent at a time, each for another webhook.
    const count = 100;
    await Promise.all(
      Array.from({ length: count }, (__, index) => add(queue, `${index}`, 'x', clientOf(index))),
    );
    const before = sent.length;
    const id = await add(queue, 'other', 'x', '198.51.100.1');
    await until(async () => (await queue.find(id))?.state === 'sent');
    // Those that had their token already, or got theirs while it was on its way.
    expect(sent.length - before).toBeLessThan(20);
  });

  it('messages that have waited for their webhooks wait behind the first of another', async () => {
    let isBlocked = true;
    const queue = open(async (one, options) => {
      const mayPass = one.webhookId === 'good' || !isBlocked;
      return mayPass ? noted(one, options) : { kind: 'retry', afterMs: 3_000_000 };
    }, 40);
    const jobs = openJobs();
    // Their turns come first, but the last one is sent.
    for (let index = 0; index < 100; index += 1) await add(queue, `${index}`, 'x', '192.0.2.1');
    await until(async () => (await jobs.getDelayedCount()) === 100);
    const last = await add(queue, 'good', 'x', '192.0.2.1');
    await until(async () => (await queue.find(last))?.state === 'sent');
    isBlocked = false;
    // All may be sent now, and are more than this instance sends at a time.
    for (const job of await jobs.getDelayed()) await job.promote();
    const before = sent.length;
    const id = await add(queue, 'other', 'x', '198.51.100.1');
    await until(async () => (await queue.find(id))?.state === 'sent');
    expect(sent.length - before).toBeLessThan(20);
    await until(() => sent.length === 102);
    expect(new Set(sent.map(({ webhookId }) => webhookId)).size).toBe(102);
  });
});

describe('a message that only our own guard holds back', () => {
  const hourMs = 3_600_000;
  const guarded: Deliver = async () => ({ kind: 'retry', afterMs: 600_000, isGuarded: true });
  const reason =
    'Its client has posted too much to webhooks that fail: it was not sent within an hour.';
  const failed = { state: 'failed', reason };

  async function addKeyed(queue: WebhookQueue, content: string): Promise<string> {
    return (await queue.add(message('1', content), '192.0.2.1', 'a key'))?.id ?? '';
  }

  const isOver = (queue: WebhookQueue, id: string) =>
    until(async () => (await queue.find(id))?.state !== 'waiting');

  it('ends an hour after it was queued, with those behind it that are as old', async () => {
    const queue = open(guarded);
    const jobs = openJobs();
    const first = await add(queue, '1', 'first');
    const second = await add(queue, '1', 'second');
    await until(async () => (await jobs.getDelayedCount()) === 1);
    aheadMs = hourMs - 60_000;
    const third = await add(queue, '1', 'third');
    expect(await endDelay(jobs, first)).toBe(600_000);
    await until(async () => (await jobs.getDelayedCount()) === 1);
    expect(await queue.find(first)).toEqual({ state: 'waiting' });
    aheadMs = hourMs;
    // It is tried when the hour is over, though the guard would hold it for longer.
    expect(await endDelay(jobs, first)).toBeLessThanOrEqual(60_000);
    await isOver(queue, second);
    expect(await queue.find(first)).toEqual(failed);
    expect(await queue.find(second)).toEqual(failed);
    // The third has its own hour.
    await until(async () => (await jobs.getDelayedCount()) === 1);
    expect(await queue.find(third)).toEqual({ state: 'waiting' });
    aheadMs = 2 * hourMs - 60_000;
    await endDelay(jobs, third);
    await isOver(queue, third);
    expect(await queue.find(third)).toEqual(failed);
  });

  it('has another hour after something else has held it back', async () => {
    let isGuarded = false;
    const queue = open(async () => ({ kind: 'retry', afterMs: 600_000, isGuarded }));
    const jobs = openJobs();
    const id = await add(queue, '1', 'x');
    await until(async () => (await jobs.getDelayedCount()) === 1);
    const hours = [
      ['guard', 0.5],
      ['platform', 2],
      ['guard', 3],
      ['guard', 3.9],
      ['platform', 4.5],
      ['guard', 5],
    ] as const;
    for (const [what, hour] of hours) {
      aheadMs = hour * hourMs;
      isGuarded = what === 'guard';
      await endDelay(jobs, id);
      const isOverNow = async () => (await queue.find(id))?.state !== 'waiting';
      await until(async () => (await jobs.getDelayedCount()) === 1 || (await isOverNow()));
      expect([what, hour, await queue.find(id)]).toEqual([what, hour, { state: 'waiting' }]);
    }
    aheadMs = 6 * hourMs;
    await endDelay(jobs, id);
    await isOver(queue, id);
    expect(await queue.find(id)).toEqual(failed);
  });

  it('may be posted again with its key, and is sent then', async () => {
    let deliver = guarded;
    const queue = open((one, options) => deliver(one, options));
    const jobs = openJobs();
    const id = await addKeyed(queue, 'first');
    await until(async () => (await jobs.getDelayedCount()) === 1);
    // Until then the key is that of the first one.
    expect(await addKeyed(queue, 'too early')).toBe(id);
    aheadMs = hourMs;
    await endDelay(jobs, id);
    await isOver(queue, id);
    expect(await addKeyed(queue, 'second')).toBe(id);
    await until(async () => (await jobs.getDelayedCount()) === 1);
    expect(await queue.find(id)).toEqual({ state: 'waiting' });
    deliver = noted;
    await endDelay(jobs, id);
    await isOver(queue, id);
    expect(contentsOf('1')).toEqual(['second']);
    // Now the key is used up.
    expect(await addKeyed(queue, 'third')).toBe(id);
    expect(await queue.find(id)).toEqual({ state: 'sent' });
  });

  it('waits again even if it is posted in the moment in which it ends', async () => {
    const queue = open(guarded);
    const jobs = openJobs();
    const id = await addKeyed(queue, '0');
    for (let round = 1; round <= 5; round += 1) {
      await until(async () => (await jobs.getDelayed()).some((job) => job.id === id));
      aheadMs = 2 * round * hourMs;
      await endDelay(jobs, id);
      // Its job may not have been removed yet.
      while ((await queue.find(id))?.state === 'waiting');
      await Promise.all([addKeyed(queue, `${round}`), addKeyed(queue, `${round}`)]);
      expect(await queue.find(id)).toEqual({ state: 'waiting' });
    }
    const lines = await server.client.smembers(linesKey);
    expect(lines).toHaveLength(1);
    expect(await server.client.lrange(`lineup:queue:line:${lines[0]}`, 0, -1)).toEqual([id]);
  });
});

describe('a sealed token', () => {
  const seal = createTokenSeal(deriveKey('redis://a'));
  it('can be decrypted with its own key only', () => {
    const sealed = seal.seal(token);
    expect(seal.open(sealed)).toBe(token);
    expect(sealed).not.toBe(seal.seal(token));
    expect(createTokenSeal(deriveKey('redis://b')).open(sealed)).toBeNull();
    expect(seal.open(sealed.slice(0, -4))).toBeNull();
    expect(seal.open('')).toBeNull();
  });
});
