import type { Pool } from 'undici';
import { withDeadline } from '../async/deadline.ts';
import { createSemaphore, type WaitingListener } from '../async/semaphore.ts';
import { openUpstreamPool } from './http-client.ts';
import { type HttpResponse, sendRequest } from './http-exchange.ts';
import type { NameLookup } from './name-lookup.ts';
import { netErrorOf, NetError } from './net-error.ts';
import { createSafeDial, type OpenSocket } from './safe-dial.ts';
import { translateError } from './translate-error.ts';

export type UpstreamCall = {
  readonly upstream: string;
  /** The status of the answer (`200`), or the kind of the NetError (`timeout`). */
  readonly outcome: string;
  /** From the call to its end, waiting and the retry included. */
  readonly ms: number;
};

export type UpstreamClientOptions = {
  /** http or https; a path prefix is kept, a query or fragment is not allowed. */
  readonly baseUrl: string;
  /** What metrics and logs call this upstream. */
  readonly name: string;
  readonly userAgent: string;
  /** Told once for each request; for metrics. */
  readonly onCall?: ((call: UpstreamCall) => void) | undefined;
  /** Told of requests that begin and cease to wait for a place; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
  /** Requests (and connections) at once; four times as many may wait, the next is 'busy'. */
  readonly maxConcurrent?: number;
  /** Over look-up, TCP and TLS of a new connection. */
  readonly connectTimeoutMs?: number;
  readonly lookup?: NameLookup | undefined;
  /** Default: true. False for a place that the operator did not name, but another service did. */
  readonly allowPrivateAddresses?: boolean;
  readonly openSocket?: OpenSocket;
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number;
};

export type UpstreamRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, starting with `/`; variable parts come from `pathOf`. May carry a query. */
  readonly path: string;
  /** Sent as a JSON body. */
  readonly json?: unknown;
  /** A body as it is, in place of `json`; its type belongs into `headers`. */
  readonly body?: Uint8Array;
  /** Beside our own, in lower case; values must be free of control characters. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ceiling of the answer's body; default 1 MiB. */
  readonly maxBytes?: number;
  /** Over everything, waiting for a place and the retry included; default 5 s. */
  readonly timeoutMs?: number;
  /**
   * Whether doing it twice does no harm; default true. When false, a retry follows only a
   * connection that was never made: after a reset nobody knows whether the request was carried out.
   */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
};

export type UpstreamResponse = HttpResponse;

export type UpstreamClient = {
  /**
   * One request, retried once when the connection failed before an answer began. Any status is an
   * answer, redirects too (they are not followed).
   *
   * Errors: NetError 'bad-url' (path), 'busy', 'unresolvable', 'unreachable', 'timeout', 'too-large',
   * 'garbage', 'aborted' (the caller's signal).
   */
  readonly request: (request: UpstreamRequest) => Promise<UpstreamResponse>;
  /** Waits for the requests in progress, then closes the connections; later requests are 'aborted'. */
  readonly close: () => Promise<void>;
};

type Attempt = { readonly signal: AbortSignal; hasAnswerBegun: boolean };

const defaultMaxBytes = 1024 * 1024;
const defaultTimeoutMs = 5000;
const defaultConnectTimeoutMs = 2000;
const defaultMaxConcurrent = 32;
const waitingPerPlace = 4;

/**
 * A client for one upstream that the operator configured: trusted to be where it is (private
 * addresses are fine), not trusted to be quick, small or well.
 *
 * Throws NetError('bad-url') when `baseUrl` is not a plain http(s) base.
 */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { maxConcurrent = defaultMaxConcurrent, name, now = () => performance.now() } = options;
  const { baseUrl, lookup, openSocket, connectTimeoutMs = defaultConnectTimeoutMs } = options;
  const { allowPrivateAddresses = true } = options;
  const { pool, prefix } = openUpstreamPool({
    baseUrl,
    dial: createSafeDial({ allowPrivateAddresses, lookup, openSocket }),
    maxConnections: maxConcurrent,
    connectTimeoutMs,
  });
  const semaphore = createSemaphore({
    errorOf: netErrorOf,
    maxRunning: maxConcurrent,
    maxWaiting: maxConcurrent * waitingPerPlace,
    onWaiting: options.onWaiting,
  });

  let closed: Promise<void> | undefined;

  function attemptAll(request: UpstreamRequest): Promise<UpstreamResponse> {
    assertPath(request.path);
    const { timeoutMs = defaultTimeoutMs, signal: outer } = request;
    const path = `${prefix}${request.path}`;
    const send = (attempt: Attempt): Promise<UpstreamResponse> =>
      sendOnce(pool, { request: { ...request, path }, userAgent: options.userAgent, attempt });
    return withDeadline({ errorOf: netErrorOf, timeoutMs, signal: outer }, (signal) =>
      semaphore.run(
        () => withOneRetry(send, { signal, idempotent: request.idempotent ?? true }),
        signal,
      ),
    );
  }

  return {
    async request(request) {
      const startMs = now();
      const tell = (outcome: string): void =>
        options.onCall?.({ upstream: name, outcome, ms: now() - startMs });
      try {
        const response = await attemptAll(request);
        tell(String(response.status));
        return response;
      } catch (error) {
        tell(error instanceof NetError ? error.kind : 'unreachable');
        if (error instanceof NetError) error.service ??= name;
        throw error;
      }
    },
    close: () => (closed ??= pool.close()),
  };
}

/**
 * A path from parts that are data: each becomes exactly one segment, whatever it contains.
 * Throws NetError('bad-url') for parts that no encoding can keep from being read as structure.
 */
export function pathOf(...parts: readonly string[]): string {
  if (parts.some((part) => part === '' || part === '.' || part === '..' || !part.isWellFormed())) {
    throw new NetError('bad-url');
  }
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** A path must stay below the base: no dot segments, in any spelling, and nothing but visible ASCII. */
function assertPath(path: string): void {
  const isPlain = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/.test(path);
  const [segments = ''] = path.split('?', 1);
  const climbs = segments.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (!isPlain || climbs) throw new NetError('bad-url');
}

/**
 * The usual cause is a kept connection that the server closed just as it was used again. A timeout
 * is not retried: the time is gone. A status is an answer.
 */
async function withOneRetry(
  send: (attempt: Attempt) => Promise<UpstreamResponse>,
  { signal, idempotent }: { readonly signal: AbortSignal; readonly idempotent: boolean },
): Promise<UpstreamResponse> {
  const first: Attempt = { signal, hasAnswerBegun: false };
  try {
    return await send(first);
  } catch (error) {
    const failure = translateError(error, signal);
    // The connector fails with a NetError of its own, undici with errors of other classes.
    const wasNeverSent = error === failure;
    const mayRetry = failure.kind === 'unreachable' && !first.hasAnswerBegun;
    if (!mayRetry || !(idempotent || wasNeverSent)) throw failure;
  }
  return send({ signal, hasAnswerBegun: false }).catch((error: unknown) => {
    throw translateError(error, signal);
  });
}

function sendOnce(
  pool: Pool,
  {
    request,
    userAgent,
    attempt,
  }: { request: UpstreamRequest; userAgent: string; attempt: Attempt },
): Promise<UpstreamResponse> {
  const { json, body = null, maxBytes = defaultMaxBytes, method, path } = request;
  return sendRequest(pool, {
    method,
    path,
    headers: {
      ...request.headers,
      'user-agent': userAgent,
      accept: 'application/json, */*;q=0.5',
      'accept-encoding': 'identity',
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: json === undefined ? body : JSON.stringify(json),
    maxBytes,
    signal: attempt.signal,
    onHead: () => (attempt.hasAnswerBegun = true),
  });
}
