import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startChatRelay, type ChatRelay } from '../support/chat-relay.ts';
import { startFakeChatPlatform, type FakeChatPlatform } from '../support/fake-chat-platform.ts';

const id = '123456789012345678';
const token = 'Token_of68letters-Token_of68letters-Token_of68letters-Token_of68letters';
const path = `/api/chat/webhook/${id}/${token}`;
const mebibyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };

let platform: FakeChatPlatform;
let relay: ChatRelay;

beforeEach(async () => {
  platform = await startFakeChatPlatform();
  platform.addWebhook(id, token);
  platform.limitTo(10_000, 1000);
  relay = await startChatRelay(platform.url, { trustProxy: 1 });
});
afterEach(async () => {
  await relay.close();
  await platform.close();
});

function form(message: unknown, ...files: readonly (readonly [name: string, bytes: number])[]) {
  const whole = new FormData();
  if (message !== undefined) whole.append('payload_json', JSON.stringify(message));
  for (const [name, bytes] of files) whole.append(name, new Blob([Buffer.alloc(bytes, 'x')]), name);
  return whole;
}

function fieldForm(name: string, value: string): FormData {
  const whole = new FormData();
  whole.append(name, value);
  return whole;
}

function send(body: FormData, target = path, method = 'POST'): Promise<Response> {
  return fetch(relay.origin + target, { method, body });
}

const partHead = (name: string, more = '') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const fileHead = partHead('files[0]', '; filename="a"');
const messagePart = `${partHead('payload_json')}{"content":"x"}\r\n`;

/** An upload that the test writes piece by piece. */
function startUpload(target = path, more: Record<string, string> = {}): ClientRequest {
  const headers = { 'content-type': 'multipart/form-data; boundary=B', ...more };
  const upload = request(relay.origin + target, { method: 'POST', headers, agent: false });
  // What becomes of the connection is what these tests are about.
  upload.on('error', () => {});
  return upload;
}

describe('an upload', () => {
  test('is passed on, up to the limits', async () => {
    const files = [
      ['files[0]', 10 * mebibyte],
      ['files[1]', 10 * mebibyte],
      ['files[2]', 4 * mebibyte],
    ] as const;
    const answer = await send(form({ content: '@everyone' }, ...files), `${path}?wait=true`);
    expect(answer.status).toBe(200);
    const [call] = platform.calls;
    expect(call?.files.map(({ field, bytes }) => [field, bytes])).toEqual(files);
    expect(call?.message).toEqual({ content: '@everyone', allowed_mentions: { parse: ['users'] } });
    expect(Object.keys(call?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=-{4}\S{20,}$/);
  });

  test.each<[string, FormData, object]>([
    [
      'in the message',
      form({ content: '@everyone', allowed_mentions: { parse: ['everyone', 'roles'] } }),
      { parse: [] },
    ],
    ['in a field', fieldForm('content', '@everyone'), { parse: ['users'] }],
  ])('that changes a message allows no mass mentions: %s', async (_name, body, sent) => {
    platform.messages.set('112233445566778899', {});
    const answer = await send(body, `${path}/messages/112233445566778899`, 'PATCH');
    expect(answer.status).toBe(200);
    expect(platform.calls[0]?.message).toEqual({ content: '@everyone', allowed_mentions: sent });
  });

  test('does not delay a message, and reaches the platform when it is complete', async () => {
    const upload = startUpload();
    upload.write(messagePart + fileHead);
    upload.write(Buffer.alloc(mebibyte));
    const body = '{"content":"meanwhile"}';
    const posted = await fetch(relay.origin + path, { method: 'POST', headers: json, body });
    expect(posted.status).toBe(204);
    expect(platform.calls.map(({ message }) => message?.['content'])).toEqual(['meanwhile']);
    upload.end('\r\n--B--\r\n');
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(204);
    expect(platform.calls[1]).toMatchObject({ isComplete: true, files: [{ bytes: mebibyte }] });
  });
});

describe('an invalid upload', () => {
  test.each([
    [
      'a text too long',
      form({ content: 'x'.repeat(2001) }, ['files[0]', 5]),
      400,
      'payload_json.content: must be at most 2000 characters long',
    ],
    ['a message that is a list', form([]), 400, 'payload_json: must be an object'],
    [
      'long embeds',
      form({ embeds: [{ title: 'x'.repeat(6001) }] }),
      400,
      'payload_json.embeds: must hold at most 6000 characters over all embeds',
    ],
  ])('%s', async (_name, body, status, detail) => {
    const answer = await send(body);
    expect([answer.status, await answer.json()]).toEqual([status, { detail }]);
    // Never a whole one: nothing that the platform could act on.
    expect(platform.calls.filter(({ isComplete }) => isComplete)).toEqual([]);
    expect((await send(form({ content: 'next' }))).status).toBe(204);
  });
});

test('uploads that stall are limited to four of one client, and do not affect others', async () => {
  const as = (client: string) => ({ 'x-forwarded-for': client });
  const sendAs = (client: string, body = form({ content: 'x' }, ['files[0]', mebibyte])) =>
    fetch(relay.origin + path, { method: 'POST', body, headers: as(client) });
  let arrived = 0;
  relay.app.server.on('request', () => (arrived += 1));
  const uploads = Array.from({ length: 4 }, () => {
    const upload = startUpload(path, as('198.51.100.1'));
    upload.write(messagePart + fileHead);
    return upload;
  });
  await expect.poll(() => arrived).toBe(4);
  const fifth = await sendAs('198.51.100.1');
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await fifth.json()).toEqual({ detail: expect.stringContaining('Too many uploads') });
  expect((await sendAs('203.0.113.1')).status).toBe(204);
  expect(platform.calls).toHaveLength(1);
  // Those that are over make room.
  uploads[0]?.destroy();
  await expect.poll(async () => (await sendAs('198.51.100.1')).status).toBe(204);
  for (const upload of uploads) upload.destroy();
});

describe('a failing upload', () => {
  test('if the client disconnects, the platform gets nothing', async () => {
    const upload = startUpload();
    upload.write(messagePart + fileHead);
    upload.write(Buffer.alloc(mebibyte));
    const arrived = once(relay.app.server, 'request');
    await arrived;
    upload.destroy();
    await expect.poll(() => relay.log()).toContain('"status":4');
    expect((await send(form({ content: 'next' }))).status).toBe(204);
    expect(platform.calls.map(({ message }) => message?.['content'])).toEqual(['next']);
  });

  test('if the platform refuses before the end: its response', async () => {
    platform.behave({ kind: 'answer', status: 413, body: '{"code":40005}', headers: json });
    const answer = await send(form({ content: 'x' }, ['files[0]', 8 * mebibyte]));
    expect([answer.status, await answer.text()]).toEqual([413, '{"code":40005}']);
  });

  test('is not read if the webhook does not exist', async () => {
    platform.removeWebhook(id);
    expect((await send(form({ content: 'x' }))).status).toBe(404);
    const upload = startUpload();
    upload.write(messagePart + fileHead);
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(404);
    expect(platform.calls).toHaveLength(1);
    upload.destroy();
  });
});
