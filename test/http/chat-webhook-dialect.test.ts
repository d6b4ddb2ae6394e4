import { isFields } from '../../src/upstreams/net/read-json.ts';
import { WebhookClient } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startChatRelay, type ChatRelay } from '../support/chat-relay.ts';
import { makeRequest } from '../support/discord-clients.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { startFakeChatPlatform, type FakeChatPlatform } from '../support/fake-chat-platform.ts';

const id = '123456789012345678';
const token = 'a-Token_of68letters-a-Token_of68letters-a-Token_of68letters-a-Token_of';
const own = `/api/chat/webhook/${id}/${token}`;
const messageId = '112233445566778899';
const json = { 'content-type': 'application/json' };
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

let platform: FakeChatPlatform;
let relay: ChatRelay;
let clock: FakeClock;

beforeEach(async () => {
  clock = createFakeClock();
  platform = await startFakeChatPlatform(clock.nowMs);
  platform.addWebhook(id, token);
  platform.limitTo(10_000, 1000);
  relay = await startChatRelay(platform.url, { clock, postsPerMinute: 10, trustProxy: 1 });
});
afterEach(async () => {
  await relay.close();
  await platform.close();
});

const texts = Array.from({ length: 14 }, (_, number) => `message ${number}`);
const arrived = () => platform.calls.map(({ message }) => message?.['content']);

/** What a client does while it waits: nothing but time passes. */
const wait = (seconds: number) => clock.advance(seconds * 1000);

/** What a 429 says in its body. */
async function secondsIn(response: Response): Promise<number> {
  const body: unknown = await response.json();
  return isFields(body) ? Number(body['retry_after']) : Number.NaN;
}

/** discord.js by its own way, but that its waits are passed by winding the clock. */
const windingRequest: typeof makeRequest = async (url, init) => {
  const response = await makeRequest(url, init);
  if (response.status === 429) {
    await wait(Number(response.headers.get('retry-after')));
    response.headers.set('retry-after', '0.001');
  }
  return response;
};

describe('at ten posts a minute, fourteen messages all arrive', () => {
  test('of discord.js, with only the host changed', async () => {
    const rest = { api: `${relay.origin}/api`, makeRequest: windingRequest };
    const webhook = new WebhookClient({ id, token }, { rest });
    for (const content of texts) await webhook.send({ content });
    expect(arrived()).toEqual(texts);
    webhook.destroy();
  });

  // What discord-webhook-node sends: a 429 is tried once more, after what its body says.
  test('of discord-webhook-node, which waits for the given seconds', async () => {
    const post = (content: string) =>
      fetch(`${relay.origin}/api/webhooks/${id}/${token}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ content }),
      });
    for (const content of texts) {
      const first = await post(content);
      if (first.status === 204) continue;
      await wait(await secondsIn(first));
      expect((await post(content)).status).toBe(204);
    }
    expect(arrived()).toEqual(texts);
  });
});

test('an edit and an upload as Python’s discord-webhook sends them', async () => {
  platform.messages.set(messageId, {});
  const path = `/api/webhooks/${id}/${token}`;
  const body = JSON.stringify({ content: 'y', embeds: [], attachments: [] });
  const edited = await fetch(`${relay.origin}${path}/messages/${messageId}?wait=True`, {
    method: 'PATCH',
    headers: json,
    body,
  });
  expect(edited.status).toBe(200);
  const form = new FormData();
  form.append('_a.txt', new Blob(['hello']), 'a.txt');
  form.append('payload_json', body);
  expect((await fetch(relay.origin + path, { method: 'POST', body: form })).status).toBe(204);
  expect(platform.calls[1]).toMatchObject({
    files: [{ field: 'files[0]', name: 'a.txt', bytes: 5 }],
  });
});

describe('a form of fields', () => {
  const mentions = { allowed_mentions: { parse: ['users'] } };
  const message = encodeURIComponent('{"content":"@everyone é+","tts":true}');

  test.each([
    ['content=hi+there', '', { content: 'hi there', ...mentions }],
    ['content=x&username=Bot&tts=1', '', { content: 'x', username: 'Bot', tts: true, ...mentions }],
    [`payload_json=${message}`, '', { content: '@everyone é+', tts: true, ...mentions }],
    [`payload=${message}`, '', { content: '@everyone é+', tts: true, ...mentions }],
    ['payload={"text":"@everyone"}', '/slack', { text: '@\u200Beveryone' }],
    ['text=hi&icon_emoji=:x:', '/slack', { text: 'hi', icon_emoji: ':x:' }],
    ['payload={"zen":"@here"}', '/github', { zen: '@\u200Bhere' }],
    [
      'payload_json={"content":"y"}&content=x&nonce=1',
      '',
      { content: 'y', nonce: '1', ...mentions },
    ],
    [
      'content=@everyone&allowed_mentions={"parse":["everyone"]}',
      '',
      { content: '@everyone', allowed_mentions: { parse: [] } },
    ],
    ['embeds=[{"title":"a"}]&flags=4', '', { embeds: [{ title: 'a' }], flags: 4 }],
    [
      'content=x&__proto__=y',
      '',
      { ...JSON.parse('{"__proto__":"y"}'), content: 'x', ...mentions },
    ],
    ['content=a&&x=%zz&thread_id=', '', { content: 'a', x: '%zz', ...mentions }],
  ])('%s %s', async (body, tail, sent) => {
    const response = await fetch(relay.origin + own + tail, {
      method: 'POST',
      headers: urlencoded,
      body,
    });
    expect(response.ok).toBe(true);
    expect(platform.calls[0]?.headers['content-type']).toBe('application/json');
    expect(platform.calls[0]?.message).toEqual(sent);
  });

  test.each([
    ['', '', 400, 'body.content: must not be empty without embeds, components, a poll or files'],
    ['content=a&content=b', '', 400, 'body: must hold each field only once'],
    ['content=a&tts=perhaps', '', 400, 'body.tts: must be true, false or null'],
    ['payload_json={', '', 400, 'payload_json: must be valid JSON'],
    ['payload_json=[]&content=x', '', 400, 'payload_json: must be an object'],
    ['content=x&allowed_mentions=1', '', 400, 'body.allowed_mentions: must be an object or null'],
    ['content=x&embeds=hello', '', 400, 'body.embeds: must be valid JSON'],
    ['content=x&wait=perhaps', '', 400, 'body.wait: must be true or false'],
    [
      'content=x&thread_id=1',
      '',
      400,
      'body.thread_id: must be 17 to 20 digits, the first of them not 0',
    ],
    [
      'content=gr%FC',
      '',
      400,
      'body.content: must be UTF-8, unless its content type names another charset',
    ],
    ['a&'.repeat(100_000), '', 400, 'body: must hold at most 32 fields'],
    [`payload_json="${'x'.repeat(1 << 20)}"`, '', 413, 'The request body is too large.'],
    ['text=', '/slack', 400, 'body.text: must not be empty without attachments'],
  ])('%.40s %s is refused', async (body, tail, status, detail) => {
    const response = await fetch(relay.origin + own + tail, {
      method: 'POST',
      headers: urlencoded,
      body,
    });
    expect([response.status, await response.json()]).toEqual([status, { detail }]);
    expect(platform.calls).toHaveLength(0);
  });
});

test('what a form says of the query counts where the query says nothing of it', async () => {
  const response = await fetch(`${relay.origin}${own}?thread_id=${messageId}`, {
    method: 'POST',
    headers: urlencoded,
    body: `content=x&wait=1&thread_id=${id}`,
  });
  expect(response.status).toBe(200);
  expect(platform.calls[0]?.url).toContain(`thread_id=${messageId}`);
});

test('a client that keeps naming missing webhooks is refused, in the platform’s format', async () => {
  // The window of reading is as narrow as that of posting: here it is not what refuses.
  await relay.close();
  relay = await startChatRelay(platform.url, { clock, trustProxy: 1 });
  const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });
  const unknown = (number: number) =>
    `${relay.origin}/api/v10/webhooks/${id}/none${number}/messages/@original`;
  for (let number = 0; number < 30; number += 1) {
    const response = await fetch(unknown(number), from('198.51.100.1'));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      detail: expect.any(String),
      message: 'Invalid Webhook Token',
      code: 50_027,
    });
  }
  const refused = await fetch(unknown(30), from('198.51.100.1'));
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('via')]).toEqual([
    429,
    '600',
    '1.1 lineup',
  ]);
  expect(await refused.json()).toMatchObject({ retry_after: 600, global: false, code: 0 });
  expect(platform.calls).toHaveLength(30);
  expect((await fetch(unknown(31), from('203.0.113.1'))).status).toBe(404);
});

test('a refusal that is not JSON becomes an error of ours, in the format of the path', async () => {
  const body = '<title>Bad request</title>';
  platform.behave({ kind: 'answer', status: 400, body, headers: { 'content-type': 'text/html' } });
  const message = 'The chat platform refused the request.';
  for (const [root, error] of [
    ['/api/chat/webhook', { detail: message }],
    ['/api/v10/webhooks', { detail: message, message, code: 0 }],
  ] as const) {
    const response = await fetch(`${relay.origin}${root}/${id}/${token}`, {
      method: 'POST',
      headers: json,
      body: '{"content":"x"}',
    });
    expect([response.status, await response.json()]).toEqual([400, error]);
  }
});
