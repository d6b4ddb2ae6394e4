import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../src/service/http/server.ts';
import { startFakeChatPlatform } from '../support/fake-chat-platform.ts';
import { hasRedis } from '../support/redis-instances.ts';
import { startRedisServer, until } from '../support/redis-server.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

const id = '123456789012345678';
const token = 'a-very-secret-token';
const path = `/api/chat/webhook/${id}/${token}`;
const unknownMessage = `/api/chat/webhook/queue/${'0'.repeat(32)}`;

const drawing = await watchDrawing();
let logged = '';
const platform = await startFakeChatPlatform();
platform.addWebhook(id, token);
const redis = await startRedisServer();
const app = await open({ REDIS_URL: redis.url });
// As soon as its connection is made, it knows that there is no such message.
await until(async () => (await app.inject(unknownMessage)).statusCode === 404);
afterAll(async () => {
  await app.close();
  await platform.close();
  await redis.close();
});
afterEach(() => platform.behave({ kind: 'normal' }));

function open(env: Record<string, string>): Promise<HttpServer> {
  const logStream = { write: (line: string | Uint8Array) => void (logged += String(line)) };
  // Patient, because the machine of the tests may be busy.
  return openApp(
    {
      ...env,
      LOG_LEVEL: 'trace',
      DISCORD_API_URL: platform.url,
      WEBHOOK_PROXY_RATE_LIMIT_MAX: '1000',
    },
    { logStream, openDrawing: drawing.open, redisTimeoutMs: 30_000 },
  );
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
const stateOf = async (queued: string) =>
  (await app.inject(`/api/chat/webhook/queue/${queued}`)).json<{ state: string }>();
const contents = () => platform.calls.map(({ message }) => message?.['content']);

describe('POST …/queue', () => {
  it('accepts a message, sends it with a nonce, and reports its outcome', async () => {
    const queued = await post(`${path}/queue?thread_id=223456789012345678`, {
      content: 'hello @everyone',
    });
    expect([queued.statusCode, queued.json()]).toEqual([
      202,
      { id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
    const { id: message } = queued.json<{ id: string }>();
    expect(queued.headers.location).toBe(`/api/chat/webhook/queue/${message}`);
    await until(async () => (await stateOf(message)).state === 'sent');
    expect(await stateOf(message)).toEqual({ id: message, state: 'sent' });
    const call = platform.calls.at(-1);
    expect(call?.url).toContain('thread_id=223456789012345678');
    expect(call?.message).toMatchObject({
      content: 'hello @everyone',
      nonce: expect.stringMatching(/^[0-9a-f]{25}$/),
      enforce_nonce: true,
      allowed_mentions: { parse: ['users'] },
    });
    expect(logged).not.toContain(token);
  });

  it('is for the thread of the query, whatever its form says', async () => {
    const before = platform.calls.length;
    const [ofQuery, ofForm] = ['223456789012345678', '323456789012345678'];
    const queued = await app.inject({
      method: 'POST',
      url: `${path}/queue?thread_id=${ofQuery}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `content=x&thread_id=${ofForm}`,
    });
    expect(queued.statusCode).toBe(202);
    await platform.called(before + 1);
    expect(platform.calls.at(-1)?.url).toContain(`thread_id=${ofQuery}`);
  });

  it('marks a message that the platform refuses as failed, with the reason', async () => {
    const { id: message } = (
      await post('/api/chat/webhook/999999999999999999/nobody/queue', { content: 'x' })
    ).json<{ id: string }>();
    await until(async () => (await stateOf(message)).state !== 'waiting');
    expect(await stateOf(message)).toEqual({
      id: message,
      state: 'failed',
      reason: 'Unknown webhook ID or invalid token.',
    });
  });

  it.each([
    ['an empty message', { content: '' }, 400, /^body\.content: /],
    [
      'a large one',
      { content: 'x', embeds: [{ description: 'y'.repeat(5000) }], x: 'z'.repeat(40_000) },
      413,
      /32 KiB/,
    ],
    ['an unknown state', null, 404, /no queued message/],
  ] as const)('%s', async (_what, body, status, detail) => {
    const answer =
      body === null ? await app.inject(unknownMessage) : await post(`${path}/queue`, body);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      status,
      expect.stringMatching(detail),
    ]);
  });

  it.each(['x', 'ABCDEF'.repeat(6), '0'.repeat(33)])('refuses the id %s', async (queued) => {
    const answer = await app.inject(`/api/chat/webhook/queue/${queued}`);
    expect(answer.statusCode).toBe(400);
  });

  it('is 503 while there is no room', async () => {
    const waiting = 'lineup:queue:waiting';
    const untilMs = String(Date.now() + 86_400_000);
    const others = Array.from({ length: 20_000 }, (_, index) => [untilMs, `other ${index}`]);
    await redis.client.zadd(waiting, ...others.flat());
    const headers = { 'idempotency-key': 'without room' };
    const answer = await post(`${path}/queue`, { content: 'x' }, headers);
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '60',
      { detail: 'Too many messages are waiting to be sent; try again in a minute.' },
    ]);
    await redis.client.del(waiting);
    // The key is not used up by that.
    const later = await post(`${path}/queue`, { content: 'with room' }, headers);
    expect(later.statusCode).toBe(202);
    await until(() => contents().includes('with room'));
  });

  it('is 501 without Redis, and 503 while Redis is away', async () => {
    const alone = await open({});
    const without = await alone.inject({
      method: 'POST',
      url: `${path}/queue`,
      payload: { content: 'x' },
    });
    expect([without.statusCode, without.json().detail]).toEqual([
      501,
      expect.stringContaining('Redis'),
    ]);
    await alone.close();
    await redis.kill();
    const away = await post(`${path}/queue`, { content: 'x' });
    const keyed = await post(path, { content: 'x' }, { 'idempotency-key': 'while away' });
    await redis.restart();
    expect([away.statusCode, away.headers['retry-after'], away.json().detail]).toEqual([
      503,
      '2',
      'The queue is not available right now; try again shortly.',
    ]);
    expect([keyed.statusCode, keyed.headers['retry-after'], keyed.json().detail]).toEqual([
      503,
      '2',
      'Idempotency keys are not available right now; try again shortly.',
    ]);
    await until(() => hasRedis(app));
    expect((await post(`${path}/queue`, { content: 'again' })).statusCode).toBe(202);
    await until(() => contents().includes('again'));
  });
});

describe('Idempotency-Key', () => {
  const ways = [
    ['a post', `${path}?wait=true`, 200],
    ['a queued one', `${path}/queue`, 202],
  ] as const;

  it.each(ways)(
    '%s: the same key is sent once and gets the same response',
    async (what, url, status) => {
      const headers = { 'idempotency-key': `key of ${what}` };
      const first = await post(url, { content: what }, headers);
      const second = await post(url, { content: what }, headers);
      expect([first.statusCode, second.statusCode]).toEqual([status, status]);
      expect(second.body).toBe(first.body);
      expect(second.headers.location).toBe(first.headers.location);
      expect(first.headers.location === undefined).toBe(status !== 202);
      const other = await post(url, { content: 'something else' }, headers);
      expect([other.statusCode, other.json().detail]).toEqual([
        422,
        'This Idempotency-Key was used with another request.',
      ]);
      await until(() => contents().includes(what));
      expect(contents().filter((content) => content === what)).toHaveLength(1);
    },
  );

  it('belongs to the webhook, however a message is posted', async () => {
    const headers = { 'idempotency-key': 'one of the webhook' };
    const body = { content: 'in any way' };
    const first = await post(`${path}?wait=true`, body, headers);
    for (const end of ['', '?wait=false', '/queue']) {
      const again = await post(path + end, body, headers);
      expect([end, again.statusCode, again.body]).toEqual([end, 200, first.body]);
    }
    const thread = 'thread_id=223456789012345678';
    for (const end of [`?${thread}`, `/queue?${thread}`, '/slack', '?with_components=true']) {
      const other = await post(path + end, body, headers);
      expect([end, other.statusCode]).toEqual([end, 422]);
    }
    expect(contents().filter((content) => content === 'in any way')).toHaveLength(1);
  });

  it('does not mistake one message for another', async () => {
    const edit = (message: string) =>
      app.inject({
        method: 'PATCH',
        url: `${path}/messages/${message}`,
        headers: { 'idempotency-key': 'an edit' },
        payload: { content: 'edited' },
      });
    const [first, other] = [await edit('112233445566778899'), await edit('112233445566778800')];
    expect([first.statusCode, other.statusCode]).toEqual([404, 422]);
  });

  it('is 409 while the first is in progress', async () => {
    platform.behave({ kind: 'hang' });
    const headers = { 'idempotency-key': 'hangs' };
    const called = platform.calls.length + 1;
    const first = post(`${path}?wait=true`, { content: 'slow' }, headers);
    await platform.called(called);
    const second = await post(`${path}?wait=true`, { content: 'slow' }, headers);
    expect([second.statusCode, second.headers['retry-after']]).toEqual([409, '1']);
    platform.hangUp();
    expect((await first).statusCode).toBe(502);
  });

  it.each([
    [500, true],
    [400, false],
    // With a page that is not passed on.
    [413, false],
    // Last, as after a 429 of the platform's edge nothing is sent for a while.
    [429, true],
  ])('allows another attempt after a %i: %s', async (status, isRepeated) => {
    const body = '{"code":1,"message":"no","retry_after":9}';
    const headersOf = { 'content-type': status === 413 ? 'text/html' : 'application/json' };
    platform.behave({ kind: 'answer', status, body, headers: headersOf });
    const headers = { 'idempotency-key': 'again' };
    // A webhook of its own: one that was limited would be refused here without being sent.
    const webhook = `30000000000000${status}00`;
    platform.addWebhook(webhook, token);
    const url = `/api/chat/webhook/${webhook}/${token}?wait=true`;
    const first = await post(url, { content: 'x' }, headers);
    const before = platform.calls.length;
    platform.behave({ kind: 'normal' });
    const second = await post(url, { content: 'x' }, headers);
    expect(platform.calls.length > before || second.statusCode === 429).toBe(isRepeated);
    if (!isRepeated) {
      const queued = await post(url.replace('?wait=true', '/queue'), { content: 'x' }, headers);
      for (const again of [second, queued]) {
        expect([again.statusCode, again.body]).toEqual([status, first.body]);
      }
    }
  });

  it.each([
    [16_384, true],
    [16_385, false],
  ])('keeps a body of 16 KiB at most: %i bytes %s', async (bytes, isKept) => {
    const body = JSON.stringify('x'.repeat(bytes - 2));
    const type = { 'content-type': 'application/json' };
    const headers = { 'idempotency-key': `a response of ${bytes}` };
    platform.behave({ kind: 'answer', status: 400, body, headers: type });
    expect((await post(path, { content: 'x' }, headers)).body).toBe(body);
    const again = await post(path, { content: 'x' }, headers);
    const refused = '{"detail":"The chat platform refused the request."}';
    expect([again.statusCode, again.body]).toEqual([400, isKept ? body : refused]);
  });

  it('says that a message was sent without its longer body', async () => {
    const message = JSON.stringify({ content: 'x'.repeat(16_384) });
    const headers = { 'idempotency-key': 'a long message' };
    const type = { 'content-type': 'application/json' };
    platform.behave({ kind: 'answer', status: 200, body: message, headers: type });
    const send = () => post(`${path}?wait=true`, { content: 'x' }, headers);
    const [first, again] = [await send(), await send()];
    expect([first.statusCode, first.body]).toEqual([200, message]);
    // A 200 without a body is no JSON.
    expect([again.statusCode, again.body]).toEqual([204, '']);
  });

  it.each([
    ['POST', ''],
    ['POST', '/queue'],
    ['POST', '/slack'],
    ['POST', '/github'],
    ['PATCH', '/messages/112233445566778899'],
  ] as const)('has 128 characters at most, and is declared: %s %s', async (method, end) => {
    const headers = { 'idempotency-key': 'k'.repeat(129) };
    const payload = { content: 'x', text: 'x' };
    const answer = await app.inject({ method, url: path + end, headers, payload });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      expect.stringContaining('idempotency-key'),
    ]);
    const { paths } = (await app.inject('/openapi.json')).json();
    const declared = '/api/chat/webhook/{id}/{token}' + end.replace(/\d+$/, '{message}');
    const { responses } = paths[declared][method.toLowerCase()];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['409', '422']));
  });
});
