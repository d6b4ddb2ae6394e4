import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../test/support/fake-clock.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { createMemoryStore } from './memory-store.ts';
import { webhookKey } from './order.ts';
import { createRedisStore } from './redis-store.ts';
import type { SharedStore } from './shared-store.ts';
import { senderRules } from './sender-rules.ts';
import { startTestRedis, type TestRedis } from './test-redis.ts';
import { answerOf, done, id, numbers, orderOf, setUpSender, webhooks } from './test-sender.ts';
import { uploadLimits } from './upload.ts';

const page: UpstreamResponse = {
  status: 429,
  headers: { 'content-type': 'text/html', 'retry-after': '3000' },
  bytes: Buffer.from('<p>'),
};

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.close());
beforeEach(async () => {
  await redis.client.flushall();
});

const stores: [string, (clock: FakeClock) => SharedStore][] = [
  ['in memory', (clock) => createMemoryStore(clock)],
  ['in Redis', () => createRedisStore(redis.scripts)],
];

// Redis has a clock of its own, which goes on: waits are so long that the time of a test is nothing.
const windowMs = 240_000;
const patient = {
  maxWaitMs: 4 * windowMs,
  addressWindow: { limit: 1, windowMs },
  webhookWindow: { limit: 99, windowMs },
};

describe.each(stores)('what waits for its place, with the store %s', (_name, storeOf) => {
  /** One under way, whose answer is held back, and another that waits for the address. */
  async function oneAheadOfAnother(rules = {}) {
    const clock = createFakeClock();
    const answer = Promise.withResolvers<UpstreamResponse>();
    const store = storeOf(clock);
    const world = setUpSender({
      clock,
      store,
      answering: () => answer.promise,
      rules: { ...patient, ...rules },
    });
    const [first = '', second = ''] = webhooks(2);
    world.post('first', first);
    await expect.poll(() => world.sent).toHaveLength(1);
    world.post('second', second);
    // The round trip of the first, and the wait of the second.
    await expect.poll(() => clock.pending()).toBe(2);
    const settle = async (response: UpstreamResponse) => {
      await world.wind(10);
      answer.resolve(response);
      await expect.poll(() => world.outcomes).toHaveLength(1);
    };
    return { ...world, store, settle, second };
  }

  test.each([
    ['of all', answerOf(429, { retry_after: 3000, global: true })],
    ['of the edge', page],
  ])('goes out no more after a 429 %s', async (_kind, response) => {
    const { settle, wind, sent, outcomes } = await oneAheadOfAnother();
    await settle(response);
    expect(outcomes).toEqual(['first: too-many-requests 3000']);
    await wind(windowMs + 100);
    await expect.poll(() => outcomes).toHaveLength(2);
    expect(outcomes[1]).toMatch(/^second: too-many-requests \d{4}$/);
    expect(sent).toHaveLength(1);
  });

  test('waits on where it has the patience', async () => {
    const { settle, wind, sent, clock } = await oneAheadOfAnother();
    await settle(answerOf(429, { retry_after: 300, global: true }));
    await wind(windowMs + 100);
    // It has seen the pause, and waits once more.
    await expect.poll(() => clock.pending()).toBe(1);
    expect(sent).toHaveLength(1);
  });

  test('is refused when its webhook is found dead meanwhile', async () => {
    const { settle, wind, sent, outcomes, store, second } = await oneAheadOfAnother();
    await settle(done);
    await store.noteDead(webhookKey(orderOf('', second).address));
    await wind(windowMs + 100);
    await expect.poll(() => outcomes).toEqual(['first: 204', 'second: unknown-webhook']);
    expect(sent).toHaveLength(1);
  });

  test('is refused when its webhook is paused meanwhile', async () => {
    const { settle, wind, sent, outcomes, store, second } = await oneAheadOfAnother();
    await settle(done);
    const window = `${webhookKey(orderOf('', second).address)}:execute`;
    await store.pause(window, { rule: patient.webhookWindow, forMs: 3_000_000 });
    await wind(windowMs + 100);
    await expect.poll(() => outcomes).toHaveLength(2);
    expect(outcomes[1]).toMatch(/^second: too-many-requests \d{4}$/);
    expect(sent).toHaveLength(1);
  });

  test('is refused when the budget is spent meanwhile', async () => {
    const { settle, wind, sent, outcomes } = await oneAheadOfAnother({ invalidBudget: 1 });
    await settle(answerOf(401, { code: 50_027 }));
    await wind(windowMs + 100);
    await expect.poll(() => outcomes).toEqual(['first: unknown-webhook', 'second: overloaded 60']);
    expect(sent).toHaveLength(1);
  });

  test('goes out when nothing has changed', async () => {
    const { settle, wind, sent, outcomes } = await oneAheadOfAnother();
    await settle(done);
    await wind(windowMs + 100);
    await expect.poll(() => sent).toHaveLength(2);
    await wind(10);
    await expect.poll(() => outcomes).toEqual(['first: 204', 'second: 204']);
  });
});

test('after the wait for a connection, too, there is another look', async () => {
  const gate = Promise.withResolvers<void>();
  const clock = createFakeClock();
  const store = createMemoryStore(clock);
  const { post, wind, sent, outcomes } = setUpSender({ clock, store, gate: () => gate.promise });
  post('x');
  await wind(100);
  await store.noteDead(webhookKey(orderOf('').address));
  gate.resolve();
  await wind(100);
  expect([sent, outcomes]).toEqual([[], ['x: unknown-webhook']]);
});

describe('what nobody waits for any more', () => {
  test.each([
    ['the line', { addressWindow: { limit: 9, windowMs: 1000 } }],
    ['the window of the webhook', { webhookWindow: { limit: 1, windowMs: 1000 } }],
    ['the window of the address', { addressWindow: { limit: 1, windowMs: 1000 } }],
  ])('is not sent: in %s', async (where, rules) => {
    const answer = Promise.withResolvers<UpstreamResponse>();
    const answering = () => (where === 'the line' ? answer.promise : done);
    const { post, wind, sent, outcomes } = setUpSender({ answering, rules });
    const gone = new AbortController();
    const isOther = where === 'the window of the address';
    post('first');
    await wind(20);
    post('gone', isOther ? `${id}1` : id, gone.signal);
    await wind(100);
    gone.abort(new Error('gone'));
    await wind(0);
    expect(outcomes.at(-1)).toBe('gone: Error: gone');
    // Who comes next has its turn.
    post('next', isOther ? `${id}1` : id);
    answer.resolve(done);
    await wind(3000);
    expect(sent.map(({ text }) => text)).toEqual(['first', 'next']);
  });

  test('was never sent when it was called off before', async () => {
    const { post, wind, sent, outcomes } = setUpSender();
    post('x', id, AbortSignal.abort(new Error('gone')));
    await wind(10);
    expect([sent, outcomes]).toEqual([[], ['x: Error: gone']]);
  });

  test('is sent to its end once it is under way', async () => {
    const { post, wind, sent, outcomes } = setUpSender();
    const gone = new AbortController();
    post('x', id, gone.signal);
    await wind(5);
    gone.abort(new Error('gone'));
    await wind(10);
    expect([sent.length, outcomes]).toEqual([1, ['x: 204']]);
  });
});

test('a body that is not sent is ended', async () => {
  const ended = Promise.withResolvers<void>();
  async function* body() {
    try {
      yield Buffer.from('x');
      yield Buffer.from('y');
    } finally {
      ended.resolve();
    }
  }
  const content = body();
  await content.next();
  const { sender } = setUpSender({ rules: { maxPending: 0 } });
  const order = { ...orderOf(''), body: { content, contentType: 'a/b' } };
  await expect(sender.send(order)).rejects.toMatchObject({ code: 'overloaded' });
  await ended.promise;
});

describe('the rules as they are shipped', () => {
  test('stop at 9,000 of the 10,000 bad answers that are one too many', async () => {
    expect(senderRules.invalidBudget).toBe(9000);
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const { post, wind, outcomes } = setUpSender({ clock, store });
    const [good = '', fresh = '', other = ''] = webhooks(3);
    post('good', good);
    for (const _ of numbers(8999)) await store.noteInvalid();
    post('fresh', fresh);
    await wind(20);
    await store.noteInvalid();
    post('other', other);
    post('good', good);
    await wind(20);
    expect(outcomes).toEqual(['good: 204', 'fresh: 204', 'other: overloaded 60', 'good: 204']);
  });

  test('hold no more bodies in memory than they may, streamed ones included', async () => {
    const { maxPendingBytes, streamBytes } = senderRules;
    expect(streamBytes).toBeGreaterThan(uploadLimits.heldBackBytes);
    const never = new Promise<UpstreamResponse>(() => {});
    const { sender, outcomes, post } = setUpSender({ answering: () => never });
    const stream = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    for (const webhook of webhooks(maxPendingBytes / streamBytes)) {
      const order = { ...orderOf('', webhook), body: { content: stream, contentType: 'a/b' } };
      void sender.send(order).catch(() => {});
    }
    post('x', `${id}x`);
    await setImmediate();
    expect(outcomes).toEqual(['x: overloaded 1']);
  });
});
