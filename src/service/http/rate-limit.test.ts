import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from './create-server.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { HttpServer } from './server.ts';
import type { RateLimitStatus } from '../limits/limits.ts';

let app: HttpServer;
afterEach(() => app.close());

const free: RateLimitStatus = { limit: 9, remaining: 8, resetsAtMs: 0, retryAfterSeconds: null };

test.each([
  ['what was answered before', '/api/picture'],
  ['something new', '/api/picture?new'],
])('a client that leaves while %s is counted is logged and frees its slot', async (_what, url) => {
  const asked = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<RateLimitStatus>();
  let isSlow = false;
  const count = async () => {
    if (!isSlow) return free;
    asked.resolve();
    return counted.promise;
  };
  const answered: Parameters<Metrics['countResponse']>[0][] = [];
  app = createHttpServer({
    trustProxy: false,
    logLevel: 'silent',
    onResponse: (facts) => void answered.push(facts),
    limiter: { take: count, look: count, credit: count },
    serverLimits: { requestsInProgress: 1 },
  });
  let made = 0;
  app.get('/api/picture', (_request, reply) => {
    made += 1;
    const bytes = Buffer.from('picture');
    reply.header('etag', '"1"').cacheUntil(Number.POSITIVE_INFINITY, bytes);
    return reply.send(bytes);
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async () => (await fetch(`${origin}/api/picture`)).text();
  expect(await ask()).toBe('picture');

  isSlow = true;
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const [served] = await accepted;
  socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await asked.promise;
  const closed = new Promise((resolve) => served.once('close', resolve));
  socket.resetAndDestroy();
  await closed;

  isSlow = false;
  expect(await ask()).toBe('picture');
  counted.resolve(free);
  await setImmediate();
  expect(await ask()).toBe('picture');
  const route = '/api/picture';
  expect(answered.filter(({ status }) => status === 499)).toMatchObject([{ method: 'GET', route }]);
  // All came from the response cache, or else later ones would have been refused.
  expect(made).toBe(1);
});
