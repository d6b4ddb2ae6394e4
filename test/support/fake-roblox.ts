import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

/** The endpoints of the fake, by purpose. */
export type RobloxEndpoint =
  | 'names'
  | 'users'
  | 'user'
  | 'friends'
  | 'followers'
  | 'pictures'
  | 'universe'
  | 'games'
  | 'votes'
  | 'media'
  | 'badges'
  | 'group'
  | 'groupByName'
  | 'groupCreated'
  | 'openCloudUser'
  | 'openCloudPicture'
  | 'file';

/** How an endpoint responds until this is changed. */
type RobloxBehaviour =
  | { readonly kind: 'normal' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  /** 403 with a token, until the request includes it. */
  | { readonly kind: 'csrf' }
  /** 400 for a call with a name that no new account may have. */
  | { readonly kind: 'new names' }
  /** The URLs of pictures are on another host. */
  | { readonly kind: 'picture-url'; readonly url: string }
  | { readonly kind: 'garbage' };

type PictureState = 'Completed' | 'Pending' | 'InReview' | 'Blocked' | 'Error';

/** `wire`: fields of its response that are otherwise than usual, or null. */
type Wired = { readonly wire?: Readonly<Record<string, unknown>> };

type FakeUser = {
  readonly id: number;
  readonly name: string;
  /** By which it is found, too. */
  readonly formerName?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly created?: string;
  readonly verified?: boolean;
  readonly banned?: boolean;
  readonly friends?: number;
  readonly followers?: number;
};
type FakeGame = Wired & {
  readonly universeId: number;
  readonly placeId: number;
  readonly name: string;
  readonly description?: string;
  readonly playing?: number;
  readonly visits?: number;
  readonly favourites?: number;
  readonly likes?: number;
  readonly dislikes?: number;
  readonly maxPlayers?: number;
  readonly genre?: string;
  readonly media?: readonly number[];
  readonly badges?: readonly FakeBadge[];
};
type FakeBadge = Wired & {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
  readonly awarded?: number;
};
type FakeGroup = Wired & {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
  readonly owner?: { readonly userId: number; readonly username: string } | null;
  readonly members?: number;
  readonly verified?: boolean;
  readonly created?: string;
};

type Call = {
  readonly service: string;
  readonly endpoint: RobloxEndpoint | 'other';
  readonly path: string;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
};

export type FakeRoblox = {
  /** For `ROBLOX_URL` (with `{service}`) and `ROBLOX_CDN_URL`. */
  readonly settings: { readonly ROBLOX_URL: string; readonly ROBLOX_CDN_URL: string };
  readonly addUser: (user: FakeUser) => void;
  readonly addGame: (game: FakeGame) => void;
  readonly addGroup: (group: FakeGroup) => void;
  /** Bytes of the picture of a target (a user's, game's, group's or asset's id), and its states in turn. */
  readonly addPicture: (
    targetId: number,
    bytes: Uint8Array,
    ...states: readonly PictureState[]
  ) => void;
  readonly behave: (behaviour: RobloxBehaviour, ...endpoints: RobloxEndpoint[]) => void;
  readonly calls: readonly Call[];
  readonly count: (endpoint?: RobloxEndpoint | 'other') => number;
  readonly close: () => Promise<void>;
};

type World = {
  readonly users: Map<number, FakeUser>;
  readonly games: Map<number, FakeGame>;
  readonly groups: Map<number, FakeGroup>;
  readonly pictures: Map<number, { readonly bytes: Uint8Array; readonly states: PictureState[] }>;
};

type Question = {
  readonly world: World;
  readonly url: URL;
  readonly segments: readonly string[];
  readonly body: unknown;
};
/** Sent as JSON; `undefined` if unknown. */
type Handler = (question: Question) => unknown;

const ids = (url: URL, name: string) => (url.searchParams.get(name) ?? '').split(',').map(Number);
const numberAt = (segments: readonly string[], index: number) => Number(segments[index]);
const listOf = (body: unknown, name: string): unknown[] => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : [];
  return Array.isArray(value) ? value : [];
};

const shortUser = ({ id, name, displayName = name, verified = false }: FakeUser) => ({
  hasVerifiedBadge: verified,
  id,
  name,
  displayName,
});

/** Like the real one: not in the requested order, and without unknown ones. */
const shuffled = <T>(found: (T | undefined)[]): T[] =>
  found.filter((one) => one !== undefined).toReversed();

const userByName = (world: World, name: unknown) =>
  [...world.users.values()].find((user) =>
    [user.name, user.formerName].some((one) => one?.toLowerCase() === String(name).toLowerCase()),
  );

function gameData(game: FakeGame) {
  return {
    id: game.universeId,
    rootPlaceId: game.placeId,
    name: game.name,
    description: game.description ?? '',
    sourceName: game.name,
    creator: { id: 1, name: 'Roblox', type: 'User', hasVerifiedBadge: true },
    price: null,
    playing: game.playing ?? 0,
    visits: game.visits ?? 0,
    maxPlayers: game.maxPlayers ?? 30,
    created: '2020-01-02T03:04:05.67Z',
    updated: '2026-01-02T03:04:05.67Z',
    genre: game.genre ?? 'All',
    favoritedCount: game.favourites ?? 0,
    ...game.wire,
  };
}

const groupData = (group: FakeGroup) => ({
  id: group.id,
  name: group.name,
  description: group.description ?? '',
  owner:
    group.owner === null
      ? null
      : {
          hasVerifiedBadge: false,
          displayName: 'Somebody',
          userId: 1,
          username: 'Roblox',
          ...group.owner,
        },
  shout: null,
  memberCount: group.members ?? 0,
  isBuildersClubOnly: false,
  publicEntryAllowed: true,
  hasVerifiedBadge: group.verified ?? false,
  ...group.wire,
});

/** One picture's next state; the last one stays. */
function pictureOf({ pictures }: World, targetId: number) {
  const picture = pictures.get(targetId);
  if (picture === undefined) return undefined;
  const { states } = picture;
  const state = (states.length > 1 ? states.shift() : states[0]) ?? 'Completed';
  // An error has a grey placeholder, with a URL nevertheless.
  const hasUrl = state === 'Completed' || state === 'Error';
  const imageUrl = hasUrl
    ? `https://tr.rbxcdn.com/30DAY-Avatar-${targetId}/420/420/Avatar/Png/noFilter`
    : null;
  return { targetId, state, imageUrl, version: 'TN3' };
}

type Route = {
  readonly endpoint: RobloxEndpoint;
  readonly service: string;
  readonly pattern: RegExp;
  readonly handle: Handler;
};

const routes: readonly Route[] = [
  {
    endpoint: 'names',
    service: 'users',
    pattern: /^POST \/v1\/usernames\/users$/,
    handle: ({ world, body }) => ({
      data: shuffled(
        listOf(body, 'usernames').map((name) => {
          const user = userByName(world, name);
          return user && { requestedUsername: name, ...shortUser(user) };
        }),
      ),
    }),
  },
  {
    endpoint: 'users',
    service: 'users',
    pattern: /^POST \/v1\/users$/,
    handle: ({ world, body }) => ({
      data: shuffled(
        listOf(body, 'userIds').map((id) => {
          const user = world.users.get(Number(id));
          return user && shortUser(user);
        }),
      ),
    }),
  },
  {
    endpoint: 'user',
    service: 'users',
    pattern: /^GET \/v1\/users\/\d+$/,
    handle: ({ world, segments }) => {
      const user = world.users.get(numberAt(segments, 2));
      return (
        user && {
          description: user.description ?? '',
          created: user.created ?? '2006-02-27T21:06:40.3Z',
          isBanned: user.banned ?? false,
          externalAppDisplayName: null,
          ...shortUser(user),
        }
      );
    },
  },
  ...(['friends', 'followers'] as const).map((endpoint): Route => ({
    endpoint,
    service: 'friends',
    pattern: new RegExp(`^GET /v1/users/\\d+/${endpoint}/count$`),
    handle: ({ world, segments }) => {
      const user = world.users.get(numberAt(segments, 2));
      return user && { count: user[endpoint] ?? 0 };
    },
  })),
  {
    endpoint: 'pictures',
    service: 'thumbnails',
    pattern: /^POST \/v1\/batch$/,
    handle: ({ world, body }) => ({
      data: shuffled(
        (Array.isArray(body) ? body : []).map((one: { requestId: string; targetId: number }) => {
          const picture = pictureOf(world, one.targetId);
          return (
            picture && { requestId: one.requestId, errorCode: 0, errorMessage: '', ...picture }
          );
        }),
      ),
    }),
  },
  {
    endpoint: 'media',
    service: 'thumbnails',
    pattern: /^GET \/v1\/games\/multiget\/thumbnails$/,
    handle: ({ world, url }) => ({
      data: ids(url, 'universeIds').map((universeId) => ({
        universeId,
        error: null,
        thumbnails: (world.games.get(universeId)?.media ?? []).map((id) => pictureOf(world, id)),
      })),
    }),
  },
  {
    endpoint: 'universe',
    service: 'apis',
    pattern: /^GET \/universes\/v1\/places\/\d+\/universe$/,
    handle: ({ world, segments }) => {
      const placeId = numberAt(segments, 3);
      const game = [...world.games.values()].find((one) => one.placeId === placeId);
      return { universeId: game?.universeId ?? null };
    },
  },
  {
    endpoint: 'games',
    service: 'games',
    pattern: /^GET \/v1\/games$/,
    handle: ({ world, url }) => ({
      data: shuffled(
        ids(url, 'universeIds').map((id) => {
          const game = world.games.get(id);
          return game && gameData(game);
        }),
      ),
    }),
  },
  {
    endpoint: 'votes',
    service: 'games',
    pattern: /^GET \/v1\/games\/votes$/,
    handle: ({ world, url }) => ({
      data: shuffled(
        ids(url, 'universeIds').map((id) => {
          const game = world.games.get(id);
          return game && { id, upVotes: game.likes ?? 0, downVotes: game.dislikes ?? 0 };
        }),
      ),
    }),
  },
  {
    endpoint: 'badges',
    service: 'badges',
    pattern: /^GET \/v1\/universes\/\d+\/badges$/,
    handle: ({ world, segments, url }) => {
      const all = world.games.get(numberAt(segments, 2))?.badges ?? [];
      const limit = Number(url.searchParams.get('limit') ?? 10);
      const start = Number(url.searchParams.get('cursor') ?? 0);
      const next = start + limit;
      return {
        previousPageCursor: null,
        nextPageCursor: next < all.length ? String(next) : null,
        data: all.slice(start, next).map((badge) => ({
          id: badge.id,
          name: badge.name,
          description: badge.description ?? '',
          displayName: badge.name,
          enabled: true,
          iconImageId: badge.id,
          displayIconImageId: badge.id,
          created: '2020-01-02T03:04:05.67Z',
          updated: '2020-01-02T03:04:05.67Z',
          statistics: {
            pastDayAwardedCount: 1,
            awardedCount: badge.awarded ?? 0,
            winRatePercentage: 0.5,
          },
          ...badge.wire,
        })),
      };
    },
  },
  {
    endpoint: 'group',
    service: 'groups',
    pattern: /^GET \/v1\/groups\/\d+$/,
    handle: ({ world, segments }) => {
      const group = world.groups.get(numberAt(segments, 2));
      return group && groupData(group);
    },
  },
  {
    endpoint: 'groupCreated',
    service: 'groups',
    pattern: /^GET \/v2\/groups$/,
    handle: ({ world, url }) => ({
      data: shuffled(
        ids(url, 'groupIds').map((id) => {
          const group = world.groups.get(id);
          return (
            group && { id, name: group.name, created: group.created ?? '2010-01-02T03:04:05Z' }
          );
        }),
      ),
    }),
  },
  {
    endpoint: 'groupByName',
    service: 'groups',
    pattern: /^GET \/v1\/groups\/search\/lookup$/,
    handle: ({ world, url }) => {
      const name = url.searchParams.get('groupName')?.toLowerCase() ?? '';
      const found = [...world.groups.values()].filter((group) =>
        group.name.toLowerCase().includes(name),
      );
      return {
        data: found.map(({ id, name: own, members = 0 }) => ({
          id,
          name: own,
          memberCount: members,
        })),
      };
    },
  },
  {
    endpoint: 'openCloudUser',
    service: 'apis',
    pattern: /^GET \/cloud\/v2\/users\/\d+$/,
    handle: ({ world, segments }) => {
      const user = world.users.get(numberAt(segments, 3));
      return (
        user && {
          path: `users/${user.id}`,
          createTime: user.created ?? '2006-02-27T21:06:40.3Z',
          id: String(user.id),
          name: user.name,
          displayName: user.displayName ?? user.name,
          about: user.description ?? '',
          idVerified: user.verified ?? false,
        }
      );
    },
  },
  {
    endpoint: 'openCloudPicture',
    service: 'apis',
    pattern: /^GET \/cloud\/v2\/users\/\d+:generateThumbnail$/,
    handle: ({ world, segments }) => {
      const picture = pictureOf(world, Number.parseInt(segments[3] ?? '', 10));
      return (
        picture && {
          path: `users/${picture.targetId}/operations/x`,
          done: picture.state === 'Completed',
          response: picture.imageUrl === null ? undefined : { imageUri: picture.imageUrl },
        }
      );
    },
  },
];

const elsewhere = (data: unknown, url: string): unknown =>
  JSON.parse(JSON.stringify(data, (key, value: unknown) => (key === 'imageUrl' ? url : value)));

const isNewName = (name: unknown): boolean => /^\w{3,20}$/.test(String(name));

const csrfToken = 'Kd92kf==';

/**
 * The platform on loopback in its own wire formats: batches out of order and without unknown ids,
 * pictures that are pending first, errors that come with a picture. It can be made to fail.
 */
export async function startFakeRoblox(): Promise<FakeRoblox> {
  const world: World = {
    users: new Map(),
    games: new Map(),
    groups: new Map(),
    pictures: new Map(),
  };
  const behaviours = new Map<RobloxEndpoint, RobloxBehaviour>();
  const calls: Call[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const [, service = '', ...rest] = url.pathname.split('/');
    const path = `/${rest.join('/')}`;
    const body = request.method === 'POST' ? await readJson(request).catch(() => null) : undefined;
    const route = routes.find(
      (one) => one.service === service && one.pattern.test(`${request.method} ${path}`),
    );
    const endpoint = service === 'cdn' ? 'file' : (route?.endpoint ?? 'other');
    calls.push({ service, endpoint, path: `${path}${url.search}`, body, headers: request.headers });
    const answer = () => {
      if (service === 'cdn') return sendFile(response, world, path);
      const handled = route?.handle({ world, url, segments: rest, body });
      const data = behaviour.kind === 'picture-url' ? elsewhere(handled, behaviour.url) : handled;
      return data === undefined
        ? sendError(response, 404, 3, 'The id is invalid.')
        : sendJson(response, 200, data);
    };
    const behaviour = (endpoint === 'other' ? undefined : behaviours.get(endpoint)) ?? {
      kind: 'normal',
    };
    if (behaviour.kind === 'garbage') response.end('<!doctype html><title>Roblox</title>');
    else if (behaviour.kind === 'status') {
      for (const [name, value] of Object.entries(behaviour.headers ?? {})) {
        response.setHeader(name, value);
      }
      sendError(response, behaviour.status, 0, 'Too many requests');
    } else if (behaviour.kind === 'csrf' && request.headers['x-csrf-token'] !== csrfToken) {
      response.setHeader('x-csrf-token', csrfToken);
      sendError(response, 403, 0, 'XSRF token invalid');
    } else if (behaviour.kind === 'new names' && !listOf(body, 'usernames').every(isNewName)) {
      sendError(response, 400, 2, 'The user names are invalid.');
    } else answer();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const { origin, close } = await listenOnLoopback(server);

  return {
    settings: { ROBLOX_URL: `${origin}/{service}`, ROBLOX_CDN_URL: `${origin}/cdn` },
    addUser: (user) => void world.users.set(user.id, user),
    addGame: (game) => void world.games.set(game.universeId, game),
    addGroup: (group) => void world.groups.set(group.id, group),
    addPicture: (targetId, bytes, ...states) =>
      void world.pictures.set(targetId, { bytes, states: [...states] }),
    behave: (behaviour, ...endpoints) => {
      for (const endpoint of endpoints) behaviours.set(endpoint, behaviour);
    },
    calls,
    count: (endpoint) =>
      calls.filter((call) => endpoint === undefined || call.endpoint === endpoint).length,
    close,
  };
}

function sendFile(response: ServerResponse, { pictures: known }: World, path: string): void {
  const id = Number(/-(\d+)\//.exec(path)?.[1]);
  const picture = known.get(id);
  if (picture === undefined) return sendError(response, 404, 0, 'NotFound');
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture.bytes);
}

function sendJson(response: ServerResponse, status: number, data: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
}

function sendError(response: ServerResponse, status: number, code: number, message: string): void {
  sendJson(response, status, {
    errors: [{ code, message, userFacingMessage: 'Something went wrong' }],
  });
}
