import type { BatchTurn } from '../async/batcher.ts';
import { createCircuitBreaker } from '../async/circuit-breaker.ts';
import type { Clock } from '../async/clock.ts';
import { turnOrError, type OpenBucket, type TokenBucket } from '../async/token-bucket.ts';
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
  /** For whom a turn is taken; null if it was taken with `openTurn`. */
  readonly clients: readonly string[] | null;
  /** Replaces `{}` in the path. */
  readonly subject?: string;
  /** Sent by POST. */
  readonly json?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly shape: Shape<T>;
};

type Shape<T> = { readonly Check: (value: unknown) => value is T };

export type Platform = {
  /**
   * One turn for a call of each of these endpoints, which are on one host; none is needed if the first
   * refuses calls. It rejects with `overloaded` if it does not come.
   */
  readonly openTurn: (
    names: readonly EndpointName[],
    clients: readonly string[],
  ) => BatchTurn | undefined;
  /**
   * Calls an endpoint once (twice if it requires a CSRF token).
   *
   * @returns null for "there is none"
   * @throws {LineupError} `upstream-failed`, `upstream-timeout`; `overloaded` if these clients' turn
   *   at the host does not come
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
  readonly openBucket: OpenBucket;
  readonly apiKey: string | undefined;
};

const maxJsonBytes = 1024 * 1024;
const callTimeoutMs = 4000;
/** A 429 often has no `Retry-After`. */
const defaultBackOffMs = 30_000;
/** How long to wait before trying again an endpoint that requires an account. */
const closedMs = 10 * 60_000;

type Host = {
  readonly client: Pick<UpstreamClient, 'request'>;
  readonly bucket: TokenBucket;
  readonly maxWaitMs: number;
};

type Outcome =
  | { readonly kind: 'answered' | 'failed' | 'unclear' }
  | { readonly kind: 'refused'; readonly backOffMs: number };

type Sent = Pick<PlatformCall<unknown>, 'subject' | 'json' | 'query'>;

/** The client of the platform: a token bucket for each host, a circuit breaker for each endpoint. */
export function createPlatform(parts: PlatformParts): Platform {
  const { clientOf, clock, openBucket, apiKey } = parts;
  const hosts = new Map(
    services.map((service): [Service, Host] => {
      const { maxWaitMs, ...pace } = paces[service];
      return [service, { client: clientOf(service), bucket: openBucket(pace), maxWaitMs }];
    }),
  );
  const breakers = new Map(
    Object.keys(endpoints).map((name) => [
      name,
      createCircuitBreaker({ nowMs: clock.nowMs, maxOpenMs: closedMs }),
    ]),
  );
  const closedEndpoints = new Set<EndpointName>();
  const isRefusing = (endpoint: EndpointName) => breakers.get(endpoint)!.isRefusing();
  const refused = (endpoint: EndpointName) =>
    closedEndpoints.has(endpoint) ? closed() : notAnswering();

  function openTurn(names: readonly EndpointName[], clients: readonly string[]) {
    const [first, ...others] = names;
    if (first === undefined || breakers.get(first)!.waitMs() > 0) return undefined;
    const { bucket, maxWaitMs } = hosts.get(endpoints[first].service)!;
    const tokens = 1 + others.filter((endpoint) => !isRefusing(endpoint)).length;
    return turnOrError(bucket.openTurn(clients, maxWaitMs, { tokens }), busy);
  }

  return {
    hasKey: apiKey !== undefined,
    isRefusing,
    openTurn,
    call: async (endpoint, call) => {
      const breaker = breakers.get(endpoint)!;
      // Before the breaker: a probe that waited for its turn would hold up the turns of all others.
      if (call.clients !== null) await openTurn([endpoint], call.clients)?.taken;
      const report = await breaker.enter();
      if (report === null) throw refused(endpoint);
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
