import { hash } from 'node:crypto';
import { PNG } from 'pngjs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readBlockedServers } from '../../src/upstreams/game-servers/blocked-servers.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import {
  endOfRequest,
  modernScript,
  pong,
  startFakeBedrockServer,
  startFakeJavaServer,
  statusPacket,
} from '../support/fake-game-server.ts';
import { openServerStatusWorld } from '../support/fake-game-server-world.ts';
import { skinFile } from '../support/skin-files.ts';

const status = {
  version: { name: 'Paper <1.21.4>', protocol: 769 },
  players: { online: 17, max: 60 },
  description: ['Staff: ', { player: 'Notch' }],
};

const server = await startFakeJavaServer(modernScript(statusPacket(status)));
const clock = createFakeClock();
const names: Record<string, readonly string[] | 'dns-failure'> = {
  'broken.example': 'dns-failure',
};
const world = await openServerStatusWorld({ clock, names });

afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});

afterEach(() => clock.advance(60_000));

const base = '/api/blockgame/server';
const here = () => `java/127.0.0.1:${server.port}`;
const dead = 'java/nowhere.example';
const broken = 'java/broken.example';
const unresolved = ['Unknown', 'MISS', 'no-store'];
const get = (path: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url: `${base}/${path}`, headers });

it.each([
  ['its name', 'play.example', true],
  ['the name in its record', '*.target.example', true],
  ['its address', '127.0.*', true],
  ['another name', 'other.example', false],
])('reports that the game refuses to connect by %s', async (_name, pattern, isBlocked) => {
  const strict = await openServerStatusWorld({
    blockedServers: readBlockedServers(hash('sha1', pattern)),
    names: { 'node.target.example': ['127.0.0.1'] },
    srv: { '_minecraft._tcp.play.example': { host: 'node.target.example', port: server.port } },
  });
  const answer = await strict.app.inject(`${base}/java/play.example./status`);
  expect(answer.json()).toMatchObject({ online: true, eula_blocked: isBlocked });
  await strict.close();
});

it('the game knows an international name by its letters of ASCII', async () => {
  const strict = await openServerStatusWorld({
    blockedServers: readBlockedServers(hash('sha1', '*.xn--kln-sna.example')),
    names: { 'mc.xn--kln-sna.example': ['127.0.0.1'] },
  });
  const name = encodeURIComponent('mc.köln.example');
  const answer = await strict.app.inject(`${base}/java/${name}:${server.port}/status`);
  expect(answer.json()).toMatchObject({ host: 'mc.köln.example', eula_blocked: true });
  await strict.close();
});

it('a server found by its record is another one than that at the usual port', async () => {
  const two = await openServerStatusWorld({
    names: { 'play.example': ['127.0.0.9'], 'node.example': ['127.0.0.1'] },
    srv: { '_minecraft._tcp.play.example': { host: 'node.example', port: server.port } },
  });
  const ask = async (host: string) => {
    const { headers, body } = await two.app.inject(`${base}/java/${host}/status`);
    return [JSON.parse(body).online, headers['x-cache']];
  };
  expect(await ask('play.example')).toEqual([true, 'MISS']);
  expect(await ask('play.example:25565')).toEqual([false, 'MISS']);
  expect(await ask('PLAY.example.')).toEqual([true, 'HIT']);
  await two.close();
});

describe('a name that cannot be looked up', () => {
  const said = async () => {
    const { body, headers } = await get(`java/flaky.example:${server.port}/status-text`);
    return [body.split(' ')[0], headers['x-cache'], headers['cache-control']];
  };

  it('is unknown, and not cached, but what was known of it before is', async () => {
    const online = ['Online', 'public, max-age=30'];
    names['flaky.example'] = 'dns-failure';
    expect([await said(), await said()]).toEqual([unresolved, unresolved]);
    names['flaky.example'] = ['127.0.0.1'];
    expect(await said()).toEqual([online[0], 'MISS', online[1]]);
    names['flaky.example'] = 'dns-failure';
    expect(await said()).toEqual([online[0], 'HIT', online[1]]);
    await clock.advance(30_000);
    expect([await said(), await said()]).toEqual([unresolved, unresolved]);
  });

  it('has no details as JSON', async () => {
    const json = await get(`${broken}/status`);
    expect(json.headers['cache-control']).toBe('no-store');
    expect(json.json()).toMatchObject({ online: null, offline_reason: 'dns_failure' });
  });

  it.each([
    ['widget', 600, 138],
    ['icon', 64, 64],
  ])('is not cached in its %s', async (path, widthPx, heightPx) => {
    const { headers, rawPayload } = await get(`${broken}/${path}`);
    const { width, height } = PNG.sync.read(rawPayload);
    expect([headers['cache-control'], width, height]).toEqual(['no-store', widthPx, heightPx]);
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
  it('gives up early, without caching; the answer is cached for who comes later', async () => {
    let answers = () => {};
    const slow = await startFakeJavaServer((socket, received, connection) => {
      const answer = () => modernScript(statusPacket(status))(socket, received, connection);
      if (endOfRequest(received) === received.length) answers = answer;
      else answer();
    });
    const path = `java/127.0.0.1:${slow.port}/status`;
    const early = get(`${path}?timeout=0.5`);
    const patient = get(`${path}?timeout=5`);
    await expect.poll(() => endOfRequest(slow.received[0] ?? Buffer.alloc(1))).toBeGreaterThan(0);
    await clock.advance(500);
    const { headers, ...answer } = await early;
    expect(headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({
      online: false,
      offline_reason: 'timeout',
      port: slow.port,
      expires_at: answer.json().retrieved_at,
    });
    answers();
    expect((await patient).json()).toMatchObject({ online: true });
    const later = await get(`${path}?timeout=0.5`);
    expect([later.headers['x-cache'], later.headers['cache-control']]).toEqual([
      'HIT',
      'public, max-age=30',
    ]);
    expect([later.json().online, slow.connections()]).toEqual([true, 1]);
    await slow.close();
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
      if (request[0] !== 0xfe) return [pong(request, 'MCPE;Hi;766;1.21.50;3;30')];
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
  });

  it.each([
    ['metric=version', /Paper &lt;1\.21\.4&gt;/],
    ['color=7c4dff', /#7c4dff/],
    ['style=for-the-badge', /PLAYERS/],
  ])('with %s', async (query, expected) => {
    expect((await get(`${here()}/badge?${query}`)).body).toMatch(expected);
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
    // One that is missing may be there soon.
    const lifetimes = [withSkin, without].map((card) => card?.headers['cache-control']);
    expect(lifetimes).toEqual(['public, max-age=900', 'public, max-age=30']);
  });
});
