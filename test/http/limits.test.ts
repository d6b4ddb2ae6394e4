import { afterEach, describe, expect, test } from 'vitest';
import type { HttpServer, ServerLimits } from '../../src/service/http/server.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

const drawing = await watchDrawing();

const opened: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  drawing.forget();
});

/** Not at a whole second: a window has ended once the second is over that `X-RateLimit-Reset` names. */
const startMs = 1_000_000_000_001;
const resetSeconds = 1_000_000_061;

type Ask = {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly from?: string;
};

/** The service with limits that are soon reached, on a clock that stands still. */
async function service(
  env: Readonly<Record<string, string>> = {},
  bounds: Partial<ServerLimits> = {},
) {
  const clock: FakeClock = createFakeClock(startMs);
  const parts = { clock, serverLimits: bounds, openDrawing: drawing.open };
  const app = await openApp(
    {
      RATE_LIMIT_MAX: '5',
      WEBHOOK_PROXY_RATE_LIMIT_MAX: '2',
      // Nobody is there: what asks an upstream fails at once.
      MOJANG_API_URL: 'http://127.0.0.1:1',
      MOJANG_SESSION_URL: 'http://127.0.0.1:1',
      MOJANG_TEXTURES_URL: 'http://127.0.0.1:1',
      DISCORD_API_URL: 'http://127.0.0.1:1',
      ...env,
    },
    parts,
  );
  opened.push(app);
  const ask = (url: string, { method = 'GET', headers = {}, body, from }: Ask = {}) =>
    app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body }),
      ...(from !== undefined && { remoteAddress: from }),
    });
  return { app, clock, ask };
}

type Service = Awaited<ReturnType<typeof service>>;
type Answer = Awaited<ReturnType<Service['ask']>>;

function rateLimitOf({ headers }: Answer) {
  return [
    headers['x-ratelimit-limit'],
    headers['x-ratelimit-remaining'],
    headers['x-ratelimit-reset'],
  ].map(Number);
}

const head = '/api/blockgame/render/head/sample-fox/full?height=32';
const composition = '/api/blockgame/render/composition?height=32';
const foxes = '[{"value":"sample-fox","label":""}]';
const json = { 'content-type': 'application/json' };
const nothing = '/api/nothing';

async function spend({ ask }: Service, times = 5): Promise<void> {
  for (let i = 0; i < times; i += 1) await ask(nothing);
}

describe('the window', () => {
  test('counts down in the headers, then returns 429 as specified, then starts again', async () => {
    const { ask, clock } = await service();
    for (let remaining = 4; remaining >= 0; remaining -= 1) {
      expect(rateLimitOf(await ask(nothing))).toEqual([5, remaining, resetSeconds]);
    }
    await clock.advance(17_500);
    const refused = await ask(nothing);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '43',
    });
    expect(refused.json()).toEqual({ detail: 'Too many requests; try again in 43 seconds.' });
    expect(rateLimitOf(refused)).toEqual([5, 0, resetSeconds]);
    await clock.advance(42_499);
    expect((await ask(nothing)).headers['retry-after']).toBe('1');
    await clock.advance(1);
    const anew = await ask(nothing);
    expect(anew.statusCode).toBe(404);
    expect(rateLimitOf(anew)).toEqual([5, 4, resetSeconds + 60]);
    expect(anew.headers).not.toHaveProperty('retry-after');
  });

  test('a client without tokens causes no work', async () => {
    const world = await service();
    await spend(world);
    const refused = await world.ask(composition, { method: 'POST', headers: json, body: foxes });
    expect(refused.statusCode).toBe(429);
    expect(drawing.rows).toEqual([]);
  });
});

describe('every response under /api/ has the headers and takes a token', () => {
  test.each<[number, string, string, Ask]>([
    [200, 'a picture', head, {}],
    [200, 'a HEAD', head, { method: 'HEAD' }],
    [200, 'a composition', composition, { method: 'POST', headers: json, body: foxes }],
    [200, 'a page', '/api/templates', {}],
    [400, 'a bad value', `${head}&crop=nose`, {}],
    [400, 'bad JSON', composition, { method: 'POST', headers: json, body: '[' }],
    [400, 'a bad path', '/api/%zz', {}],
    [400, 'a bad path in disguise', '/%61pi/%zz', {}],
    [404, 'nothing there', nothing, {}],
    [404, 'nothing there, in disguise', '/%61%70i/nothing', {}],
    [404, 'nothing there, by its alias', '/api/minecraft', {}],
    [405, 'another method', composition, { method: 'DELETE' }],
    [405, 'a question that is no preflight', composition, { method: 'OPTIONS' }],
    [
      413,
      'a large body',
      composition,
      { method: 'POST', headers: json, body: ' '.repeat(1_048_577) },
    ],
    [415, 'another type', composition, { method: 'POST', headers: {}, body: 'a' }],
    [502, 'an upstream that is away', '/api/blockgame/render/head/Notch/full', {}],
  ])('%i: %s', async (status, _name, url, asked) => {
    const { ask } = await service();
    const answer = await ask(url, asked);
    expect(answer.statusCode).toBe(status);
    expect(rateLimitOf(answer)).toEqual([5, 4, resetSeconds]);
    await Promise.all(Array.from({ length: 4 }, () => ask(nothing)));
    expect((await ask(url, asked)).statusCode).toBe(429);
  });

  test('500: an internal error', async () => {
    const { ask } = await service();
    drawing.failNext(new Error('broken'));
    const broken = await ask(composition, { method: 'POST', headers: json, body: foxes });
    expect(broken.statusCode).toBe(500);
    expect(rateLimitOf(broken)).toEqual([5, 4, resetSeconds]);
  });

  test('503: overload', async () => {
    const { ask } = await service({}, { requestsInProgress: 0 });
    const refused = await ask(head);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(rateLimitOf(refused)).toEqual([5, 4, resetSeconds]);
  });

  test('health checks and page files are not counted', async () => {
    const { ask } = await service();
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec((await ask('/')).body) ?? [];
    for (const url of ['/healthz', '/readyz', '/favicon.ico', '/robots.txt', script]) {
      const { statusCode, headers } = await ask(url);
      expect([statusCode, headers['x-ratelimit-limit']], url).toEqual([200, undefined]);
    }
    expect(rateLimitOf(await ask(nothing))[1]).toBe(4);
  });

  test('a path with a segment that is too long is counted like any other', async () => {
    const { ask } = await service();
    const long = 'a'.repeat(4097);
    const told = [];
    for (const url of [`/${long}`, `/api/${long}`, `/api/blockgame/player/${long}`]) {
      const answer = await ask(url);
      told.push([answer.statusCode, ...rateLimitOf(answer).slice(0, 2)]);
    }
    const hook = await ask(`/api/discord/webhook/1/${long}`, { method: 'POST', body: '{}' });
    told.push([hook.statusCode, ...rateLimitOf(hook).slice(0, 2)]);
    expect(told).toEqual([
      [400, 600, 599],
      [400, 5, 4],
      [400, 5, 3],
      [400, 2, 1],
    ]);
  });

  test('pages have a window of their own, 600 a minute', async () => {
    const { ask } = await service();
    const urls = ['/', '/nothing', '/apiary', '/api', '/%zz', '/a+b', '/assets/x.js', '/healthz/x'];
    for (const [index, url] of urls.entries()) {
      expect(rateLimitOf(await ask(url)), url).toEqual([600, 599 - index, resetSeconds]);
    }
    for (let i = urls.length; i < 600; i += 1) await ask('/nothing');
    const refused = await ask('/');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(rateLimitOf(await ask(nothing))).toEqual([5, 4, resetSeconds]);
  });
});

/** Asks for a picture, and gives what a client then asks with. */
async function withPicture({ ask }: Service, url = head) {
  return { 'if-none-match': String((await ask(url)).headers.etag) };
}

describe('a 304 from memory', () => {
  test('is served without tokens, also concurrently', async () => {
    const world = await service();
    const headers = await withPicture(world);
    await spend(world);
    expect((await world.ask(head)).statusCode).toBe(429);
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => world.ask(head, { headers })),
      world.ask(head, { headers, method: 'HEAD' }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(304);
      expect(answer.headers.etag).toBe(headers['if-none-match']);
      expect(answer.headers).not.toHaveProperty('retry-after');
      expect(rateLimitOf(answer)).toEqual([5, 0, resetSeconds]);
    }
  });

  test('is served for the POST of a composition and for a page too', async () => {
    const world = await service();
    const post = { method: 'POST', headers: json, body: foxes } as const;
    const etag = String((await world.ask(composition, post)).headers.etag);
    const page = await withPicture(world, '/api/templates');
    await spend(world);
    expect((await world.ask(composition, post)).statusCode).toBe(429);
    const again = { ...post, headers: { ...json, 'if-none-match': etag } };
    expect((await world.ask(composition, again)).statusCode).toBe(304);
    expect((await world.ask('/api/templates', { headers: page })).statusCode).toBe(304);
  });

  test('of a page is in the requested language', async () => {
    const world = await service();
    const inEnglish = await withPicture(world, '/api/templates');
    const spanish = { ...inEnglish, 'accept-language': 'es' };
    const answer = await world.ask('/api/templates', { headers: spanish });
    expect([answer.statusCode, answer.headers['content-language']]).toEqual([200, 'es']);
    const held = { ...spanish, 'if-none-match': String(answer.headers.etag) };
    await spend(world);
    expect((await world.ask('/api/templates', { headers: held })).statusCode).toBe(304);
    expect((await world.ask('/api/templates', { headers: inEnglish })).statusCode).toBe(304);
  });

  test.each([
    ['a validator of something else', '"other"', 200],
    ['no validator at all', 'garbage', 200],
  ])('%s takes a token like every other request', async (_name, validator, status) => {
    const { ask } = await service();
    const headers = { 'if-none-match': validator };
    for (let remaining = 4; remaining >= 0; remaining -= 1) {
      const answer = await ask(head, { headers });
      expect(answer.statusCode).toBe(status);
      expect(rateLimitOf(answer)).toEqual([5, remaining, resetSeconds]);
    }
    const refused = await ask(head, { headers });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '60',
    });
    expect(refused.headers).not.toHaveProperty('etag');
    expect(refused.headers).not.toHaveProperty('x-cache');
    expect(refused.json()).toEqual({ detail: 'Too many requests; try again in 60 seconds.' });
  });

  test('a 304 that needed an upstream request takes a token', async () => {
    const world = await service();
    world.app.get('/api/blockgame/asked', (_request, reply) =>
      reply.code(304).header('x-cache', 'MISS').send(),
    );
    const answer = await world.ask('/api/blockgame/asked', { headers: { 'if-none-match': '*' } });
    expect(rateLimitOf(answer)).toEqual([5, 4, resetSeconds]);
  });
});

describe('webhook posts', () => {
  const webhook = '/api/chat/webhook/123456789012345678/token';
  const post = { method: 'POST', headers: json, body: '{"content":"a"}' } as const;

  test('have a stricter limit, shown in the headers', async () => {
    const { ask } = await service();
    expect(rateLimitOf(await ask(webhook, post))).toEqual([2, 1, resetSeconds]);
    expect(rateLimitOf(await ask(webhook, post))).toEqual([2, 0, resetSeconds]);
    const refused = await ask(webhook, post);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.json()).toEqual({ detail: 'Too many requests; try again in 60 seconds.' });
    expect(rateLimitOf(await ask(nothing))).toEqual([5, 1, resetSeconds]);
  });

  test('other webhook requests share a second window of the same size', async () => {
    const { ask } = await service();
    const messages = `${webhook}/messages/1`;
    expect(rateLimitOf(await ask(webhook, post)).slice(0, 2)).toEqual([2, 1]);
    expect(rateLimitOf(await ask(messages)).slice(0, 2)).toEqual([2, 1]);
    expect(rateLimitOf(await ask(messages, { method: 'DELETE' })).slice(0, 2)).toEqual([2, 0]);
    const refused = await ask(messages, { method: 'HEAD' });
    expect([refused.statusCode, rateLimitOf(refused)[0]]).toEqual([429, 2]);
    // The last token of all that is done below /api/.
    expect(rateLimitOf(await ask('/api/chat/webhook/queue/1'))).toEqual([5, 0, resetSeconds]);
  });

  test('are never admitted without tokens for a possible 304', async () => {
    const world = await service();
    await spend(world);
    const headers = { ...json, 'if-none-match': '*' };
    expect((await world.ask(webhook, { ...post, headers })).statusCode).toBe(429);
    expect((await world.ask(`${webhook}/messages/1`, { headers })).statusCode).toBe(429);
  });
});

describe('the client', () => {
  test('is not changed by a forged header', async () => {
    const { ask } = await service({ RATE_LIMIT_MAX: '1' });
    const names = [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'cf-connecting-ip',
      'true-client-ip',
    ];
    await ask(nothing);
    for (const name of names) {
      const headers = { [name]: '198.51.100.7' };
      expect((await ask(nothing, { headers })).statusCode, name).toBe(429);
    }
  });

  test.each([
    ['1', '127.0.0.1'],
    ['10.0.0.0/8', '10.1.2.3'],
  ])(
    'behind a proxy (TRUST_PROXY=%s) is the one that the proxy names',
    async (TRUST_PROXY, from) => {
      const { ask } = await service({ RATE_LIMIT_MAX: '1', TRUST_PROXY });
      const status = async (chain: string, url = nothing) =>
        (await ask(url, { from, headers: { 'x-forwarded-for': chain } })).statusCode;
      expect(await status('192.0.2.1')).toBe(404);
      expect(await status('192.0.2.2')).toBe(404);
      expect(await status('2001:db8:1:2::1')).toBe(404);
      expect(await status('2001:db8:1:2:ffff::9')).toBe(429);
      // What the client wrote itself stands before what the proxy added.
      expect(await status('203.0.113.9, 192.0.2.1')).toBe(429);
      expect(await status('203.0.113.9, 192.0.2.2', '/api/%zz')).toBe(429);
      expect(await status('203.0.113.9, 192.0.2.3', '/api/%zz')).toBe(400);
      expect(await status('192.0.2.3')).toBe(429);
    },
  );

  test('is named by trusted proxies only', async () => {
    const { ask } = await service({ RATE_LIMIT_MAX: '1', TRUST_PROXY: '10.0.0.0/8' });
    const from = '192.0.2.9';
    await ask(nothing, { from });
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    expect((await ask(nothing, { from, headers })).statusCode).toBe(429);
  });
});

describe('what a page of another origin may do', () => {
  test.each([
    [200, head],
    [400, '/api/%zz'],
    [404, nothing],
  ])('read a response (%i) and its relevant headers', async (status, url) => {
    const { ask } = await service();
    const { statusCode, headers } = await ask(url, { headers: { origin: 'https://a.example' } });
    expect(statusCode).toBe(status);
    expect(headers['access-control-allow-origin']).toBe('*');
    // All of them, as no request has credentials.
    expect(headers['access-control-expose-headers']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
  } as const;

  test.each([composition, nothing, '/api/discord/webhook/1/a'])(
    'send preflights to %s, without tokens',
    async (url) => {
      const world = await service();
      await spend(world);
      const answer = await world.ask(url, preflight);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
        'access-control-allow-headers': '*',
        'x-ratelimit-remaining': '0',
      });
    },
  );

  test('nothing outside /api/', async () => {
    const { ask } = await service();
    const answer = await ask('/healthz', { headers: preflight.headers });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await ask('/healthz', preflight)).statusCode).toBe(405);
  });
});

describe('every response', () => {
  test.each(['/healthz', head, nothing, '/nothing', '/api/%zz'])(
    '%s has its own request id, forbids sniffing, and names no software',
    async (url) => {
      const { ask } = await service();
      const answers = [await ask(url), await ask(url)];
      const ids = answers.map(({ headers }) => headers['x-request-id']);
      expect(new Set(ids).size).toBe(2);
      for (const { headers } of answers) {
        expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers).not.toHaveProperty('x-powered-by');
        expect(headers).not.toHaveProperty('server');
      }
    },
  );

  test('pages may load nothing from other origins', async () => {
    const { ask } = await service();
    const page = await ask('/api/templates');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });
});
