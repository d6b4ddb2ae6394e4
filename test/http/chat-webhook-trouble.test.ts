import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startChatRelay, type ChatRelay, type ChatRelayOptions } from '../support/chat-relay.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { startFakeChatPlatform, type FakeChatPlatform } from '../support/fake-chat-platform.ts';

const id = '123456789012345678';
const token = 'Token_of68letters-Token_of68letters-Token_of68letters-Token_of68letters';
const path = `/api/chat/webhook/${id}/${token}`;
const other = `/api/chat/webhook/${id.replace('1', '2')}/${token}`;
const unknown = (number: number) => `/api/chat/webhook/${id}/unknown-${number}`;

let platform: FakeChatPlatform;
const cleanUps: (() => Promise<void>)[] = [];

beforeEach(async () => {
  platform = await startFakeChatPlatform();
  platform.addWebhook(id, token);
  platform.addWebhook(id.replace('1', '2'), token);
  cleanUps.push(platform.close);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function open(options: ChatRelayOptions = {}, url = platform.url): Promise<ChatRelay> {
  const relay = await startChatRelay(url, options);
  cleanUps.push(relay.close);
  return relay;
}

/** In process: what is asked first also arrives first. */
async function post(relay: ChatRelay, target: string, content = 'x') {
  const payload = target.endsWith('/slack') ? { text: content } : { content };
  const answer = await relay.app.inject({ method: 'POST', url: target, payload });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

describe('a failing platform', () => {
  const page = { 'content-type': 'text/html; charset=utf-8' };

  test.each([
    ['resets the connection', { kind: 'reset' }],
    ['says nothing', { kind: 'hang' }],
    ['never ends', { kind: 'drip' }],
    ['answers 500', { kind: 'answer', status: 500, body: 'oops' }],
    ['answers 503', { kind: 'answer', status: 503 }],
    ['sends elsewhere', { kind: 'answer', status: 302, headers: { location: '/x' } }],
    ['answers with a page', { kind: 'answer', status: 200, body: '<p>', headers: page }],
    ['has an edge that refuses us', { kind: 'answer', status: 403, body: '<p>', headers: page }],
    ['answers too much', { kind: 'answer', status: 200, body: 'x'.repeat(2 << 20) }],
  ] as const)('that %s: 502', async (_name, behaviour) => {
    const relay = await open({ rules: { timeoutMs: 1500 } });
    platform.behave(behaviour);
    const { status, headers, body } = await post(relay, `${path}?wait=true`);
    expect([status, headers['content-type']]).toEqual([502, 'application/json']);
    expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^A service .*\.$/) });
    // None of it says anything about the webhook.
    platform.behave({ kind: 'normal' });
    await expect.poll(() => post(relay, path)).toMatchObject({ status: 204 });
  });

  test('that refuses one message: its own response', async () => {
    const relay = await open();
    const body = '{"code":50035,"message":"Invalid Form Body"}';
    const headers = { 'content-type': 'application/json', server: 'cloudflare' };
    platform.behave({ kind: 'answer', status: 400, body, headers });
    const answer = await post(relay, path);
    expect([answer.status, answer.body]).toEqual([400, body]);
    expect(answer.headers['server']).toBeUndefined();
  });
});

describe('a dead webhook', () => {
  test.each([
    [401, '{"code":50027,"message":"Invalid Webhook Token"}'],
    [403, '{"code":50013}'],
    [404, '{"code":10015,"message":"Unknown Webhook"}'],
    [404, ''],
  ])('%i %s is requested once', async (status, body) => {
    const relay = await open();
    const headers = { 'content-type': 'application/json' };
    platform.behave({ kind: 'answer', status, body, headers });
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(relay, path)));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect(platform.calls).toHaveLength(1);
    // The very first passes on what the platform says of it, but never a 401.
    const [first, second] = answers;
    if (status === 404 && body !== '') expect(first?.body).toBe(body);
    else expect(first?.body).toBe(second?.body);
    const detail = 'Unknown webhook ID or invalid token.';
    const words = /"message"/.test(body) ? JSON.parse(body) : {};
    expect(JSON.parse(second?.body ?? '')).toEqual({ detail, ...words });
    platform.behave({ kind: 'normal' });
    expect(await post(relay, `${path}/slack`)).toMatchObject({ status: 404 });
    expect(await post(relay, other)).toMatchObject({ status: 204 });
  });

  test('is told alike to the same Idempotency-Key', async () => {
    const relay = await open();
    const headers = { 'idempotency-key': 'of a wrong token' };
    const payload = { content: 'x' };
    const ask = () => relay.app.inject({ method: 'POST', url: unknown(1), headers, payload });
    const [first, again] = [await ask(), await ask()];
    expect(first.json()).toMatchObject({ code: 50_027, message: 'Invalid Webhook Token' });
    expect([again.statusCode, again.json()]).toEqual([404, first.json()]);
    expect(platform.calls).toHaveLength(1);
  });

  test.each([
    [403, '{"code":50005,"message":"Cannot edit a message authored by another user"}'],
    [404, '{"code":10008,"message":"Unknown Message"}'],
  ])('does not include one that must not change a message: %i %s', async (status, body) => {
    const relay = await open();
    const headers = { 'content-type': 'application/json' };
    const url = `${path}/messages/112233445566778899`;
    platform.behave({ kind: 'answer', status, body, headers });
    const payload = { content: 'x' };
    const answer = await relay.app.inject({ method: 'PATCH', url, payload });
    const refused = '{"detail":"The chat platform refuses this to the webhook."}';
    expect([answer.statusCode, answer.body]).toEqual([404, status === 404 ? body : refused]);
    platform.behave({ kind: 'normal' });
    expect(await post(relay, path)).toMatchObject({ status: 204 });
  });
});

describe('the limits of the platform', () => {
  test('a message that would wait longer is refused at once, without a call', async () => {
    platform.limitTo(2, 30_000);
    const relay = await open({ clock: createFakeClock() });
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(relay, path)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 429, 429]);
    expect(platform.calls).toHaveLength(2);
    const { headers, body } = answers[3] ?? {};
    expect(headers?.['content-type']).toBe('application/json');
    expect(headers?.['retry-after']).toBe('30');
    expect(JSON.parse(body ?? '')).toEqual({ detail: expect.stringContaining('30 seconds') });
    // Each webhook, and each kind of request, has a window of its own.
    expect(await post(relay, other)).toMatchObject({ status: 204 });
    const read = await relay.app.inject({ url: `${path}/messages/@original` });
    expect(read.statusCode).toBe(404);
  });

  test('a 429 is passed on and obeyed', async () => {
    const relay = await open({ clock: createFakeClock() });
    const headers = { 'content-type': 'application/json' };
    const body = '{"message":"You are being rate limited.","retry_after":12.34,"global":false}';
    platform.behave({ kind: 'answer', status: 429, body, headers });
    const first = await post(relay, path);
    expect([first.status, first.headers['retry-after']]).toEqual([429, '13']);
    expect(JSON.parse(first.body)).toEqual({ detail: expect.stringContaining('13 seconds') });
    platform.behave({ kind: 'normal' });
    expect(await post(relay, path)).toMatchObject({ status: 429 });
    expect(platform.calls).toHaveLength(1);
    expect(await post(relay, other)).toMatchObject({ status: 204 });
  });

  test.each([
    ['of all', { 'content-type': 'application/json' }, '{"retry_after":7,"global":true}'],
    ['of the edge', { 'content-type': 'text/html', 'retry-after': '7' }, '<p>'],
  ])('a 429 %s stops everything', async (_name, headers, body) => {
    const relay = await open({ clock: createFakeClock() });
    platform.behave({ kind: 'answer', status: 429, body, headers });
    expect(await post(relay, path)).toMatchObject({ status: 429 });
    platform.behave({ kind: 'normal' });
    const refused = await post(relay, other);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '7']);
    expect(platform.calls).toHaveLength(1);
  });
});

/** A platform that answers when the test lets it. */
async function startSlowPlatform() {
  const held: (() => void)[] = [];
  const bodies: string[] = [];
  const server = createServer(async (incoming, response) => {
    bodies.push(await text(incoming));
    held.push(() => response.writeHead(204).end());
  });
  const { origin, close } = await listenOnLoopback(server);
  cleanUps.push(close);
  return { url: origin, held, bodies };
}

test('with a slow platform, later messages wait no longer than the limit', async () => {
  const { url, held } = await startSlowPlatform();
  const relay = await open({ rules: { maxWaitMs: 100 } }, url);
  const first = post(relay, path);
  await expect.poll(() => held).toHaveLength(1);
  const behind = await post(relay, path);
  expect([behind.status, behind.headers['retry-after']]).toEqual([429, '1']);
  expect(held).toHaveLength(1);
  for (const answer of held) answer();
  expect(await first).toMatchObject({ status: 204 });
});

test('a queued message is not sent if its client disconnects', async () => {
  const { url, held, bodies } = await startSlowPlatform();
  const relay = await open({ rules: { maxWaitMs: 60_000 } }, url);
  const first = post(relay, path, 'first');
  await expect.poll(() => held).toHaveLength(1);
  const arrived = once(relay.app.server, 'request');
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'of a hasty client' };
  const hasty = request(relay.origin + path, { method: 'POST', headers });
  hasty.on('error', () => {});
  hasty.end('{"content":"hasty"}');
  await arrived;
  hasty.destroy();
  // The relay has noticed.
  await expect.poll(() => relay.log()).toContain('"status":400');
  const last = post(relay, path, 'last');
  held[0]?.();
  await expect.poll(() => held).toHaveLength(2);
  held[1]?.();
  expect([(await first).status, (await last).status]).toEqual([204, 204]);
  expect(bodies.map((body) => /first|hasty|last/.exec(body)?.[0])).toEqual(['first', 'last']);
  // Its key is free again.
  const payload = { content: 'hasty' };
  const again = relay.app.inject({ method: 'POST', url: path, headers, payload });
  await expect.poll(() => held).toHaveLength(3);
  held[2]?.();
  expect((await again).statusCode).toBe(204);
});
