import { PNG } from 'pngjs';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { modernScript, startFakeJavaServer, statusPacket } from '../support/fake-game-server.ts';
import { openServerStatusWorld } from '../support/fake-game-server-world.ts';
import { encodePicture } from '../support/png-writer.ts';

const icon = encodePicture({
  widthPx: 64,
  heightPx: 64,
  colourType: 2,
  bitDepth: 8,
  sample: (x, y, channel) => [x * 4, y * 4, 128][channel] ?? 0,
});

const status = {
  version: { name: 'Paper 1.21.4', protocol: 769 },
  players: {
    online: 17,
    max: 60,
    sample: [{ name: 'Anna', id: '069a79f4-44e9-4726-a5be-fca90e38aaf5' }],
  },
  description: { text: 'Hello ', extra: [{ text: '<b>you</b>', color: '#ff8000', bold: true }] },
  favicon: `data:image/png;base64,${icon.toString('base64')}`,
};

const server = await startFakeJavaServer(modernScript(statusPacket(status)));
const bare = await startFakeJavaServer(modernScript(statusPacket({ version: { name: 'x' } })));
const clock = createFakeClock();
const world = await openServerStatusWorld({ clock });

afterAll(async () => {
  await Promise.all([world.close(), server.close(), bare.close()]);
});

// What one test asked must not be cached for the next.
afterEach(() => clock.advance(60_000));

const base = '/api/blockgame/server';
const here = () => `127.0.0.1:${server.port}`;
const get = (path: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url: `${base}/${path}`, headers });

describe('status-text', () => {
  it('is one line', async () => {
    const answer = await get(`java/${here()}/status-text`);
    expect(answer.body).toBe(`Online • ${here()} (Java) • 17/60`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=30',
      'x-cache': 'MISS',
    });
  });

  it('names the host as it was requested', async () => {
    const host = 'Nicht-Da.BÜCHER.example';
    const answer = await get(`java/${encodeURIComponent(host)}/status-text`);
    expect(answer.body).toBe(`Offline • ${host} (Java) • 0/0`);
  });
});

describe('what shows the state of a server', () => {
  const shown = ['status-text', 'status', 'icon', 'badge'];

  it.each(shown)('may be cached for half a minute, online or not: %s', async (path) => {
    for (const host of [here(), 'nowhere.example']) {
      const { statusCode, headers } = await get(`java/${host}/${path}`);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=30']);
      const held = await get(`java/${host}/${path}`, { 'if-none-match': `${headers.etag}` });
      expect([held.statusCode, held.headers['cache-control']]).toEqual([304, 'public, max-age=30']);
    }
  });

  // Not even the time in the JSON, at which the server was contacted, counts.
  it.each(shown)('is a 304 as long as it stays the same: %s', async (path) => {
    let online = 17;
    const busy = await startFakeJavaServer((socket, received, connection) => {
      const packet = statusPacket({ ...status, players: { online, max: 60 } });
      modernScript(packet)(socket, received, connection);
    });
    const url = `java/127.0.0.1:${busy.port}/${path}`;
    const { etag } = (await get(url)).headers;
    await clock.advance(31_000);
    expect((await get(url, { 'if-none-match': `${etag}` })).statusCode).toBe(304);
    online = 18;
    await clock.advance(31_000);
    const after = await get(url, { 'if-none-match': `${etag}` });
    expect(after.statusCode).toBe(path === 'icon' ? 304 : 200);
    expect(busy.connections()).toBe(3);
    await busy.close();
  });
});

describe('status', () => {
  it('reports what the server says, and when', async () => {
    const answer = await get(`java/${here()}/status`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=30',
      'x-cache': 'MISS',
    });
    expect(answer.json()).toMatchObject({
      online: true,
      host: '127.0.0.1',
      port: server.port,
      ip: '127.0.0.1',
      latency_ms: expect.any(Number),
      version: { name: 'Paper 1.21.4', protocol: 769 },
      players: { online: 17, max: 60, sample: [{ name: 'Anna' }] },
      motd: { clean: 'Hello <b>you</b>', lines: [{ clean: 'Hello <b>you</b>' }] },
      icon: status.favicon,
      eula_blocked: null,
      retrieved_at: new Date(clock.nowMs()).toISOString(),
      expires_at: new Date(clock.nowMs() + 30_000).toISOString(),
    });
  });

  it('is cached for half a minute, online or not, and shared by all four routes', async () => {
    // A card that no other test has drawn.
    const own = await startFakeJavaServer(modernScript(statusPacket(status)));
    onTestFinished(() => own.close());
    const address = `java/127.0.0.1:${own.port}`;
    const before = own.connections();
    const paths = ['status', 'status-text', 'icon', 'widget'];
    const states: unknown[] = [];
    for (const path of paths) states.push((await get(`${address}/${path}`)).headers['x-cache']);
    // The widget had to be drawn; the icon came with the status.
    expect(states).toEqual(['MISS', 'HIT', 'HIT', 'MISS']);
    expect(own.connections()).toBe(before + 1);
    await clock.advance(29_999);
    expect((await get(`${address}/status`)).headers['x-cache']).toBe('HIT');
    await clock.advance(1);
    expect((await get(`${address}/status`)).headers['x-cache']).toBe('MISS');
    expect(own.connections()).toBe(before + 2);

    const dead = 'java/nowhere.example/status';
    const both = [await get(dead), await get(dead)].map(({ headers }) => headers['x-cache']);
    expect(both).toEqual(['MISS', 'HIT']);
  });

  it('is requested once for concurrent requests in any spelling', async () => {
    const before = server.connections();
    const hosts = [here(), `127.1:${server.port}`, `0x7f000001:${server.port}`];
    const answers = await Promise.all(
      hosts.flatMap((host) => [get(`java/${host}/status`), get(`java/${host}/status-text`)]),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(server.connections()).toBe(before + 1);
  });
});

describe('icon', () => {
  it('is the one of the server, byte for byte', async () => {
    const answer = await get(`java/${here()}/icon`);
    expect(answer.rawPayload).toEqual(icon);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=30',
      'content-disposition': `inline; filename="${here().replace(':', '_')}-icon.png"`,
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it('is a default if there is none, or while the server is offline', async () => {
    const ours = await get(`java/127.0.0.1:${bare.port}/icon`);
    const { width, height } = PNG.sync.read(ours.rawPayload);
    expect([width, height]).toEqual([64, 64]);
    expect(ours.headers['cache-control']).toBe('public, max-age=30');
    const offline = await get('java/nowhere.example/icon');
    expect(offline.rawPayload).toEqual(ours.rawPayload);
    expect(offline.headers['cache-control']).toBe('public, max-age=30');
  });
});

describe('widget', () => {
  it('is drawn once, and not at all for a client that has it', async () => {
    const other = await startFakeJavaServer(modernScript(statusPacket(status)));
    onTestFinished(() => other.close());
    const before = world.drawn.serverCard;
    const path = `java/127.0.0.1:${other.port}/widget?theme=dark&scale=2`;
    const first = await get(path);
    const second = await get(path);
    expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(PNG.sync.read(first.rawPayload)).toMatchObject({ width: 1200, height: 276 });
    for (const { headers } of [first, second]) {
      expect(headers['cache-control']).toBe('public, max-age=900');
    }
    const etag = `${first.headers.etag}`;
    // Another minute and another latency: still the same picture.
    await clock.advance(60_000);
    const known = await get(path, { 'if-none-match': `"other", W/${etag}` });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
    expect(world.drawn.serverCard).toBe(before + 1);
  });

  it.each([30, 60, 900])('may be cached for as long as max_age says: %i', async (seconds) => {
    const path = `java/${here()}/widget?max_age=${seconds}`;
    const [plain, own] = [await get(`java/${here()}/widget`), await get(path)];
    expect(own.headers['cache-control']).toBe(`public, max-age=${seconds}`);
    // The same picture, drawn once.
    expect([own.headers.etag, own.headers['x-cache']]).toEqual([plain.headers.etag, 'HIT']);
    const held = await get(path, { 'if-none-match': `${own.headers.etag}` });
    expect([held.statusCode, held.headers['cache-control']]).toEqual([
      304,
      `public, max-age=${seconds}`,
    ]);
  });
});

describe('what is refused', () => {
  it.each([
    ['pocket/play.example.net/status-text', 404, /./],
    ['Java/play.example.net/status', 404, /./],
    ['java/play.example.net/motd', 404, /./],
    ['java/a%2Fb/status', 400, /^path\.host: must be a host name/],
    [`java/${'a'.repeat(600)}/status`, 400, /^path\.host: must be 1 to 512 characters long/],
    ['java/play.example.net:3306/icon', 400, /^path\.host: Port 3306 /],
    ['java/a.example/widget?theme=blue', 400, /^query\.theme: must be "dark", "light" or /],
    ['java/a.example/widget?max_age=29', 400, /^query\.max_age: must be .*30 to 900/],
    ['java/a.example/widget?max_age=901', 400, /^query\.max_age: must be .*30 to 900/],
    ['java/a.example/widget?max_age=', 400, /^query\.max_age: must be .*30 to 900/],
    ['java/a.example/widget?scale=3', 400, /^query\.scale: must be 1 or 2/],
  ])('%s: %i', async (path, code, detail) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([code, 'no-store']);
    expect(answer.json()).toEqual({ detail: expect.stringMatching(detail) });
  });

  it('private addresses, in every form of a status', async () => {
    const strict = await openServerStatusWorld({
      allowPrivateAddresses: false,
      srv: { '_minecraft._tcp.trap.example': { host: '127.0.0.1', port: server.port } },
    });
    const before = server.connections();
    for (const host of [here(), 'trap.example']) {
      for (const path of ['status', 'status-text', 'icon', 'widget', 'ping']) {
        const answer = await strict.app.inject(`${base}/java/${host}/${path}`);
        expect([host, path, answer.statusCode]).toEqual([host, path, 400]);
        expect(answer.json().detail).toMatch(/^path\.host: .* private .* ALLOW_PRIVATE_ADDRESSES/);
      }
    }
    expect(server.connections()).toBe(before);
    await strict.close();
  });
});
