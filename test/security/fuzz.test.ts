import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  tuple,
  uint8Array,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpServer } from '../../src/service/http/server.ts';
import {
  startFakeAccountService,
  type FakeAccountService,
} from '../support/fake-account-service.ts';
import { startFakeChatPlatform, type FakeChatPlatform } from '../support/fake-chat-platform.ts';
import {
  guildId,
  startFakeGuildPlatform,
  type FakeGuildPlatform,
} from '../support/fake-guild-platform.ts';
import { startFakeRoblox, type FakeRoblox } from '../support/fake-roblox.ts';
import { startFront } from '../support/front.ts';
import type { Loopback } from '../support/loopback.ts';
import { openApp } from '../support/open-app.ts';
import { openConnection } from '../support/raw-connection.ts';
import {
  knownWebhooks,
  requestArbitrary,
  type FuzzRequest,
  type OpenApi,
} from '../support/request-arbitrary.ts';
import { skinFile } from '../support/skin-files.ts';
import { unlimited } from '../support/unlimited.ts';
import { watchDrawing, type WatchedDrawing } from '../support/watched-drawing.ts';
import { catalogue } from '../../src/common/errors/lineup-error.ts';

/** More of it, or other requests, for a night: `FUZZ_RUNS=100000 FUZZ_SEED=7`. */
const runs = Number(process.env.FUZZ_RUNS ?? 500);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101);

let app: HttpServer;
let api: OpenApi;
let accounts: FakeAccountService;
let chat: FakeChatPlatform;
let guilds: FakeGuildPlatform;
let roblox: FakeRoblox;
let platform: Loopback;
let drawing: WatchedDrawing;
const logged: string[] = [];

beforeAll(async () => {
  [accounts, chat, guilds, roblox, drawing] = await Promise.all([
    startFakeAccountService(),
    startFakeChatPlatform(),
    startFakeGuildPlatform(),
    startFakeRoblox(),
    watchDrawing(),
  ]);
  platform = await startFront(
    ({ url = '' }) => new URL(url.includes('/webhooks/') ? chat.url : guilds.url).origin,
  );
  const hash = 'ab'.repeat(32);
  accounts.addPlayer({ name: 'Known', uuid: 'a'.repeat(32), skin: { hash } });
  accounts.addTexture(hash, skinFile(1));
  for (const { id, token } of knownWebhooks) chat.addWebhook(id, token);
  guilds.addInvite('lantern');
  guilds.addWidget(guildId);
  roblox.addUser({ id: 156, name: 'builderman' });
  roblox.addGame({ universeId: 13_058, placeId: 1818, name: 'Crossroads' });
  roblox.addGroup({ id: 7, name: 'Builders', members: 3 });
  const settings = {
    LOG_LEVEL: 'error',
    RATE_LIMIT_MAX: '1000000000',
    WEBHOOK_PROXY_RATE_LIMIT_MAX: '1000000000',
    MOJANG_API_URL: accounts.url,
    MOJANG_SESSION_URL: accounts.url,
    MOJANG_TEXTURES_URL: accounts.url,
    DISCORD_API_URL: `${platform.origin}/api/v10`,
    DISCORD_CDN_URL: guilds.picturesUrl,
    ...roblox.settings,
    GEYSER_API_URL: accounts.url,
  };
  app = await openApp(settings, {
    logStream: { write: (line) => void logged.push(line) },
    openDrawing: drawing.open,
    openBucket: unlimited,
    // A test asks no name server.
    skinHosts: { lookup: async () => [] },
  });
  api = (await app.inject('/api/openapi.json')).json();
});
afterAll(async () => {
  await app.close();
  await Promise.all(
    [accounts, chat, guilds, roblox, platform, drawing].map((part) => part.close()),
  );
});

const goodStatuses = new Set([200, 204, 304]);
const errorStatuses = new Set(Object.values(catalogue).map(({ status }) => status));
errorStatuses.delete(500);

/** What must never be in an answer: where code lies, what it runs on, whom it asks. */
const internals =
  /\.ts:\d|node_modules|\/(?:work|home|usr)\/|E(?:CONNREFUSED|NOTFOUND|INVAL)|127\.0\.0\.1:\d{4,5}|TypeError|undici|piscina/;

const sentence: unknown = expect.stringMatching(/^\P{Cc}+$/u);

type Answer = Awaited<ReturnType<typeof ask>>;
const ask = (request: FuzzRequest) => app.inject(request);

function check({ method, url }: FuzzRequest, { statusCode, headers, body }: Answer): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-request-id']).toBeDefined();
  expect(headers).not.toHaveProperty('x-injected');
  // The client in process resolves dot segments, as browsers do.
  const path = URL.parse(url, 'http://localhost')?.pathname ?? '';
  if (path.startsWith('/api/')) expect(headers['x-ratelimit-limit']).toBeDefined();
  if (goodStatuses.has(statusCode)) return;
  expect(errorStatuses, `${method} ${url}`).toContain(statusCode);
  const isOffline = statusCode === 404 && body === '' && /\/ping\/?$/.test(path);
  // A HEAD may also be of a path that is none, which tells no body either.
  if (isOffline && (method === 'GET' || headers['cache-control'] !== 'no-store'))
    return checkPing(headers);
  expect(headers['cache-control']).toBe('no-store');
  const isBadge = /\/badge\/?$/.test(path) && headers['content-type'] === 'image/svg+xml';
  if (isBadge) return checkBadge({ statusCode, body });
  expect(headers['content-type']).toBe('application/json');
  // A 502 says how long to wait only where that is known.
  if (statusCode !== 502) {
    expect(headers['retry-after'] === undefined).toBe(![409, 429, 503].includes(statusCode));
  }
  expect(headers.allow === undefined).toBe(statusCode !== 405);
  if (method === 'HEAD') return;
  expect(body).not.toMatch(internals);
  // What the chat platform says of a message is passed on in its own words.
  const isPlatforms = /^\/api\/(?:chat|discord|v10)?\/?webhooks?\//.test(path);
  const answer: unknown = JSON.parse(body);
  if (isPlatforms && body.includes('"code"')) expect(answer).toMatchObject({ message: sentence });
  else expect(answer).toEqual({ detail: sentence });
}

/** Offline is no error: monitors read the status alone. */
function checkPing(headers: Answer['headers']): void {
  expect(headers['cache-control']).toBe('public, max-age=30');
}

/** A badge that tells what is missing stays a picture, and a picture holds no script. */
function checkBadge({ statusCode, body }: Pick<Answer, 'statusCode' | 'body'>): void {
  expect([404, 502]).toContain(statusCode);
  expect(body === '' || body.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
  expect(body).not.toMatch(/<script|<foreignObject|\son\w+=/i);
}

/** What the parser refuses, beside what routes do. */
const rawStatuses = new Set([...goodStatuses, ...errorStatuses, 100, 408, 431]);

/** One whole answer, as it came over the wire. */
function checkRaw(answer: string): void {
  if (answer === '') return;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const status = Number(head.slice(9, 12));
  expect(rawStatuses).toContain(status);
  if (status < 400) return;
  expect(head).toMatch(/\r\ncontent-type: application\/json(?:\r\n|$)/i);
  expect(head).toMatch(/\r\ncache-control: no-store(?:\r\n|$)/i);
  expect(body).not.toMatch(internals);
  expect(JSON.parse(body)).toEqual({ detail: sentence });
}

async function memoryBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let i = 0; i < 3; i += 1) {
    if (typeof collect === 'function') collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('any request', () => {
  let warmBytes = 0;
  const behaviours = [
    [
      'well',
      () => {
        accounts.behave({ kind: 'normal' });
        chat.behave({ kind: 'normal' });
        guilds.behave({ kind: 'normal' });
        roblox.behave({ kind: 'normal' });
      },
    ],
    [
      'failing',
      () => {
        accounts.behave({ kind: 'status', status: 500 });
        chat.behave({ kind: 'answer', status: 500 });
        guilds.behave({ kind: 'answer', status: 500, body: '' });
        roblox.behave({ kind: 'status', status: 500 });
      },
    ],
    [
      'full of garbage',
      () => {
        accounts.behave({ kind: 'garbage' });
        chat.behave({ kind: 'answer', status: 200, body: '<html>' });
        guilds.behave({ kind: 'answer', status: 200, body: '<html>' });
        roblox.behave({ kind: 'garbage' });
      },
    ],
    [
      'refusing',
      () => {
        accounts.behave({ kind: 'status', status: 429, headers: { 'retry-after': '1' } });
        chat.behave({ kind: 'answer', status: 401, body: '{"code":50027}' });
        guilds.behave({ kind: 'answer', status: 401, body: '{"code":0}' });
        roblox.behave({ kind: 'status', status: 401 });
      },
    ],
  ] as const;

  test.each(behaviours)(
    'while upstreams are %s: a documented status, never a 500',
    async (_name, begin) => {
      begin();
      const seen = new Set<number>();
      const property = asyncProperty(requestArbitrary(api), async (request) => {
        const answer = await ask(request);
        seen.add(answer.statusCode);
        check(request, answer);
      });
      await assert(property, { numRuns: runs, seed });
      expect(logged).toEqual([]);
      // Were it all refused at the door, nothing behind it would have been tried.
      for (const status of [200, 400, 404, 405, 415])
        expect(seen, String(status)).toContain(status);
      // What is loaded and cached by then stays.
      warmBytes ||= await memoryBytes();
    },
    600_000,
  );

  test('leaks no memory', async () => {
    // What is cached of players, servers and pictures is bounded, and a part of this.
    expect((await memoryBytes()) - warmBytes).toBeLessThan(48 * 1024 * 1024);
  });
});

describe('any bytes', () => {
  const pieces = oneof(
    constantFrom(
      'GET /api/blockgame/player/sample-fox HTTP/1.1\r\n',
      'GET HTTP://a/%61pi/templates HTTP/1.1\r\n',
      'POST /api/blockgame/render/composition HTTP/1.1\r\n',
      'Host: a\r\n',
      'Content-Length: 3\r\n',
      'Content-Length: -1\r\n',
      'Content-Length: 99999999999999999999\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Transfer-Encoding: gzip, chunked\r\n',
      'Expect: 100-continue\r\n',
      'Upgrade: h2c\r\nConnection: Upgrade\r\n',
      'Connection: close\r\n',
      '\r\n',
      '\n',
      '[]\r\n',
      '0\r\n\r\n',
      'ffffffffff\r\n',
      ' folded\r\n',
      `X: ${'a'.repeat(17_000)}\r\n`,
      `GET /api/${'a'.repeat(17_000)} HTTP/1.1\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\u0016\u0003\u0001',
    ).map((piece) => Buffer.from(piece, 'latin1')),
    uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  );

  test('get HTTP responses, leak no memory, and the service keeps running', async () => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const property = asyncProperty(
      tuple(array(pieces, { minLength: 1, maxLength: 8 }), nat({ max: 3 })),
      async ([parts, cut]) => {
        const socket = await openConnection(Number(port));
        const bytes = Buffer.concat(parts);
        socket.write(bytes.subarray(0, Math.ceil(bytes.length / (cut + 1))));
        // What is not finished is broken off.
        socket.end(bytes.subarray(Math.ceil(bytes.length / (cut + 1))));
        const answers = await text(socket).catch(() => '');
        if (answers !== '') expect(answers).toMatch(/^HTTP\/1\.1 [1-5]\d\d /);
        for (const answer of answers.split(/(?=HTTP\/1\.1 [1-5]\d\d )/)) checkRaw(answer);
      },
    );
    await assert(property, { numRuns: 300, seed });
    const beforeBytes = await memoryBytes();
    await assert(property, { numRuns: runs, seed: seed + 1 });
    expect((await memoryBytes()) - beforeBytes).toBeLessThan(16 * 1024 * 1024);
    expect(logged).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  }, 600_000);
});
