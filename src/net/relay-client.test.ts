import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createRelayClient, type RelayClientOptions } from './relay-client.ts';
import { type Answer, httpAnswer, type RawServer, startRawServer } from './test-kit.ts';
import type { UpstreamCall } from './upstream-client.ts';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(answer: Answer): Promise<RawServer> {
  const server = await startRawServer(answer);
  cleanUps.push(server.close);
  return server;
}

function clientOf(baseUrl: string, options: Partial<RelayClientOptions> = {}) {
  const calls: UpstreamCall[] = [];
  const client = createRelayClient({
    baseUrl,
    name: 'chat platform',
    userAgent: 'DiscordBot (https://example.org, 1)',
    onCall: (call) => calls.push(call),
    ...options,
  });
  cleanUps.push(client.close);
  return { client, calls };
}

const ok: Answer = (socket) => socket.write(httpAnswer(200, 'fine'));
const timeoutMs = 30_000;

/** Everything that arrives on one connection, and when it is over. */
async function startSink(onData: (received: string, hangUp: () => void) => void = () => {}) {
  let received = '';
  const closed = Promise.withResolvers<string>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.endsWith('0\r\n\r\n')) socket.write(httpAnswer(204));
      onData(received, () => socket.destroy());
    });
    socket.on('close', () => closed.resolve(received));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  cleanUps.push(async () => void server.close());
  return { origin: `http://127.0.0.1:${address.port}`, closed: closed.promise };
}

async function* chunksOf(...chunks: readonly (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield Buffer.from(chunk);
  }
}

describe('a request', () => {
  it('is built from its parts and carries nothing but what it was given', async () => {
    const server = await start(ok);
    const { client, calls } = clientOf(`${server.origin}/api/v10/`);
    const response = await client.send({
      method: 'POST',
      segments: ['webhooks', '1', 'a/../b?c#d', '@original'],
      query: { wait: 'true', thread_id: '1&x=2' },
      headers: { 'content-type': 'application/json', 'user-agent': 'never' },
      body: Buffer.from('{}'),
      timeoutMs,
    });
    expect(Buffer.from(response.bytes).toString()).toBe('fine');
    const [line, ...headers] = (server.heads[0] ?? '').split('\r\n');
    expect(line).toBe(
      'POST /api/v10/webhooks/1/a%2F..%2Fb%3Fc%23d/%40original?wait=true&thread_id=1%26x%3D2 HTTP/1.1',
    );
    expect(headers.toSorted()).toEqual([
      'accept-encoding: identity',
      'accept: application/json, */*;q=0.5',
      'connection: keep-alive',
      'content-length: 2',
      'content-type: application/json',
      `host: 127.0.0.1:${server.port}`,
      'user-agent: DiscordBot (https://example.org, 1)',
    ]);
    expect(calls).toMatchObject([{ upstream: 'chat platform', outcome: '200' }]);
  });

  it.each(['..', '.', ''])('with the segment "%s" is refused', async (segment) => {
    const server = await start(ok);
    const { client } = clientOf(server.origin);
    const request = { method: 'GET', segments: ['webhooks', segment], timeoutMs } as const;
    await expect(client.send(request)).rejects.toMatchObject({ kind: 'bad-url' });
    expect(server.heads).toHaveLength(0);
  });

  it.each([['http://u:p@127.0.0.1'], ['ftp://127.0.0.1'], ['http://127.0.0.1/?a']])(
    'has no base %s',
    (baseUrl) => {
      expect(() => clientOf(baseUrl)).toThrow(expect.objectContaining({ kind: 'bad-url' }));
    },
  );
});

describe('a failure', () => {
  it('after the request was sent is not tried again', async () => {
    const server = await start((socket) => socket.destroy());
    const { client, calls } = clientOf(server.origin);
    const request = { method: 'POST', segments: ['x'], body: Buffer.from('1'), timeoutMs } as const;
    await expect(client.send(request)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(server.heads).toHaveLength(1);
    expect(calls).toMatchObject([{ outcome: 'unreachable' }]);
  });

  it('to connect is tried once more', async () => {
    const server = await start(ok);
    const { client: broken } = clientOf('http://127.0.0.1:1');
    const request = { method: 'POST', segments: ['x'], body: Buffer.from('1'), timeoutMs } as const;
    await expect(broken.send(request)).rejects.toMatchObject({ kind: 'unreachable' });
    let attempts = 0;
    const { connect } = await import('node:net');
    const { client } = clientOf(server.origin, {
      openSocket: ({ port }) => {
        attempts += 1;
        return connect({ host: '127.0.0.1', port: attempts === 1 ? 1 : port });
      },
    });
    expect((await client.send(request)).status).toBe(200);
    expect([attempts, server.heads.length]).toEqual([2, 1]);
  });

  it('to answer in time is a timeout', async () => {
    const server = await start(() => {});
    const { client } = clientOf(server.origin);
    const request = { method: 'GET', segments: ['x'], timeoutMs: 50 } as const;
    await expect(client.send(request)).rejects.toMatchObject({ kind: 'timeout' });
    await server.allClosed();
  });

  it('to stay small is refused', async () => {
    const server = await start((socket) => socket.write(httpAnswer(200, 'x'.repeat(11))));
    const { client } = clientOf(server.origin);
    const request = { method: 'GET', segments: ['x'], maxBytes: 10, timeoutMs } as const;
    await expect(client.send(request)).rejects.toMatchObject({ kind: 'too-large' });
  });
});

describe('what there is to do before it is sent', () => {
  const request = { method: 'POST', segments: ['x'], body: Buffer.from('1'), timeoutMs } as const;

  it('is done when there is a place for it', async () => {
    const answer = Promise.withResolvers<void>();
    const server = await start(async (socket) => {
      await answer.promise;
      socket.write(httpAnswer(200));
    });
    const { client } = clientOf(server.origin, { maxConcurrent: 1, maxWaitMs: timeoutMs });
    const ready: string[] = [];
    const sent = ['first', 'second'].map((name) =>
      client.send({ ...request, beforeSend: async () => void ready.push(name) }),
    );
    await expect.poll(() => server.heads).toHaveLength(1);
    expect(ready).toEqual(['first']);
    answer.resolve();
    await Promise.all(sent);
    expect(ready).toEqual(['first', 'second']);
  });

  it('keeps it back by failing', async () => {
    const server = await start(ok);
    const { client, calls } = clientOf(server.origin, { maxConcurrent: 1 });
    const failure = new Error('no more');
    const beforeSend = () => Promise.reject(failure);
    await expect(client.send({ ...request, beforeSend })).rejects.toBe(failure);
    expect([server.heads.length, calls]).toMatchObject([0, [{ outcome: 'withheld' }]]);
    // Its place is free again.
    expect((await client.send(request)).status).toBe(200);
  });
});

describe('a streamed body', () => {
  it('is passed on as it comes', async () => {
    const sink = await startSink();
    const { client } = clientOf(sink.origin);
    const body = chunksOf('ab', 'c'.repeat(70_000), 'd');
    const response = await client.send({ method: 'POST', segments: ['x'], body, timeoutMs });
    expect(response.status).toBe(204);
    await client.close();
    const received = await sink.closed;
    expect(received).toContain('transfer-encoding: chunked');
    expect(received.replace(/\r\n[\da-f]+\r\n/g, '')).toContain(`ab${'c'.repeat(70_000)}d`);
  });

  it('starts to arrive before it is complete', async () => {
    const halfway = Promise.withResolvers<void>();
    const sink = await startSink((received) => {
      if (received.includes('first')) halfway.resolve();
    });
    const { client } = clientOf(sink.origin);
    async function* body() {
      yield Buffer.from('first');
      await halfway.promise;
      yield Buffer.from('second');
    }
    const sending = client.send({ method: 'POST', segments: ['x'], body: body(), timeoutMs });
    expect((await sending).status).toBe(204);
  });

  it('that fails is torn off, never ended, and its error is the answer', async () => {
    const sink = await startSink();
    const { client, calls } = clientOf(sink.origin);
    const failure = new Error('too large');
    const body = chunksOf('part', failure);
    const sending = client.send({ method: 'POST', segments: ['x'], body, timeoutMs });
    await expect(sending).rejects.toBe(failure);
    const received = await Promise.race([sink.closed, client.close().then(() => sink.closed)]);
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(calls).toMatchObject([{ outcome: 'body-failed' }]);
  });

  it('is let go of when the other side hangs up', async () => {
    const sink = await startSink((received, hangUp) => {
      if (received.length > 100_000) hangUp();
    });
    const { client } = clientOf(sink.origin);
    const letGo = Promise.withResolvers<void>();
    async function* body() {
      try {
        for (;;) yield Buffer.alloc(16_384);
      } finally {
        letGo.resolve();
      }
    }
    const sending = client.send({ method: 'POST', segments: ['x'], body: body(), timeoutMs });
    await expect(sending).rejects.toMatchObject({ kind: 'unreachable' });
    await letGo.promise;
  });

  it('waits only so long for a place', async () => {
    const held = Promise.withResolvers<void>();
    const server = await start(ok);
    const { client, calls } = clientOf(server.origin, { maxStreams: 1, maxWaitMs: 10 });
    async function* slow() {
      await held.promise;
      yield Buffer.from('0');
    }
    const first = client.send({ method: 'POST', segments: ['up'], body: slow(), timeoutMs });
    const second = client.send({ method: 'POST', segments: ['up'], body: slow(), timeoutMs });
    await expect(second).rejects.toMatchObject({ kind: 'busy' });
    expect(calls).toMatchObject([{ outcome: 'busy' }]);
    held.resolve();
    await first;
  });

  it('has places of its own', async () => {
    const held = Promise.withResolvers<void>();
    const server = await start(ok);
    const { client } = clientOf(server.origin, { maxStreams: 1 });
    async function* slow() {
      await held.promise;
      yield Buffer.from('0');
    }
    const upload = client.send({ method: 'POST', segments: ['up'], body: slow(), timeoutMs });
    const message = await client.send({ method: 'GET', segments: ['message'], timeoutMs });
    expect(message.status).toBe(200);
    held.resolve();
    await upload;
  });
});
