import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import type { LoopBudget } from '../../src/common/async/loop-budget.ts';
import { createHttpServer } from '../../src/service/http/create-server.ts';
import {
  defaultServerLimits,
  type HttpServer,
  type ServerLimits,
} from '../../src/service/http/server.ts';
import { clientKey } from '../../src/service/limits/limits.ts';
import { openConnection, receivedBy } from '../support/raw-connection.ts';
import { until } from '../support/redis-server.ts';

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
  prepare: (app: HttpServer) => unknown = () => {},
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
  app.get('/healthz', { config: { limit: null } }, () => ({ status: 'ok' }));
  app.get('/api/held', async () => {
    held += 1;
    await released.promise;
    return { held: true };
  });
  app.post('/api/body', { schema: { body: Type.Array(Type.Unknown()) } }, () => ({ done: true }));
  app.get('/api/large', (_request, reply) => reply.send(Buffer.alloc(64 * 1024 * 1024)));
  await prepare(app);
  opened.push(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: Number(new URL(url).port), release: released.resolve, held: () => held };
}

async function open(port: number, localAddress?: string): Promise<Socket> {
  const socket = await openConnection(port, localAddress);
  sockets.push(socket);
  return socket;
}

/** Whether the service answers on a connection of its own. */
async function isServing(port: number, localAddress?: string): Promise<boolean> {
  const socket = await open(port, localAddress);
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return (await text(socket)).startsWith('HTTP/1.1 200 ');
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
    const ended = receivedBy(socket);
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
    ['503', { bodyBytesInProgress: 10 }, '/api/body'],
    ['404', {}, '/api/nothing'],
    ['413', { bodyBytes: 50 }, '/api/body'],
  ])(
    'after an early response to a body, with %s: no second response',
    async (status, limits, path) => {
      const { app, port } = await serve({ ...quick, ...limits });
      const socket = await open(port);
      const ended = receivedBy(socket);
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
    const ended = receivedBy(socket);
    const isAnswered = once(socket, 'data');
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HT');
    await isAnswered;
    endTime(app);
    const answers = await ended;
    expect(answers).toMatch(/^HTTP\/1\.1 200 /);
    expect(answers).toContain('HTTP/1.1 408 ');
  });

  test('if its connection is idle', async () => {
    const { port } = await serve({ keepAliveTimeoutMs: 100 });
    const socket = await open(port);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await text(socket)).toContain('{"status":"ok"}');
  });
});

describe('connections', () => {
  const health = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

  test.each([
    ['one network', (client: number) => `127.70.0.${client}`],
    ['twenty networks', (client: number) => `127.70.${client}.1`],
  ])('of twenty clients of %s leave room for others, and for probes', async (_name, addressOf) => {
    const { port, app } = await serve({ connections: 100 });
    for (let client = 1; client <= 20; client += 1) {
      for (let i = 0; i < 10; i += 1) {
        const socket = await open(port, addressOf(client));
        socket.write(health);
        socket.resume();
      }
    }
    await until(() => sockets.filter(isOpen).length === 100);
    expect(await connectionsOf(app)).toBe(100);
    for (let i = 0; i < 20; i += 1) {
      expect(await isServing(port, '127.71.0.1')).toBe(true);
      expect(await isServing(port)).toBe(true);
    }
  });

  test('of a client alone are as many as there are; then it loses the one that is idle longest', async () => {
    const { port, app } = await serve({ connections: 3 });
    const idle: Socket[] = [];
    for (let i = 0; i < 3; i += 1) {
      const socket = await open(port, '127.0.1.1');
      socket.write(health);
      await once(socket, 'data');
      idle.push(socket);
    }
    // The first has been idle since its second request.
    idle[0]?.write(health);
    await once(idle[0]!, 'data');
    const another = await open(port, '127.0.1.1');
    another.write(health);
    await once(another, 'data');
    expect([...idle, another].map(isOpen)).toEqual([true, false, true, true]);
    expect(await connectionsOf(app)).toBe(3);
  });

  test('with a request that is not answered, or half of a head, are told apart', async () => {
    const running = await serve({ connections: 3 });
    const { port, release } = running;
    const answers = [1, 2].map(() => answerTo(running, held, '127.0.1.1'));
    await until(() => running.held() === 2);
    const half = await open(port, '127.0.1.1');
    half.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const closed = closeOf(half);
    expect(await isServing(port, '127.0.2.1')).toBe(true);
    await closed;
    release();
    for (const answer of answers) expect(await answer).toContain('{"held":true}');
  });

  test('that nobody can give up are refused to newcomers only until one ends', async () => {
    const running = await serve({ connections: 2 });
    const { port, release } = running;
    const answers = [1, 2].map(() => answerTo(running, held, '127.0.1.1'));
    await until(() => running.held() === 2);
    const refused = await open(port, '127.0.2.1');
    await closeOf(refused);
    // The service's own machine still has some, each for as long as it lasts.
    for (let probe = 0; probe < 20; probe += 1) expect(await isServing(port)).toBe(true);
    release();
    for (const answer of answers) expect(await answer).toContain('{"held":true}');
    expect(await isServing(port, '127.0.2.1')).toBe(true);
  });

  test('of its own machine are shared beyond those of sixteen probes', async () => {
    const { port, app } = await serve({ connections: 2 });
    for (let i = 0; i < 20; i += 1) {
      const socket = await open(port);
      socket.write(health);
      socket.resume();
    }
    await until(() => sockets.filter(isOpen).length === 18);
    expect(await connectionsOf(app)).toBe(18);
  });

  test('a thousand of a thousand clients are all kept, and the service keeps running', async () => {
    const { port, app } = await serve();
    for (let i = 0; i < 1000; i += 1) {
      await open(port, `127.1.${i >> 8}.${i & 255}`);
    }
    expect(await connectionsOf(app)).toBe(1000);
    expect(await isServing(port)).toBe(true);
  });

  test('with a thousand requests in one packet are closed before most of them are answered', async () => {
    const { port } = await serve({ requestsPerConnection: 20 });
    const crowded = await open(port, '127.0.1.1');
    const answers = receivedBy(crowded);
    crowded.write(health.repeat(1000));
    expect((await answers).split('HTTP/1.1 ').length).toBeLessThan(100);
    const one = await open(port, '127.0.1.1');
    one.write(health.repeat(21));
    one.resume();
    await closeOf(one);
    // As many as are allowed, again and again, are fine.
    const steady = await open(port, '127.0.1.1');
    for (let round = 0; round < 10; round += 1) {
      steady.write(health.repeat(20));
      let all = '';
      while (all.split('HTTP/1.1 200').length <= 20) all += String(await once(steady, 'data'));
    }
    expect(isOpen(steady)).toBe(true);
  });

  test('of a trusted proxy are not shared, as it serves many clients', async () => {
    const { port, app } = await serve({ connections: 2 }, 1);
    const proxied: Socket[] = [];
    for (let i = 0; i < 40; i += 1) proxied.push(await open(port, '127.0.1.1'));
    expect(await connectionsOf(app)).toBe(36);
    expect(proxied.slice(0, 36).every(isOpen)).toBe(true);
  });
});

/** Also where the end is a reset. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function isOpen(socket: Socket): boolean {
  return !socket.destroyed && !socket.readableEnded;
}

describe('a response that is not read', () => {
  const large = 'GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n';

  /** A client that reads nothing of it. */
  async function reader(port: number, address: string, request = large): Promise<Socket> {
    const socket = await open(port, address);
    socket.write(request);
    return socket;
  }

  /** Serves `/api/shared`, too, and counts responses by their clients' addresses. */
  async function serveUnread(bounds: Partial<ServerLimits> = {}) {
    const closed: string[] = [];
    let complete = 0;
    const body = Buffer.alloc(64 * 1024 * 1024);
    const running = await serve(bounds, false, undefined, (app) => {
      app.get('/api/shared', (_request, reply) => reply.send(body));
      app.addHook('onSend', async ({ ip }, { raw }) => {
        complete += 1;
        raw.once('close', () => closed.push(ip));
      });
    });
    const closedOf = (ip: string) => closed.filter((one) => one === ip).length;
    return { ...running, closedOf, sent: () => complete };
  }

  test('is no request in progress: others are answered', async () => {
    const { port, sent, closedOf } = await serveUnread({ requestsInProgress: 4 });
    const shared = large.replace('large', 'shared');
    for (let i = 0; i < 10; i += 1) await reader(port, '127.0.1.1', shared);
    await until(() => sent() === 10);
    const other = await open(port, '127.0.2.1');
    other.write('GET /api/large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let bytes = 0;
    for await (const chunk of other) bytes += Buffer.from(chunk).byteLength;
    expect(bytes).toBeGreaterThan(64 * 1024 * 1024);
    expect(closedOf('127.0.1.1')).toBe(0);
  });

  test.each([
    ['is cut when its time is over', large],
    ['is cut behind one that is read, too', `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${large}`],
    ['is cut with those that follow on its connection', large.repeat(3)],
  ])('%s', async (_what, request) => {
    const bounds = { unreadGraceMs: 100, unreadBytesPerSecond: 1e9 };
    const { port, app } = await serveUnread(bounds);
    const accepted: Promise<Socket[]> = once(app.server, 'connection');
    const socket = await reader(port, '127.0.1.1', request);
    const closed = closeOf(socket);
    const [served] = await accepted;
    if (!served?.destroyed) await once(served!, 'close');
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await closed;
    expect(bytes).toBeLessThan(64 * 1024 * 1024);
    expect(await isServing(port, '127.0.1.1')).toBe(true);
  });

  test('but slowly, is sent to its end', async () => {
    const { port } = await serveUnread({
      unreadGraceMs: 10_000,
      unreadBytesPerSecond: 8_000,
    });
    const socket = await reader(port, '127.0.1.1');
    let bytes = 0;
    let pauses = 0;
    for await (const chunk of socket) {
      bytes += Buffer.from(chunk).byteLength;
      if (bytes > pauses * 16 * 1024 * 1024) await delay(120 + pauses++);
      if (bytes > 64 * 1024 * 1024) break;
    }
    expect(pauses).toBe(5);
  });

  test('yet is waited for while draining', async () => {
    const { port, app, sent } = await serveUnread();
    const socket = await reader(port, '127.0.1.1');
    await until(() => sent() === 1);
    const closing = app.close();
    let bytes = 0;
    for await (const chunk of socket) {
      bytes += Buffer.from(chunk).byteLength;
      if (bytes > 64 * 1024 * 1024) break;
    }
    await closing;
    expect(bytes).toBeGreaterThan(64 * 1024 * 1024);
  });

  test('in all take so much memory: then the slowest of whoever has most is cut', async () => {
    const { port, closedOf } = await serveUnread({ unreadBytes: 200 * 1024 * 1024 });
    const [reading] = await Promise.all([1, 2, 3].map(() => reader(port, '127.0.1.1')));
    let bytes = 0;
    reading!.on('data', (chunk: Buffer) => {
      const before = bytes;
      bytes += chunk.length;
      if (before < 16 * 1024 * 1024 && bytes >= 16 * 1024 * 1024) reading!.pause();
    });
    await until(() => reading!.isPaused());
    await reader(port, '127.0.2.1');
    await until(() => closedOf('127.0.1.1') === 1);
    expect(closedOf('127.0.2.1')).toBe(0);
    reading!.resume();
    await until(() => bytes > 64 * 1024 * 1024);
  });

  test('of one body that many read counts once', async () => {
    const { port, sent, closedOf } = await serveUnread({ unreadBytes: 70 * 1024 * 1024 });
    const request = large.replace('large', 'shared');
    const [first] = await Promise.all([1, 2, 3, 4].map(() => reader(port, '127.0.1.1', request)));
    await until(() => sent() === 4);
    await reader(port, '127.0.2.1', request);
    await until(() => sent() === 5);
    // It is still held by the others when the first one leaves, …
    first?.destroy();
    await until(() => closedOf('127.0.1.1') === 1);
    // … so a further body does not fit.
    await reader(port, '127.0.3.1');
    await until(() => closedOf('127.0.1.1') + closedOf('127.0.2.1') + closedOf('127.0.3.1') > 1);
  });
});

/** A request that is answered once it is released. */
const held = 'GET /api/held HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

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
    const answers = ['127.0.1.1', '127.0.2.1'].map((from) => answerTo(running, held, from));
    await until(() => running.held() === 2);
    expect(detailOf(await answerTo(running, held))).toEqual([
      503,
      'The service has too many requests in progress; try again shortly.',
    ]);
    expect(await isServing(running.port)).toBe(true);
    running.release();
    await Promise.all(answers);
    expect(await answerTo(running, held)).toContain('{"held":true}');
  });

  test('one network cannot take all places of requests in progress', async () => {
    const running = await serve({ requestsInProgress: 8 });
    const answers = [1, 2, 3, 4].map((client) => answerTo(running, held, `127.0.1.${client}`));
    await until(() => running.held() === 4);
    for (const client of [1, 5]) {
      expect(detailOf(await answerTo(running, held, `127.0.1.${client}`))[0]).toBe(503);
    }
    answers.push(answerTo(running, held, '127.0.2.1'));
    await until(() => running.held() === 5);
    running.release();
    for (const answer of answers) expect(await answer).toContain('{"held":true}');
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
          detail: 'The service has too much work in progress; try again shortly.',
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
