import type { Pool } from 'undici';
import { createSemaphore, type WaitingListener } from '../../common/async/semaphore.ts';
import { openUpstreamPool } from './http-client.ts';
import { type HttpResponse, sendRequest } from './http-exchange.ts';
import type { NameLookup } from './name-lookup.ts';
import { netErrorOf, NetError, translateError, withinTime } from './net-error.ts';
import { createSafeDial, type OpenSocket } from './safe-dial.ts';

export type UpstreamCall = {
  readonly upstream: string;
  /** The status of the response (`200`), or the kind of the NetError (`timeout`). */
  readonly outcome: string;
  /** Duration of the call, including waiting and the retry. */
  readonly ms: number;
};

export type UpstreamClientOptions = {
  /** http or https, optionally with a path; no query or fragment. */
  readonly baseUrl: string;
  /** Name of this upstream in metrics and logs. */
  readonly name: string;
  readonly userAgent: string;
  /** Called once for each request; for metrics. */
  readonly onCall?: ((call: UpstreamCall) => void) | undefined;
  /** Called when requests begin or stop waiting in the queue; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
  /** Most requests (and connections); four times as many may wait, further ones are 'busy'. */
  readonly maxConcurrent?: number;
  /** Limit for look-up, TCP and TLS of a new connection. */
  readonly connectTimeoutMs?: number;
  readonly lookup?: NameLookup | undefined;
  /** Default: true. False for hosts that another service named instead of the operator. */
  readonly allowPrivateAddresses?: boolean;
  readonly openSocket?: OpenSocket;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

export type UpstreamRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Appended to the base URL; starts with `/`. Use `pathOf` for variable parts. May contain a query. */
  readonly path: string;
  readonly json?: unknown;
  /** A raw body instead of `json`; set its type in `headers`. */
  readonly body?: Uint8Array;
  /** Additional headers in lower case; values must not contain control characters. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Limit of the response body in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Limit for everything, including waiting and the retry; 5 s by default. */
  readonly timeoutMs?: number;
  /**
   * Whether the request may be sent twice; default true. If false, it is retried only if the connection
   * was never established: after a reset nobody knows whether the request was processed.
   */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
};

export type UpstreamResponse = HttpResponse;

export type UpstreamClient = ReturnType<typeof createUpstreamClient>;

type Attempt = { readonly signal: AbortSignal; hasResponseBegun: boolean };

const defaultMaxBytes = 1024 * 1024;
const defaultTimeoutMs = 5000;
const defaultConnectTimeoutMs = 2000;
const defaultMaxConcurrent = 32;
const waitingPerSlot = 4;

/**
 * Creates a client for an upstream that the operator configured: its address is trusted (it may be
 * private), but its responses are bounded in time and size.
 * Throws NetError('bad-url') if `baseUrl` is not a plain http(s) URL.
 */
export function createUpstreamClient(options: UpstreamClientOptions) {
  const { maxConcurrent = defaultMaxConcurrent, name, now = () => performance.now() } = options;
  const { baseUrl, lookup, openSocket, connectTimeoutMs = defaultConnectTimeoutMs } = options;
  const { allowPrivateAddresses = true } = options;
  const { pool, prefix } = openUpstreamPool({
    baseUrl,
    dial: createSafeDial({ allowPrivateAddresses, lookup, openSocket }),
    maxConnections: maxConcurrent,
    isTrusted: allowPrivateAddresses,
    connectTimeoutMs,
  });
  const semaphore = createSemaphore({
    errorOf: netErrorOf,
    maxRunning: maxConcurrent,
    maxWaiting: maxConcurrent * waitingPerSlot,
    onWaiting: options.onWaiting,
  });

  let closed: Promise<void> | undefined;

  async function attemptAll(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { timeoutMs = defaultTimeoutMs, signal: outer, idempotent = true } = request;
    const path = `${prefix}${request.path}`;
    const send = (attempt: Attempt): Promise<UpstreamResponse> =>
      sendOnce(pool, { request: { ...request, path }, userAgent: options.userAgent, attempt });
    try {
      assertPath(request.path);
      return await withinTime({ timeoutMs, signal: outer }, (signal) =>
        semaphore.run(() => withOneRetry(send, { signal, idempotent }), signal),
      );
    } catch (error) {
      if (error instanceof NetError) error.service ??= name;
      throw error;
    }
  }

  return {
    /**
     * Sends one request, with one retry if the connection failed before a response began. Every status
     * resolves, including redirects, which are not followed.
     * Errors: NetError 'bad-url' (path), 'busy', 'unresolvable', 'unreachable', 'timeout', 'too-large',
     * 'invalid-response', 'aborted' (the caller's signal).
     */
    request: countedCall(attemptAll, {
      upstream: name,
      report: options.onCall,
      nowMs: now,
      outcomeOf: ({ status }) => String(status),
      failureOf: (error) => (error instanceof NetError ? error.kind : 'unreachable'),
    }),
    /** Waits for requests in progress, then closes the connections; later requests are 'aborted'. */
    close: () => (closed ??= pool.close()),
  };
}

/**
 * Builds a path from data: each part becomes exactly one segment, whatever it contains. Throws
 * NetError('bad-url') for parts such as `..` that no encoding can make safe.
 */
export function pathOf(...parts: readonly string[]): string {
  if (parts.some((part) => part === '' || part === '.' || part === '..' || !part.isWellFormed())) {
    throw new NetError('bad-url');
  }
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** Requires the path to stay below the base: no dot segments, in any spelling, and only visible ASCII. */
function assertPath(path: string): void {
  const isPlain = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/.test(path);
  const [segments = ''] = path.split('?', 1);
  const climbs = segments.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (!isPlain || climbs) throw new NetError('bad-url');
}

/**
 * The usual cause is an idle connection that the server closed just as it was used again. Timeouts are
 * not retried, because no time is left; a status is a result.
 */
async function withOneRetry(
  send: (attempt: Attempt) => Promise<UpstreamResponse>,
  { signal, idempotent }: { readonly signal: AbortSignal; readonly idempotent: boolean },
): Promise<UpstreamResponse> {
  const first: Attempt = { signal, hasResponseBegun: false };
  try {
    return await send(first);
  } catch (error) {
    const failure = translateError(error, signal);
    // The connector fails with NetErrors, undici with other classes.
    const wasNeverSent = error === failure;
    const mayRetry = failure.kind === 'unreachable' && !first.hasResponseBegun;
    if (!mayRetry || !(idempotent || wasNeverSent)) throw failure;
  }
  return send({ signal, hasResponseBegun: false }).catch((error: unknown) => {
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
    onHead: () => (attempt.hasResponseBegun = true),
  });
}

type Counted<T> = {
  /** Name of the other service in metrics. */
  readonly upstream: string;
  /** Without it, nothing is counted. */
  readonly report: ((call: UpstreamCall) => void) | undefined;
  /** Maps a result to one of a few outcomes. */
  readonly outcomeOf: (response: T) => string;
  /** The same for an error. */
  readonly failureOf: (error: unknown) => string;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs?: () => number;
};

/** Wraps a function so that its calls are counted: for services that are not called over HTTP. */
export function countedCall<Args extends readonly unknown[], T>(
  call: (...args: Args) => Promise<T>,
  { upstream, report, outcomeOf, failureOf, nowMs = () => performance.now() }: Counted<T>,
): (...args: Args) => Promise<T> {
  if (report === undefined) return call;
  return async (...args) => {
    const startMs = nowMs();
    const count = (outcome: string) => report({ upstream, outcome, ms: nowMs() - startMs });
    try {
      const response = await call(...args);
      count(outcomeOf(response));
      return response;
    } catch (error) {
      count(failureOf(error));
      throw error;
    }
  };
}
