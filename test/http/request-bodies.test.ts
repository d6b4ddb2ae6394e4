import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../src/service/http/create-server.ts';
import { receivedOf } from '../../src/service/http/request-bodies.ts';
import type { HttpServer, ServerLimits } from '../../src/service/http/server.ts';
import { clientKey } from '../../src/service/limits/limits.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openConnection, receivedBy as text } from '../support/raw-connection.ts';

// Real connections, many clients (who they are is said by a trusted header), and a clock that stands
// still: each test waits for what the server does.

const mebibyte = 1024 * 1024;
/** What each chunk costs besides its bytes. */
const overheadBytes = 512;

const opened: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

async function serve(limits: Partial<ServerLimits> = {}) {
  const clock = createFakeClock();
  const app = createHttpServer({
    trustProxy: 1,
    logLevel: 'silent',
    clientKeyOf: clientKey,
    serverLimits: { bodyBytes: 4 * mebibyte, ...limits },
    clock,
  });
  const released = Promise.withResolvers<void>();
  const seen = { held: 0 };
  app.post('/api/body', { schema: { body: Type.Array(Type.Unknown()) } }, () => ({ done: true }));
  app.post('/api/held', async () => {
    seen.held += 1;
    await released.promise;
    return { held: true };
  });
  // Read by its handler, and only when that is released.
  const readAll = async (request: FastifyRequest) => {
    seen.held += 1;
    await released.promise;
    let bytes = 0;
    for await (const chunk of receivedOf(request).body) bytes += chunk.length;
    return { bytes };
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async () => undefined);
    scope.route({ method: 'POST', url: '/api/stream', handler: readAll });
  });
  app.get('/api/any', () => ({ any: true }));
  opened.push(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, clock, seen, release: released.resolve, port: Number(new URL(url).port) };
}

type Running = Awaited<ReturnType<typeof serve>>;

function head(from: string, length: number | 'chunked', path = '/api/body'): string {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;
}

async function open({ port }: Running): Promise<Socket> {
  const socket = await openConnection(port);
  sockets.push(socket);
  return socket;
}

/** Sends the beginning of a body and waits until the server has read it. */
async function begin(running: Running, request: string, body: string): Promise<Socket> {
  const socket = await open(running);
  const isSeen = once(running.app.server, 'request');
  socket.write(request);
  const [seen]: IncomingMessage[] = await isSeen;
  const served = seen!.socket;
  await sendMore(socket, served, body);
  return socket;
}

/** Sends more, and waits until the server has read it. */
async function sendMore(socket: Socket, served: Socket, bytes: string): Promise<void> {
  const before = served.bytesRead;
  socket.write(bytes);
  while (!served.destroyed && served.bytesRead < before + bytes.length) await setImmediate();
  await setImmediate();
}

/** A body of a client, whole. */
async function post(running: Running, from: string, body = '[]'): Promise<string> {
  const socket = await open(running);
  const closing = head(from, body.length).replace('Host: a', 'Host: a\r\nConnection: close');
  socket.write(closing + body);
  return text(socket);
}

function statusOf(answer: string): number {
  return Number(answer.split(' ')[1]);
}

function detailOf(answer: string): unknown {
  const parsed: { readonly detail?: unknown } = JSON.parse(answer.split('\r\n\r\n')[1] ?? '{}');
  return parsed.detail;
}

const noRoom = 'The service has too many request bodies in progress; try again shortly.';
const tooSlow = 'The request took too long to arrive.';

/** Fails unless nothing is held: a single body gets all the memory there is. */
async function expectEmpty({ app }: Running, totalBytes: number): Promise<void> {
  const payload = `[${' '.repeat(totalBytes - overheadBytes - 2)}]`;
  const headers = { 'content-type': 'application/json' };
  const fits = await app.inject({ method: 'POST', url: '/api/body', headers, payload });
  expect(fits.statusCode).toBe(200);
  const tooLarge = await app.inject({
    method: 'POST',
    url: '/api/body',
    headers,
    payload: `${payload} `,
  });
  expect(tooLarge.statusCode).toBe(503);
}

describe('the memory for bodies', () => {
  test('counts what has arrived, not what is declared: 72 bodies of one byte refuse nobody', async () => {
    const running = await serve({ bodyBytesInProgress: 64 * mebibyte });
    const stalled: Socket[] = [];
    for (let client = 1; client <= 6; client += 1) {
      for (let i = 0; i < 12; i += 1) {
        stalled.push(await begin(running, head(`192.0.2.${client}`, mebibyte), '['));
      }
    }
    expect(statusOf(await post(running, '198.51.100.1'))).toBe(200);
    expect(stalled.filter((socket) => socket.bytesRead > 0)).toEqual([]);
  });

  test('is all of one client that is alone', async () => {
    const running = await serve({ bodyBytesInProgress: 2 * mebibyte });
    await begin(running, head('192.0.2.1', 1_900_000), ' '.repeat(1_800_000));
    expect(statusOf(await post(running, '192.0.2.1'))).toBe(200);
  });

  test('is taken from the newest body of the client that holds the most, in favour of others', async () => {
    const running = await serve({ bodyBytesInProgress: mebibyte });
    const old = await begin(running, head('192.0.2.1', 600_000), ' '.repeat(400_000));
    const recent = await begin(running, head('192.0.2.1', 600_000), ' '.repeat(400_000));
    const refused = text(recent);
    const other = await post(running, '198.51.100.1', `[${' '.repeat(300_000)}]`);
    expect(statusOf(other)).toBe(200);
    const answer = await refused;
    expect([statusOf(answer), detailOf(answer)]).toEqual([503, noRoom]);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer.toLowerCase()).toContain('retry-after: 1');
    // The older one is still read.
    const done = text(old);
    old.write(`[${' '.repeat(199_998)}]`);
    old.end();
    expect(statusOf(await done)).toBe(200);
  });

  test('is refused to a client that itself holds the most', async () => {
    const running = await serve({ bodyBytesInProgress: mebibyte });
    await begin(running, head('192.0.2.1', 900_000), ' '.repeat(800_000));
    const small = await begin(running, head('198.51.100.1', 100_000), ' '.repeat(50_000));
    const answer = await post(running, '192.0.2.1', `[${' '.repeat(300_000)}]`);
    expect([statusOf(answer), detailOf(answer)]).toEqual([503, noRoom]);
    const done = text(small);
    small.end(`[${' '.repeat(49_998)}]`);
    expect(statusOf(await done)).toBe(200);
  });

  test('is not used up by a hundred addresses of one network', async () => {
    const running = await serve({ bodyBytesInProgress: 4 * mebibyte });
    for (let i = 0; i < 100; i += 1) {
      const from = `2001:db8:1:${i.toString(16)}::1`;
      await begin(running, head(from, mebibyte), ' '.repeat(39_000));
    }
    // Twenty times of what each of the hundred holds.
    const answer = await post(running, '2001:db8:2::1', `[${' '.repeat(780_000)}]`);
    expect(statusOf(answer)).toBe(200);
  });

  test('counts a body in tiny chunks for what it costs', async () => {
    const running = await serve({ bodyBytesInProgress: 100 * overheadBytes });
    const socket = await open(running);
    const answer = text(socket);
    socket.write(head('192.0.2.1', 'chunked') + '1\r\n \r\n'.repeat(100));
    expect(detailOf(await answer)).toBe(noRoom);
  });

  test('is held until the request ends, and a body that is being worked with is not refused', async () => {
    const running = await serve({ bodyBytesInProgress: mebibyte });
    const body = `["${'x'.repeat(700_000)}"]`;
    const working = await open(running);
    const done = text(working);
    working.write(head('192.0.2.1', body.length, '/api/held') + body);
    while (running.seen.held === 0) await setImmediate();
    const large = `[${' '.repeat(400_000)}]`;
    expect(statusOf(await post(running, '198.51.100.1', large))).toBe(503);
    running.release();
    working.end();
    expect(statusOf(await done)).toBe(200);
    expect(statusOf(await post(running, '198.51.100.1', large))).toBe(200);
  });

  test('of a body that its handler reads is taken, too', async () => {
    const running = await serve({ bodyBytesInProgress: 64 * 1024 });
    const socket = await begin(
      running,
      head('192.0.2.1', 600_000, '/api/stream'),
      ' '.repeat(60_000),
    );
    const answer = text(socket);
    expect(statusOf(await post(running, '198.51.100.1', `[${' '.repeat(20_000)}]`))).toBe(200);
    running.release();
    expect([statusOf(await answer), detailOf(await answer)]).toEqual([503, noRoom]);
  });

  test('is free again after ends, errors, refusals and broken connections of all kinds', async () => {
    const total = 2 * mebibyte;
    const running = await serve({ bodyBytesInProgress: total, requestsInProgress: 3 });
    const from = '192.0.2.1';
    for (const path of ['/api/body', '/api/stream', '/api/nothing']) {
      const broken = await begin(running, head(from, 5000, path), '[');
      broken.destroy();
      const halfClosed = await begin(running, head(from, 5000, path), '[');
      halfClosed.resume().end();
      await once(halfClosed, 'close');
    }
    running.release();
    await post(running, from, 'no JSON');
    await post(running, from, `[${' '.repeat(mebibyte)}]`);
    await post(running, from, `[${' '.repeat(5 * mebibyte)}]`);
    const slow = await begin(running, head(from, 5000), '[');
    const isCut = text(slow);
    await running.clock.advance(60_000);
    expect(statusOf(await isCut)).toBe(408);
    const closed = await open(running);
    closed.write(head(from, 'chunked') + 'no chunk');
    await text(closed);
    await expectEmpty(running, total);
    expect(running.clock.pending()).toBe(0);
  });
});

describe('a body that arrives slowly', () => {
  test.each([
    ['with a length', mebibyte, ' ', '/api/body'],
    ['of a few bytes', 30, ' ', '/api/body'],
    ['in chunks', 'chunked', '1\r\n \r\n', '/api/body'],
    ['also for whoever reads it itself', 5000, ' ', '/api/stream'],
  ] as const)('is a 408 once its two seconds are over, %s', async (_name, length, drop, path) => {
    const running = await serve();
    running.release();
    const socket = await begin(running, head('192.0.2.1', length, path), drop);
    const answer = text(socket);
    for (let i = 0; i < 19; i += 1) {
      socket.write(drop);
      await running.clock.advance(100);
    }
    expect(socket.bytesRead).toBe(0);
    await running.clock.advance(110);
    expect([statusOf(await answer), detailOf(await answer)]).toEqual([408, tooSlow]);
    expect((await answer).toLowerCase()).toContain('connection: close');
  });

  test('is read to its end at little more than 8 kB/s', async () => {
    const running = await serve();
    const accepted = once(running.app.server, 'connection');
    const socket = await open(running);
    const [served]: Socket[] = await accepted;
    const answer = text(socket);
    await sendMore(socket, served!, head('192.0.2.1', 200_000));
    for (let sent = 0; sent < 199_000; sent += 1000) {
      await sendMore(socket, served!, sent === 0 ? `[${' '.repeat(999)}` : ' '.repeat(1000));
      // 8,065 bytes a second: 25 seconds in all.
      await running.clock.advance(124);
    }
    socket.end(`${' '.repeat(999)}]`);
    expect(statusOf(await answer)).toBe(200);
  });

  test('is not slow while the service itself does not read on', async () => {
    const running = await serve();
    const body = ' '.repeat(500_000);
    const socket = await open(running);
    const answer = text(socket);
    socket.write(head('192.0.2.1', body.length, '/api/stream') + body);
    while (running.seen.held === 0) await setImmediate();
    // Until the buffers are full.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    await running.clock.advance(300_000);
    running.release();
    socket.end();
    expect((await answer).split('\r\n\r\n')[1]).toBe(JSON.stringify({ bytes: body.length }));
  });

  test('does not matter to a route that reads no body', async () => {
    const running = await serve();
    const request = head('192.0.2.1', 5000, '/api/any').replace('POST', 'GET');
    const socket = await open(running);
    const [answer]: Buffer[] = await (socket.write(`${request} `), once(socket, 'data'));
    expect(statusOf(String(answer))).toBe(200);
    expect(running.clock.pending()).toBe(0);
  });
});

test('nothing else reads the body of a request', () => {
  const root = join(import.meta.dirname, '..', '..', 'src');
  const reading =
    /\braw\.(iterator|pipe|read|setEncoding)\(|\braw\.on(ce)?\('(data|readable)'|\bof (\w+\.)?raw\b/;
  const readers = globSync('service/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => reading.test(readFileSync(join(root, file), 'utf8')));
  expect(readers).toEqual(['service/http/request-bodies.ts']);
});
