import { connect } from 'node:net';
import type { Sent } from './clients.ts';
import { sum } from './timing.ts';

/** What is sent again and again, and where. */
export type Request = Sent & { readonly origin: string };

export type Load = {
  readonly connections: number;
  readonly seconds: number;
  /** The expected status of every response. */
  readonly status: 200 | 304;
};

/**
 * Number of responses of a server to clients that send the next request after each. It reads no more than
 * necessary (status, length, then counts bytes), because a client slower than the server would measure
 * itself: autocannon takes some fifty times as long for a picture as it takes to send it.
 */
export async function countResponses(request: Request, load: Load): Promise<number> {
  const endMs = performance.now() + load.seconds * 1000;
  const isOver = (): boolean => performance.now() > endMs;
  const each = Array.from({ length: load.connections }, () =>
    askAgain(request, load.status, isOver),
  );
  return sum(await Promise.all(each));
}

function messageOf({ origin, path, method, headers, body = '' }: Request): Buffer {
  const { host } = new URL(origin);
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const fields = Object.entries({ host, ...headers, ...length });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n${String(body)}`);
}

/** Number of responses on one connection until it is over. */
function askAgain(request: Request, status: number, isOver: () => boolean): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const message = messageOf(request);
  let answers = 0;
  let bytesLeft = 0;
  const take = (chunk: Buffer): void => {
    bytesLeft = (bytesLeft === 0 ? lengthOf(chunk, status) : bytesLeft) - chunk.length;
    if (bytesLeft > 0) return;
    answers++;
    if (isOver()) socket.destroy();
    else socket.write(message);
  };
  const { hostname: host, port } = new URL(request.origin);
  // One reused buffer per connection: nothing is allocated for bytes that are only counted.
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const callback = (bytes: number): boolean => {
    try {
      take(buffer.subarray(0, bytes));
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
    return true;
  };
  const onread = { buffer, callback };
  const socket = connect({ host, port: Number(port), noDelay: true, onread });
  socket.on('connect', () => socket.write(message));
  socket.on('error', reject);
  socket.on('end', () => reject(new Error('the server hung up')));
  socket.on('close', () => resolve(answers));
  return promise;
}

/** Bytes of the response that begins with this chunk, which has its whole head: a server sends it at once. */
function lengthOf(chunk: Buffer, status: number): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  if (end < 0 || Number(head.slice(9, 12)) !== status) throw new Error(`answered ${head}`);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined && status !== 304) throw new Error('an answer of unknown length');
  return end + 4 + (status === 304 ? 0 : Number(length));
}
