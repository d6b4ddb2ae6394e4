import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi, test } from 'vitest';
import {
  type Answer,
  httpResponse,
  pathIn,
  type RawServer,
  startRawServer,
} from '../../../test/support/net-fakes.ts';
import {
  createUpstreamClient,
  pathOf,
  type UpstreamCall,
  type UpstreamClient,
  type UpstreamClientOptions,
  countedCall,
} from './upstream-client.ts';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(answer: Answer): Promise<RawServer> {
  const server = await startRawServer(answer);
  cleanUps.push(server.close);
  return server;
}

function clientOf(baseUrl: string, options: Partial<UpstreamClientOptions> = {}) {
  const calls: UpstreamCall[] = [];
  let clockMs = 0;
  const client = createUpstreamClient({
    baseUrl,
    name: 'accounts',
    userAgent: 'Lineup/test',
    onCall: (call) => calls.push(call),
    // Each reading is one millisecond later.
    now: () => (clockMs += 1),
    ...options,
  });
  cleanUps.push(client.close);
  return { client, calls };
}

const get = (client: UpstreamClient, path = '/x') => client.request({ method: 'GET', path });

/** Answers the first requests as given, and later ones as the last. */
function inTurn(...responses: readonly Answer[]): Answer {
  let turn = 0;
  return (socket, head) => {
    responses[Math.min(turn, responses.length - 1)]?.(socket, head);
    turn += 1;
  };
}

const ok: Answer = (socket) => socket.write(httpResponse(200, 'fine'));
const hangUp: Answer = (socket) => socket.destroy();
const reset: Answer = (socket) => socket.resetAndDestroy();
const cutBody: Answer = (socket) => socket.end('HTTP/1.1 200 X\r\ncontent-length: 9\r\n\r\nhalf');
const silent: Answer = () => {};

describe('a request', () => {
  it('keeps the path of the base and sends a user agent', async () => {
    const server = await start(ok);
    const { client } = clientOf(`${server.origin}/api/v10/`);
    await get(client, '/users/a%2Fb?x=1');
    const [requestLine, ...headers] = (server.heads[0] ?? '').split('\r\n');
    expect(requestLine).toBe('GET /api/v10/users/a%2Fb?x=1 HTTP/1.1');
    expect(headers.toSorted()).toEqual([
      'accept-encoding: identity',
      'accept: application/json, */*;q=0.5',
      'connection: keep-alive',
      `host: 127.0.0.1:${server.port}`,
      'user-agent: Lineup/test',
    ]);
  });

  it('sends JSON', async () => {
    const server = await start(ok);
    const { client } = clientOf(server.origin);
    await client.request({ method: 'POST', path: '/names', json: ['a', 'ä'] });
    expect(server.heads[0]).toMatch(/^POST \/names HTTP/);
    expect(server.heads[0]).toContain('content-type: application/json');
    expect(server.heads[0]).toContain('content-length: 10');
  });

  it.each([200, 204, 301, 302, 304, 404, 429, 500])('accepts %i as a response', async (status) => {
    const server = await start((socket) =>
      socket.write(httpResponse(status, '', { location: '/other', 'X-Twice': 'a' })),
    );
    const { client, calls } = clientOf(server.origin);
    const response = await get(client);
    expect(response).toMatchObject({ status, headers: { location: '/other', 'x-twice': 'a' } });
    expect(server.heads).toHaveLength(1);
    expect(calls).toEqual([{ upstream: 'accounts', outcome: String(status), ms: 1 }]);
  });

  it('reuses a kept connection', async () => {
    const server = await start(ok);
    const { client } = clientOf(server.origin);
    for (let i = 0; i < 8; i += 1) expect((await get(client)).bytes).toHaveLength(4);
    // The pool may open a second one when the first is told free a tick too late.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });
});

describe('the one retry', () => {
  it.each([
    ['a connection closed before the answer', hangUp],
    ['a reset', reset],
  ])('follows %s', async (_what, failure) => {
    const server = await start(inTurn(failure, ok));
    const { client, calls } = clientOf(server.origin);
    expect((await get(client)).status).toBe(200);
    expect(server.heads).toHaveLength(2);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['200']);
  });

  it('follows a refused connection', async () => {
    const server = await start(ok);
    const gone = await startRawServer(ok);
    await gone.close();
    let dials = 0;
    const { client } = clientOf(server.origin, {
      openSocket: () => {
        dials += 1;
        return connect({ host: '127.0.0.1', port: dials === 1 ? gone.port : server.port });
      },
    });
    expect((await client.request({ method: 'POST', path: '/', idempotent: false })).status).toBe(
      200,
    );
    expect(dials).toBe(2);
  });

  it('is the only one', async () => {
    const server = await start(hangUp);
    const { client, calls } = clientOf(server.origin);
    await expect(get(client)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(server.heads).toHaveLength(2);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['unreachable']);
  });

  it('does not follow a reset of a request that is not idempotent', async () => {
    const server = await start(inTurn(hangUp, ok));
    const { client } = clientOf(server.origin);
    const sent = client.request({ method: 'POST', path: '/', json: 1, idempotent: false });
    await expect(sent).rejects.toMatchObject({ kind: 'unreachable' });
    expect(server.heads).toHaveLength(1);
  });

  it.each([
    ['an answer that broke off', cutBody, 'unreachable'],
    [
      'invalid-response',
      ((socket) => socket.end('nonsense\r\n\r\n')) satisfies Answer,
      'invalid-response',
    ],
    ['silence', silent, 'timeout'],
    [
      'too much',
      ((socket) =>
        socket.end('HTTP/1.1 200 X\r\ncontent-length: 1048577\r\n\r\n')) satisfies Answer,
      'too-large',
    ],
    [
      'a packed answer',
      ((socket) =>
        socket.write(httpResponse(200, 'x', { 'content-encoding': 'gzip' }))) satisfies Answer,
      'invalid-response',
    ],
  ])('does not follow %s', async (_what, failure: Answer, kind) => {
    const server = await start(inTurn(failure, ok));
    const { client, calls } = clientOf(server.origin);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const asked = client.request({ method: 'GET', path: '/x', timeoutMs: 120 });
    const ended = expect(asked).rejects.toMatchObject({ kind });
    await expect.poll(() => server.heads).toHaveLength(1);
    if (kind === 'timeout') vi.advanceTimersByTime(120);
    await ended;
    expect(server.heads).toHaveLength(1);
    expect(calls.map(({ outcome }) => outcome)).toEqual([kind]);
    await client.close();
    await server.allClosed();
  });

  it('stays inside the same deadline', async () => {
    const server = await start(inTurn(hangUp, silent));
    const { client } = clientOf(server.origin);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const asked = client.request({ method: 'GET', path: '/x', timeoutMs: 120 });
    const ended = expect(asked).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(() => server.heads).toHaveLength(2);
    vi.advanceTimersByTime(120);
    await ended;
    await client.close();
    await server.allClosed();
  });
});

describe('limits', () => {
  it('end a connection that is never established', async () => {
    const { Socket: Silent } = await import('node:net');
    const sockets: Socket[] = [];
    const { client } = clientOf('http://127.0.0.1:9', {
      connectTimeoutMs: 20,
      openSocket: () => {
        const socket = new Silent();
        sockets.push(socket);
        return socket;
      },
    });
    await expect(get(client)).rejects.toMatchObject({ kind: 'timeout' });
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('end when the caller aborts', async () => {
    const server = await start(silent);
    const { client, calls } = clientOf(server.origin);
    const controller = new AbortController();
    const asked = client.request({ method: 'GET', path: '/', signal: controller.signal });
    await expect.poll(() => server.heads).toHaveLength(1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'aborted' });
    expect(calls.map(({ outcome }) => outcome)).toEqual(['aborted']);
    await client.close();
    await server.allClosed();
  });

  it('bound running and waiting requests', async () => {
    const held: Socket[] = [];
    const server = await start((socket) => held.push(socket));
    const { client } = clientOf(server.origin, { maxConcurrent: 1 });
    const asked = Array.from({ length: 5 }, (_, i) => get(client, `/${i}`));
    await expect(get(client, '/one-too-many')).rejects.toMatchObject({ kind: 'busy' });
    for (let turn = 1; turn <= asked.length; turn += 1) {
      await expect.poll(() => held).toHaveLength(turn);
      held[turn - 1]?.write(httpResponse(200, 'fine'));
    }
    expect(await Promise.all(asked)).toHaveLength(5);
    expect(server.heads.map(pathIn)).toEqual(['/0', '/1', '/2', '/3', '/4']);
    expect(server.connections()).toBe(1);
  });
});

describe('close', () => {
  it('lets requests in progress end and refuses later ones', async () => {
    const held: Socket[] = [];
    const server = await start((socket) => held.push(socket));
    const { client } = clientOf(server.origin);
    const asked = get(client);
    await expect.poll(() => held).toHaveLength(1);
    const closed = client.close();
    await expect(get(client)).rejects.toMatchObject({ kind: 'aborted' });
    held[0]?.write(httpResponse(200, 'fine'));
    expect((await asked).status).toBe(200);
    await closed;
    await server.allClosed();
  });
});

describe('addresses', () => {
  it.each([
    'ftp://example.com',
    'http://user:pass@example.com',
    'http://example.com/?a',
    'http://example.com/#a',
    'example.com',
    '',
  ])('the base %j is refused', (baseUrl) => {
    expect(() => clientOf(baseUrl)).toThrow(expect.objectContaining({ kind: 'bad-url' }));
  });

  it.each([
    '',
    'x',
    '/../x',
    '/a/..',
    '/./a',
    '/%2e%2E/x',
    '/a/.%2e?b',
    '/a b',
    '/a\r\nx: y',
    '/ä',
    '/a#b',
    '/a\\b',
    '/\0',
  ])('the path %j is refused', async (path) => {
    const server = await start(ok);
    const { client } = clientOf(server.origin);
    await expect(get(client, path)).rejects.toMatchObject({ kind: 'bad-url' });
    expect(server.connections()).toBe(0);
  });

  it.each([
    [['users', 'Notch'], '/users/Notch'],
    [['a/b', '?c', '#d', '%2e'], '/a%2Fb/%3Fc/%23d/%252e'],
    [['ä b', '…', '@original'], '/%C3%A4%20b/%E2%80%A6/%40original'],
  ])('%j becomes %s', (parts, path) => {
    expect(pathOf(...parts)).toBe(path);
  });

  it.each([[['..']], [['a', '.']], [['']], [['a\ud800']]])('%j is no path', (parts) => {
    expect(() => pathOf(...parts)).toThrow(expect.objectContaining({ kind: 'bad-url' }));
  });
});

function counted(call: (n: number) => Promise<number>) {
  const calls: unknown[] = [];
  let now = 0;
  const nowMs = () => (now += 5);
  const counting = countedCall(call, {
    upstream: 'numbers',
    report: (one) => void calls.push(one),
    outcomeOf: (response) => (response > 0 ? 'positive' : 'other'),
    failureOf: (error) => (error instanceof RangeError ? 'range' : 'internal'),
    nowMs,
  });
  return { calls, counting };
}

test('a result is passed on and counted', async () => {
  const { calls, counting } = counted(async (n) => n * 2);
  expect(await counting(3)).toBe(6);
  expect(await counting(-1)).toBe(-2);
  expect(calls).toEqual([
    { upstream: 'numbers', outcome: 'positive', ms: 5 },
    { upstream: 'numbers', outcome: 'other', ms: 5 },
  ]);
});

test('an error is passed on and counted', async () => {
  const error = new RangeError('too far');
  const { calls, counting } = counted(() => Promise.reject(error));
  await expect(counting(1)).rejects.toBe(error);
  expect(calls).toEqual([{ upstream: 'numbers', outcome: 'range', ms: 5 }]);
});
