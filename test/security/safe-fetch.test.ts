import { deflateSync, gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { NameLookup } from '../../src/upstreams/net/name-lookup.ts';
import { createSafeFetch, type SafeFetchOptions } from '../../src/upstreams/net/safe-fetch.ts';
import {
  type Answer,
  fakeLookup,
  httpResponse,
  limits,
  loopbackSockets,
  pathIn,
  pour,
  startRawServer,
} from '../support/net-fakes.ts';

/** The fetch of stranger's URLs against servers that misbehave in every way we could think of. */

const redirectTo = (location: string, status = 302): Buffer =>
  httpResponse(status, '', { location });

/** Writes a little every few milliseconds until the other side hangs up. */
function drip(socket: Socket, chunk: string): void {
  const timer = setInterval(() => socket.write(chunk), 5);
  socket.on('close', () => clearInterval(timer));
}

const chunkedHead = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

const answers: Readonly<Record<string, Answer>> = {
  '/ok': (socket) => socket.end(httpResponse(200, 'skin', { 'content-type': 'image/png' })),
  '/kept-open': (socket) => socket.write(httpResponse(200, 'skin')),
  '/untyped': (socket) => socket.end(httpResponse(200, 'skin')),
  '/until-close': (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nskin'),
  '/single-byte-chunks': (socket) =>
    socket.end(`${chunkedHead}${'1\r\nx\r\n'.repeat(5000)}0\r\n\r\n`),
  '/empty-gzip': (socket) => socket.end(httpResponse(200, '', { 'content-encoding': 'gzip' })),
  '/empty': (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'),

  '/to-ok': (socket) => socket.end(redirectTo('/ok')),
  '/hop1': (socket) => socket.end(redirectTo('hop2', 301)),
  '/hop2': (socket) => socket.end(redirectTo('./hop3', 303)),
  '/hop3': (socket) => socket.end(redirectTo('/ok', 307)),
  '/hop0': (socket) => socket.end(redirectTo('/hop1', 308)),
  '/to-elsewhere': (socket) => socket.end(redirectTo('http://elsewhere.example/ok')),
  '/loop': (socket) => socket.end(redirectTo('/loop')),
  '/ping': (socket) => socket.end(redirectTo('/pong')),
  '/pong': (socket) => socket.end(redirectTo('/ping')),
  '/slow-loop': (socket) => void setTimeout(() => socket.end(redirectTo('/slow-loop')), 40),
  '/cookie': (socket) =>
    socket.end(httpResponse(302, '', { location: '/ok', 'set-cookie': 'session=1' })),
  '/redirect-with-endless-body': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nlocation: /ok\r\ntransfer-encoding: chunked\r\n\r\n');
    pour(socket, '400\r\n'.concat('x'.repeat(1024), '\r\n'));
  },
  '/no-location': (socket) => socket.end(httpResponse(302)),
  '/two-locations': (socket) =>
    socket.end('HTTP/1.1 302 X\r\nlocation: /ok\r\nlocation: http://\r\ncontent-length: 0\r\n\r\n'),

  '/announces-too-much': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1048577\r\n\r\n'),
  '/endless-chunks': (socket) => {
    socket.write(chunkedHead);
    pour(socket, '400\r\n'.concat('x'.repeat(1024), '\r\n'));
  },
  '/endless-until-close': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    pour(socket, Buffer.alloc(65_536));
  },
  '/gzip-bomb': (socket) => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    socket.end(httpResponse(200, bomb, { 'content-encoding': 'gzip' }));
  },
  '/endless-error-body': (socket) => {
    socket.write('HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\n');
    pour(socket, '400\r\n'.concat('x'.repeat(1024), '\r\n'));
  },

  '/silent': () => {},
  '/stalled-headers': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-'),
  '/dripping-body': (socket) => {
    socket.write(chunkedHead);
    drip(socket, '1\r\nx\r\n');
  },
  '/stalled-body': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),

  '/two-lengths': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nskin!'),
  '/hangs-up': (socket) => socket.destroy(),
  '/resets': (socket) => socket.resetAndDestroy(),
  '/cut-body': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
  '/cut-chunk': (socket) => socket.end(`${chunkedHead}a\r\nhalf`),
};

/** `/packed/<encoding>` says so; what comes after a further slash is what it says it is. */
const packed: Answer = (socket, head) => {
  const [, , said = '', claimed = said] = decodeURIComponent(pathIn(head)).split('/');
  const bodies = new Map([
    ['gzip', gzipSync('skin')],
    ['x-gzip', gzipSync('skin')],
    ['deflate', deflateSync('skin')],
  ]);
  const body = bodies.get(said.toLowerCase()) ?? 'skin';
  socket.end(httpResponse(200, body, { 'content-encoding': claimed }));
};

const byPath: Answer = (socket, head) => {
  const path = pathIn(head);
  if (path.startsWith('/packed/')) {
    packed(socket, head);
    return;
  }
  const status = Number(/^\/status\/(\d+)/.exec(path)?.[1] ?? 404);
  const answer = answers[path];
  if (answer === undefined) socket.end(httpResponse(status, 'no such thing'));
  else answer(socket, head);
};

const server = await startRawServer(byPath);
afterAll(() => server.close());
// Whatever happened: no socket may be left behind.
afterEach(() => server.allClosed());

const openDoor = (options: Partial<SafeFetchOptions> = {}) =>
  createSafeFetch({ allowPrivateAddresses: true, userAgent: 'Lineup/test', ...options });

const fetchPath = (path: string, changes: Parameters<typeof limits>[0] = {}) =>
  openDoor().fetchBytes(`${server.origin}${path}`, limits(changes));

describe('a good response', () => {
  it.each([
    ['/untyped', 4],
    ['/kept-open', 4],
    ['/single-byte-chunks', 5000],
    ['/empty', 0],
  ])('%s has %i bytes', async (path, length) => {
    expect((await fetchPath(path)).bytes).toHaveLength(length);
  });

  it('was requested with only the necessary headers', async () => {
    const url = `${server.origin}/status/404?a=1#part`;
    await expect(openDoor().fetchBytes(url, limits({ accept: 'image/png' }))).rejects.toMatchObject(
      { status: 404 },
    );
    const [requestLine, ...headers] = (server.heads.at(-1) ?? '').split('\r\n');
    expect(requestLine).toBe('GET /status/404?a=1 HTTP/1.1');
    expect(headers.toSorted()).toEqual([
      'accept-encoding: identity',
      'accept: image/png',
      'connection: close',
      `host: 127.0.0.1:${server.port}`,
      'user-agent: Lineup/test',
    ]);
  });

  it('ignores a proxy of the environment', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect((await fetchPath('/ok')).bytes).toHaveLength(4);
    vi.unstubAllEnvs();
  });
});

describe('a body that is compressed without being requested so', () => {
  it.each(['gzip', 'x-gzip', 'GZip', 'deflate', 'identity', ' identity '])(
    '%s is read',
    async (encoding) => {
      const { bytes } = await fetchPath(`/packed/${encoding.replaceAll(' ', '%20')}`);
      expect(Buffer.from(bytes).toString()).toBe('skin');
    },
  );

  it.each(['br', 'zstd', 'gzip, gzip', 'constructor', '__proto__', 'not-gzip/gzip'])(
    '%s is refused',
    async (encoding) => {
      await expect(fetchPath(`/packed/${encoding.replaceAll(' ', '%20')}`)).rejects.toMatchObject({
        kind: 'invalid-response',
      });
    },
  );

  it('may be empty', async () => {
    expect((await fetchPath('/empty-gzip')).bytes).toHaveLength(0);
  });
});

describe('redirects', () => {
  it('are followed three times', async () => {
    const { bytes } = await fetchPath('/hop1');
    expect(Buffer.from(bytes).toString()).toBe('skin');
  });

  it.each([
    ['/hop0', 'too-many-redirects'],
    ['/loop', 'too-many-redirects'],
    ['/ping', 'too-many-redirects'],
    ['/no-location', 'bad-redirect'],
    ['/two-locations', 'http-status'],
  ])('%s → %s', async (path, kind) => {
    await expect(fetchPath(path)).rejects.toMatchObject({ kind });
  });

  it('cost one request each', async () => {
    const before = server.heads.length;
    await expect(fetchPath('/loop')).rejects.toMatchObject({ kind: 'too-many-redirects' });
    expect(server.heads.length - before).toBe(4);
  });

  it('are not followed at all when none are allowed', async () => {
    await expect(fetchPath('/to-ok', { maxRedirects: 0 })).rejects.toMatchObject({
      kind: 'too-many-redirects',
    });
  });

  it('forward no cookie, and their bodies are discarded', async () => {
    for (const path of ['/cookie', '/redirect-with-endless-body']) {
      expect((await fetchPath(path)).bytes).toHaveLength(4);
      expect(server.heads.at(-1)).not.toMatch(/cookie|referer/i);
    }
  });

  it('share one deadline', async () => {
    await expect(
      fetchPath('/slow-loop', { timeoutMs: 150, maxRedirects: 1000 }),
    ).rejects.toMatchObject({ kind: 'timeout' });
  });
});

/** A door that takes addresses seriously, and a public host whose every response is a redirect. */
async function strictDoor(location: string) {
  const evil = await startRawServer((socket) => socket.end(redirectTo(location)));
  const names = fakeLookup({
    'evil.example': ['93.184.216.34'],
    'inside.example': ['10.0.0.7'],
  });
  const sockets = loopbackSockets();
  const { lookup } = names;
  const { openSocket } = sockets;
  const { fetchBytes } = createSafeFetch({
    allowPrivateAddresses: false,
    userAgent: 'test',
    lookup,
    openSocket,
  });
  const fetched = fetchBytes(`http://evil.example:${evil.port}/`, limits());
  return { fetched, evil, dialled: sockets.dialled };
}

describe('a redirect into the private network', () => {
  it.each([
    ['http://127.0.0.1/', 'blocked-address'],
    ['http://169.254.169.254/latest/meta-data/', 'blocked-address'],
    ['http://inside.example/', 'blocked-address'],
    ['file:///etc/passwd', 'bad-redirect'],
    ['http://evil.example:25/', 'bad-redirect'],
  ])('%s → %s', async (location, kind) => {
    const { fetched, evil, dialled } = await strictDoor(location);
    await expect(fetched).rejects.toMatchObject({ kind });
    expect(dialled).toEqual(['93.184.216.34']);
    await evil.allClosed();
    await evil.close();
  });
});

/** Public when asked first, loopback ever after: DNS rebinding. */
function rebinding() {
  let calls = 0;
  const lookup: NameLookup = async () => {
    calls += 1;
    return [{ address: calls === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
  };
  return { lookup, calls: () => calls };
}

describe('a fetch limited to some hosts', () => {
  const allowHost = (hostname: string) => hostname.endsWith('.cdn.example');

  it.each([
    ['http://a.cdn.example/ok', 'skin'],
    ['http://A.CDN.example/ok', 'skin'],
    ['http://elsewhere.example/ok', 'blocked-host'],
    ['http://cdn.example.evil.example/ok', 'blocked-host'],
    ['http://a.cdn.example/to-elsewhere', 'blocked-host'],
    ['data:,skin', 'blocked-host'],
  ])('%s → %s', async (address, outcome) => {
    const url = address.replace('example/', `example:${server.port}/`);
    const everywhere = ['93.184.216.34'];
    const { lookup, asked } = fakeLookup({
      'a.cdn.example': everywhere,
      'elsewhere.example': everywhere,
      'cdn.example.evil.example': everywhere,
    });
    const { openSocket } = loopbackSockets();
    const door = openDoor({ allowPrivateAddresses: false, lookup, openSocket });
    const got = await door.fetchBytes(url, limits({ allowHost })).then(
      ({ bytes }) => Buffer.from(bytes).toString(),
      (error: unknown) => (error instanceof Error && 'kind' in error ? error.kind : error),
    );
    expect(got).toBe(outcome);
    expect(asked.every(allowHost)).toBe(true);
  });
});

describe('a name whose address changes', () => {
  it('is connected to at its checked address, and refused once it turns private', async () => {
    const { lookup, calls } = rebinding();
    const { openSocket, dialled } = loopbackSockets();
    const door = openDoor({ allowPrivateAddresses: false, lookup, openSocket });
    const url = `http://rebind.example:${server.port}/ok`;
    expect((await door.fetchBytes(url, limits())).bytes).toHaveLength(4);
    expect({ calls: calls(), dialled }).toEqual({ calls: 1, dialled: ['93.184.216.34'] });
    await expect(door.fetchBytes(url, limits())).rejects.toMatchObject({ kind: 'blocked-address' });
    expect({ calls: calls(), dialled }).toEqual({ calls: 2, dialled: ['93.184.216.34'] });
  });

  it('is resolved again and refused on a redirect to itself', async () => {
    const { lookup, calls } = rebinding();
    const { openSocket, dialled } = loopbackSockets();
    const door = openDoor({ allowPrivateAddresses: false, lookup, openSocket });
    const url = `http://rebind.example:${server.port}/to-ok`;
    await expect(door.fetchBytes(url, limits())).rejects.toMatchObject({ kind: 'blocked-address' });
    expect({ calls: calls(), dialled }).toEqual({ calls: 2, dialled: ['93.184.216.34'] });
  });
});

describe('an error status', () => {
  it.each([400, 401, 403, 404, 410, 418, 429, 500, 502, 503, 300, 304])('%i', async (status) => {
    await expect(fetchPath(`/status/${status}`)).rejects.toMatchObject({
      kind: 'http-status',
      status,
      message: `The address answered with status ${status}.`,
    });
  });

  it('is reported without waiting for the end of its body', async () => {
    await expect(fetchPath('/endless-error-body')).rejects.toMatchObject({ status: 500 });
  });
});

describe('a response that is too large', () => {
  it.each(['/announces-too-much', '/endless-chunks', '/endless-until-close'])(
    '%s',
    async (path) => {
      await expect(fetchPath(path)).rejects.toMatchObject({ kind: 'too-large' });
    },
  );

  it('is one byte more than allowed', async () => {
    expect((await fetchPath('/ok', { maxBytes: 4 })).bytes).toHaveLength(4);
    await expect(fetchPath('/ok', { maxBytes: 3 })).rejects.toMatchObject({ kind: 'too-large' });
    await expect(fetchPath('/until-close', { maxBytes: 3 })).rejects.toMatchObject({
      kind: 'too-large',
    });
  });

  it('after decompression', async () => {
    await expect(fetchPath('/gzip-bomb')).rejects.toMatchObject({ kind: 'too-large' });
    const { length } = gzipSync('skin');
    expect((await fetchPath('/packed/gzip', { maxBytes: length })).bytes).toHaveLength(4);
    await expect(fetchPath('/packed/gzip', { maxBytes: length - 1 })).rejects.toMatchObject({
      kind: 'too-large',
    });
  });
});

describe('a response that does not arrive', () => {
  it.each(['/silent', '/stalled-headers', '/dripping-body', '/stalled-body'])(
    '%s runs into the deadline',
    async (path) => {
      await expect(fetchPath(path, { timeoutMs: 120 })).rejects.toMatchObject({ kind: 'timeout' });
    },
  );

  it('because the port is closed', async () => {
    const gone = await startRawServer(byPath);
    await gone.close();
    await expect(openDoor().fetchBytes(gone.origin, limits())).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  it('because the name has no address, or its look-up hangs', async () => {
    const { lookup } = fakeLookup({});
    await expect(
      openDoor({ lookup }).fetchBytes('http://nowhere.example/', limits()),
    ).rejects.toMatchObject({ kind: 'unresolvable' });
    await expect(
      openDoor({ lookup: () => new Promise(() => {}) }).fetchBytes(
        'http://nowhere.example/',
        limits({ connectTimeoutMs: 30 }),
      ),
    ).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe('a malformed response', () => {
  it.each([
    ['/two-lengths', 'invalid-response'],
    ['/hangs-up', 'unreachable'],
    ['/resets', 'unreachable'],
    ['/cut-body', 'unreachable'],
    ['/cut-chunk', 'unreachable'],
  ])('%s → %s', async (path, kind) => {
    await expect(fetchPath(path)).rejects.toMatchObject({ name: 'NetError', kind });
  });

  it('reveals nothing internal to the client', async () => {
    const inside = await startRawServer((socket) => socket.end('127.0.0.1 secret-host\r\n\r\n'));
    const error: unknown = await openDoor()
      .fetchBytes(inside.origin, limits())
      .catch((caught: unknown) => caught);
    expect(String(error)).not.toMatch(/127|secret|HPE|Parse/);
    await inside.close();
  });
});

it('a data URL is decoded under the same limit', async () => {
  const fetchData = (url: string) =>
    openDoor({ allowPrivateAddresses: false }).fetchBytes(url, limits({ maxBytes: 4 }));
  const { bytes } = await fetchData('data:image/png;base64,c2tpbg==');
  expect(Buffer.from(bytes).toString()).toBe('skin');
  await expect(fetchData('data:,skins')).rejects.toMatchObject({ kind: 'too-large' });
});

describe('close', () => {
  it('aborts requests in progress and refuses later ones', async () => {
    const door = openDoor();
    const fetched = door.fetchBytes(`${server.origin}/silent`, limits());
    const outcome = expect(fetched).rejects.toMatchObject({ kind: 'aborted' });
    await door.close();
    await outcome;
    await expect(door.fetchBytes(`${server.origin}/ok`, limits())).rejects.toMatchObject({
      kind: 'aborted',
    });
  });
});
