import { once } from 'node:events';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Type } from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import { exchange } from '../../../test/support/raw-connection.ts';
import { clientKey } from '../limits/limits.ts';
import { createHttpServer } from './create-server.ts';
import type { HttpServerOptions, HttpServer } from './server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: NodeJS.GCFunction = runInNewContext('gc');

const opened: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

function serverWith(options: Partial<HttpServerOptions> = {}): HttpServer {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent', ...options });
  const schema = { body: Type.Array(Type.Unknown()) };
  app.post('/api/blockgame/render/composition', { schema }, () => ({ done: true }));
  app.get('/api/blockgame/render/composition', (request) => ({ query: request.query }));
  app.get('/api/blockgame/player/:player', (request) => ({
    params: request.params,
    originalUrl: request.originalUrl,
  }));
  app.delete('/api/chat/webhook/:id/*', () => ({}));
  app.get('/ip', (request) => ({ ip: request.ip }));
  opened.push(app);
  return app;
}

async function listening(app: HttpServer): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

const json = { 'content-type': 'application/json' };
const composition = '/api/blockgame/render/composition';

describe('paths and methods', () => {
  test.each([
    ['GET', '/', 404],
    ['GET', '/api/blockgame/player', 404],
    ['GET', '//api/blockgame/player/a', 404],
    ['POST', '/nowhere', 404],
    ['HEAD', '/nowhere', 404],
  ] as const)('%s %s: %i', async (method, url, status) => {
    const response = await serverWith().inject({ method, url });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers).not.toHaveProperty('allow');
    if (method !== 'HEAD')
      expect(response.json()).toEqual({ detail: 'There is nothing at this path.' });
  });

  test.each([
    ['PUT', composition, 'GET, HEAD, POST'],
    ['DELETE', `${composition}?value=a`, 'GET, HEAD, POST'],
    ['OPTIONS', '/api/minecraft/player/Notch', 'GET, HEAD'],
    ['GET', '/api/chat/webhook/1/token', 'DELETE'],
    ['HEAD', '/api/discord/webhook/1/a/b', 'DELETE'],
    ['POST', '/api/blockgame/player/%E2%98%83', 'GET, HEAD'],
  ] as const)('%s %s: 405, allows %s', async (method, url, allow) => {
    const response = await serverWith().inject({ method, url });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    expect(response.headers['content-type']).toBe('application/json');
    if (method !== 'HEAD') {
      expect(response.json()).toEqual({ detail: 'This path does not support this method.' });
    }
  });

  test('the body is not read if there is no route', async () => {
    const app = serverWith();
    const unparsed = { headers: json, body: '{' };
    expect((await app.inject({ method: 'POST', url: '/nowhere', ...unparsed })).statusCode).toBe(
      404,
    );
    expect((await app.inject({ method: 'PUT', url: composition, ...unparsed })).statusCode).toBe(
      405,
    );
  });
});

describe('bodies', () => {
  const mebibyte = 1024 * 1024;
  // An array of exactly one mebibyte of JSON.
  const largest = `["${'a'.repeat(mebibyte - 4)}"]`;

  const notJson = 'The request body must be application/json.';
  const compressed = 'header.content-encoding: must be identity';

  test.each<[string, Record<string, string>, string | undefined, [number, string]]>([
    ['no JSON', json, '[', [400, 'The request body is not valid JSON.']],
    [
      'a poisoned prototype',
      json,
      '[{"__proto__":1}]',
      [400, 'The request body is not valid JSON.'],
    ],
    ['nothing, called JSON', json, '', [400, 'The request body is empty.']],
    ['nothing at all', {}, undefined, [400, 'The request body is empty.']],
    ['JSON of another kind', json, '{}', [400, 'items: must be an array']],
    ['one byte too many', json, `${largest} `, [413, 'The request body is too large.']],
    ['a text', { 'content-type': 'text/plain' }, '[]', [415, notJson]],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', [415, notJson]],
    ['a broken type', { 'content-type': ';;' }, '[]', [415, notJson]],
    ['no type', {}, '[]', [415, notJson]],
    [
      'one that is packed',
      { ...json, 'content-encoding': 'gzip' },
      '\u001f\u008b',
      [415, compressed],
    ],
    [
      'one that is packed twice',
      { ...json, 'content-encoding': 'br, gzip' },
      '[]',
      [415, compressed],
    ],
  ])('%s', async (_name, headers, body, expected) => {
    const request = { method: 'POST', url: composition, headers } as const;
    const response = await serverWith().inject(body === undefined ? request : { ...request, body });
    expect(response.headers['content-type']).toBe('application/json');
    expect([response.statusCode, response.json()]).toEqual([expected[0], { detail: expected[1] }]);
  });

  test.each([
    ['of the largest size', json, largest],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }, '[]'],
    ['that is not packed', { ...json, 'content-encoding': 'Identity' }, '[]'],
    ['with a type in capitals', { 'content-type': 'Application/JSON' }, '[]'],
  ])('a body %s is taken', async (_name, headers, body) => {
    const response = await serverWith().inject({ method: 'POST', url: composition, headers, body });
    expect(response.statusCode).toBe(200);
  });

  test('an endless body is refused as soon as it is too long', async () => {
    const port = await listening(serverWith());
    const head = `POST ${composition} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
    const chunk = `10000\r\n${'a'.repeat(0x1_0000)}\r\n`;
    const response = await exchange(
      port,
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('{"detail":"The request body is too large."}');
  });
});

describe('what is not HTTP', () => {
  const invalid = [400, 'The request is not valid HTTP.'] as const;
  const tooLarge = [431, 'The request headers are too large.'] as const;
  const twoHosts = [400, 'The request has more than one Host header.'] as const;
  const long = 'a'.repeat(20_000);
  const close = 'Connection: close\r\n\r\n';

  test.each<[string, string, number, string]>([
    ['a bad request line', 'hello\r\n\r\n', ...invalid],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', ...invalid],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', ...invalid],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      ...invalid,
    ],
    ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`, ...tooLarge],
    ['an endless path', `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`, ...tooLarge],
    ['no host', `GET /ip HTTP/1.1\r\n${close}`, 400, 'The request has no Host header.'],
    ['two hosts', `GET /ip HTTP/1.1\r\nHost: a\r\nhost: b\r\n${close}`, ...twoHosts],
    ['no path', `OPTIONS * HTTP/1.1\r\nHost: a\r\n${close}`, 404, 'There is nothing at this path.'],
  ])('%s', async (_name, request, status, detail) => {
    const response = await exchange(await listening(serverWith()), request);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase().split('\r\n')).toEqual(
      expect.arrayContaining([
        'connection: close',
        'content-type: application/json',
        'cache-control: no-store',
        `content-length: ${Buffer.byteLength(body)}`,
      ]),
    );
    expect(JSON.parse(body)).toEqual({ detail });
  });
});

/** A server, and the lines that it logs. */
function logging(): {
  app: HttpServer;
  lines: Record<string, unknown>[];
} {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const parsed: Record<string, unknown> = JSON.parse(line);
    lines.push(parsed);
  };
  return {
    lines,
    app: serverWith({ logLevel: 'info', logStream: { write }, clientKeyOf: clientKey }),
  };
}

describe('the log', () => {
  test.each([
    ['198.51.100.7', '198.51.100.0/24'],
    ['::ffff:198.51.100.7', '198.51.100.0/24'],
    ['2001:db8:5:6::7', '2001:db8:5::/48'],
    ['unknown', 'unknown'],
  ])(
    'has one line for the response to %s, with the network of the client',
    async (from, client) => {
      const { app, lines } = logging();
      await app.inject({ url: '/api/minecraft/player/Notch', remoteAddress: from });
      const route = '/api/blockgame/player/:player';
      const told = { msg: 'answered', method: 'GET', route, status: 200, client };
      expect(lines).toEqual([expect.objectContaining({ ...told, ms: expect.any(Number) })]);
    },
  );

  test.each([
    ['/nowhere/secret-path?q=secret-query', 404],
    ['/api/blockgame/player/%zz-secret-path?q=secret-query', 400],
  ])('also has a line for %s', async (url, status) => {
    const { app, lines } = logging();
    await app.inject(url);
    expect(lines).toEqual([expect.objectContaining({ route: 'none', status })]);
  });
});

test('an idle connection keeps nothing of the request before', async () => {
  const app = serverWith();
  const bodies: WeakRef<object>[] = [];
  app.addHook('preHandler', async ({ body }) => {
    bodies.push(new WeakRef(Object(body)));
  });
  const socket = connect(await listening(app), '127.0.0.1');
  const head = `POST ${composition} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 3\r\n\r\n[1]`);
  await once(socket, 'data');
  await expect
    .poll(() => {
      collectGarbage({ type: 'major' });
      return bodies.map((body) => body.deref());
    })
    .toEqual([undefined]);
  expect(socket.readyState).toBe('open');
  socket.destroy();
});
