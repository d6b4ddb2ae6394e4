import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRedisServer, until, type RedisServer } from '../../../test/support/redis-server.ts';
import { systemClock } from '../../async/clock.ts';
import { mostWaiting } from './message-records.ts';
import { createTokenSeal, deriveKey } from './sealed-token.ts';
import { createWebhookQueue, type Deliver, type WebhookQueue } from './webhook-queue.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());

type Sent = { readonly webhookId: string; readonly content: unknown; readonly nonce: unknown };

let sent: Sent[];
let errors: unknown[];
let closers: (() => Promise<unknown>)[];
beforeEach(async () => {
  sent = [];
  errors = [];
  closers = [];
  await server.client.flushall();
});
afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  expect(errors).toEqual([]);
});

const noted: Deliver = async ({ webhookId, body }) => {
  const { content, nonce }: { content: unknown; nonce: unknown } = JSON.parse(body);
  sent.push({ webhookId, content, nonce });
  return { kind: 'sent' };
};

function open(deliver: Deliver = noted, perSecond = 1000): WebhookQueue {
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  const commands = new Redis(server.url, { enableOfflineQueue: true });
  const queue = createWebhookQueue({
    commands,
    redis,
    seal: createTokenSeal(deriveKey(server.url)),
    deliver,
    clock: systemClock,
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

async function add(queue: WebhookQueue, webhookId: string, content: string): Promise<string> {
  const added = await queue.add(message(webhookId, content), 'a client');
  if (!('id' in added)) throw new Error(`no room: ${added.spent}`);
  return added.id;
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

  it('queues a message with an Idempotency-Key once, whatever became of the first request', async () => {
    const queue = open();
    const keyed = { ...message('1', 'once'), idempotencyKey: 'a key' };
    const [first, second] = [await queue.add(keyed, 'a'), await queue.add(keyed, 'a')];
    await until(() => sent.length === 1);
    const third = await queue.add(keyed, 'a');
    expect([second, third]).toEqual([first, first]);
    await add(queue, '1', 'after it');
    await until(() => contentsOf('1').includes('after it'));
    expect(contentsOf('1')).toEqual(['once', 'after it']);
    const other = await queue.add({ ...keyed, token: 'another-token' }, 'a');
    expect(other).not.toEqual(first);
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

  it('records why a message failed, and continues', async () => {
    const queue = open(async (one, options) => {
      // Not anywhere in the body: the hex digits of a nonce may spell it.
      const { content }: { content: unknown } = JSON.parse(one.body);
      return content === 'bad'
        ? { kind: 'refused', reason: 'There is none.' }
        : noted(one, options);
    });
    const bad = await add(queue, '1', 'bad');
    await add(queue, '1', 'good');
    await until(() => sent.length === 1);
    expect(await queue.find(bad)).toEqual({ state: 'failed', reason: 'There is none.' });
  });

  it('continues at another instance if one is closed between two attempts', async () => {
    const failing = open(async () => ({ kind: 'retry', afterMs: 60_000 }));
    await add(failing, '1', 'first');
    await add(failing, '1', 'second');
    await failing.close();
    expect(sent).toEqual([]);
    open();
    await until(() => sent.length === 2);
    expect(contentsOf('1')).toEqual(['first', 'second']);
  });

  it('stores no token in the clear, and nothing for an empty queue', async () => {
    const queue = open(async () => ({ kind: 'retry', afterMs: 60_000 }));
    await add(queue, '1', 'x');
    const kept: string[] = [];
    for (const key of await server.client.keys('*')) {
      kept.push(key, await server.client.dump(key));
      const hash = (await server.client.type(key)) === 'hash' && (await server.client.hgetall(key));
      kept.push(JSON.stringify(hash));
    }
    expect(kept.join('\n')).not.toContain(token);
    // While this is there, nobody looks for the jobs of an instance that was killed.
    await add(queue, '1', 'y');
    for (const key of await server.client.keys('lineup:queues:*:stalled-check')) {
      expect(await server.client.pttl(key), key).toBeLessThan(10_000);
    }
    await queue.close();

    open();
    await until(() => sent.length === 2);
    await until(async () => (await server.client.scard('lineup:queue:active')) === 0);
    for (const key of await server.client.keys('*')) {
      // −1: it stays for ever. −2: it is gone already.
      expect(await server.client.ttl(key), key).not.toBe(-1);
    }
  });

  it('limits the number of messages of one client', async () => {
    const queue = open(async () => ({ kind: 'retry', afterMs: 60_000 }));
    await add(queue, '1', 'x');
    // As if it had posted the others, too.
    const [own = ''] = await server.client.keys('lineup:queue:waiting:*');
    const [, untilMs = ''] = await server.client.zrange(own, '0', '0', 'WITHSCORES');
    const others = Array.from({ length: mostWaiting.ofClient - 1 }, (_, index) => [
      untilMs,
      `other ${index}`,
    ]);
    await server.client.zadd(own, ...others.flat());
    expect(await queue.add(message('1', 'x'), 'a client')).toEqual({ spent: 'client' });
    expect(await queue.add(message('1', 'x'), 'another')).toHaveProperty('id');
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
