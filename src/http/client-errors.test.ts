import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import type { RateLimiter } from './rate-limit.ts';
import { createHttpServer, type HttpServer } from './server.ts';

const opened: HttpServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));

/** Sends bytes to a server that counts, and reads until it closes the connection. */
async function exchange(request: string, trustProxy: false | number = false) {
  const taken: [string, string][] = [];
  const standing = { limit: 5, remaining: 4, resetsAtMs: 60_000, retryAfterSeconds: null };
  const limiter: RateLimiter = {
    take: async (address, scope) => {
      taken.push([address, scope]);
      return standing;
    },
    look: () => standing,
    attempt: () => null,
  };
  const app = createHttpServer({ trustProxy, logLevel: 'silent', limiter });
  opened.push(app);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return { answer: await text(socket), taken };
}

const endless = `X: ${'a'.repeat(20_000)}\r\n\r\n`;

describe('what is not HTTP, but was meant for the API', () => {
  test.each([
    ['endless headers', `GET /api/x HTTP/1.1\r\nHost: a\r\n${endless}`, 431, 'api'],
    ['an endless path', `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'api'],
    ['a bad header', 'GET /api/x HTTP/1.1\r\nbad header\r\n\r\n', 400, 'api'],
    ['a disguised path', 'GET /%61pi/x HTTP/1.1\r\nbad header\r\n\r\n', 400, 'api'],
    ['a webhook', `POST /api/discord/webhook/1/a HTTP/1.1\r\n${endless}`, 431, 'webhook'],
  ])('%s is counted', async (_name, request, status, scope) => {
    const { answer, taken } = await exchange(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(taken).toEqual([['127.0.0.1', scope]]);
    expect(answer.split('\r\n')).toEqual(
      expect.arrayContaining([
        'x-ratelimit-limit: 5',
        'x-ratelimit-remaining: 4',
        'x-ratelimit-reset: 60',
        'x-content-type-options: nosniff',
        'access-control-allow-origin: *',
        expect.stringMatching(/^x-request-id: [\w-]{8}-[\da-z]+$/),
      ]),
    );
  });

  test.each([
    ['another path', `GET /x HTTP/1.1\r\n${endless}`],
    ['no request line', 'hello\r\n\r\n'],
    ['an empty one', '\0\0\0'],
  ])('%s is not', async (_name, request) => {
    const { answer, taken } = await exchange(request);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(taken).toEqual([]);
  });

  test('nor is what comes through a proxy, which is not to blame', async () => {
    const { answer, taken } = await exchange(`GET /api/x HTTP/1.1\r\n${endless}`, 1);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(taken).toEqual([]);
  });
});
