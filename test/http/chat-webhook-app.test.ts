import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpServer } from '../../src/service/http/server.ts';
import { startFakeChatPlatform, type FakeChatPlatform } from '../support/fake-chat-platform.ts';
import { openApp } from '../support/open-app.ts';

const token = 'secret-Token_of68letters-secret-Token_of68letters-secret-Token_of68l';
const webhook = (number: number) => String(100_000_000_000_000_000n + BigInt(number));
const path = (number: number) => `/api/discord/webhook/${webhook(number)}/${token}`;

let platform: FakeChatPlatform;
let app: HttpServer;
const lines: string[] = [];

beforeAll(async () => {
  platform = await startFakeChatPlatform();
  for (let number = 0; number < 20; number += 1) platform.addWebhook(webhook(number), token);
  app = await openApp(
    { DISCORD_API_URL: platform.url, PUBLIC_URL: 'https://lineup.example', LOG_LEVEL: 'trace' },
    { logStream: { write: (line) => void lines.push(line) } },
  );
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

test('the OpenAPI document has what generated clients need: flags, open messages, files, both errors', async () => {
  const { paths, components } = (await app.inject('/api/openapi.json')).json();
  const { parameters, requestBody, responses } = paths['/api/chat/webhook/{id}/{token}'].post;
  const types = parameters.map(({ name, schema }: { name: string; schema: { type: string } }) => [
    name,
    schema.type,
  ]);
  expect(types).toContainEqual(['wait', 'boolean']);
  expect(types).toContainEqual(['with_components', 'boolean']);
  const { content } = requestBody;
  expect(Object.keys(content)).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]);
  const name = content['application/json'].schema.$ref.split('/').at(-1);
  expect(components.schemas[name]).toMatchObject({
    additionalProperties: true,
    properties: { username: {}, avatar_url: {}, tts: {}, components: {}, poll: {}, flags: {} },
  });
  const form = content['multipart/form-data'].schema.properties;
  expect(form['files[9]']).toMatchObject({ type: 'string', format: 'binary' });
  expect(responses['404'].content['application/json'].schema.anyOf).toHaveLength(2);
  const slack = paths['/api/chat/webhook/{id}/{token}/slack'].post;
  expect(Object.keys(slack.responses['200'].content)).toEqual(['text/plain']);
});

// The limits per minute, with the service as it is put together.
test('ten posts a minute are accepted, the eleventh gets Retry-After', async () => {
  const answers = [];
  for (let number = 0; number < 11; number += 1) {
    const payload = { content: `secret message ${number}` };
    answers.push(await app.inject({ method: 'POST', url: path(number), payload }));
  }
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
  expect(answers.map(({ headers }) => Number(headers['x-ratelimit-limit']))).toEqual(
    answers.map(() => 10),
  );
  expect(answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))).toEqual([
    9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0,
  ]);
  const refused = answers.at(-1);
  const seconds = Number(refused?.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(refused?.json()).toEqual({ detail: expect.stringContaining(`${seconds} seconds`) });
  expect(platform.calls).toHaveLength(10);
  expect(platform.calls[0]?.headers['user-agent']).toMatch(
    /^DiscordBot \(https:\/\/lineup\.example, \d+\.\d+\.\d+\)$/,
  );
  // Reading has a window of its own, of the same size, that the posts have not touched.
  const read = await app.inject({ url: `${path(0)}/messages/@original` });
  expect([
    read.statusCode,
    Number(read.headers['x-ratelimit-limit']),
    Number(read.headers['x-ratelimit-remaining']),
  ]).toEqual([404, 10, 9]);
  expect(lines.join('')).toContain('/api/chat/webhook/:id/:token');
  for (const secret of [token, webhook(0), 'secret message']) {
    expect(lines.join('')).not.toContain(secret);
  }
});

// A megabyte of JSON takes tens of milliseconds: those that arrive together would hold up all others.
test.each([
  ['application/json', '{"content":"x"}'],
  ['application/x-www-form-urlencoded', 'content=x'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"x"}\r\n--b--\r\n',
  ],
])('a message in %s is read once the event loop has time', async (type, payload) => {
  const [asked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = () => {
    asked.resolve();
    return given.promise;
  };
  const busy = await openApp(
    { DISCORD_API_URL: platform.url },
    { loopBudget: { take: (work) => (work(), true), wait } },
  );
  const headers = { 'content-type': type };
  const answer = busy.inject({ method: 'POST', url: path(0), headers, payload });
  await asked.promise;
  const before = platform.calls.length;
  await busy.inject('/healthz');
  expect(platform.calls).toHaveLength(before);
  given.resolve();
  expect((await answer).statusCode).toBe(204);
  expect(platform.calls).toHaveLength(before + 1);
  await busy.close();
});
