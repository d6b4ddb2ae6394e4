import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from './create-server.ts';
import type { HttpServer } from './server.ts';
import type { RateLimitStatus } from '../limits/limits.ts';

let app: HttpServer;
afterEach(() => app.close());

const free: RateLimitStatus = { limit: 9, remaining: 8, resetsAtMs: 0, retryAfterSeconds: null };

test('who hangs up while a shared limit is counted leaves no place taken', async () => {
  const asked = Promise.withResolvers<void>();
  let isSlow = false;
  const count = () => {
    if (!isSlow) return free;
    asked.resolve();
    return new Promise<RateLimitStatus>(() => {});
  };
  app = createHttpServer({
    trustProxy: false,
    logLevel: 'silent',
    limiter: { take: count, look: count, credit: count },
    serverLimits: { requestsInProgressPerClient: 1 },
  });
  let made = 0;
  app.get('/api/picture', (_request, reply) => {
    made += 1;
    const bytes = Buffer.from('picture');
    reply.header('etag', '"1"').keepUntil(Number.POSITIVE_INFINITY, bytes);
    return reply.send(bytes);
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async () => (await fetch(`${origin}/api/picture`)).text();
  expect(await ask()).toBe('picture');

  isSlow = true;
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const [served] = await accepted;
  socket.write('GET /api/picture HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  const closed = once(served, 'close');
  socket.destroy();
  await closed;

  isSlow = false;
  expect(await ask()).toBe('picture');
  // Both came from the response cache, or else the second would have been refused.
  expect(made).toBe(1);
});
