import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBlockedServers } from '../../src/game-servers/blocked-servers.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import {
  modernScript,
  startFakeBedrockServer,
  startFakeJavaServer,
  statusPacket,
  type FakeJavaServer,
} from '../support/fake-game-server.ts';
import {
  openServerStatusWorld,
  type ServerStatusWorld,
} from '../support/fake-game-server-world.ts';
import { skinFile } from '../support/skin-files.ts';

const status = {
  version: { name: 'Paper <1.21.4>', protocol: 769 },
  players: { online: 17, max: 60 },
  description: ['Staff: ', { player: 'Notch' }],
};

let clock: FakeClock;
let world: ServerStatusWorld;
let server: FakeJavaServer;
let silent: FakeJavaServer;

beforeAll(async () => {
  server = await startFakeJavaServer(modernScript(statusPacket(status)));
  silent = await startFakeJavaServer(() => {});
  clock = createFakeClock();
  world = await openServerStatusWorld({
    clock,
    names: { 'broken.example': 'dns-failure' },
    // SHA-1 of "127.0.*".
    blockedServers: readBlockedServers('505dd5c382d4bd8d668de6a2e80f8590a1a695bf'),
    headSkin: skinFile(1),
  });
});

afterAll(async () => {
  await silent.close();
  await Promise.all([world.close(), server.close()]);
});

afterEach(() => clock.advance(60_000));

const base = '/api/blockgame/server';
const here = () => `java/127.0.0.1:${server.port}`;
const dead = 'java/nowhere.example';
const broken = 'java/broken.example';
const get = (path: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url: `${base}/${path}`, headers });

it('reports whether the game refuses to connect', async () => {
  expect((await get(`${here()}/status`)).json()).toMatchObject({ eula_blocked: true });
  expect((await get(`${dead}/status`)).json()).toMatchObject({ eula_blocked: false });
});

describe('a name that cannot be looked up', () => {
  it('is unknown, and not cached', async () => {
    for (const _ of [1, 2]) {
      const text = await get(`${broken}/status-text`);
      expect([text.statusCode, text.body]).toEqual([200, 'Unknown • broken.example (Java) • 0/0']);
      expect(text.headers).toMatchObject({ 'cache-control': 'no-store', 'x-cache': 'MISS' });
    }
    const json = await get(`${broken}/status`);
    expect(json.headers['cache-control']).toBe('no-store');
    expect(json.json()).toMatchObject({ online: null, offline_reason: 'dns_failure' });
  });

  it('has a card that shows it', async () => {
    const card = await get(`${broken}/widget`);
    expect([card.statusCode, card.headers['cache-control']]).toEqual([200, 'no-store']);
    const { width, height } = PNG.sync.read(card.rawPayload);
    expect([width, height]).toEqual([600, 138]);
  });
});

it.each(['ping', 'status'])('HEAD of %s has no Content-Length if GET has no body', async (path) => {
  const url = `${base}/${here()}/${path}`;
  const { etag } = (await world.app.inject(url)).headers;
  const headers = etag === undefined ? {} : { 'if-none-match': etag };
  const head = await world.app.inject({ method: 'HEAD', url, headers });
  expect(head.statusCode).toBe(etag === undefined ? 204 : 304);
  expect(head.headers).not.toHaveProperty('content-length');
});

describe('ping', () => {
  it('is a status code', async () => {
    const online = await get(`${here()}/ping`);
    expect([online.statusCode, online.body]).toEqual([204, '']);
    expect(online.headers['cache-control']).toBe('public, max-age=30');
    const offline = await get(`${dead}/ping`);
    expect([offline.statusCode, offline.json()]).toEqual([
      404,
      { detail: 'The server is offline.' },
    ]);
    expect(offline.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=30',
    });
  });

  it('is a 502 for an unknown server', async () => {
    const unknown = await get(`${broken}/ping`);
    expect(unknown.statusCode).toBe(502);
    expect(unknown.headers['cache-control']).toBe('no-store');
  });
});

describe('timeout', () => {
  it('gives up early, without caching', async () => {
    const path = `java/127.0.0.1:${silent.port}/status`;
    const early = get(`${path}?timeout=0.5`);
    await expect.poll(() => silent.connections()).toBe(1);
    await clock.advance(500);
    const answer = await early;
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({ online: false, offline_reason: 'timeout' });
    expect(answer.json().expires_at).toBe(answer.json().retrieved_at);
  });

  it('has no effect on a server that answers in time', async () => {
    const answer = await get(`${here()}/status?timeout=0.5`);
    expect(answer.json()).toMatchObject({ online: true });
    expect(answer.headers['cache-control']).toBe('public, max-age=30');
    expect((await get(`${here()}/status`)).headers['x-cache']).toBe('HIT');
  });
});

describe('query', () => {
  it('is null if it is off, and cached separately', async () => {
    const strict = await openServerStatusWorld({ limits: { queryTimeoutMs: 50 } });
    const path = `${base}/${here()}/status`;
    const plain = await strict.app.inject(path);
    const answer = await strict.app.inject(`${path}?query=true`);
    expect(answer.headers['x-cache']).toBe('MISS');
    for (const one of [plain, answer]) {
      expect(one.json()).toMatchObject({ online: true, software: null, plugins: null, map: null });
    }
    await strict.close();
  });

  it('reports software, plugins, map and players', async () => {
    const stat =
      'splitnum\0\x80\0hostname\0x\0plugins\0Paper on 1.21.4: WorldEdit 7\0map\0world\0numplayers\x002\0maxplayers\x0060\0\0\x01player_\0\0Anna\0Ben\0\0';
    const talk = await startFakeBedrockServer((request) => {
      const session = request.subarray(3, 7);
      if (request[0] !== 0xfe) return [pongOf(request)];
      return request[2] === 9
        ? [Buffer.concat([Buffer.of(9), session, Buffer.from('77\0')])]
        : [Buffer.concat([Buffer.of(0), session, Buffer.from(stat, 'latin1')])];
    });
    const answer = await get(`bedrock/127.0.0.1:${talk.port}/status?query=true`);
    expect(answer.json()).toMatchObject({
      online: true,
      brand: 'MCPE',
      software: 'Paper on 1.21.4',
      plugins: [{ name: 'WorldEdit', version: '7' }],
      map: 'world',
      players: { online: 3, list: [{ name: 'Anna' }, { name: 'Ben' }] },
    });
    await talk.close();
  });
});

/** A pong with the time of its ping. */
function pongOf(ping: Buffer): Buffer {
  const text = Buffer.from('MCPE;Hi;766;1.21.50;3;30');
  const head = Buffer.concat([
    Buffer.of(0x1c),
    ping.subarray(1, 9),
    Buffer.alloc(8),
    ping.subarray(9, 25),
  ]);
  return Buffer.concat([head, Buffer.of(0, text.length), text]);
}

describe('badge', () => {
  it('is an SVG with the player count', async () => {
    const badge = await get(`${here()}/badge`);
    expect(badge.statusCode).toBe(200);
    expect(badge.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=30',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    expect(badge.body).toMatch(/^<svg .*players.*17\/60.*<\/svg>$/s);
    const known = await get(`${here()}/badge`, { 'if-none-match': `${badge.headers.etag}` });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  it.each([
    ['metric=status', /online/],
    ['metric=version', /Paper &lt;1\.21\.4&gt;/],
    ['label=%3Cb%3E', /&lt;b&gt;/],
    ['color=7c4dff', /#7c4dff/],
    ['style=for-the-badge', /PLAYERS/],
    ['style=social', /17\/60/],
  ])('with %s', async (query, expected) => {
    const badge = await get(`${here()}/badge?${query}`);
    expect([badge.statusCode, badge.body]).toEqual([200, expect.stringMatching(expected)]);
    expect(badge.body).not.toMatch(/<b>|<script/);
  });

  it('is drawn for an offline server too', async () => {
    const badge = await get(`${dead}/badge`);
    expect([badge.statusCode, badge.body]).toEqual([200, expect.stringContaining('offline')]);
  });

  it.each([
    [`${broken}/badge`, 'unknown'],
    ['pocket/play.example.net/badge', 'not found'],
  ])('is grey and 404 for %s', async (path, word) => {
    const badge = await get(path);
    expect([badge.statusCode, badge.body]).toEqual([404, expect.stringContaining(word)]);
    expect(badge.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
    });
  });
});

describe('heads in a message', () => {
  it('appear on the card, and change its validator', async () => {
    const [withSkin, without] = await Promise.all(
      [skinFile(1), null].map(async (headSkin) => {
        const other = await openServerStatusWorld({ headSkin });
        const card = await other.app.inject(`${base}/${here()}/widget`);
        await other.close();
        return card;
      }),
    );
    expect(withSkin?.statusCode).toBe(200);
    expect(withSkin?.headers.etag).not.toBe(without?.headers.etag);
    expect(withSkin?.rawPayload).not.toEqual(without?.rawPayload);
  });
});
