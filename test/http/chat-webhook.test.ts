import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startChatRelay, type ChatRelay, type ChatRelayOptions } from '../support/chat-relay.ts';
import { startFakeChatPlatform } from '../support/fake-chat-platform.ts';

const id = '123456789012345678';
const token = 'secret-Token_of68letters-secret-Token_of68letters-secret-Token_of68l';
const path = `/api/chat/webhook/${id}/${token}`;
const messageId = '112233445566778899';

const platform = await startFakeChatPlatform();
platform.limitTo(10_000, 1000);
const relay = await startChatRelay(platform.url);
afterAll(async () => {
  await relay.close();
  await platform.close();
});
beforeEach(() => {
  platform.addWebhook(id, token);
  platform.behave({ kind: 'normal' });
  platform.calls.length = 0;
});

const opened: ChatRelay[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** Another relay in front of the same platform. */
async function open(options: ChatRelayOptions): Promise<ChatRelay> {
  const one = await startChatRelay(platform.url, options);
  opened.push(one);
  return one;
}

const json = { 'content-type': 'application/json' };

function send(
  target: string,
  body: unknown,
  init: RequestInit = {},
  to = relay,
): Promise<Response> {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(to.origin + target, { method: 'POST', headers: json, body: content, ...init });
}

/** A request target as it is written, past every parser of a client. */
async function raw(target: string, method = 'POST'): Promise<string> {
  const url = new URL(relay.origin);
  const socket = connect(Number(url.port), url.hostname);
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${url.host}`, 'Connection: close'];
  const body = '{"content":"x"}';
  const entity = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  socket.write([...head, ...entity, '', body].join('\r\n'));
  return text(socket);
}

const mentions = (allowed?: unknown) => ({ content: '@everyone', allowed_mentions: allowed });
const embed = (length: number) => ({ description: 'x'.repeat(length) });

describe('what is passed on', () => {
  test('is the message, and nothing else of the request', async () => {
    const headers = {
      ...json,
      'user-agent': 'curl/8',
      cookie: 'a=b',
      authorization: 'Bearer x',
      'x-forwarded-for': '10.0.0.1',
      'x-audit-log-reason': 'me',
      'x-github-event': 'push',
      origin: 'https://example.org',
    };
    const answer = await send(
      `${path}?wait=True&thread_id=${messageId}&with_components=0`,
      { content: 'Hi' },
      { headers },
    );
    expect(answer.status).toBe(200);
    const [call] = platform.calls;
    expect(call?.method).toBe('POST');
    expect(call?.url).toBe(
      `/api/v10/webhooks/${id}/${token}?wait=true&thread_id=${messageId}&with_components=false`,
    );
    expect(call?.headers).toEqual({
      host: new URL(platform.url).host,
      connection: 'keep-alive',
      accept: 'application/json, */*;q=0.5',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'content-length': expect.any(String),
      'user-agent': 'DiscordBot (https://example.org, 1.2.3)',
    });
  });

  test('returns status, body and type beside our own headers', async () => {
    const answer = await send(`${path}?wait=true`, { content: 'Hi' });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({ content: 'Hi', webhook_id: id });
    for (const name of ['set-cookie', 'server', 'via'])
      expect(answer.headers.has(name)).toBe(false);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('100000');
    const quiet = await send(path, { content: 'Hi' });
    expect([quiet.status, await quiet.text()]).toEqual([204, '']);
    expect(quiet.headers.has('content-type')).toBe(false);
  });

  test.each<[string, RequestInit, string, string]>([
    ['/slack', {}, 'POST', '/slack'],
    ['/github', { headers: { ...json, 'x-github-event': 'push' } }, 'POST', '/github'],
    [`/messages/${messageId}`, { method: 'PATCH' }, 'PATCH', `/messages/${messageId}`],
    ['/messages/@original', { method: 'GET', body: null }, 'GET', '/messages/%40original'],
    ['/messages/%40original', { method: 'GET', body: null }, 'GET', '/messages/%40original'],
    [
      `/messages/${messageId}`,
      { method: 'DELETE', body: null },
      'DELETE',
      `/messages/${messageId}`,
    ],
  ])('%s', async (tail, init, method, upstreamTail) => {
    platform.messages.set(messageId, { id: messageId });
    await send(path + tail, { content: 'x', text: 'x' }, init);
    expect(platform.calls).toHaveLength(1);
    expect(platform.calls[0]).toMatchObject({
      method,
      url: `/api/v10/webhooks/${id}/${token}${upstreamTail}`,
    });
  });

  test('includes GitHub’s event header, for that format only', async () => {
    const event = { 'x-github-event': 'pull_request', 'x-hub-signature-256': 'sha256=0' };
    const answer = await send(`${path}/github`, { a: 1 }, { headers: { ...json, ...event } });
    expect(answer.status).toBe(204);
    expect(platform.calls[0]?.headers).toMatchObject({ 'x-github-event': 'pull_request' });
    expect(platform.calls[0]?.headers).not.toHaveProperty('x-hub-signature-256');
    const bad = { ...json, 'x-github-event': 'pu\u00DFh' };
    expect((await send(`${path}/github`, {}, { headers: bad })).status).toBe(400);
    expect(platform.calls).toHaveLength(1);
  });

  test('is the plain-text response to Slack messages, not as a page', async () => {
    const answer = await send(`${path}/slack`, { text: 'Hi <!everyone>' });
    expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(platform.calls[0]?.message).toEqual({ text: 'Hi <!\u200Beveryone>' });
  });
});

describe('mass mentions', () => {
  test('are allowed if the operator enables them', async () => {
    const open_ = await open({ allowMassMentions: true });
    const given = { parse: ['everyone', 'roles'] };
    await send(path, mentions(given), {}, open_);
    await send(path, { content: '@everyone' }, {}, open_);
    await send(`${path}/slack`, { text: '<!everyone>' }, {}, open_);
    expect(platform.calls.map(({ message }) => message)).toEqual([
      { content: '@everyone', allowed_mentions: given },
      { content: '@everyone' },
      { text: '<!everyone>' },
    ]);
  });
});

describe('messages that the platform would refuse are refused here', () => {
  const spread = {
    title: 'a'.repeat(1000),
    fields: [{ name: 'b'.repeat(1000), value: 'c'.repeat(2000) }],
    footer: { text: 'd'.repeat(1000) },
    author: { name: 'e'.repeat(1001) },
  };

  test.each<[string, unknown, string]>([
    ['no JSON', '{"content":', 'The request body is not valid JSON.'],
    ['no body', '', 'The request body is empty.'],
    ['a list', [], 'body: must be an object'],
    ['null', 'null', 'body: must be an object'],
    [
      'nested without end',
      '['.repeat(100_000),
      'body: must hold at most 2000 values, nested at most 32 deep',
    ],
    ['nothing', {}, 'body.content: must not be empty without embeds, components, a poll or files'],
    ['a number', { content: 1 }, 'body.content: must be a string or null'],
    [
      'a long text',
      { content: 'x'.repeat(2001) },
      'body.content: must be at most 2000 characters long',
    ],
    [
      '11 embeds',
      { embeds: Array.from({ length: 11 }, () => embed(1)) },
      'body.embeds: must hold at most 10 items',
    ],
    ['a bad embed', { embeds: ['x'] }, 'body.embeds[0]: must be an object'],
    [
      'long parts',
      { embeds: [spread] },
      'body.embeds: must hold at most 6000 characters over all embeds',
    ],
    [
      'no mentions',
      { content: 'x', allowed_mentions: [] },
      'body.allowed_mentions: must be an object or null',
    ],
  ])('%s', async (_name, body, detail) => {
    const answer = await send(path, body);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect([answer.status, await answer.json()]).toEqual([400, { detail }]);
    expect(platform.calls).toHaveLength(0);
  });

  test.each<[string, Record<string, unknown>]>([
    ['2000 characters of two units each', { content: '😀'.repeat(2000) }],
    ['10 embeds of 6000 characters', { embeds: Array.from({ length: 10 }, () => embed(600)) }],
    ['components', { components: [{ type: 1 }], flags: 32_768 }],
    ['a poll', { poll: { question: { text: '?' } } }],
    ['fields that we do not know', { content: 'x', something_new: { a: [1] } }],
    ['odd embeds', { embeds: [{ title: 1, fields: 'x', footer: null, author: [] }] }],
  ])('but not %s', async (_name, body) => {
    expect((await send(path, body)).status).toBe(204);
    expect(platform.calls[0]?.message).toMatchObject(body);
  });

  test('but an edit may be empty', async () => {
    platform.messages.set(messageId, {});
    const answer = await send(
      `${path}/messages/${messageId}`,
      { content: '' },
      { method: 'PATCH' },
    );
    expect(answer.status).toBe(200);
  });

  test('but not a type in capitals with a charset', async () => {
    const headers = { 'content-type': 'APPLICATION/JSON; charset=utf-8' };
    expect((await send(path, { content: 'x' }, { headers })).status).toBe(204);
  });

  test.each([
    ['no type at all', '', '', 'application/x-www-form-urlencoded or multipart/form-data'],
    [
      'padding',
      '',
      'application/jsonp',
      'application/x-www-form-urlencoded or multipart/form-data',
    ],
    ['a form with files', '/slack', 'multipart/form-data; boundary=a', null],
    ['a form with files', '/github', 'multipart/form-data; boundary=a', null],
    ['text', '/github', 'text/plain', null],
  ])('%s %s: the error names the types that are allowed', async (_what, end, type, rest) => {
    const answer = await send(path + end, { content: 'x' }, { headers: { 'content-type': type } });
    const types =
      rest === null
        ? 'application/json or application/x-www-form-urlencoded'
        : `application/json, ${rest}`;
    const detail = `The request body must be ${types}.`;
    expect([answer.status, await answer.json()]).toEqual([415, { detail }]);
  });

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['blanks', { text: ' ' }],
    ['no attachment', { text: null, attachments: [] }],
    ['what only the platform’s own form has', { content: 'x' }],
  ])('a message of Slack with %s', async (_name, body) => {
    const answer = await send(`${path}/slack`, body);
    const detail = 'body.text: must not be empty without attachments';
    expect([answer.status, await answer.json()]).toEqual([400, { detail }]);
    expect(platform.calls).toHaveLength(0);
    expect((await send(`${path}/slack`, { attachments: [{ text: 'x' }] })).status).toBe(200);
    // An event is what the other service says it is.
    expect((await send(`${path}/github`, {})).status).toBe(204);
  });

  const long = JSON.stringify({ content: 'x', text: 'x', pad: 'y'.repeat(256 * 1024) });
  const many = JSON.stringify({
    content: 'x',
    text: 'x',
    pad: Array.from({ length: 2000 }, () => 1),
  });
  const fields = (name: string, body: string) => new URLSearchParams({ [name]: body });
  const uploaded = (body: string) => {
    const form = new FormData();
    form.set('payload_json', body);
    return form;
  };

  type Way = { readonly end?: string; readonly field?: string; readonly method?: string };
  const asJson = (body: string): RequestInit => ({ headers: json, body });

  test.each<[string, Way, (body: string) => RequestInit]>([
    ['JSON', {}, asJson],
    ['JSON for Slack', { end: '/slack' }, asJson],
    ['an edit', { end: `/messages/${messageId}`, method: 'PATCH' }, asJson],
    ['a form', { field: 'payload_json' }, (body) => ({ body: fields('payload_json', body) })],
    [
      'Slack’s form',
      { end: '/slack', field: 'payload' },
      (body) => ({ body: fields('payload', body) }),
    ],
    ['an upload', { field: 'payload_json' }, (body) => ({ body: uploaded(body) })],
  ])('%s of more than 256 KiB, or 2,000 values', async (_what, way, init) => {
    const { end = '', field = 'body', method = 'POST' } = way;
    platform.messages.set(messageId, {});
    const tried = await Promise.all(
      [long, many].map(async (body) => {
        const answer = await fetch(relay.origin + path + end, { method, ...init(body) });
        return [answer.status, await answer.json()];
      }),
    );
    expect(tried).toEqual([
      [413, { detail: `${field}: must be at most 256 KiB` }],
      [400, { detail: `${field}: must hold at most 2000 values, nested at most 32 deep` }],
    ]);
    expect(platform.calls).toHaveLength(0);
  });

  test('but not an event of GitHub', async () => {
    for (const body of [long, many]) expect((await send(`${path}/github`, body)).status).toBe(204);
  });

  test.each(['gzip', 'br', 'identity, gzip'])('a compressed body: %s', async (coding) => {
    const detail = { detail: 'header.content-encoding: must be identity' };
    const packed = gzipSync('{"content":"x"}');
    for (const type of [json['content-type'], 'multipart/form-data; boundary=B']) {
      const headers = { 'content-type': type, 'content-encoding': coding };
      const answer = await fetch(relay.origin + path, { method: 'POST', headers, body: packed });
      expect([answer.status, await answer.json()]).toEqual([415, detail]);
    }
    expect(platform.calls).toHaveLength(0);
    const headers = { ...json, 'content-encoding': 'identity' };
    expect((await send(path, { content: 'x' }, { headers })).status).toBe(204);
  });

  test('a body over a megabyte', async () => {
    expect((await send(path, { content: 'x', a: 'x'.repeat(1 << 20) })).status).toBe(413);
  });
});

describe('a path', () => {
  const webhook = '/api/chat/webhook';

  test.each([
    ['a short id', `${webhook}/1234567890123456/${token}`, 400],
    ['a zero before the id', `${webhook}/0${id}/${token}`, 400],
    ['a long id', `${webhook}/123456789012345678901/${token}`, 400],
    ['a slash in the token', `${webhook}/${id}/a%2Fb`, 400],
    ['a climb in the token', `${webhook}/${id}/..%2F..%2Fusers%2F@me`, 400],
    ['a climb twice encoded', `${webhook}/${id}/%252e%252e%252fusers`, 400],
    ['an encoded dot segment', `${webhook}/${id}/%2e%2e`, 400],
    ['a line break in the token', `${webhook}/${id}/token%0d%0aX-A:%20b`, 400],
    ['a dot in the token', `${webhook}/${id}/to.ken`, 400],
    ['bad encoding', `${webhook}/${id}/%zz`, 400],
    ['an endless token', `${webhook}/${id}/${'a'.repeat(129)}`, 400],
    ['no token', `${webhook}/${id}`, 404],
    ['an empty token', `${webhook}/${id}/`, 404],
    ['more of a path', `${path}/messages`, 404],
    ['a message that is none', `${path}/messages/1`, 405],
    ['another form', `${path}/teams`, 404],
  ])('with %s', async (_name, target, status) => {
    expect(await raw(target)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(platform.calls).toHaveLength(0);
  });

  test.each([
    ['@me', 400],
    ['1', 400],
    ['..', 400],
    ['@original%2F..', 400],
    ['', 404],
  ])('of the message "%s"', async (message, status) => {
    const answer = await raw(`${path}/messages/${message}`, 'DELETE');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(platform.calls).toHaveLength(0);
  });

  const onPurpose = expect.stringMatching(/not read, changed or deleted here, on purpose, because/);

  test('the reason is in the words of Discord’s own paths, too', async () => {
    const answer = await fetch(`${relay.origin}/api/webhooks/${id}/${token}`);
    expect(answer.status).toBe(405);
    expect(await answer.json()).toEqual({ detail: onPurpose, message: onPurpose, code: 0 });
  });

  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])(
    '%s on the webhook itself',
    async (method) => {
      const answer = await fetch(relay.origin + path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      if (method !== 'HEAD') expect(await answer.json()).toEqual({ detail: onPurpose });
      expect(platform.calls).toHaveLength(0);
    },
  );
});

describe('a query', () => {
  test.each([
    ['thread_id[]=1&wait=true', '?wait=true', 'thread_id%5B%5D'],
    ['Wait=true', '', 'Wait'],
    ['__proto__=1&url=http://x', '', '__proto__,url'],
  ])('%s: what nobody knows is not passed on', async (query, sent, ignored) => {
    const answer = await send(`${path}?${query}`, { content: 'x' });
    expect([answer.status < 300, answer.headers.get('x-ignored-query')]).toEqual([true, ignored]);
    expect(platform.calls[0]?.url).toBe(`/api/v10/webhooks/${id}/${token}${sent}`);
  });

  test.each([
    ['wait=yes', 'query.wait: must be true or false'],
    ['wait=', 'query.wait: must be true or false'],
    ['wait=true&wait=false', 'query.wait: must be given only once'],
    ['wait=true%26a=b', 'query.wait: must be true or false'],
    ['thread_id=1', 'query.thread_id: must be 17 to 20 digits, the first of them not 0'],
    [
      `thread_id=${messageId}%0a`,
      'query.thread_id: must be 17 to 20 digits, the first of them not 0',
    ],
  ])('%s', async (query, detail) => {
    const answer = await send(`${path}?${query}`, { content: 'x' });
    expect([answer.status, await answer.json()]).toEqual([400, { detail }]);
    expect(platform.calls).toHaveLength(0);
  });
});

test('no token, content or address is in the log, the metrics or an error', async () => {
  const secret = 'content-that-nobody-may-read';
  const talkative = await open({ rules: { timeoutMs: 100, maxWaitMs: 200 } });
  const bodies: string[] = [];
  const ask = async (target: string, body: unknown, init?: RequestInit) => {
    const answer = await send(target, body, init, talkative);
    bodies.push(`${await answer.text()} ${JSON.stringify([...answer.headers])}`);
  };
  const form = new FormData();
  form.append('payload_json', `{"content": ${secret}`);
  form.append('files[0]', new Blob([secret]), secret);
  await ask(path, { content: secret });
  await ask(path, `{"content": "${secret}`);
  await ask(path, { content: secret.repeat(100) });
  await ask(`${path}?wait=${secret}`, { content: secret });
  await ask(`${path}/nowhere`, { content: secret });
  await ask(path, '', { method: 'DELETE' });
  const upload = await fetch(talkative.origin + path, { method: 'POST', body: form });
  bodies.push(await upload.text());
  platform.behave({ kind: 'hang' });
  await ask(path, { content: secret });
  platform.behave({ kind: 'reset' });
  await ask(path, { content: secret });
  platform.behave({ kind: 'answer', status: 500, body: `${token} ${secret}` });
  await ask(path, { content: secret });
  const page = { 'content-type': 'text/html' };
  platform.behave({ kind: 'answer', status: 200, body: `${token} ${secret}`, headers: page });
  await ask(path, { content: secret });
  platform.behave({ kind: 'answer', status: 401, body: `${token} ${secret}` });
  await ask(path, { content: secret });
  await ask(path, { content: secret });
  expect(bodies).toHaveLength(13);
  const log = talkative.log();
  // The log is there, and names the routes by their patterns.
  expect(log).toContain('"route":"/api/chat/webhook/:id/:token"');
  expect(log.split('\n').length).toBeGreaterThan(13);
  expect(JSON.stringify(talkative.calls)).toContain('"chat platform"');
  for (const where of [log, JSON.stringify(talkative.calls), bodies.join('\n')]) {
    expect(where).not.toContain(token);
    expect(where).not.toContain(id);
    expect(where).not.toContain(secret);
    expect(where).not.toContain(new URL(platform.url).host);
  }
});
