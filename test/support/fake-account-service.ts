import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

/** The four endpoints of the account service. */
export type Endpoint = 'lookup' | 'bulk' | 'profile' | 'texture';

/** How an endpoint responds until this is changed. */
export type Behaviour =
  | { readonly kind: 'normal' }
  /** Any status, with headers and a body of the test's choice (default: a JSON error). */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Status 200 and this body (default: something that is no JSON and no PNG). */
  | { readonly kind: 'garbage'; readonly body?: string | Uint8Array }
  /** Accepts the request and sends nothing until `release()`, which responds normally. */
  | { readonly kind: 'hang' }
  /** A normal head, then a body that never ends. */
  | { readonly kind: 'endless' }
  /** Closes the connection without a response. */
  | { readonly kind: 'close' }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: 'close-midway' };

type FakePlayer = {
  readonly name: string;
  /** 32 hex digits. */
  readonly uuid: string;
  readonly skin?: { readonly hash: string; readonly model?: 'classic' | 'slim' };
  readonly cape?: string;
  /** Sent instead of the textures property that the skin and cape would make; null sends none. */
  readonly packedTextures?: string | null;
};

type FakeCall = {
  readonly endpoint: Endpoint | 'other';
  readonly method: string;
  readonly path: string;
  /** The names of a bulk look-up, as sent. */
  readonly names: readonly string[] | null;
};

export type FakeAccountService = {
  /** Base URL for all three of its hosts. */
  readonly url: string;
  readonly addPlayer: (player: FakePlayer) => void;
  readonly removePlayer: (name: string) => void;
  readonly addTexture: (hash: string, png: Uint8Array) => void;
  readonly removeTexture: (hash: string) => void;
  /** Answers 400 to every look-up with this name in it, alone or with others. */
  readonly refuseName: (name: string) => void;
  /** How these endpoints (default: all) respond from now on. */
  readonly behave: (behaviour: Behaviour, ...endpoints: Endpoint[]) => void;
  /** The response for unknown players: 404 with JSON, or an empty 204. */
  readonly sayUnknownAs: (status: 204 | 404) => void;
  /** Answers all requests that hang, normally. */
  readonly release: () => void;
  readonly calls: readonly FakeCall[];
  /** How many calls there were, of one endpoint or of all. */
  readonly count: (endpoint?: Endpoint) => number;
  /** Settles once there were that many calls. */
  readonly counted: (atLeast: number, endpoint?: Endpoint) => Promise<void>;
  readonly forgetCalls: () => void;
  readonly close: () => Promise<void>;
};

type World = {
  readonly players: Map<string, FakePlayer>;
  readonly textures: Map<string, Uint8Array>;
  readonly refusedNames: Set<string>;
  unknownStatus: 204 | 404;
};

type Question = { readonly endpoint: Endpoint; readonly subject: string; readonly names: string[] };
type Reply = { readonly status: number; readonly type: string; readonly body: string | Uint8Array };

const endpoints: readonly Endpoint[] = ['lookup', 'bulk', 'profile', 'texture'];

/** Of all test files of a process: they share the threads that draw, which know a texture by its hash. */
const everyTexture = new Map<string, Uint8Array>();

/**
 * The account service on loopback, in its own wire formats: name look-up (single and bulk), session
 * profile, texture. It can be made to fail in every way that a real one has.
 */
export async function startFakeAccountService(): Promise<FakeAccountService> {
  const world: World = {
    players: new Map(),
    textures: new Map(),
    refusedNames: new Set(),
    unknownStatus: 404,
  };
  const behaviours = new Map<Endpoint, Behaviour>();
  const calls: FakeCall[] = [];
  const hanging: (() => void)[] = [];
  const waiting = new Set<() => void>();

  const count = (endpoint?: Endpoint) =>
    calls.filter((call) => endpoint === undefined || call.endpoint === endpoint).length;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await readQuestion(request);
    const { method = '', url: path = '' } = request;
    const names = question?.endpoint === 'bulk' ? question.names : null;
    calls.push({ endpoint: question?.endpoint ?? 'other', method, path, names });
    for (const look of waiting) look();
    if (question === null) return send(response, json(404, { path }));
    const behaviour = behaviours.get(question.endpoint) ?? { kind: 'normal' };
    const answer = () => send(response, answerTo(question, world));
    if (behaviour.kind === 'normal') return answer();
    if (behaviour.kind === 'hang') hanging.push(answer);
    else misbehave(behaviour, response, answerTo(question, world));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const { origin, close } = await listenOnLoopback(server);

  return {
    url: origin,
    addPlayer: (player) => void world.players.set(player.name.toLowerCase(), player),
    removePlayer: (name) => void world.players.delete(name.toLowerCase()),
    addTexture: (hash, png) => {
      const isOther = !Buffer.from(everyTexture.get(hash) ?? png).equals(png);
      if (isOther) throw new Error(`${hash} is the hash of another texture`);
      everyTexture.set(hash, png);
      world.textures.set(hash, png);
    },
    removeTexture: (hash) => void world.textures.delete(hash),
    refuseName: (name) => void world.refusedNames.add(name.toLowerCase()),
    behave: (behaviour, ...which) => {
      for (const endpoint of which.length > 0 ? which : endpoints) {
        behaviours.set(endpoint, behaviour);
      }
    },
    sayUnknownAs: (status) => void (world.unknownStatus = status),
    release: () => {
      for (const answer of hanging.splice(0)) answer();
    },
    calls,
    count,
    counted: (atLeast, endpoint) =>
      new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          reject(
            new Error(`${count(endpoint)} calls of ${endpoint ?? 'any kind'}, not ${atLeast}.`),
          );
        }, 20_000);
        const look = () => {
          if (count(endpoint) < atLeast) return;
          clearTimeout(giveUp);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    forgetCalls: () => void calls.splice(0),
    close,
  };
}

async function readQuestion(request: IncomingMessage): Promise<Question | null> {
  const path = request.url ?? '';
  const body = await buffer(request);
  const tail = path.slice(path.lastIndexOf('/') + 1);
  if (request.method === 'POST') {
    if (path !== '/minecraft/profile/lookup/bulk/byname') return null;
    const names: unknown = JSON.parse(body.toString());
    if (!Array.isArray(names)) return null;
    return { endpoint: 'bulk', subject: '', names: names.map(String) };
  }
  const prefixes: [string, Endpoint][] = [
    ['/minecraft/profile/lookup/name/', 'lookup'],
    ['/session/minecraft/profile/', 'profile'],
    ['/texture/', 'texture'],
  ];
  const found = prefixes.find(([prefix]) => path === prefix + tail);
  return found ? { endpoint: found[1], subject: decodeURIComponent(tail), names: [] } : null;
}

function answerTo(question: Question, world: World): Reply {
  const { endpoint, subject, names } = question;
  if ([subject, ...names].some((name) => world.refusedNames.has(name.toLowerCase()))) {
    return json(400, { errorMessage: 'Invalid profile name' });
  }
  if (endpoint === 'bulk') return answerBulk(names, world);
  if (endpoint === 'texture') {
    const png = world.textures.get(subject);
    return png ? { status: 200, type: 'image/png', body: png } : unknown(world);
  }
  const found = [...world.players.values()].find((player) =>
    endpoint === 'lookup'
      ? player.name.toLowerCase() === subject.toLowerCase()
      : player.uuid === subject,
  );
  if (found === undefined) return unknown(world);
  return json(200, endpoint === 'lookup' ? accountOf(found) : profileOf(found));
}

/** Like the real one: at most ten names, unknown ones omitted, in any order. */
function answerBulk(names: readonly string[], world: World): Reply {
  if (names.length < 1 || names.length > 10) return json(400, { error: 'size must be 1 to 10' });
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const found = [...world.players].filter(([key]) => wanted.has(key));
  return json(200, found.map(([, player]) => accountOf(player)).toReversed());
}

function accountOf({ uuid, name }: FakePlayer) {
  return { id: uuid, name };
}

function profileOf(player: FakePlayer) {
  const value = player.packedTextures === undefined ? packTextures(player) : player.packedTextures;
  const properties = value === null ? [] : [{ name: 'textures', value, signature: 'none' }];
  return { ...accountOf(player), properties, profileActions: [] };
}

/** The textures property of a profile: base64 of JSON, its URLs on a host that does not exist. */
function packTextures({ name, uuid, skin, cape }: FakePlayer): string {
  const textures = {
    ...(skin && {
      SKIN: {
        url: textureUrl(skin.hash),
        ...(skin.model === 'slim' && { metadata: { model: 'slim' } }),
      },
    }),
    ...(cape && { CAPE: { url: textureUrl(cape) } }),
  };
  const value = { timestamp: 1_700_000_000_000, profileId: uuid, profileName: name, textures };
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** A host that does not exist: only the hash in it may be used. */
function textureUrl(hash: string): string {
  return `http://textures.invalid/texture/${hash}`;
}

function unknown(world: World): Reply {
  if (world.unknownStatus === 204) return { status: 204, type: 'application/json', body: '' };
  return json(404, { path: '/', errorMessage: "Couldn't find any profile with that name" });
}

function json(status: number, value: unknown): Reply {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

function misbehave(
  behaviour: Exclude<Behaviour, { kind: 'normal' } | { kind: 'hang' }>,
  response: ServerResponse,
  reply: Reply,
): void {
  switch (behaviour.kind) {
    case 'status': {
      const body = behaviour.body ?? '{"error":"told to"}';
      const headers = { 'content-type': 'application/json', ...behaviour.headers };
      response.writeHead(behaviour.status, headers).end(behaviour.status === 204 ? '' : body);
      break;
    }
    case 'garbage':
      send(response, { ...reply, status: 200, body: behaviour.body ?? '<html>maintenance</html>' });
      break;
    case 'endless':
      response.writeHead(200, { 'content-type': reply.type });
      pour(response);
      break;
    case 'close':
      response.destroy();
      break;
    case 'close-midway':
      response.writeHead(200, { 'content-type': reply.type, 'content-length': '4096' });
      response.write('[');
      setImmediate(() => response.destroy());
      break;
  }
}

/** Writes as fast as the other side reads, until it disconnects. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  while (!response.destroyed && response.write(chunk)) {
    if (response.writableLength > chunk.length * 16) break;
  }
  if (!response.destroyed) response.once('drain', () => pour(response));
}
