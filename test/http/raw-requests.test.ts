import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Parts } from '../../src/service/create-app.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';
import { openConnection } from '../support/raw-connection.ts';

// What no client library sends: bytes of our own, on real connections.

const drawing = await watchDrawing();
/** For the tests that need no other: its window begins anew for each. */
const usual = await serve();
beforeEach(() => usual.clock.advance(60_000));
afterAll(async () => {
  await usual.app.close();
});

const opened: HttpServer[] = [];
const logged: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  expect(logged.splice(0)).toEqual([]);
});

type Service = Awaited<ReturnType<typeof serve>>;

/** The service, listening: ten places a minute, two of them for webhooks. */
async function serve(
  env: Readonly<Record<string, string>> = {},
  bounds: Parts['serverLimits'] = {},
) {
  const clock = createFakeClock();
  const app = await openApp(
    { LOG_LEVEL: 'warn', RATE_LIMIT_MAX: '10', WEBHOOK_PROXY_RATE_LIMIT_MAX: '2', ...env },
    {
      clock,
      openDrawing: drawing.open,
      logStream: { write: (line) => void logged.push(line) },
      serverLimits: bounds,
    },
  );
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  /** Each piece is sent when the server has read the one before. Gives all that comes back. */
  const send = async (...pieces: readonly string[]): Promise<string> => {
    const socket = await openConnection(Number(port));
    const answer = text(socket);
    for (const piece of pieces) {
      socket.write(piece, 'latin1');
      // It has been read when somebody who came after it is answered.
      await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    }
    return answer;
  };
  return { app, clock, port: Number(port), send };
}

/** One that is closed after the test. */
async function serveOnce(...options: Parameters<typeof serve>): Promise<Service> {
  const service = await serve(...options);
  opened.push(service.app);
  return service;
}

/** Statuses of all responses on a connection, and what each said is left of the window. */
function answersIn(bytes: string): [status: number, left: string | undefined][] {
  const heads = bytes.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[^\r]+\r\n)*/g);
  return [...heads].map(([head, status]) => [
    Number(status),
    /\r\nx-ratelimit-remaining: (\d+)/i.exec(head)?.[1],
  ]);
}

/** A request line as given, and the connection closed after the answer. */
const asking = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

const composition = '/api/blockgame/render/composition';
const post = `POST ${composition} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;

describe('a request line for the API takes one token, in any spelling', () => {
  test.each<[string, number]>([
    ['GET /api/templates', 200],
    ['GET /%61pi/templates', 200],
    ['GET /api/templates#x', 200],
    ['GET http://a/api/templates', 200],
    ['GET HTTP://a/api/templates', 200],
    ['GET hTTpS://user@a:1/%61%70i/templates', 200],
    ['GET HTTP://a/api/minecraft/render/head/sample-fox/full?height=16', 200],
    ['GET /api/templates/', 200],
    ['GET /api/templates;x=1', 404],
    ['GET /api%2ftemplates', 404],
    ['GET /api/../healthz', 404],
    ['GET /api//templates', 404],
    [`GET /api/compat/crafatar/${'a/'.repeat(8000)}b`, 400],
    ['GET /api/%zz', 400],
    ['GET HTTP://a/api/%zz', 400],
    ['HEAD /api/templates', 200],
    ['OPTIONS /api/templates', 405],
    ['TRACE /api/templates', 405],
    ['PROPFIND HTTP://a/api/templates', 405],
    ['PURGE /api/nothing', 404],
  ])('%s: %i', async (line, status) => {
    const { send } = usual;
    expect(answersIn(await send(asking(line)))).toEqual([[status, '9']]);
    expect(answersIn(await send(asking('GET /api/nothing')))).toEqual([[404, '8']]);
  });

  test.each([
    '*',
    '*api/blockgame/render/head/sample-fox/full',
    '*api/chat/webhook/11111111111111111/tok',
    '*healthz',
    'http://a',
    'http://a?/api/templates',
    'http:///api/templates',
    'ftp://a/api/templates',
  ])('%s is no path: 400, whatever the method', async (target) => {
    const { send } = usual;
    for (const method of ['GET', 'POST', 'HEAD', 'DELETE']) {
      expect(answersIn(await send(asking(`${method} ${target}`)))[0]?.[0], method).toBe(400);
    }
    expect(answersIn(await send(asking('GET /api/nothing')))).toEqual([[404, '9']]);
  });

  test('without tokens, any spelling is a 429', async () => {
    const { app, send } = usual;
    for (let i = 0; i < 10; i += 1) await app.inject('/api/nothing');
    for (const url of ['/api/templates', '/%61pi/templates', 'HTTP://a/api/templates']) {
      expect(answersIn(await send(asking(`GET ${url}`))), url).toEqual([[429, '0']]);
    }
  });
});

describe('headers that name the host', () => {
  const bad = [
    '1.2.3.4.5',
    'a:99999',
    '[1]',
    '[::::]',
    '08',
    '256.256.256.256',
    'a b',
    'a/b',
    'a@b',
    'é',
    '',
  ];
  const pages = ['/', '/api/docs', '/api/templates', '/api/openapi.json', '/api/nothing'];

  test.each(bad)('Host: %s is invalid: 400, never 500', async (host) => {
    for (const path of pages) {
      const answer = await usual.send(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 /);
    }
    const page = await usual.send(
      `GET / HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    );
    expect(page).toMatch(/^HTTP\/1\.1 400 /);
    expect(page).toContain('\r\ncontent-type: text/html; charset=utf-8\r\n');
    expect(page).toContain('The Host header is not a host.');
  });

  test.each(['a', 'a.example', 'a_b.example:8080', '192.0.2.1', '[2001:db8::1]:443'])(
    'Host: %s is valid',
    async (host) => {
      const answer = await usual.send(
        `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  const forwarded = [
    'X-Forwarded-Host: 1.2.3.4.5',
    'X-Forwarded-Host: a, b c',
    'X-Forwarded-Proto: javascript',
    'X-Forwarded-Proto: http, x:y',
    'X-Forwarded-For: garbage',
  ];

  test('forwarded headers are ignored without TRUST_PROXY', async () => {
    for (const header of forwarded) {
      const answer = await usual.send(
        `GET / HTTP/1.1\r\nHost: a\r\n${header}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer, header).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer, header).not.toMatch(/1\.2\.3\.4\.5/);
    }
  });

  test('forwarded headers of a trusted proxy must hold a valid host, scheme and address', async () => {
    const { send } = await serveOnce({ TRUST_PROXY: '1' });
    const ask = (header: string) =>
      send(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\nConnection: close\r\n\r\n`);
    for (const header of forwarded) {
      expect(await ask(header), header).toMatch(/^HTTP\/1\.1 400 /);
      const page = await ask(`${header}\r\nAccept: text/html`);
      expect(page, header).toContain('<html');
      expect(page, header).not.toMatch(/javascript:\/|x:y|b c/);
    }
    const page = await ask(
      'X-Forwarded-Host: b.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.1',
    );
    expect(page).toMatch(/^HTTP\/1\.1 200 /);
    expect(page).toContain('https://b.example');
  });
});

test.each([
  [composition, 'application/json'],
  [composition, 'application/json; charset=utf-8'],
  ['/api/chat/webhook/123456789012345678/token', 'application/json'],
  ['/api/chat/webhook/123456789012345678/token', 'application/x-www-form-urlencoded'],
  ['/api/chat/webhook/123456789012345678/token', 'multipart/form-data; boundary=a'],
  ['/api/blockgame/render/head/full', 'image/png'],
])('POST %s with the type %s and no body is answered at once: 400', async (path, type) => {
  const answer = await usual.send(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('deeply nested JSON is a 400 on every route', async () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  for (const path of [composition, '/api/chat/webhook/123456789012345678/token']) {
    const answer = await usual.send(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${deep.length}\r\n\r\n${deep}`,
    );
    expect(answer, path).toMatch(/^HTTP\/1\.1 400 /);
  }
});

describe('unusual, but valid HTTP', () => {
  test.each([
    ['an upgrade that nobody offers', 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'],
    ['one to HTTP/2', 'Connection: Upgrade, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n'],
    ['an unknown expectation', 'Expect: the impossible\r\nConnection: close\r\n'],
    ['a body that nobody asked for', 'Content-Length: 5\r\nConnection: close\r\n\r\nhello'],
  ])('%s is a request like any other', async (_name, rest) => {
    const { send } = usual;
    const head = `GET /api/templates HTTP/1.1\r\nHost: a\r\n${rest}`;
    expect(answersIn(await send(`${head}\r\n`))).toEqual([[200, '9']]);
  });

  test('HTTP/1.0 without a host', async () => {
    const { send } = usual;
    expect(answersIn(await send('GET /api/templates HTTP/1.0\r\n\r\n'))).toEqual([[200, '9']]);
  });

  test('pipelined requests are answered in order, and counted one by one', async () => {
    const { send } = usual;
    const ask = 'GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n';
    const answers = answersIn(await send(ask.repeat(11) + asking('GET /healthz')));
    const left = ['9', '8', '7', '6', '5', '4', '3', '2', '1', '0'];
    expect(answers).toEqual([...left.map((count) => [404, count]), [429, '0'], [200, undefined]]);
  });
});

describe('an invalid or interrupted request after its head', () => {
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;

  test.each<[string, number, readonly string[]]>([
    ['a chunk of no length', 400, [chunked, 'zz\r\n[]\r\n0\r\n\r\n']],
    ['an endless chunk extension', 413, [chunked, `2;${'a'.repeat(20_000)}\r\n[]\r\n0\r\n\r\n`]],
    ['endless trailers', 431, [chunked, `2\r\n[]\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`]],
  ])('%s: %i, with all headers of a response', async (_name, status, pieces) => {
    const { send } = usual;
    const answer = await send(...pieces);
    expect(answersIn(answer)).toEqual([[status, '9']]);
    expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/);
    expect(answer).toMatch(/\r\naccess-control-allow-origin: \*\r\n/);
    expect(answer).toMatch(/\r\n\r\n\{"detail":"The request [^"]+\."\}$/);
  });

  test('garbage after complete requests: they are answered, and the connection is closed', async () => {
    const { send } = usual;
    const draw =
      'GET /api/blockgame/render/head/sample-fox/full?height=64 HTTP/1.1\r\nHost: a\r\n\r\n';
    const answer = await send(
      `${draw}${asking('GET /api/nothing').replace('close', 'keep-alive')}garbage\r\n\r\n`,
    );
    expect(answersIn(answer)).toEqual([
      [200, '9'],
      [404, '8'],
    ]);
  });
});

test('proxy requests are refused with an explanation', async () => {
  const answer = await usual.send('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
  expect(answersIn(answer)).toEqual([[400, undefined]]);
  expect(answer).toMatch(/\r\n\r\n\{"detail":"The request is not valid HTTP\."\}$/);
});

describe('a client that ends its side of the connection with the request', () => {
  const sendAndEnd = async (bytes: string): Promise<string> => {
    const socket = connect(usual.port, '127.0.0.1');
    socket.end(bytes);
    return text(socket);
  };
  const draw =
    'GET /api/blockgame/render/head/sample-fox/full?height=77 HTTP/1.1\r\nHost: a\r\n\r\n';
  const body = '[{"value":"sample-fox"},{"value":"sample-chef"}]';

  test('gets the response, however late it is', async () => {
    const compose = `${post}Content-Length: ${body.length}\r\n\r\n${body}`;
    expect(answersIn(await sendAndEnd(compose))).toEqual([[200, '9']]);
    const both = await sendAndEnd(draw + asking('GET /api/nothing'));
    expect(answersIn(both)).toEqual([
      [200, '8'],
      [404, '7'],
    ]);
  });

  test('gets an animation, which is drawn to its end', async () => {
    const film = '/api/blockgame/render/head/sample-fox/full?height=78&motion=idle';
    const answer = await sendAndEnd(`GET ${film} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answersIn(answer)).toEqual([[200, '9']]);
  });

  test('gets a 400 if the request is incomplete', async () => {
    const cut = await sendAndEnd(`${post}Content-Length: 9\r\n\r\n[`);
    expect(answersIn(cut)).toEqual([[400, '9']]);
    const half = await sendAndEnd('GET /api/nothing HTTP/1.1\r\nHost');
    expect(answersIn(half)).toEqual([[400, undefined]]);
  });
});

test('clients that disconnect with requests in progress cause no error and free their slots', async () => {
  const { app, port, send } = await serveOnce(
    { RATE_LIMIT_MAX: '100000' },
    { requestsInProgress: 50 },
  );
  const draw =
    'GET /api/blockgame/render/head/sample-fox/full?height=65 HTTP/1.1\r\nHost: a\r\n\r\n';
  const more =
    'GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\nPOST /api/chat/webhook/1/a HTTP/1.1\r\nHost: a\r\n\r\n';
  for (let i = 0; i < 100; i += 1) {
    const socket = await openConnection(port);
    const isSeen = once(app.server, 'request');
    socket.write(draw.replace('65', String(i + 16)) + more.repeat(10));
    await isSeen;
    socket.resetAndDestroy();
  }
  // The last of them have been noticed once somebody who came later is answered.
  for (let i = 0; i < 10; i += 1) await setImmediate();
  expect(answersIn(await send(asking('GET /api/templates')))[0]?.[0]).toBe(200);
});

test('a client that disconnected before its address was read is served too', async () => {
  const { app, send } = await serveOnce({ LOG_LEVEL: 'info' });
  // What Node says of a connection that was reset in the moment in which it was made.
  app.server.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: undefined });
  });
  const body = `${post}Connection: close\r\nContent-Length: 2\r\n\r\n[]`;
  expect(answersIn(await send(asking('GET /api/nothing')))).toEqual([[404, '9']]);
  expect(answersIn(await send(body))).toEqual([[400, '8']]);
  expect(answersIn(await send(asking('GET /api/%zz')))).toEqual([[400, '7']]);
  const lines = logged.splice(0);
  expect(lines.filter((line) => !line.includes('"level":30'))).toEqual([]);
  expect(lines.filter((line) => line.includes('"client":"unknown"')).length).toBeGreaterThan(2);
});
