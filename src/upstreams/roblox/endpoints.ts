import type { RateLimitPace } from '../net/service-client.ts';

/** The hosts of the platform, each `{service}.roblox.com`. */
type Service = Exclude<keyof typeof paces, 'pictures'>;

export type Endpoint = {
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
export const endpoints = {
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
/** Hosts that are called twice for one look-up: after each such reservation the next token takes two seconds. */
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
