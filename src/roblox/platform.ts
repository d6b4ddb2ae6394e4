import { createCircuitBreaker } from '../async/circuit-breaker.ts';
import type { Clock } from '../async/clock.ts';
import { createTokenBucket, type TokenBucket } from '../async/token-bucket.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import type { UpstreamClient, UpstreamResponse } from '../net/upstream-client.ts';
import {
  endpoints,
  paces,
  services,
  type Endpoint,
  type EndpointName,
  type Service,
} from './endpoints.ts';
import { busy, closed, notAnswering } from './failures.ts';

/** A call, and the shape that its response must have. */
type PlatformCall<T> = {
  /** Replaces `{}` in the path. */
  readonly subject?: string;
  /** Sent by POST. */
  readonly json?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly shape: Shape<T>;
};

export type Shape<T> = { readonly Check: (value: unknown) => value is T };

export type Platform = {
  /**
   * Calls an endpoint once (twice if it requires a CSRF token).
   *
   * @returns null for "there is none"
   * @throws {LineupError} `upstream-failed`, `upstream-timeout`; `overloaded` while the host's bucket
   *   is empty
   */
  readonly call: <T>(endpoint: EndpointName, call: PlatformCall<T>) => Promise<T | null>;
  /** Whether the stable, keyed API is available. */
  readonly hasKey: boolean;
  /** True while an endpoint accepts no requests. */
  readonly isRefusing: (endpoint: EndpointName) => boolean;
};

type PlatformParts = {
  readonly clientOf: (service: Service) => Pick<UpstreamClient, 'request'>;
  readonly clock: Clock;
  readonly apiKey: string | undefined;
};

const maxJsonBytes = 1024 * 1024;
const callTimeoutMs = 4000;
/** Longest wait for a token; then a request is refused, or a stale value is used. */
const mostWaitMs = 1000;
/** A 429 often has no `Retry-After`. */
const defaultBackOffMs = 30_000;
/** How long to wait before trying again an endpoint that requires an account. */
const closedMs = 10 * 60_000;

type Host = { readonly client: Pick<UpstreamClient, 'request'>; readonly bucket: TokenBucket };

type Outcome =
  | { readonly kind: 'answered' | 'failed' | 'unclear' }
  | { readonly kind: 'refused'; readonly backOffMs: number };

type Sent = Omit<PlatformCall<unknown>, 'shape'>;

/** The client of the platform: a token bucket for each host, a circuit breaker for each endpoint. */
export function createPlatform({ clientOf, clock, apiKey }: PlatformParts): Platform {
  const hosts = new Map(
    services.map((service): [Service, Host] => [
      service,
      { client: clientOf(service), bucket: createTokenBucket({ ...paces[service], clock }) },
    ]),
  );
  const breakers = new Map(
    Object.keys(endpoints).map((name) => [
      name,
      createCircuitBreaker({ nowMs: clock.nowMs, maxOpenMs: closedMs }),
    ]),
  );
  const closedEndpoints = new Set<EndpointName>();

  return {
    hasKey: apiKey !== undefined,
    isRefusing: (endpoint) => breakers.get(endpoint)!.isRefusing(),
    call: async (endpoint, call) => {
      const report = await breakers.get(endpoint)!.enter();
      if (report === null) throw closedEndpoints.has(endpoint) ? closed() : notAnswering();
      const { service, unknown = [] }: Endpoint = endpoints[endpoint];
      let outcome: Outcome = { kind: 'failed' };
      try {
        const response = await send(hosts.get(service)!, { endpoint, call, apiKey });
        outcome = outcomeOf(response, unknown);
        if (isClosed(response)) closedEndpoints.add(endpoint);
        else closedEndpoints.delete(endpoint);
        return readResponse(response, unknown, call.shape);
      } catch (error) {
        const known = translated(error);
        if (known.code === 'overloaded') outcome = { kind: 'unclear' };
        // An invalid response counts as a failure.
        else if (outcome.kind === 'answered') outcome = { kind: 'failed' };
        throw known;
      } finally {
        report(outcome);
      }
    },
  };
}

type Sending = {
  readonly endpoint: EndpointName;
  readonly call: Sent;
  readonly apiKey: string | undefined;
};

async function send(
  { client, bucket }: Host,
  { endpoint, call: { subject = '', json, query }, apiKey }: Sending,
): Promise<UpstreamResponse> {
  const { path, keyed }: Endpoint = endpoints[endpoint];
  const method = json === undefined ? 'GET' : 'POST';
  const waitMs = await bucket.take(mostWaitMs);
  if (waitMs > 0) throw busy(waitMs);
  const request = {
    method,
    path: withQuery(
      path.replace('{}', encodeURIComponent(subject).replaceAll('%2C', ',')),
      new URLSearchParams(query).toString(),
    ),
    maxBytes: maxJsonBytes,
    timeoutMs: callTimeoutMs,
    ...(json !== undefined && { json }),
  } as const;
  const headers: Record<string, string> =
    keyed === true && apiKey !== undefined ? { 'x-api-key': apiKey } : {};
  const first = await client.request({ ...request, headers });
  const token = first.headers['x-csrf-token'];
  const isRepeated = first.status === 403 && token !== undefined && method === 'POST';
  const last = isRepeated
    ? await client.request({ ...request, headers: { ...headers, 'x-csrf-token': token } })
    : first;
  if (last.status === 429) bucket.backOff(backOffMsOf(last));
  return last;
}

function withQuery(path: string, query: string): string {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function isClosed({ status }: UpstreamResponse): boolean {
  return status === 401 || status === 403;
}

function outcomeOf(response: UpstreamResponse, unknown: readonly number[]): Outcome {
  const { status } = response;
  if (status === 200 || unknown.includes(status)) return { kind: 'answered' };
  if (status === 429) return { kind: 'refused', backOffMs: backOffMsOf(response) };
  if (isClosed(response)) return { kind: 'refused', backOffMs: closedMs };
  return { kind: 'failed' };
}

/** Seconds until a 429 ends, for clients. */
export function retryAfterOf(
  response: Pick<UpstreamResponse, 'status' | 'headers'>,
): number | undefined {
  return response.status === 429 ? Math.ceil(backOffMsOf(response) / 1000) : undefined;
}

/** How long to back off from a host after a 429. */
export function backOffMsOf({ headers }: Pick<UpstreamResponse, 'headers'>): number {
  const seconds = headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? '';
  return /^\d{1,4}$/.test(seconds) ? Math.max(1, Number(seconds)) * 1000 : defaultBackOffMs;
}

function readResponse<T>(
  response: UpstreamResponse,
  unknown: readonly number[],
  shape: Shape<T>,
): T | null {
  const { status, bytes } = response;
  if (unknown.includes(status)) return null;
  if (isClosed(response)) throw closed(new Error(`status ${status}`));
  if (status !== 200) {
    throw notAnswering(new Error(`status ${status}`), retryAfterOf(response));
  }
  const value: unknown = parsed(bytes);
  if (!shape.Check(value)) throw notAnswering(new Error('an answer of another shape'));
  return value;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw notAnswering(error);
  }
}

function translated(error: unknown): LineupError {
  if (error instanceof LineupError) return error;
  const kind = error instanceof NetError ? error.kind : undefined;
  if (kind === 'busy') return busy(1000);
  if (kind !== 'timeout') return notAnswering(error);
  return new LineupError('upstream-timeout', "Roblox didn't answer in time.", { cause: error });
}
