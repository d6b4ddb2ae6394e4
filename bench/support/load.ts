import { connect, type Socket } from 'node:net';
import type { Sent } from './clients.ts';

/** What is sent again and again, and where. */
export type Request = Sent & { readonly origin: string };

export type Load = {
  readonly connections: number;
  readonly seconds: number;
  /** The expected status of every response. */
  readonly status: 200 | 304 | 429;
};

/** The part of a response received so far. */
type Progress = { head: Buffer; bodyBytesLeft: number };

/** Limit of the status line and headers. */
const maxHeadBytes = 16 * 1024;

/**
 * Throughput of a server for clients that send the next request after each response. It reads no more
 * than necessary (status, length, then counts bytes), because a client slower than the server would
 * measure itself: autocannon takes some fifty times as long for a picture as it takes to send it.
 */
export async function measureThroughput(request: Request, load: Load): Promise<number> {
  const message = messageOf(request);
  const deadlineMs = performance.now() + load.seconds * 1000;
  const startMs = performance.now();
  const counts = await Promise.all(
    Array.from({ length: load.connections }, () =>
      askAgain(new URL(request.origin), { message, status: load.status, deadlineMs }),
    ),
  );
  const answers = counts.reduce((all, count) => all + count, 0);
  return answers / ((performance.now() - startMs) / 1000);
}

function messageOf({ origin, path, method, headers, body = '' }: Request): Buffer {
  const { host } = new URL(origin);
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => {
    return `${name}: ${value}\r\n`;
  });
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${String(body)}`);
}

type Asking = {
  readonly message: Buffer;
  readonly status: number;
  readonly deadlineMs: number;
};

/** Number of responses on one connection until the deadline. */
function askAgain(url: URL, asking: Asking): Promise<number> {
  return new Promise((resolve, reject) => {
    const progress: Progress = { head: Buffer.alloc(0), bodyBytesLeft: 0 };
    let answers = 0;
    const read = (chunk: Buffer): void => {
      const finished = take(progress, chunk, asking.status);
      if (!finished) return;
      answers++;
      if (performance.now() < asking.deadlineMs) socket.write(asking.message);
      else socket.destroy();
    };
    const socket: Socket = connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      // One reused buffer per connection: nothing is allocated for bytes that are only counted.
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (bytes, buffer) => {
          try {
            read(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
          } catch (error) {
            socket.destroy(error instanceof Error ? error : undefined);
          }
          return true;
        },
      },
    });
    socket.on('connect', () => socket.write(asking.message));
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server hung up')));
    socket.on('close', () => resolve(answers));
  });
}

/** Processes a piece of a response; returns true at its end. */
function take(progress: Progress, chunk: Buffer, status: number): boolean {
  if (progress.bodyBytesLeft > 0) {
    progress.bodyBytesLeft -= chunk.length;
    return progress.bodyBytesLeft === 0;
  }
  const head = progress.head.length === 0 ? chunk : Buffer.concat([progress.head, chunk]);
  const end = head.indexOf('\r\n\r\n');
  if (end < 0) {
    if (head.length > maxHeadBytes) throw new Error('an answer without an end of its head');
    // The chunk's buffer is reused.
    progress.head = Buffer.from(head);
    return false;
  }
  progress.head = Buffer.alloc(0);
  const lines = head.toString('latin1', 0, end);
  if (Number(lines.slice(9, 12)) !== status) throw new Error(`answered ${lines.slice(9, 40)}`);
  progress.bodyBytesLeft = bodyLength(lines, status) - (head.length - end - 4);
  return progress.bodyBytesLeft === 0;
}

function bodyLength(lines: string, status: number): number {
  if (status === 304) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1];
  if (length === undefined) throw new Error('an answer of unknown length');
  return Number(length);
}
