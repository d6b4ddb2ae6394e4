import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

type YggdrasilPlayer = {
  readonly name: string;
  /** 32 hex digits. */
  readonly uuid: string;
  readonly skin?: { readonly url: string; readonly model?: 'slim' };
  readonly cape?: string;
};

type Reply = {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * An account service of the authlib-injector kind on loopback, with its textures: below `/api` the
 * service, at `/` a page that points there, at `/textures/…` what it was given.
 * @param isPhp whether it writes an empty map as `[]`, and has nothing in its root
 */
export async function startFakeYggdrasil({ skinDomains = ['127.0.0.1'], isPhp = false } = {}) {
  const players: YggdrasilPlayer[] = [];
  const textures = new Map<string, Uint8Array>();
  const calls: string[] = [];
  let status = 200;
  let location: string | null = '/api';
  let maxNames = 10;

  async function answerTo(request: IncomingMessage): Promise<Reply> {
    const { method = '', url: path = '' } = request;
    const body = (await buffer(request)).toString();
    calls.push(`${method} ${path}${body}`);
    const texture = textures.get(path);
    if (texture !== undefined) return { status: 200, body: texture };
    if (status !== 200) return { status, body: '{"error":"told to"}' };
    if (path === '/' && location !== null) {
      const headers = { 'X-Authlib-Injector-API-Location': location };
      return { status: 200, body: '<html>Welcome</html>', headers };
    }
    if (path === '/api/') return json(isPhp ? [] : { meta: { serverName: 'A test' }, skinDomains });
    if (path === '/api/api/profiles/minecraft') {
      const names: unknown = JSON.parse(body);
      if (!Array.isArray(names) || names.length > maxNames) {
        return { status: 400, body: '{"error":"IllegalArgumentException"}' };
      }
      const wanted = new Set(names.map((name) => String(name).toLowerCase()));
      const found = players.filter(({ name }) => wanted.has(name.toLowerCase()));
      return json(found.map(({ uuid, name }) => ({ id: uuid, name })));
    }
    const [, uuid] = /^\/api\/sessionserver\/session\/minecraft\/profile\/(\w+)$/.exec(path) ?? [];
    const found = players.find((player) => player.uuid === uuid);
    if (found !== undefined) return json(profileOf(found, isPhp));
    return { status: uuid === undefined ? 404 : 204, body: '' };
  }

  const server = createServer((request, response) => {
    void answerTo(request).then(({ status: code, headers, body }) =>
      response.writeHead(code, headers).end(body),
    );
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    origin,
    addPlayer: (player: YggdrasilPlayer) => void players.push(player),
    /** @returns its URL */
    addTexture: (path: string, png: Uint8Array, host = origin): string => {
      textures.set(path, png);
      return host + path;
    },
    /** Responds to everything except textures with this status. */
    fail: (next: number) => void (status = next),
    /** Where its front page points to; null: nowhere. */
    pointTo: (next: string | null) => void (location = next),
    /** The maximum number of names in one call. */
    takeNames: (max: number) => void (maxNames = max),
    calls,
    forgetCalls: () => void calls.splice(0),
    close,
  };
}

export type FakeYggdrasil = Awaited<ReturnType<typeof startFakeYggdrasil>>;

function json(value: unknown): Reply {
  return { status: 200, body: JSON.stringify(value) };
}

function profileOf({ name, uuid, skin, cape }: YggdrasilPlayer, isPhp: boolean) {
  const textures = {
    ...(skin && {
      SKIN: { url: skin.url, ...(skin.model && { metadata: { model: skin.model } }) },
    }),
    ...(cape && { CAPE: { url: cape } }),
  };
  const isEmpty = Object.keys(textures).length === 0;
  const value = {
    timestamp: 1_700_000_000_000,
    profileId: uuid,
    profileName: name,
    textures: isPhp && isEmpty ? [] : textures,
  };
  const packed = Buffer.from(JSON.stringify(value)).toString('base64');
  return { id: uuid, name, properties: [{ name: 'textures', value: packed }] };
}
