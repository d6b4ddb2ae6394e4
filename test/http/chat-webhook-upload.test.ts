import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
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
function startUpload(target = path): ClientRequest {
  const headers = { 'content-type': 'multipart/form-data; boundary=B' };
  const upload = request(relay.origin + target, { method: 'POST', headers, agent: false });
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

  test.each<[string, FormData, object]>([
    [
      'in the message',
      form({ content: '@everyone', allowed_mentions: { parse: ['everyone', 'roles'] } }),
      { parse: [] },
    ],
    ['in a field', fieldForm('content', '@everyone'), { parse: ['users'] }],
  ])('that changes a message notifies nobody in the mass: %s', async (_name, body, sent) => {
    platform.messages.set('112233445566778899', {});
    const answer = await send(body, `${path}/messages/112233445566778899`, 'PATCH');
    expect(answer.status).toBe(200);
    expect(platform.calls[0]?.message).toEqual({ content: '@everyone', allowed_mentions: sent });
  });

  test.each(['_name.png', 'upload', 'file'])('as other clients write it: %s', async (name) => {
    expect((await send(form({ content: 'x' }, [name, 5]))).status).toBe(204);
    expect(platform.calls[0]?.files).toMatchObject([{ field: name, name, bytes: 5 }]);
  });

  test('may have its message in a file', async () => {
    const body = new FormData();
    body.append('payload_json', new Blob(['{"content":"@everyone"}']), 'm.json');
    expect((await send(body)).status).toBe(204);
    expect(platform.calls[0]?.message).toMatchObject({ allowed_mentions: { parse: ['users'] } });
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
      form({ content: 'x' }, ['my secrets', 5]),
      400,
      'body: names of files must be 1 to 100 of A–Z, a–z, 0–9, _, ., -, [ and ]',
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

describe('uploads that are begun and not gone on with', () => {
  /** So many of them, and the relay has them all. */
  async function stalled(count: number, written: string): Promise<ClientRequest[]> {
    let arrived = 0;
    relay.app.server.on('request', () => (arrived += 1));
    const uploads = Array.from({ length: count }, (_, number) => {
      const webhook = String(BigInt(id) + BigInt(number));
      platform.addWebhook(webhook, token);
      // Stated, so that it counts for no more than it is.
      const upload = startUpload(path.replace(id, webhook));
      upload.setHeader('content-length', written.length + end.length);
      upload.write(written);
      return upload;
    });
    await expect.poll(() => arrived).toBe(count);
    return uploads;
  }
  const end = '--B--\r\n';

  test('hold no place that others need', async () => {
    const uploads = await stalled(80, messagePart);
    const answer = await send(form({ content: 'x' }, ['files[0]', mebibyte]));
    expect(answer.status).toBe(204);
    expect(platform.calls).toHaveLength(1);
    for (const upload of uploads) upload.destroy();
  });

  test('are as many a second as may be, when they all go on at once', async () => {
    await relay.close();
    const clock = createFakeClock();
    relay = await startChatRelay(platform.url, { clock });
    const uploads = await stalled(60, messagePart);
    // Long enough for any turn that they might have taken.
    await clock.advance(10_000);
    const answers = uploads.map((upload) => once(upload, 'response'));
    for (const upload of uploads) upload.end(end);
    // Ten in each quarter of a second.
    for (const sent of [10, 20, 30, 40, 50]) {
      await expect.poll(() => clock.pending()).toBe(60 - sent);
      await expect.poll(() => platform.calls).toHaveLength(sent);
      await clock.advance(275);
    }
    const statuses = (await Promise.all(answers)).map(([response]) => response.statusCode);
    expect(statuses).toEqual(uploads.map(() => 204));
    expect(platform.calls).toHaveLength(60);
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
    relay = await startChatRelay(platform.url, { rules: { timeoutMs: 300 } });
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
