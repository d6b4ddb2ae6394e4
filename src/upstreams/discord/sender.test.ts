import { describe, expect, test } from 'vitest';
import {
  bucketHeaders,
  done,
  id,
  numbers,
  responseOf,
  setUpSender,
  webhooks,
} from '../../../test/support/webhook-sender.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';

const other = `${id}0`;
const unknown = responseOf(404, { code: 10_015 });

describe('messages of one webhook', () => {
  test('are sent one by one and in order, and wait for their window', async () => {
    const { wind, sent, outcomes, post } = setUpSender();
    for (const text of numbers(10)) post(text);
    await wind(3000);
    expect(sent.map(({ text }) => text)).toEqual(numbers(10));
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 10, 20, 30, 40, 2025, 2035, 2045, 2055, 2065]);
    expect(outcomes).toEqual(numbers(10).map((text) => `${text}: 204`));
  });

  test('follow the windows in the headers of the platform', async () => {
    const told = { ...done, headers: bucketHeaders(2, 1, 1.5) };
    const last = { ...done, headers: bucketHeaders(2, 0, 1.49) };
    const responses = [told, last, told, last];
    const { wind, sent, outcomes, post } = setUpSender({
      responding: () => responses.shift() ?? done,
    });
    for (const text of numbers(4)) post(text);
    await wind(4000);
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 10, 1535, 1545]);
    expect(outcomes).toHaveLength(4);
  });

  test('are not delayed by other webhooks', async () => {
    const { wind, sent, post } = setUpSender();
    for (const text of numbers(7)) post(text);
    post('other', { webhook: other });
    post('read', { kind: 'fetch' });
    await wind(50);
    const texts = sent.map(({ text }) => text).toSorted();
    expect(texts).toEqual([...numbers(5), 'other', 'read']);
  });
});

test.each([
  [0, 10_000],
  [2 * 1024 * 1024, 12_048],
])('a body of %i bytes has %i ms, and is never sent twice', async (bytes, timeoutMs) => {
  const asked: unknown[] = [];
  const { wind, post } = setUpSender({ responding: (request) => (asked.push(request), done) });
  post('x'.repeat(bytes));
  await wind(20);
  expect(asked).toMatchObject([{ timeoutMs, idempotent: false }]);
});

describe('the global rate', () => {
  test('is not exceeded in any second, however it is cut', async () => {
    const { wind, sent, outcomes, post } = setUpSender({ requestsPerSecond: 20 });
    for (const webhook of webhooks(50)) post(webhook, { webhook });
    await wind(500);
    for (const webhook of webhooks(100).slice(50)) post(webhook, { webhook });
    await wind(5000);
    const times = sent.map(({ atMs }) => atMs);
    for (const time of times) {
      const inSecond = times.filter((atMs) => atMs >= time && atMs < time + 1000);
      expect(inSecond.length).toBeLessThanOrEqual(20);
    }
    // Twenty at once and twenty for each second that a request may wait.
    expect(sent.length).toBeGreaterThanOrEqual(60);
    expect(outcomes.filter((outcome) => outcome.includes('too-many-requests'))).toHaveLength(
      100 - sent.length,
    );
  });
});

describe('a 429 of the platform', () => {
  test.each([
    ['0.5', 0.5, 535],
    ['2', 2, 2035],
  ])('is waited for here if it lasts %s s', async (_name, seconds, atMs) => {
    const responses = [responseOf(429, { retry_after: seconds, global: false })];
    const { wind, sent, outcomes, post } = setUpSender({
      responding: () => responses.shift() ?? done,
    });
    post('a');
    post('b');
    await wind(4000);
    expect(sent.map((one) => [one.text, one.atMs])).toEqual([
      ['a', 0],
      ['a', atMs],
      ['b', atMs + 10],
    ]);
    expect(outcomes).toEqual(['a: 204', 'b: 204']);
  });

  test('says nothing of the limit of the webhook: it may be that of others', async () => {
    const limited = responseOf(429, { retry_after: 0.5 }, bucketHeaders(100, 0, 0.5));
    const responses = [limited];
    const { wind, sent, post } = setUpSender({ responding: () => responses.shift() ?? done });
    for (const text of numbers(7)) post(text);
    await wind(4000);
    const inFirstSecond = sent.filter(({ atMs }) => atMs > 0 && atMs < 1500);
    expect(inFirstSecond).toHaveLength(5);
  });

  test('is not retried without end', async () => {
    const { wind, sent, outcomes, post } = setUpSender({
      responding: () => responseOf(429, { retry_after: 0.001 }),
    });
    post('a');
    await wind(3000);
    expect([sent.length, outcomes]).toEqual([3, ['a: too-many-requests 1']]);
  });
});

describe('turns at the global rate', () => {
  test('are taken by client: who comes after many posts of another has the next', async () => {
    const { wind, sent, outcomes, post } = setUpSender({ requestsPerSecond: 10 });
    for (const [index, webhook] of webhooks(30).entries()) {
      post(`greedy ${index}`, { webhook, client: 'greedy' });
    }
    await wind(500);
    const before = sent.length;
    post('modest', { webhook: other, client: 'modest' });
    await wind(1000);
    expect(sent[before]?.text).toBe('modest');
    await wind(3000);
    expect(outcomes).toContain('modest: 204');
  });
});

describe('bad answers', () => {
  test('call a webhook that does not exist once in ten minutes', async () => {
    const { wind, sent, outcomes, post } = setUpSender({ responding: () => unknown });
    let before = 0;
    for (const minutes of [0, 9.9, 10.1, 20, 20.2]) {
      await wind((minutes - before) * 60_000);
      before = minutes;
      post(String(minutes));
      await wind(20);
    }
    expect(sent.map(({ text }) => text)).toEqual(['0', '10.1', '20.2']);
    expect(outcomes.slice(0, 2)).toEqual(['0: 404', '9.9: unknown-webhook']);
  });

  test('are forgotten once the webhook answers well', async () => {
    const responses = [unknown, done, unknown];
    const { wind, sent, post } = setUpSender({ responding: () => responses.shift() ?? done });
    for (const text of ['dead', 'well', 'dead again', 'well again']) {
      post(text);
      await wind(10 * 60_000 + 20);
    }
    expect(sent).toHaveLength(4);
  });
});

describe('an aborted request', () => {
  test.each([
    ['the queue', { requestsPerSecond: 50 }, id],
    ['a slot of the global rate', { requestsPerSecond: 1 }, other],
  ])('is not sent: in %s', async (where, options, webhook) => {
    const response = Promise.withResolvers<UpstreamResponse>();
    const responding = () => (where === 'the queue' ? response.promise : done);
    const { post, wind, sent, outcomes } = setUpSender({ ...options, responding });
    const gone = new AbortController();
    post('first');
    await wind(20);
    post('gone', { webhook, signal: gone.signal });
    await wind(100);
    gone.abort(new Error('gone'));
    await wind(0);
    expect(outcomes.at(-1)).toBe('gone: Error: gone');
    post('next', { webhook });
    response.resolve(done);
    await wind(3000);
    expect(sent.map(({ text }) => text)).toEqual(['first', 'next']);
  });

  test('is completed once it is in progress', async () => {
    const { post, wind, sent, outcomes } = setUpSender();
    const gone = new AbortController();
    post('x', { signal: gone.signal });
    await wind(5);
    gone.abort(new Error('gone'));
    await wind(10);
    expect([sent.length, outcomes]).toEqual([1, ['x: 204']]);
  });
});
