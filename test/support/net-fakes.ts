import { connect, createServer, type Socket } from 'node:net';
import type { NameLookup } from '../../src/upstreams/net/name-lookup.ts';
import type { FetchOptions } from '../../src/upstreams/net/safe-fetch.ts';
import type { OpenSocket } from '../../src/upstreams/net/safe-dial.ts';

/**
 * Fakes for the tests of `src/upstreams/net`: a TCP server on loopback that sends exactly the given bytes
 * and the two effects of dialling.
 */
export type RawServer = {
  readonly port: number;
  readonly origin: string;
  /** Connections ever made. */
  readonly connections: () => number;
  /** Request heads, in the order of arrival. */
  readonly heads: string[];
  /** Settles once no socket is open; otherwise the test's own timeout ends the wait. */
  readonly allClosed: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Responds to one request: writes any bytes to the socket. */
export type Answer = (socket: Socket, head: string) => void;

/** Starts a server that calls `answer` for each complete request head. */
export async function startRawServer(answer: Answer, host = '127.0.0.1'): Promise<RawServer> {
  const open = new Set<Socket>();
  const heads: string[] = [];
  let total = 0;
  let onAllClosed: (() => void) | undefined;
  const server = createServer((socket) => {
    total += 1;
    open.add(socket);
    // Many tests are about connections broken by the other side.
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) onAllClosed?.();
    });
    onHead(socket, (head) => {
      heads.push(head);
      answer(socket, head);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  return {
    port,
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: () => total,
    heads,
    allClosed: () =>
      new Promise((resolve) => {
        onAllClosed = resolve;
        if (open.size === 0) resolve();
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function onHead(socket: Socket, tell: (head: string) => void): void {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    let end = text.indexOf('\r\n\r\n');
    while (end !== -1) {
      const head = text.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      text = text.slice(end + 4 + length);
      tell(head);
      end = text.indexOf('\r\n\r\n');
    }
  });
}

/** A complete response with the right length. */
export function httpResponse(
  status: number,
  body: string | Uint8Array = '',
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers });
  const head = [`HTTP/1.1 ${status} X`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

/** Writes again and again until the other side hangs up, as fast as it is read. */
export function pour(socket: Socket, chunk: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** The path of a request head. */
export function pathIn(head: string): string {
  return head.split(' ', 2)[1] ?? '';
}

/** Names → addresses; counts look-ups. An unknown name has none. */
export function fakeLookup(names: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const lookup: NameLookup = async (hostname) => {
    asked.push(hostname);
    const addresses = names[hostname];
    if (addresses === undefined) throw new Error('ENOTFOUND');
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { lookup, asked };
}

/**
 * Records the target of a socket and connects it to loopback instead, so that "public"
 * addresses can be used without internet.
 */
export function loopbackSockets() {
  const dialled: string[] = [];
  const openSocket: OpenSocket = ({ addresses, port }) => {
    dialled.push(...addresses.map(({ address }) => address));
    return connect({ host: '127.0.0.1', port });
  };
  return { openSocket, dialled };
}

/** The limits of a skin fetch, with parts replaced. */
export function limits(changes: Partial<FetchOptions> = {}): FetchOptions {
  return {
    maxBytes: 1024 * 1024,
    timeoutMs: 30_000,
    connectTimeoutMs: 30_000,
    maxRedirects: 3,
    ...changes,
  };
}
