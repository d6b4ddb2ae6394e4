import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
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
  relay = await startChatRelay(platform.url, { rules: { streamTimeoutMs: 30_000 } });
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

function send(body: FormData, target = path, method = 'POST'): Promise<Response> {
  return fetch(relay.origin + target, { method, body });
}

const partHead = (name: string, more = '') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const fileHead = partHead('files[0]', '; filename="a"');
const messagePart = `${partHead('payload_json')}{"content":"x"}\r\n`;

/** An upload that the test writes piece by piece. */
function startUpload(): ClientRequest {
  const headers = { 'content-type': 'multipart/form-data; boundary=B' };
  const upload = request(relay.origin + path, { method: 'POST', headers });
  // What becomes of the connection is what these tests are about.
  upload.on('error', () => {});
  return upload;
}

/** Until something has happened that no event tells of. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

describe('an upload', () => {
  test('goes through, up to the limits', async () => {
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
      'content-type',
      'host',
      'transfer-encoding',
      'user-agent',
    ]);
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=lineup-\d+$/);
  });

  test('can change a message', async () => {
    platform.messages.set('112233445566778899', {});
    const answer = await send(
      form({ content: 'y' }, ['files[0]', 5]),
      `${path}/messages/112233445566778899`,
      'PATCH',
    );
    expect(answer.status).toBe(200);
    expect(platform.calls[0]).toMatchObject({ method: 'PATCH', files: [{ bytes: 5 }] });
  });

  test('is passed on while it still arrives', async () => {
    const upload = startUpload();
    upload.write(messagePart + fileHead);
    upload.write(Buffer.alloc(mebibyte));
    await until(() => (platform.calls[0]?.bytes ?? 0) > mebibyte / 2);
    expect(platform.calls[0]?.isComplete).toBe(false);
    upload.end('\r\n--B--\r\n');
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(204);
    expect(platform.calls[0]).toMatchObject({ isComplete: true, files: [{ bytes: mebibyte }] });
  });

  test('does not hold up a message', async () => {
    const upload = startUpload();
    upload.write(messagePart + fileHead);
    upload.write(Buffer.alloc(mebibyte));
    await platform.called(1);
    const body = '{"content":"meanwhile"}';
    expect((await fetch(relay.origin + path, { method: 'POST', headers: json, body })).status).toBe(
      204,
    );
    upload.end('\r\n--B--\r\n');
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(204);
  });
});

describe('an upload that is not as it must be', () => {
  test.each([
    [
      'a file too large',
      form({ content: 'x' }, ['files[0]', 10 * mebibyte + 1]),
      413,
      'body.files[0]: must be at most 10 MiB',
    ],
    [
      'too much in all',
      form({ content: 'x' }, ...[0, 1, 2].map((n) => [`files[${n}]`, 9 * mebibyte] as const)),
      413,
      'body: must be at most 25 MiB',
    ],
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
    [
      'nothing in it',
      form({}),
      400,
      'payload_json.content: must not be empty without embeds, components, a poll or files',
    ],
    [
      'another part',
      form({ content: 'x' }, ['secrets', 5]),
      400,
      'body: may hold only payload_json and files[0] to files[9]',
    ],
  ])('%s', async (_name, body, status, detail) => {
    const answer = await send(body);
    expect([answer.status, await answer.json()]).toEqual([status, { detail }]);
    // Never a whole one: nothing that the platform could act on.
    expect(platform.calls.filter(({ isComplete }) => isComplete)).toEqual([]);
    expect((await send(form({ content: 'next' }))).status).toBe(204);
  });

  test('a bad message after a large file never completes', async () => {
    const upload = startUpload();
    upload.write(fileHead);
    upload.write(Buffer.alloc(mebibyte));
    await platform.called(1);
    upload.end(`\r\n${partHead('payload_json')}{"content":1}\r\n--B--\r\n`);
    const [response] = await once(upload, 'response');
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      400,
      { detail: 'payload_json.content: must be a string or null' },
    ]);
    expect(platform.calls).toMatchObject([{ isComplete: false }]);
  });

  test.each(['/slack', '/github'])('in the form of another service: %s', async (tail) => {
    expect((await send(form({ content: 'x' }), path + tail)).status).toBe(415);
    expect(platform.calls).toHaveLength(0);
  });

  test('without a boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const answer = await fetch(relay.origin + path, { method: 'POST', headers, body: 'x' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { detail: 'header.content-type: must name the boundary' },
    ]);
  });
});

describe('an upload in trouble', () => {
  test('the client hangs up: the platform gets no whole one', async () => {
    const upload = startUpload();
    upload.write(messagePart + fileHead);
    upload.write(Buffer.alloc(mebibyte));
    await until(() => (platform.calls[0]?.bytes ?? 0) > mebibyte / 2);
    upload.destroy();
    await until(() => relay.calls.length === 1);
    expect(relay.calls).toMatchObject([{ outcome: 'body-failed' }]);
    expect(platform.calls).toMatchObject([{ isComplete: false }]);
    expect((await send(form({ content: 'next' }))).status).toBe(204);
  });

  test('the platform hangs up in the middle: 502', async () => {
    platform.behave({ kind: 'cut', afterBytes: mebibyte });
    const answer = await send(form({ content: 'x' }, ['files[0]', 8 * mebibyte]));
    expect(answer.status).toBe(502);
    platform.behave({ kind: 'normal' });
    expect((await send(form({ content: 'next' }))).status).toBe(204);
  });

  test('the platform says nothing: 502', async () => {
    await relay.close();
    relay = await startChatRelay(platform.url, { rules: { streamTimeoutMs: 300 } });
    platform.behave({ kind: 'hang' });
    const answer = await send(form({ content: 'x' }, ['files[0]', 5]));
    expect(answer.status).toBe(502);
  });

  test('the platform refuses before the end: its answer', async () => {
    platform.behave({ kind: 'answer', status: 413, body: '{"code":40005}', headers: json });
    const answer = await send(form({ content: 'x' }, ['files[0]', 8 * mebibyte]));
    expect([answer.status, await answer.text()]).toEqual([413, '{"code":40005}']);
  });

  test('a dead webhook is refused without reading it', async () => {
    platform.removeWebhook(id);
    expect((await send(form({ content: 'x' }))).status).toBe(404);
    const answer = await send(form({ content: 'x' }, ['files[0]', 8 * mebibyte]));
    expect(answer.status).toBe(404);
    expect(platform.calls).toHaveLength(1);
  });

  test('a client that stops sending does not keep its place for ever', async () => {
    await relay.close();
    relay = await startChatRelay(platform.url, { rules: { streamTimeoutMs: 300 } });
    const upload = startUpload();
    upload.write(messagePart + fileHead);
    upload.write(Buffer.alloc(mebibyte));
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(502);
    expect(platform.calls).toMatchObject([{ isComplete: false }]);
    upload.destroy();
  });
});
