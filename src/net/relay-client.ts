import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { createConnector } from './connector.ts';
import { abortable, withDeadline } from './deadline.ts';
import { createGate, type WaitingListener } from './gate.ts';
import { NetError } from './net-error.ts';
import { headerText, readBody } from './read-body.ts';
import { createSafeDial, type OpenSocket } from './safe-dial.ts';
import { translateError } from './translate-error.ts';
import { pathOf, type UpstreamCall, type UpstreamResponse } from './upstream-client.ts';

/** Bytes that are at hand, or bytes that are still arriving and are passed on as they come. */
export type RelayBody = Uint8Array | AsyncIterable<Uint8Array>;

type RelayRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Each becomes exactly one segment below the base URL, whatever it contains. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Beside our own; values must be free of control characters. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RelayBody | undefined;
  /**
   * Called when there is a place for the request, before anything of it is sent; what it rejects with
   * is the outcome, and then nothing is sent. For what must be right at that moment.
   */
  readonly beforeSend?: () => Promise<void>;
  /** From then on, the last byte of a streamed body included. */
  readonly timeoutMs: number;
  /** Ceiling of the answer's body; default 1 MiB. */
  readonly maxBytes?: number;
};

export type RelayClientOptions = {
  /** http or https; a path prefix is kept, a query or fragment is not allowed. */
  readonly baseUrl: string;
  /** What metrics and logs call this upstream. */
  readonly name: string;
  readonly userAgent: string;
  /** Told once for each request; for metrics. */
  readonly onCall?: ((call: UpstreamCall) => void) | undefined;
  /** Told of requests that begin and cease to wait for a place; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
  /** Requests at once with a body that is at hand; four times as many may wait. */
  readonly maxConcurrent?: number;
  /** The same for streamed bodies, apart: who uploads slowly must not hold up the others. */
  readonly maxStreams?: number;
  /** How long a request may wait for a place before it is 'busy'. */
  readonly maxWaitMs?: number;
  /** Over look-up, TCP and TLS of a new connection. */
  readonly connectTimeoutMs?: number;
  readonly openSocket?: OpenSocket;
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number;
};

export type RelayClient = {
  /**
   * Carries out one request that must not be carried out twice: it is sent again only when the
   * connection was never made. Any status is an answer, redirects too (they are not followed).
   *
   * Errors: what a streamed body throws, as it is (the request is then torn off, never ended); what
   * `beforeSend` throws; else NetError 'bad-url' (segments), 'busy', 'unresolvable', 'unreachable',
   * 'timeout', 'too-large', 'garbage', 'aborted' (closed).
   */
  readonly send: (request: RelayRequest) => Promise<UpstreamResponse>;
  /** Waits for the requests under way, then closes the connections; later requests are 'aborted'. */
  readonly close: () => Promise<void>;
};

const defaultMaxBytes = 1024 * 1024;
const defaultConnectTimeoutMs = 2000;
const defaultMaxConcurrent = 64;
/** Each holds a few hundred kilobytes on its way. */
const defaultMaxStreams = 64;
const waitingPerPlace = 4;
const defaultMaxWaitMs = 2000;
const idleSocketMs = 10_000;

/**
 * A client for one upstream that the operator configured, for bodies that are passed on as they are,
 * streamed ones too. Trusted to be where it is, not trusted to be quick, small or well.
 *
 * Throws NetError('bad-url') when `baseUrl` is not a plain http(s) base.
 */
export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { maxConcurrent = defaultMaxConcurrent, maxStreams = defaultMaxStreams } = options;
  const { maxWaitMs = defaultMaxWaitMs, userAgent } = options;
  const { now = () => performance.now(), name, onCall } = options;
  const wire = openPool(options, maxConcurrent + maxStreams);
  const gateOf = (places: number) =>
    createGate({
      maxRunning: places,
      maxWaiting: places * waitingPerPlace,
      maxWaitMs,
      onWaiting: options.onWaiting,
    });
  const plain = gateOf(maxConcurrent);
  const streams = gateOf(maxStreams);
  let closed: Promise<void> | undefined;

  async function send(request: RelayRequest, onReady: () => void): Promise<UpstreamResponse> {
    const path = pathFor(wire.prefix, request);
    const gate = isStream(request.body) ? streams : plain;
    const bodyFailures: unknown[] = [];
    const { timeoutMs, beforeSend } = request;
    const run = async () => {
      await beforeSend?.();
      onReady();
      return withDeadline({ timeoutMs }, (signal) =>
        attempt(wire.pool, { request, path, userAgent, signal, bodyFailures }),
      );
    };
    try {
      return await gate.run(run, never);
    } catch (error) {
      throw bodyFailures.length > 0 ? bodyFailures[0] : error;
    }
  }

  return {
    send: async (request) => {
      const startMs = now();
      const tell = (outcome: string) => onCall?.({ upstream: name, outcome, ms: now() - startMs });
      // Where it is nobody's doing but the caller's.
      let ownFailure = 'withheld';
      try {
        const response = await send(request, () => (ownFailure = 'body-failed'));
        tell(String(response.status));
        return response;
      } catch (error) {
        tell(error instanceof NetError ? error.kind : ownFailure);
        throw error;
      }
    },
    close: () => (closed ??= wire.pool.close()),
  };
}

/** The wait for a place has an end of its own. */
const never = new AbortController().signal;

type Trip = {
  readonly request: RelayRequest;
  readonly path: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** What the streamed body threw. */
  readonly bodyFailures: unknown[];
};

/** Once more only where nothing can have arrived: the connector failed. */
async function attempt(pool: Pool, trip: Trip): Promise<UpstreamResponse> {
  try {
    return await sendOnce(pool, trip);
  } catch (error) {
    const failure = translateError(error, trip.signal);
    const wasNeverSent = error === failure && failure.kind === 'unreachable';
    if (!wasNeverSent || isStream(trip.request.body)) throw failure;
  }
  return sendOnce(pool, trip).catch((error: unknown) => {
    throw translateError(error, trip.signal);
  });
}

async function sendOnce(pool: Pool, trip: Trip): Promise<UpstreamResponse> {
  const { request, path, userAgent, signal } = trip;
  const pending = pool.request({
    method: request.method,
    path,
    headers: {
      ...request.headers,
      'user-agent': userAgent,
      accept: 'application/json, */*;q=0.5',
      'accept-encoding': 'identity',
    },
    body: bodyOf(trip),
    signal,
  });
  // undici looks at the signal only once it has a connection.
  const { statusCode, headers, body } = await abortable(pending, signal);
  // A body that is dropped unread ends with an error that nobody else listens for.
  body.on('error', () => {});
  const { maxBytes = defaultMaxBytes } = request;
  const bytes = await readBody(body, { headers, maxBytes }).catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  const names = Object.keys(headers);
  const flat = names.map((key) => [key, headerText(headers, key) ?? ''] as const);
  return { status: statusCode, headers: Object.fromEntries(flat), bytes };
}

function bodyOf({ request: { body }, bodyFailures }: Trip): Readable | Uint8Array | null {
  if (!isStream(body)) return body ?? null;
  return Readable.from(watched(body, bodyFailures), { objectMode: false });
}

/**
 * Notes what the body throws, which undici would mix with errors of its own. Not a generator: undici
 * throws the end of a connection into it, which is no failure of the body.
 */
function watched(body: AsyncIterable<Uint8Array>, failures: unknown[]): AsyncIterable<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const next = async () => {
    try {
      return await source.next();
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const stop = async () => (await source.return?.()) ?? { done: true, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
}

function isStream(body: RelayBody | undefined): body is AsyncIterable<Uint8Array> {
  return body !== undefined && !(body instanceof Uint8Array);
}

function pathFor(prefix: string, { segments, query = {} }: RelayRequest): string {
  const search = new URLSearchParams(query).toString();
  return `${prefix}${pathOf(...segments)}${search === '' ? '' : `?${search}`}`;
}

function openPool(options: RelayClientOptions, connections: number) {
  const base = URL.parse(options.baseUrl);
  if (base === null || !isPlainBase(base)) throw new NetError('bad-url');
  const { openSocket, connectTimeoutMs = defaultConnectTimeoutMs } = options;
  const dial = createSafeDial({ allowPrivateAddresses: true, openSocket });
  const pool = new Pool(base.origin, {
    connect: createConnector(dial, { connectTimeoutMs }),
    connections,
    keepAliveTimeout: idleSocketMs,
    keepAliveMaxTimeout: idleSocketMs,
    // Each request has one deadline over all of it; undici's own, coarser timers are off.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { pool, prefix: base.pathname.replace(/\/+$/, '') };
}

function isPlainBase(base: URL): boolean {
  const isWeb = base.protocol === 'http:' || base.protocol === 'https:';
  return isWeb && `${base.username}${base.password}${base.search}${base.hash}` === '';
}
