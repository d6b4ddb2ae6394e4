import type { BatchReservation } from '../../common/async/batcher.ts';
import type { Clock } from '../../common/async/clock.ts';
import type { OpenBucket } from '../../common/async/token-bucket.ts';
import { readJson, type Shape } from '../net/read-json.ts';
import {
  createServiceClient,
  openRateLimit,
  type ServiceClient,
  type ServiceRules,
} from '../net/service-client.ts';
import type { UpstreamClient, UpstreamRequest, UpstreamResponse } from '../net/upstream-client.ts';
import {
  endpoints,
  paces,
  services,
  type Endpoint,
  type EndpointName,
  type Service,
} from './endpoints.ts';

/** A call, and the shape that its response must have. */
type PlatformCall<T> = {
  /** For whom a token is taken; without it, one was taken with `reserve`. */
  readonly clients?: readonly string[];
  /** Replaces `{}` in the path. */
  readonly pathValue?: string;
  /** Sent by POST. */
  readonly json?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly shape: Shape<T>;
};

export type Platform = {
  /** A token for a call of each endpoint of a host; none if the first refuses calls. */
  readonly reserve: (
    names: readonly EndpointName[],
    clients: readonly string[],
  ) => BatchReservation | undefined;
  /**
   * Calls an endpoint once (twice if it requires a CSRF token).
   * @returns null for "there is none"
   * @throws {LineupError} like `ServiceClient.call`
   */
  readonly call: <T>(endpoint: EndpointName, call: PlatformCall<T>) => Promise<T | null>;
  /** Whether the stable, keyed API is available. */
  readonly hasKey: boolean;
  readonly guardsOf: (endpoint: EndpointName) => ServiceClient['guards'];
};

type PlatformParts = {
  readonly clientOf: (service: Service) => Pick<UpstreamClient, 'request'>;
  readonly clock: Clock;
  readonly openBucket: OpenBucket;
  readonly apiKey: string | undefined;
};

/** A 429 often has no `Retry-After`. */
const defaultBackOffMs = 30_000;
/** How long to wait before trying again an endpoint that requires an account. */
const closedMs = 10 * 60_000;

/** How hosts of the platform are called. */
export const robloxRules = {
  serviceName: 'Roblox',
  request: { timeoutMs: 4000, maxBytes: 1024 * 1024 },
  meanings: { 200: 'found', 400: 'invalid', 429: 'limited' },
  backOffMsOf: ({ status, headers }) => {
    if (status !== 429) return closedMs;
    const seconds = headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? '';
    return /^\d{1,4}$/.test(seconds) ? Math.max(1, Number(seconds)) * 1000 : defaultBackOffMs;
  },
  breaker: { maxOpenMs: closedMs },
  // The platform's own 401 or 403 is never passed on.
  refused: 'Roblox no longer offers this without an account.',
} as const satisfies ServiceRules;

const closed = { 401: 'refused', 403: 'refused' } as const;

/** The client of the platform: a token bucket for each host, a circuit breaker for each endpoint. */
export function createPlatform({ clientOf, clock, openBucket, apiKey }: PlatformParts): Platform {
  const hosts = new Map(
    services.map((service) => [
      service,
      {
        name: `Roblox ${service}`,
        clock,
        client: withCsrfToken(clientOf(service)),
        rateLimit: openRateLimit(openBucket, paces[service]),
      },
    ]),
  );
  const clients = new Map(
    Object.entries<Endpoint>(endpoints).map(([name, { service, unknown = [], keyed = false }]) => {
      const none = Object.fromEntries(unknown.map((status) => [status, 'none'] as const));
      const rules: ServiceRules = {
        ...robloxRules,
        request: {
          ...robloxRules.request,
          ...(keyed && apiKey !== undefined && { headers: { 'x-api-key': apiKey } }),
        },
        meanings: { ...robloxRules.meanings, ...closed, ...none },
      };
      return [name, createServiceClient(rules, hosts.get(service)!)];
    }),
  );
  const clientAt = (endpoint: EndpointName) => clients.get(endpoint)!;

  return {
    hasKey: apiKey !== undefined,
    guardsOf: (endpoint) => clientAt(endpoint).guards,
    reserve: ([first, ...others], callers) => {
      const isOpen = (endpoint: EndpointName) => !clientAt(endpoint).guards.isRefusing();
      return first && clientAt(first).reserve(callers, 1 + others.filter(isOpen).length);
    },
    call: (endpoint, { pathValue = '', query, shape, ...call }) => {
      const path = endpoints[endpoint].path.replace(
        '{}',
        encodeURIComponent(pathValue).replaceAll('%2C', ','),
      );
      return clientAt(endpoint).call({
        ...call,
        path: withQuery(path, new URLSearchParams(query).toString()),
        read: (bytes) => readJson(shape, bytes),
      });
    },
  };
}

/** Repeats a POST that requires a CSRF token with the one it got. */
function withCsrfToken({ request }: Pick<UpstreamClient, 'request'>) {
  return {
    request: async (original: UpstreamRequest): Promise<UpstreamResponse> => {
      const first = await request(original);
      const token = first.headers['x-csrf-token'];
      if (first.status !== 403 || token === undefined || original.method !== 'POST') return first;
      return request({ ...original, headers: { ...original.headers, 'x-csrf-token': token } });
    },
  };
}

function withQuery(path: string, query: string): string {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
