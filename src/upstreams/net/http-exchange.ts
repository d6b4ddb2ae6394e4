import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { NetError } from './net-error.ts';

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with query, as in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable | null;
  /** Limit of the response body in bytes, compressed and decompressed. */
  readonly maxBytes: number;
  /** Closes the connection after the response. */
  readonly reset?: boolean;
  readonly signal: AbortSignal;
  /** Called with the status; if it returns false, the body is not read, the connection closed. */
  readonly onHead?: (status: number) => boolean;
};

export type HttpResponse = {
  readonly status: number;
  /** Lower-case names; values of repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
};

/** Initial size of the body buffer; doubles up to the limit. */
const firstCapacityBytes = 16 * 1024;

/**
 * Sends one request and collects the response. Interim 1xx responses are skipped. A body that is
 * compressed with gzip or deflate, although identity was requested, is decompressed under the same limit.
 * Rejects with the signal's reason; NetError 'too-large' (declared, compressed or decompressed
 * length above `maxBytes`) or 'invalid-response' (another encoding, invalid compression, too much
 * outside the body); the connector's NetError; or an error of undici for `translateError`.
 */
export async function sendRequest(
  dispatcher: Dispatcher,
  request: HttpRequest,
): Promise<HttpResponse> {
  const { method, path, headers, body = null, reset = false, signal } = request;
  const received = Promise.withResolvers<HttpResponse>();
  let controller: Dispatcher.DispatchController | undefined;
  const giveUp = (): void => {
    received.reject(signal.reason);
    controller?.abort(new NetError('aborted', { cause: signal.reason }));
  };
  if (signal.aborted) throw signal.reason;
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    dispatcher.dispatch(
      { method, path, headers, body, reset },
      collector(request, received, (started) => {
        controller = started;
        // undici also starts requests whose caller has gone while they waited for a connection.
        if (signal.aborted) giveUp();
      }),
    );
    const response = await received.promise;
    return { ...response, bytes: await unpacked(response, request.maxBytes) };
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Fills `received` from undici's events; throwing here aborts the request. */
function collector(
  { maxBytes, onHead }: HttpRequest,
  received: PromiseWithResolvers<HttpResponse>,
  onStart: (controller: Dispatcher.DispatchController) => void,
): Dispatcher.DispatchHandler {
  const body = createBodyBuffer(maxBytes);
  let head: Omit<HttpResponse, 'bytes'> = { status: 0, headers: {} };
  return {
    onRequestStart: onStart,
    onResponseStart: (controller, status, bag) => {
      if (status < 200) return;
      head = { status, headers: flat(bag) };
      const readsBody = onHead?.(status) ?? true;
      if (readsBody) assertFits(head.headers, maxBytes);
      else {
        received.resolve({ ...head, bytes: new Uint8Array() });
        controller.abort(new NetError('aborted'));
      }
    },
    onResponseData: (_controller, chunk) => body.add(chunk),
    onResponseEnd: () => received.resolve({ ...head, bytes: body.bytes() }),
    onResponseError: (_controller, error) => received.reject(error),
  };
}

/** Chunks are copied into one buffer: a list of tiny chunks would take many times their size. */
function createBodyBuffer(maxBytes: number) {
  let buffer = new Uint8Array(Math.min(maxBytes, firstCapacityBytes));
  let length = 0;
  return {
    add: (chunk: Uint8Array): void => {
      const needed = length + chunk.length;
      if (needed > maxBytes) throw new NetError('too-large');
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, buffer.length * 2)));
        larger.set(buffer);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length = needed;
    },
    /** Exactly as long as the content, so that cached bodies have no unused capacity. */
    bytes: () => buffer.slice(0, length),
  };
}

/** The declared length only allows an early refusal; the bytes received are counted as well. */
function assertFits(headers: HttpResponse['headers'], maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new NetError('too-large');
  if (!unpackers.has(encodingOf(headers))) throw new NetError('invalid-response');
}

function encodingOf(headers: HttpResponse['headers']): string {
  return headers['content-encoding']?.trim().toLowerCase() ?? '';
}

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const asTheyAre: Unpack = (bytes) => Promise.resolve(bytes);
const unpackGzip: Unpack = promisify(gunzip);

/** No brotli or zstd: they may allocate a window of up to 8 or 16 MiB, whatever the content. */
const unpackers: ReadonlyMap<string, Unpack> = new Map(
  Object.entries<Unpack>({
    '': asTheyAre,
    identity: asTheyAre,
    gzip: unpackGzip,
    'x-gzip': unpackGzip,
    deflate: promisify(inflate),
  }),
);

async function unpacked({ headers, bytes }: HttpResponse, maxBytes: number): Promise<Uint8Array> {
  const unpack = bytes.length === 0 ? asTheyAre : (unpackers.get(encodingOf(headers)) ?? asTheyAre);
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new NetError(isTooLarge ? 'too-large' : 'invalid-response', { cause: error });
  }
}

function flat(bag: Readonly<Record<string, string | string[] | undefined>>) {
  const entries = Object.entries(bag).map(
    ([name, value]) =>
      [name, typeof value === 'string' ? value : (value ?? []).join(', ')] as const,
  );
  return Object.fromEntries(entries);
}
