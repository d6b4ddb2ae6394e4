import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { closeWithin } from '../../src/service/process.ts';
import { createHttpServer } from '../../src/service/http/create-server.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { until } from '../support/redis-server.ts';

const longMs = 60_000;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A server, and a moment at which it is told to stop. */
async function serve(): Promise<{ app: HttpServer; port: number; stopping: Promise<void> }> {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  const stopping = Promise.withResolvers<void>();
  app.addHook('preClose', (done) => {
    stopping.resolve();
    done();
  });
  app.get('/quick', () => ({ done: true }));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: Number(new URL(origin).port), stopping: stopping.promise };
}

/** A connection that has been answered, and waits for what its client wants next. */
async function idleConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET /quick HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

test('a shutdown does not wait for connections that have just been served', async () => {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  app.addHook('preClose', (done) => {
    stopping.resolve();
    done();
  });
  app.get('/slow', async () => {
    started.resolve();
    await held.promise;
    return { done: true };
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const asking = request(`${origin}/slow`, { agent });
  asking.end();
  await started.promise;
  const closed = app.close();
  await stopping.promise;
  held.resolve();
  const [answer]: IncomingMessage[] = await once(asking, 'response');
  expect(answer?.statusCode).toBe(200);
  expect(answer?.headers.connection).toBe('close');
  answer?.resume();
  // The client would have kept its connection for good.
  await closed;
  agent.destroy();
});

test('a request sent on an idle connection as the shutdown begins is answered', async () => {
  const { app, port, stopping } = await serve();
  const socket = await idleConnection(port);
  const ended = closeWithin(app, { timeoutMs: longMs, idleMs: longMs });
  await stopping;
  const answer = text(socket);
  socket.write('GET /quick HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/i);
  expect(await ended).toBe('drained');
});

test('a shutdown loses no request on a new connection: it is answered, or never accepted', async () => {
  const { app, port } = await serve();
  let answered = 0;
  const lost: string[] = [];
  // Each client opens a connection for each request, as soon as the one before is answered.
  const clients = Array.from({ length: 32 }, async () => {
    for (;;) {
      const socket = connect(port, '127.0.0.1');
      const made = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      if (!made) return;
      socket.write('GET /quick HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      const answer = await text(socket).catch((error: unknown) => String(error));
      if (answer.startsWith('HTTP/1.1 200 ')) answered += 1;
      else lost.push(answer);
    }
  });
  await until(() => answered >= 500);
  expect(await closeWithin(app, { timeoutMs: longMs, idleMs: 1 })).toBe('drained');
  await Promise.all(clients);
  expect(lost).toEqual([]);
});

test('an idle connection is still closed', async () => {
  const { app, port } = await serve();
  const socket = await idleConnection(port);
  const closed = once(socket.resume(), 'close');
  expect(await closeWithin(app, { timeoutMs: longMs, idleMs: 1 })).toBe('drained');
  await closed;
});

test('hundreds of busy connections lose no response in a shutdown', async () => {
  const { app, port, stopping } = await serve();
  const clients = await Promise.all(Array.from({ length: 200 }, () => idleConnection(port)));
  let answers = 0;
  const lost = clients.map(async (socket) => {
    // Asks as long as it is let, each time in the moment in which it was answered.
    for (;;) {
      socket.write('GET /quick HTTP/1.1\r\nHost: a\r\n\r\n');
      const got = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      const answer = String(got[0]);
      if (!answer.startsWith('HTTP/1.1 200 ')) return answer;
      answers += 1;
      if (/\r\nconnection: close\r\n/i.test(answer)) return null;
    }
  });
  const ended = closeWithin(app, { timeoutMs: longMs, idleMs: longMs });
  await stopping;
  expect((await Promise.all(lost)).filter((answer) => answer !== null)).toEqual([]);
  expect(answers).toBeGreaterThanOrEqual(200);
  expect(await ended).toBe('drained');
});
