import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Metrics } from '../../src/service/metrics/metrics.ts';
import { createHttpServer } from '../../src/service/http/create-server.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { exchange, openConnection } from '../support/raw-connection.ts';

// What became no whole request, or found nobody to be answered, is seen in the log all the same.

let app: HttpServer;
let port: number;
const lines: Record<string, unknown>[] = [];
const counted: Parameters<Metrics['countResponse']>[0][] = [];

beforeEach(async () => {
  lines.splice(0);
  counted.splice(0);
  app = createHttpServer({
    trustProxy: false,
    logLevel: 'info',
    logStream: {
      write: (written) => {
        const line: Record<string, unknown> = JSON.parse(written);
        if (line.msg === 'answered') lines.push(line);
      },
    },
    onResponse: (facts) => void counted.push(facts),
    serverLimits: { timeoutCheckMs: 20 },
  });
  app.post('/api/body', () => ({ done: true }));
  app.get('/api/never', () => new Promise(() => {}));
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => app.close());

async function untilReported(): Promise<void> {
  while (lines.length === 0) await setImmediate();
}

test('a stalled body has one log line, with the id of its response and its route', async () => {
  // Its time is over once it is seen.
  app.server.once('request', () => {
    app.server.headersTimeout = 1;
    app.server.requestTimeout = 1;
  });
  const answer = await exchange(
    port,
    'POST /api/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await untilReported();
  const [, id] = /\r\nx-request-id: ([\w-]+)\r\n/.exec(answer) ?? [];
  expect(lines).toEqual([expect.objectContaining({ reqId: id, route: '/api/body', status: 408 })]);
  expect(counted).toMatchObject([{ method: 'POST', route: '/api/body', status: 408 }]);
});

test('a client that disconnects before the response is logged once as 499', async () => {
  const socket = await openConnection(port);
  const isSeen = once(app.server, 'request');
  socket.write('GET /api/never HTTP/1.1\r\nHost: a\r\n\r\n');
  await isSeen;
  await setImmediate();
  socket.resetAndDestroy();
  await untilReported();
  for (let i = 0; i < 5; i += 1) await setImmediate();
  expect(lines).toEqual([expect.objectContaining({ route: '/api/never', status: 499 })]);
  expect(counted).toMatchObject([{ method: 'GET', route: '/api/never', status: 499 }]);
});
