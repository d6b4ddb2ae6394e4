import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { openConnection } from '../../../../test/support/raw-connection.ts';
import { healthRoutes } from './route.ts';
import { createHttpServer } from '../../http/create-server.ts';
import { addRoutes } from '../../http/define-route.ts';
import type { HttpServer } from '../../http/server.ts';

const opened: HttpServer[] = [];
const logged: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  // Monitors ask every few seconds.
  expect(logged.splice(0).filter((line) => line.includes('"answered"'))).toEqual([]);
});

function serverWith(parts: Parameters<typeof healthRoutes>[1]): HttpServer {
  const logStream = { write: (line: string) => void logged.push(line) };
  const app = createHttpServer({ trustProxy: false, logLevel: 'info', logStream });
  addRoutes(app, healthRoutes(app, parts), '');
  opened.push(app);
  return app;
}

describe('/readyz', () => {
  test('names the failing parts, and the service still runs', async () => {
    let isHealthy = false;
    const app = serverWith([
      { name: 'Redis', isHealthy: () => isHealthy },
      { name: 'textures', isHealthy: () => true },
    ]);
    const response = await app.inject('/readyz');
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { status: 'degraded', degraded: ['Redis'] },
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    isHealthy = true;
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready', degraded: [] });
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  });

  test.each([
    ['/readyz', 503, '{"status":"closing","degraded":[],"detail":"The service is closing."}'],
    ['/healthz', 200, '{"status":"ok"}'],
  ])('while the service is closing %s is a %i', async (path, status, body) => {
    const app = serverWith([]);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = await openConnection(Number(new URL(url).port));
    // The request is in progress once the server has begun to read it; its end comes later.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n`);
    await (await fetch(`${url}/healthz`)).text();
    const closing = app.close();
    await new Promise((resolve) => setImmediate(resolve));
    socket.write('\r\n');
    const response = await text(socket);
    await closing;
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response.endsWith(body)).toBe(true);
    expect(/^retry-after: 1\r$/im.test(response)).toBe(status === 503);
  });
});
