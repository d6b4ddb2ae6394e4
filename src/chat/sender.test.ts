import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { NetError } from '../net/net-error.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { codeOf, done, id, numbers, orderOf, setUpSender, token, webhooks } from './test-sender.ts';

async function* oneByte() {
  yield Buffer.from('x');
}

describe('messages of one webhook', () => {
  test('go one after the other, wait for their window, and in order', async () => {
    const { wind, sent, outcomes, post } = setUpSender();
    for (const text of numbers(10)) post(text);
    await wind(3000);
    expect(sent.map(({ text }) => text)).toEqual(numbers(10));
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 10, 20, 30, 40, 2025, 2035, 2045, 2055, 2065]);
    expect(outcomes).toEqual(numbers(10).map((text) => `${text}: 204`));
  });

  test('that would wait longer than two seconds are refused at once', async () => {
    const { sent, outcomes, post, wind } = setUpSender();
    for (const text of numbers(12)) post(text);
    await setImmediate();
    expect(outcomes).toEqual(['10: too-many-requests 4', '11: too-many-requests 4']);
    await wind(5000);
    expect(sent).toHaveLength(10);
  });

  test('follow the windows that the platform tells of', async () => {
    const told: UpstreamResponse = {
      ...done,
      headers: {
        'x-ratelimit-limit': '2',
        'x-ratelimit-remaining': '1',
        'x-ratelimit-reset-after': '1.5',
      },
    };
    const { wind, sent, outcomes, post } = setUpSender({ answering: () => told });
    for (const text of numbers(4)) post(text);
    await wind(4000);
    // Two, and two more a second and a half after the answer to the second.
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 10, 1545, 1555]);
    expect(outcomes).toHaveLength(4);
  });

  test('do not hold up those of others', async () => {
    const never = new Promise<UpstreamResponse>(() => {});
    const { wind, sent, outcomes, post } = setUpSender({
      answering: ({ segments }) => (segments[1] === id ? never : done),
    });
    post('stuck');
    post('behind');
    post('other', id.replace('1', '2'));
    await wind(2999);
    expect(outcomes).toEqual(['other: 204']);
    await wind(1);
    expect(outcomes).toEqual(['other: 204', 'behind: too-many-requests 2']);
    expect(sent.map(({ text }) => text)).toEqual(['stuck', 'other']);
  });

  test('do not wait for an upload', async () => {
    const held = Promise.withResolvers<UpstreamResponse>();
    const { sender, wind, outcomes, post } = setUpSender({
      answering: ({ body }) => (body instanceof Uint8Array ? done : held.promise),
    });
    const upload = sender.send({
      ...orderOf(''),
      body: { content: oneByte(), contentType: 'a/b' },
    });
    post('message');
    await wind(100);
    expect(outcomes).toEqual(['message: 204']);
    held.resolve(done);
    expect((await upload).status).toBe(204);
  });
});

describe('all webhooks together', () => {
  test('never send more than fifty times in a second', async () => {
    const { wind, sent, post } = setUpSender();
    for (const webhook of webhooks(80)) post('x', webhook);
    for (let ms = 0; ms < 4000; ms += 125) {
      await wind(125);
      for (const webhook of webhooks(80)) post('y', webhook);
    }
    const times = sent.map(({ atMs }) => atMs);
    const inSecondFrom = (atMs: number) => times.filter((t) => t >= atMs && t < atMs + 1000).length;
    expect(Math.max(...times.map((atMs) => inSecondFrom(atMs)))).toBeLessThanOrEqual(50);
    expect(times.length).toBeGreaterThan(140);
  });

  test('are refused beyond what can wait', async () => {
    const { outcomes, post } = setUpSender({ rules: { maxPending: 2 } });
    for (const webhook of webhooks(3)) post('x', webhook);
    await setImmediate();
    expect(outcomes).toEqual(['x: overloaded 1']);
  });

  test('hold no more in memory than they may', async () => {
    const { wind, outcomes, post } = setUpSender({ rules: { maxPendingBytes: 10 } });
    post('12345');
    post('1234567');
    await setImmediate();
    expect(outcomes).toEqual(['1234567: overloaded 1']);
    await wind(20);
    post('1234567');
    await wind(20);
    expect(outcomes.at(-1)).toBe('1234567: 204');
  });

  test('have lines that end', async () => {
    const rules = { longestLine: 2, webhookWindow: { limit: 99, windowMs: 1000 } };
    const { outcomes, post } = setUpSender({ rules });
    for (const text of numbers(4)) post(text);
    await setImmediate();
    expect(outcomes).toEqual(['2: too-many-requests 2', '3: too-many-requests 2']);
  });
});

describe('a failure', () => {
  test.each([
    ['timeout', 'upstream-timeout'],
    ['unreachable', 'upstream-failed'],
    ['garbage', 'upstream-failed'],
    ['too-large', 'upstream-failed'],
    ['busy', 'overloaded 1'],
  ] as const)('%s: %s', async (kind, code) => {
    const answering = () => {
      throw new NetError(kind, { cause: new Error(`socket of ${token}`) });
    };
    const { sender, wind, outcomes, post } = setUpSender({ answering });
    const sending = sender.send(orderOf('x')).catch((error: unknown) => error);
    await wind(10);
    const error = await sending;
    expect(codeOf(error)).toBe(code);
    // The cause is for the log: it must not hold what a connection says of itself.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.stack : '';
    expect(cause).not.toContain('socket of');
    // The line goes on.
    post('next');
    await wind(10);
    expect(outcomes).toHaveLength(1);
  });
});

describe('a dead webhook', () => {
  test('is asked again when its time is over', async () => {
    let status = 401;
    const { wind, sent, outcomes, post } = setUpSender({ answering: () => ({ ...done, status }) });
    const ask = async (afterMs: number) => {
      await wind(afterMs);
      post('x');
      await wind(10);
    };
    await ask(0);
    await ask(599_000);
    expect(sent).toHaveLength(1);
    await ask(1000);
    expect(sent).toHaveLength(2);
    await ask(1_199_000);
    expect(sent).toHaveLength(2);
    status = 204;
    await ask(1000);
    expect(outcomes.at(-1)).toBe('x: 204');
  });

  test('is refused also to those who waited in line behind the first', async () => {
    const { wind, sent, outcomes, post } = setUpSender({
      answering: () => ({ ...done, status: 404 }),
    });
    for (const text of numbers(4)) post(text);
    await wind(100);
    expect(sent).toHaveLength(1);
    expect(outcomes).toEqual([
      '0: 404',
      '1: unknown-webhook',
      '2: unknown-webhook',
      '3: unknown-webhook',
    ]);
  });
});
