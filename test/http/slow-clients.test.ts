import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import type { LoopBudget } from '../../src/async/loop-budget.ts';
import { defaultServerLimits, type ServerLimits } from '../../src/http/server.ts';
import { createHttpServer } from '../../src/http/create-server.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { clientKey } from '../../src/limits/client-key.ts';

// Real connections, and bounds small enough to be reached soon. Nothing here measures time: each
// test waits for what the server does.

const opened: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

const quick = { timeoutCheckMs: 20 } as const;

/** From now on the time of whoever has not sent a whole request is over. */
function endTime({ server }: HttpServer): void {
  server.headersTimeout = 1;
  server.requestTimeout = 1;
}

/** From now on there is time again. */
function restoreTime({ server }: HttpServer): void {
  server.headersTimeout = defaultServerLimits.headersTimeoutMs;
  server.requestTimeout = defaultServerLimits.requestTimeoutMs;
}

type Running = {
  readonly app: HttpServer;
  readonly port: number;
  /** Lets the requests to `/api/held` finish. */
  readonly release: () => void;
  /** How many of them there have been. */
  readonly held: () => number;
};

async function serve(
  bounds: Partial<ServerLimits> = {},
  trustProxy: false | number = false,
  loopBudget?: Pick<LoopBudget, 'take'>,
): Promise<Running> {
  const app = createHttpServer({
    trustProxy,
    logLevel: 'silent',
    clientKeyOf: clientKey,
    serverLimits: bounds,
    loopBudget,
  });
  const released = Promise.withResolvers<void>();
  let held = 0;
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/api/held', async () => {
    held += 1;
    await released.promise;
    return { held: true };
  });
  app.post('/api/body', { schema: { body: Type.Array(Type.Unknown()) } }, () => ({ done: true }));
  app.get('/api/large', (_request, reply) => reply.send(Buffer.alloc(64 * 1024 * 1024)));
  opened.push(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: Number(new URL(url).port), release: released.resolve, held: () => held };
}

/** All that arrived until the end, also where the end is a reset: somebody still wrote. */
async function received(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (chunk) => (all += String(chunk)));
  await new Promise((resolve) => socket.once('close', resolve));
  return all;
}

async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  // To be reset is what some of these are here for.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Whether the service answers on a connection of its own. */
async function isServing(port: number, localAddress?: string): Promise<boolean> {
  const socket = await open(port, localAddress);
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return (await text(socket)).startsWith('HTTP/1.1 200 ');
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

function detailOf(answer: string): [status: number, detail: unknown] {
  const [head = '', body = '{}'] = answer.split('\r\n\r\n');
  const parsed: { readonly detail?: unknown } = JSON.parse(body);
  expect(head.toLowerCase()).toContain('content-type: application/json');
  return [Number(head.split(' ')[1]), parsed.detail];
}

const tooLong = [408, 'The request took too long to arrive.'];

describe('a slow client is cut off', () => {
  test('while it sends headers byte by byte', async () => {
    const { app, port } = await serve(quick);
    const socket = await open(port);
    const ended = received(socket);
    endTime(app);
    const head = 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ';
    for (let i = 0; !socket.closed && socket.bytesRead === 0; i += 1) {
      socket.write(head[i] ?? 'a');
      await delay(5);
    }
    expect(detailOf(await ended)).toEqual(tooLong);
    restoreTime(app);
    expect(await isServing(port)).toBe(true);
  });

  test('if it sends nothing at all', async () => {
    const { app, port } = await serve(quick);
    const socket = await open(port);
    endTime(app);
    expect(detailOf(await text(socket))).toEqual(tooLong);
  });

  test.each([
    ['with a length', 'Content-Length: 100\r\n\r\n['],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n'],
  ])('while it sends the body, %s', async (_name, rest) => {
    const { app, port } = await serve(quick);
    const socket = await open(port);
    const isSeen = once(app.server, 'request');
    socket.write(`POST /api/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${rest}`);
    await isSeen;
    endTime(app);
    expect(detailOf(await text(socket))).toEqual(tooLong);
    restoreTime(app);
    expect(await isServing(port)).toBe(true);
  });

  test.each([
    ['503', { bodyBytesInProgress: 10 }, '/api/body'],
    ['404', {}, '/api/nothing'],
    ['413', { bodyBytes: 50 }, '/api/body'],
  ])(
    'after an early response to a body, with %s: no second response',
    async (status, limits, path) => {
      const { app, port } = await serve({ ...quick, ...limits });
      const socket = await open(port);
      const ended = received(socket);
      const isAnswered = once(socket, 'data');
      socket.write(`${post(100).replace('/api/body', path).replace('Connection: close\r\n', '')}[`);
      await isAnswered;
      endTime(app);
      const answers = await ended;
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    },
  );

  test('in the second request of a connection', async () => {
    const { app, port } = await serve(quick);
    const socket = await open(port);
    const ended = received(socket);
    const isAnswered = once(socket, 'data');
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HT');
    await isAnswered;
    endTime(app);
    const answers = await ended;
    expect(answers).toMatch(/^HTTP\/1\.1 200 /);
    expect(answers).toContain('HTTP/1.1 408 ');
  });

  test('if it does not read a large response', async () => {
    const { port, app } = await serve({ silenceTimeoutMs: 200 });
    const accepted: Promise<Socket[]> = once(app.server, 'connection');
    const socket = await open(port);
    const closed = once(socket, 'close');
    socket.write('GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n');
    // Nothing is read on this side, so the other one can write no more, and gives up.
    const [served] = await accepted;
    if (!served?.destroyed) await once(served!, 'close');
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await closed;
    expect(bytes).toBeLessThan(64 * 1024 * 1024);
    // Who was that slow itself asks again.
    while (!(await isServing(port))) await setImmediate();
  });

  test('if its connection is idle', async () => {
    const { port } = await serve({ keepAliveTimeoutMs: 100 });
    const socket = await open(port);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await text(socket)).toContain('{"status":"ok"}');
  });
});

describe('connections', () => {
  test('a thousand of one client are limited, and others find room', async () => {
    const { port, app } = await serve({ connectionsPerClient: 256 });
    const idle: Socket[] = [];
    for (let i = 0; i < 1000; i += 1) idle.push(await open(port));
    await until(
      () => idle.filter((socket) => socket.destroyed || socket.readableEnded).length >= 744,
    );
    expect(await connectionsOf(app)).toBe(256);
    expect(await isServing(port, '127.0.0.2')).toBe(true);
    idle[0]?.destroy();
    while (!(await isServing(port))) await setImmediate();
  });

  test('a thousand of a thousand clients are all kept, and the service keeps running', async () => {
    const { port, app } = await serve();
    for (let i = 0; i < 1000; i += 1) {
      await open(port, `127.1.${i >> 8}.${i & 255}`);
    }
    expect(await connectionsOf(app)).toBe(1000);
    expect(await isServing(port)).toBe(true);
  });

  test('at its ceiling a client is refused a new one; those with a request in progress stay', async () => {
    const { port, release, held } = await serve({ connectionsPerClient: 2 });
    const busy = [await open(port), await open(port)];
    const answers = busy.map((socket) => text(socket));
    for (const socket of busy) {
      socket.write('GET /api/held HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    }
    await until(() => held() === 2);
    const refused = await open(port);
    await once(refused, 'close');
    expect(await isServing(port, '127.0.0.2')).toBe(true);
    release();
    for (const answer of answers) expect(await answer).toContain('{"held":true}');
    // The server may notice the end of a connection after its client does.
    while (!(await isServing(port))) await setImmediate();
  });

  test('a trusted proxy has no limit, as it serves many clients', async () => {
    const { port, app } = await serve({ connectionsPerClient: 2 }, 1);
    for (let i = 0; i < 10; i += 1) await open(port);
    expect(await connectionsOf(app)).toBe(10);
  });

  test('there is a limit over all clients', async () => {
    const { port, app } = await serve({ connections: 3 });
    for (let i = 1; i <= 3; i += 1) await open(port, `127.0.1.${i}`);
    const refused = await open(port, '127.0.1.4');
    await once(refused, 'close');
    expect(await connectionsOf(app)).toBe(3);
  });
});

/** The head of a request with a body of this length. */
function post(length: number): string {
  return `POST /api/body HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

async function answerTo({ port }: Running, request: string, from?: string): Promise<string> {
  const socket = await open(port, from);
  socket.write(request);
  return text(socket);
}

describe('what waits in memory', () => {
  test('requests in progress are bounded, except health checks', async () => {
    const running = await serve({ requestsInProgress: 2 });
    const held = [1, 2].map(() =>
      answerTo(running, 'GET /api/held HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    await until(() => running.held() === 2);
    const another = 'GET /api/held HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(detailOf(await answerTo(running, another))).toEqual([
      503,
      'The service has more requests than it can take on now. Try again shortly.',
    ]);
    expect(await isServing(running.port)).toBe(true);
    running.release();
    await Promise.all(held);
    expect(await answerTo(running, another)).toContain('{"held":true}');
  });

  test('one client cannot take all slots of requests in progress', async () => {
    const running = await serve({ requestsInProgress: 3, requestsInProgressPerClient: 2 });
    const ask = 'GET /api/held HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const held = [1, 2].map(() => answerTo(running, ask));
    await until(() => running.held() === 2);
    expect(detailOf(await answerTo(running, ask))[0]).toBe(503);
    const other = answerTo(running, ask, '127.0.0.2');
    await until(() => running.held() === 3);
    running.release();
    for (const answer of [...held, other]) expect(await answer).toContain('{"held":true}');
  });

  test('the work in a turn of the event loop is bounded; health checks are not refused', async () => {
    let spent = false;
    const { app } = await serve({}, false, { take: (work) => !spent && did(work) });
    const upload = { method: 'POST', url: '/api/body', payload: [1] } as const;
    expect((await app.inject(upload)).statusCode).toBe(200);
    spent = true;
    for (const request of [upload, { method: 'GET', url: '/api/held' } as const]) {
      const answer = await app.inject(request);
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
        503,
        '1',
        {
          detail: 'The service has more work than it can take on now. Try again shortly.',
        },
      ]);
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  test('a body that arrives in a turn without budget is not read', async () => {
    let asked = 0;
    const { app } = await serve({}, false, { take: (work) => (asked += 1) < 2 && did(work) });
    const answer = await app.inject({ method: 'POST', url: '/api/body', payload: [1] });
    expect([answer.statusCode, asked]).toEqual([503, 2]);
  });

  test('thousands of requests, one after the other, leak nothing', async () => {
    const { app } = await serve({ requestsInProgress: 3 });
    const request = { method: 'POST', url: '/api/body', payload: [1, 2, 3] } as const;
    for (let i = 0; i < 2000; i += 1) {
      expect((await app.inject(request)).statusCode).toBe(200);
    }
  });
});

function did(work: () => void): true {
  work();
  return true;
}

function connectionsOf(app: HttpServer): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
