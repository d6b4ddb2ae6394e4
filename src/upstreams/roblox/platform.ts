import { createBatcher } from '../../common/async/batcher.ts';
import type { Clock } from '../../common/async/clock.ts';
import { shapes } from './formats.ts';
import type { RobloxCaches } from './cached.ts';
import { readJson, type Shape } from '../net/read-json.ts';
import type { ServiceClient, ServiceRules, RateLimitPace } from '../net/service-client.ts';
import type { UpstreamClient, UpstreamRequest, UpstreamResponse } from '../net/upstream-client.ts';
import type { Host } from '../define-upstream.ts';

/** The hosts of the platform, each `{service}.roblox.com`. */
type Service = Exclude<keyof typeof paces, 'pictures'>;

type Endpoint = {
  readonly service: Service;
  /** `{}` is replaced by what is looked up. */
  readonly path: string;
  /** Statuses that mean "there is none". */
  readonly unknown?: readonly number[];
  /** Roblox counts as degraded if all of these refuse calls; a single closed one does not count. */
  readonly basic?: true;
  /** Part of the stable, keyed API: used only if the operator has a key. */
  readonly keyed?: true;
};

/**
 * All paths of the platform that are used; one that closes affects only what is made from it. From the
 * platform's public OpenAPI description, except `universe`, which is undocumented.
 */
const endpoints = {
  usersByName: { service: 'users', path: '/v1/usernames/users', basic: true },
  usersById: { service: 'users', path: '/v1/users' },
  user: { service: 'users', path: '/v1/users/{}', unknown: [404] },
  friendCount: { service: 'friends', path: '/v1/users/{}/friends/count', unknown: [404] },
  followerCount: { service: 'friends', path: '/v1/users/{}/followers/count', unknown: [404] },
  pictures: { service: 'thumbnails', path: '/v1/batch', basic: true },
  gamePictures: {
    service: 'thumbnails',
    path: '/v1/games/multiget/thumbnails?countPerUniverse=10&defaults=true&size=768x432&format=Png&universeIds={}',
    unknown: [404],
  },
  universe: { service: 'apis', path: '/universes/v1/places/{}/universe', unknown: [404] },
  games: { service: 'games', path: '/v1/games?universeIds={}', basic: true },
  votes: { service: 'games', path: '/v1/games/votes?universeIds={}' },
  badges: {
    service: 'badges',
    path: '/v1/universes/{}/badges?limit=100&sortOrder=Asc',
    unknown: [400, 404],
  },
  group: { service: 'groups', path: '/v1/groups/{}', unknown: [400, 404], basic: true },
  groupByName: {
    service: 'groups',
    path: '/v1/groups/search/lookup?groupName={}',
    unknown: [400, 404],
  },
  groupsById: { service: 'groups', path: '/v2/groups?groupIds={}', unknown: [400] },
  cloudUser: { service: 'apis', path: '/cloud/v2/users/{}', unknown: [404], keyed: true },
  cloudPicture: {
    service: 'apis',
    path: '/cloud/v2/users/{}:generateThumbnail?format=PNG&shape=SQUARE&size=720',
    unknown: [404],
    keyed: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/**
 * One request per second, and up to twenty at once after a pause. The longest that a call waits for its
 * token: a newcomer gets the next one, within a second.
 */
const conservativeLimit = { ratePerSecond: 1, burst: 20, maxWaitMs: 1300 } as const;
/** Hosts that are called twice for one look-up: the second call waits for the token after the next. */
const doubleCallLimit = { ...conservativeLimit, maxWaitMs: 2100 } as const;

/**
 * Request rates by host. The platform publishes no limits for requests without an account; these stay
 * below what others measured. Waits in a row stay below five seconds (for a picture: `users`,
 * `thumbnails`, `pictures`), those for a game (`apis`, `games`) below four.
 */
export const paces = {
  users: doubleCallLimit,
  thumbnails: conservativeLimit,
  games: doubleCallLimit,
  groups: doubleCallLimit,
  badges: conservativeLimit,
  friends: doubleCallLimit,
  apis: conservativeLimit,
  /** All hosts of pictures together. */
  pictures: conservativeLimit,
} as const satisfies Record<string, RateLimitPace>;

/** Whether a host serves the platform's pictures. @param hostname lower-case */
export const isPictureHost = (hostname: string): boolean => hostname.endsWith('.rbxcdn.com');

/** What an endpoint responds with. */
type ResponseOf<Name extends EndpointName> =
  (typeof shapes)[Name] extends Shape<infer Response> ? Response : never;

const shapeOf: { readonly [Name in EndpointName]: Shape<ResponseOf<Name>> } = shapes;

type PlatformCall = {
  /** For whom a token is taken; without it, one was taken with `reserve`. */
  readonly clients?: readonly string[];
  /** Replaces `{}` in the path. */
  readonly pathValue?: string;
  /** Sent by POST. */
  readonly json?: unknown;
  /** See `ServiceCall`. */
  readonly isGuess?: boolean;
  /** Added to the query of the path. */
  readonly query?: Readonly<Record<string, string>>;
};

export type Platform = ReturnType<typeof createPlatform>;

export type RobloxParts = { readonly platform: Platform; readonly caches: RobloxCaches };

/** Look-ups within this time share a call. */
const batchWindowMs = 50;
/** A 429 often has no `Retry-After`. */
const defaultBackOffMs = 30_000;
/** How long to wait before trying again an endpoint that requires an account. */
const closedMs = 10 * 60_000;

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

/** The endpoints: a token bucket for each host, a circuit breaker for each endpoint. @param url with `{service}` */
export function endpointHosts(url: string): Readonly<Record<EndpointName, Host>> {
  const hosts = Object.entries<Endpoint>(endpoints).map(
    ([endpoint, { service, unknown = [], basic }]) => {
      const name = `Roblox ${service}`;
      const none = Object.fromEntries(unknown.map((status) => [status, 'none'] as const));
      const host: Host = {
        name,
        ...(basic && { health: 'Roblox' }),
        rules: { ...robloxRules, meanings: { ...robloxRules.meanings, ...closed, ...none } },
        pace: paces[service],
        client: (deps) =>
          withCsrfToken(deps.openClient(name, url.replaceAll('{service}', service))),
      };
      return [endpoint, host];
    },
  );
  return Object.fromEntries(hosts);
}

export function createPlatform(
  clients: Readonly<Record<EndpointName, Pick<ServiceClient, 'call' | 'reserve'>>>,
  apiKey: string | undefined,
  clock: Clock,
) {
  /**
   * Calls an endpoint once (twice if it requires a CSRF token).
   * @returns null for "there is none"
   * @throws {LineupError} like `ServiceClient.call`
   */
  function call<Name extends EndpointName>(
    endpoint: Name,
    { pathValue = '', query, ...rest }: PlatformCall,
  ): Promise<ResponseOf<Name> | null> {
    const { path: template, keyed }: Endpoint = endpoints[endpoint];
    const path = template.replace('{}', encodeURIComponent(pathValue).replaceAll('%2C', ','));
    return clients[endpoint].call({
      ...rest,
      ...(keyed && apiKey !== undefined && { headers: { 'x-api-key': apiKey } }),
      path: query === undefined ? path : `${path}&${new URLSearchParams(query).toString()}`,
      read: (bytes) => readJson(shapeOf[endpoint], bytes),
    });
  }

  return {
    /** Whether the stable, keyed API is available. */
    hasKey: apiKey !== undefined,
    clock,
    call,
    /** Calls an endpoint for what one client looks up. */
    find: <Name extends EndpointName>(endpoint: Name, wanted: number | string, client: string) =>
      call(endpoint, { pathValue: String(wanted), clients: [client] }),
    /** Combines look-ups to calls of an endpoint. */
    batch: <T>(
      name: EndpointName,
      maxKeys: number,
      load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    ) =>
      createBatcher<T>({
        windowMs: batchWindowMs,
        maxKeys,
        load,
        clock,
        reserve: clients[name].reserve,
      }),
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
