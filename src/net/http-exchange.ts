import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { NetError } from './net-error.ts';

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the query, as it stands in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable | null;
  /** Ceiling of the response's body, packed and unpacked. */
  readonly maxBytes: number;
  /** Closes the connection afterwards. */
  readonly reset?: boolean;
  readonly signal: AbortSignal;
  /**
   * Told the status as soon as the head has arrived; false: the body is not wanted, the response
   * has none and the connection is closed.
   */
  readonly onHead?: (status: number) => boolean;
};

export type HttpResponse = {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
};

/** What a body is first read into; grows by doubling up to the ceiling. */
const firstCapacityBytes = 16 * 1024;

/**
 * Sends one request and collects the response. Interim 1xx responses are passed over; a body that is
 * packed with gzip or deflate although identity was asked for is unpacked under the same ceiling.
 *
 * Rejects with the signal's reason, NetError 'too-large' (announced, packed or unpacked length above
 * `maxBytes`) or 'garbage' (another encoding, broken packing, too much beside the body), the
 * connector's NetError, or an error of undici's for `translateError`.
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
        // undici starts what waited for a connection, also when nobody wants it any more.
        if (signal.aborted) giveUp();
      }),
    );
    const response = await received.promise;
    return { ...response, bytes: await unpacked(response, request.maxBytes) };
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Fills `received` from the events of undici; what is thrown here ends the request with it. */
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
      const isWanted = onHead?.(status) ?? true;
      if (isWanted) assertFits(head.headers, maxBytes);
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

/** Pieces are copied together: a list of them would weigh many times what it holds. */
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
    /** Exactly as long as the content: what is cached must not drag slack along. */
    bytes: () => buffer.slice(0, length),
  };
}

/** The announced length is only a reason to refuse early; what arrives is counted. */
function assertFits(headers: HttpResponse['headers'], maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new NetError('too-large');
  if (!Object.hasOwn(unpackers, encodingOf(headers))) throw new NetError('garbage');
}

function encodingOf(headers: HttpResponse['headers']): string {
  return headers['content-encoding']?.trim().toLowerCase() ?? '';
}

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const asTheyAre: Unpack = (bytes) => Promise.resolve(bytes);
const unpackGzip: Unpack = promisify(gunzip);

/** Not brotli, nor zstd: these claim up to 8 and 16 MiB of memory for a window, whatever is in it. */
const unpackers: Readonly<Record<string, Unpack>> = {
  '': asTheyAre,
  identity: asTheyAre,
  gzip: unpackGzip,
  'x-gzip': unpackGzip,
  deflate: promisify(inflate),
};

async function unpacked({ headers, bytes }: HttpResponse, maxBytes: number): Promise<Uint8Array> {
  const unpack = bytes.length === 0 ? asTheyAre : (unpackers[encodingOf(headers)] ?? asTheyAre);
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new NetError(isTooLarge ? 'too-large' : 'garbage', { cause: error });
  }
}

function flat(bag: Readonly<Record<string, string | string[] | undefined>>) {
  const entries = Object.entries(bag).map(
    ([name, value]) =>
      [name, typeof value === 'string' ? value : (value ?? []).join(', ')] as const,
  );
  return Object.fromEntries(entries);
}
