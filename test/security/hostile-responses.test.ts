import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenSocket } from '../../src/upstreams/net/safe-dial.ts';
import { createSafeFetch } from '../../src/upstreams/net/safe-fetch.ts';
import { createUpstreamClient } from '../../src/upstreams/net/upstream-client.ts';
import {
  type Answer,
  httpResponse,
  limits,
  pour,
  type RawServer,
  startRawServer,
} from '../support/net-fakes.ts';

/**
 * Servers that send much beside the body. What counts is the work of the parser, which is what it is
 * given: wall-clock time would say more about the machine.
 */

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const head = 'HTTP/1.1 200 OK\r\n';
const chunkedHead = `${head}transfer-encoding: chunked\r\n\r\n`;
const shortLines = 'a:\r\n'.repeat(1000);

/** First this, then that without end. */
const hostile: Readonly<Record<string, readonly [start: string, endless: string]>> = {
  'short header lines': [head, shortLines],
  'header lines of empty values and many names': [head, 'abcdefg:\r\nhij:\r\n'.repeat(300)],
  'one header value': [`${head}a: `, 'x'.repeat(4096)],
  'one header name': [head, 'x'.repeat(4096)],
  'folded header lines': [`${head}a: b`, '\r\n c'.repeat(1000)],
  'interim responses': ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)],
  'interim responses with headers': [
    '',
    `HTTP/1.1 102 Processing\r\n${'a:\r\n'.repeat(100)}\r\n`.repeat(10),
  ],
  'the reason phrase': ['HTTP/1.1 200 ', 'x'.repeat(4096)],
  'line ends before the status line': ['', '\r\n'.repeat(2000)],
  'a chunk extension': [`${chunkedHead}1;`, 'x'.repeat(4096)],
  'a quoted chunk extension': [`${chunkedHead}1;a="`, 'x'.repeat(4096)],
  'chunk extensions': [chunkedHead, `1;${'x'.repeat(500)}\r\nx\r\n`.repeat(8)],
  'zeros of a chunk size': [chunkedHead, '0'.repeat(4096)],
  trailers: [`${chunkedHead}1\r\nx\r\n0\r\n`, shortLines],
  'one trailer': [`${chunkedHead}1\r\nx\r\n0\r\na: `, 'x'.repeat(4096)],
  'a body in chunks of one byte': [chunkedHead, '1\r\nx\r\n'.repeat(800)],
};

/** Connects to loopback and counts what is read from the sockets. */
function countingSockets() {
  const seen = { bytes: 0, largestPiece: 0, afterDestroyed: 0 };
  const openSocket: OpenSocket = ({ port }) => {
    const socket = connect({ host: '127.0.0.1', port });
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const piece: unknown = read(size);
      if (!(piece instanceof Buffer)) return piece;
      seen.bytes += piece.length;
      seen.largestPiece = Math.max(seen.largestPiece, piece.length);
      if (socket.destroyed) seen.afterDestroyed += piece.length;
      return piece;
    };
    return socket;
  };
  return { seen, openSocket };
}

async function start(answer: Answer): Promise<RawServer> {
  const server = await startRawServer(answer);
  cleanUps.push(server.close);
  return server;
}

/** The two doors that responses come in by, each as one GET. */
const doors = {
  'a URL of a client': (origin: string, openSocket: OpenSocket) => {
    const door = createSafeFetch({ allowPrivateAddresses: true, userAgent: 'test', openSocket });
    cleanUps.push(door.close);
    return async () => (await door.fetchBytes(`${origin}/`, limits())).bytes;
  },
  'an upstream of the operator': (origin: string, openSocket: OpenSocket, timeoutMs = 30_000) => {
    const client = createUpstreamClient({
      baseUrl: origin,
      name: 'test',
      userAgent: 'test',
      maxConcurrent: 1,
      openSocket,
    });
    cleanUps.push(client.close);
    return async () => (await client.request({ method: 'GET', path: '/', timeoutMs })).bytes;
  },
} as const;

/** A host that another service named, over the same client as upstreams. */
const openNamed = (origin: string, openSocket: OpenSocket) => {
  const client = createUpstreamClient({
    baseUrl: `http://named.example:${new URL(origin).port}`,
    name: 'test',
    userAgent: 'test',
    maxConcurrent: 1,
    allowPrivateAddresses: false,
    // A public address; the socket is opened to the server of the test.
    lookup: async () => [{ address: '93.184.216.34', family: 4 }],
    openSocket,
  });
  cleanUps.push(client.close);
  return async () => (await client.request({ method: 'GET', path: '/', timeoutMs: 30_000 })).bytes;
};

const openUpstream = doors['an upstream of the operator'];
const strict = {
  'a URL of a client': doors['a URL of a client'],
  'a host that a service named': openNamed,
};

const cases = Object.entries(strict).flatMap(([door, open]) =>
  Object.entries(hostile).map(([what, [first, endless]]) => ({ door, open, what, first, endless })),
);

describe('a response of endless headers', () => {
  // The operator trusts its host not to do this: the deadline ends what undici does not.
  it.each(Object.entries(hostile))(
    'an upstream of the operator: %s',
    async (_what, [first, endless]) => {
      const server = await start((socket) => {
        socket.write(first);
        pour(socket, endless);
      });
      const { openSocket } = countingSockets();
      await expect(openUpstream(server.origin, openSocket, 300)()).rejects.toMatchObject({
        kind: expect.stringMatching(/^(invalid-response|timeout|unreachable|too-large)$/),
      });
      await server.allClosed();
    },
  );

  it.each(cases)('$door: $what', async ({ open, first, endless }) => {
    const server = await start((socket) => {
      socket.write(first);
      pour(socket, endless);
    });
    const { seen, openSocket } = countingSockets();
    await expect(open(server.origin, openSocket)()).rejects.toMatchObject({
      kind: 'invalid-response',
    });
    // 64 kB beside the body and the piece that was too much; a body in crumbs is a fifth of its size.
    expect(seen.bytes).toBeLessThan((64 + 2) * 1024 * 1.25);
    expect(seen.largestPiece).toBeLessThanOrEqual(2048);
    expect(seen.afterDestroyed).toBe(0);
    expect(server.connections()).toBe(1);
    await server.allClosed();
  });

  it.each(Object.entries(strict))('%s: also for 128 kB at once', async (_door, open) => {
    const server = await start((socket) => socket.end(head + 'a:\r\n'.repeat(32 * 1024)));
    const { seen, openSocket } = countingSockets();
    await expect(open(server.origin, openSocket)()).rejects.toMatchObject({
      kind: 'invalid-response',
    });
    // Of lines as short as these far less: each costs the same however short it is.
    expect(seen.bytes).toBeLessThanOrEqual(8 * 1024);
  });
});

describe('a response with much overhead besides a body within the limit', () => {
  const long = 'x'.repeat(20_000);
  it.each([
    ['a long head', `${head}a: ${long}\r\nb: ${long}\r\ncontent-length: 4\r\n\r\nskin`],
    ['hints', `${'HTTP/1.1 103 X\r\n\r\n'.repeat(100)}${head}content-length: 4\r\n\r\nskin`],
    ['extensions', `${chunkedHead}4;a=${long}\r\nskin\r\n0\r\n\r\n`],
    ['trailers', `${chunkedHead}4\r\nskin\r\n0\r\na: ${long}\r\n\r\n`],
    ['small chunks', `${chunkedHead}${'1\r\nx\r\n'.repeat(4000)}0\r\n\r\n`],
    ['many lines', `${head}${'a:\r\n'.repeat(500)}content-length: 4\r\n\r\nskin`],
    ['a body of line ends', `${head}content-length: 90000\r\n\r\n${'\n'.repeat(90_000)}`],
  ])('%s', async (_what, response) => {
    const server = await start((socket) => socket.write(response));
    for (const open of Object.values(doors)) {
      const { openSocket } = countingSockets();
      // Kept connections count each response by itself.
      const get = open(server.origin, openSocket);
      for (let times = 0; times < 4; times += 1) expect((await get()).length).toBeGreaterThan(3);
    }
  });

  it('accepts a body of the maximum size, byte for byte', async () => {
    const body = Buffer.from(
      Array.from({ length: 1024 * 1024 }, (_, i) => (i * 7 + (i >> 8)) & 255),
    );
    const server = await start((socket) => socket.write(httpResponse(200, body)));
    for (const open of [...Object.values(strict), openUpstream]) {
      const { seen, openSocket } = countingSockets();
      expect(Buffer.compare(Buffer.from(await open(server.origin, openSocket)()), body)).toBe(0);
      if (open !== openUpstream) expect(seen.largestPiece).toBe(16 * 1024);
    }
  });
});

describe('a response that continues after its body', () => {
  const body = 64 * 1024;
  it.each(Object.entries(strict))(
    '%s: is given up as quickly as the others',
    async (_door, open) => {
      const first = `${chunkedHead}${body.toString(16)}\r\n${'x'.repeat(body)}\r\n0\r\n`;
      const server = await start((socket) => {
        socket.write(first);
        pour(socket, 'a:\r\n'.repeat(1024));
      });
      const { seen, openSocket } = countingSockets();
      await expect(open(server.origin, openSocket)()).rejects.toMatchObject({
        kind: 'invalid-response',
      });
      // The piece in which the body ended may have been a large one.
      expect(seen.bytes).toBeLessThan(first.length + 16 * 1024 + 8 * 1024);
    },
  );
});
