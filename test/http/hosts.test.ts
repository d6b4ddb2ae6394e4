import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../src/service/http/server.ts';
import { collectRoutes } from '../support/collect-routes.ts';
import { startWorld, type Answer, type World } from '../support/composition-world.ts';
import { openApp } from '../support/open-app.ts';
import { startFakeGuildPlatform, type FakeGuildPlatform } from '../support/fake-guild-platform.ts';
import { startRobloxWorld, type RobloxWorld } from '../support/roblox-world.ts';
import { skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// Without PUBLIC_URL links begin with the host of the request, so what has links is another response at each
// host: its validator must be another one, too.

const [first, other] = ['first.example', 'other.example:8443'] as const;

const drawing = await watchDrawing();
let world: World;
let roblox: RobloxWorld;
let platform: FakeGuildPlatform;
/** Of all routes, as registered. */
let paths: readonly string[];

beforeAll(async () => {
  platform = await startFakeGuildPlatform();
  const env = { DISCORD_API_URL: platform.url, DISCORD_CDN_URL: platform.picturesUrl };
  const { routes } = await collectRoutes(async () => {
    world = await startWorld({ drawing, env });
    return world.app;
  });
  paths = routes.flatMap(({ method, url }) => (method === 'GET' ? [url] : []));
  roblox = await startRobloxWorld({ drawing });
  const hash = '9d'.repeat(32);
  const uuid = '853c80ef3c3749fdaa49938b674adae6';
  world.accounts.addPlayer({ name: 'jeb_', uuid, skin: { hash } });
  world.accounts.addTexture(hash, skinFile(1));
  platform.addInvite('harbour');
  roblox.roblox.addUser({ id: 156, name: 'Builderman' });
});
afterAll(async () => {
  await Promise.all([world.close(), roblox.close(), platform.close()]);
});

type Sent = { readonly url: string; readonly body?: object };

function send(
  app: HttpServer,
  { url, body }: Sent,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  if (body === undefined) return app.inject({ url, headers });
  const payload = JSON.stringify(body);
  const sent = { 'content-type': 'application/json', ...headers };
  return app.inject({ method: 'POST', url, headers: sent, payload });
}

/** Asks at one host, and then at the other one with the validator that the first has sent. */
async function atBoth(
  app: HttpServer,
  at: (host: string) => Sent,
): Promise<readonly [Answer, Answer]> {
  const one = await send(app, at(first), { host: first });
  const held = { host: other, 'if-none-match': String(one.headers.etag) };
  return [one, await send(app, at(other), held)];
}

async function expectOwnLinks(app: HttpServer, at: (host: string) => Sent): Promise<void> {
  const answers = await atBoth(app, at);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const links = answers.map(({ body }) => [body.includes(first), body.includes(other)]);
  expect(links).toEqual([
    [true, false],
    [false, true],
  ]);
  const [one, two] = answers.map(({ headers }) => String(headers.etag));
  expect(one).not.toBe(two);
  for (const [host, etag] of [
    [first, one!],
    [other, two!],
  ] as const) {
    const again = await send(app, at(host), { host, 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
}

describe('at another host, a response with links has those of its own', () => {
  it.each([
    '/',
    '/sample-fox+sample-dj',
    '/docs',
    '/docs/motion',
    '/docs/player?lang=de',
    '/api/docs',
    '/api/templates',
    '/api/blockgame/skin/templates',
    '/server/java/example.org',
    '/live/java/example.org',
    '/api/compat/playerdb/api/player/minecraft/jeb_',
    '/api/blockgame/player/sample-fox',
  ])('%s', (url) => expectOwnLinks(world.app, () => ({ url })));

  it('a list of players', () => {
    const sent = { url: '/api/blockgame/players', body: { players: ['sample-fox', 'jeb_'] } };
    return expectOwnLinks(world.app, () => sent);
  });

  it.each(['/sample-fox+sample-dj.png', '/live/java/example.org', '/server/java/example.org'])(
    'oEmbed of %s',
    (path) =>
      expectOwnLinks(world.app, (host) => ({
        url: `/oembed?url=${encodeURIComponent(`http://${host}${path}`)}`,
      })),
  );

  it('a user of Roblox', () => expectOwnLinks(roblox.app, () => ({ url: '/api/roblox/user/156' })));
});

it.each([
  ['x-forwarded-host', other],
  ['x-forwarded-proto', 'https'],
])('a page by another %s is no 304', async (name, value) => {
  const proxied = await openApp({ TRUST_PROXY: '1' });
  const { etag } = (await proxied.inject('/docs')).headers;
  const held = { host: 'localhost:80', 'if-none-match': String(etag) };
  const statuses = [held, { ...held, [name]: value }].map(async (headers) => {
    const answer = await proxied.inject({ url: '/docs', headers });
    return answer.statusCode;
  });
  expect(await Promise.all(statuses)).toEqual([304, 200]);
  await proxied.close();
});

describe('at another host, a 304 means what that host would send', () => {
  /** What the other host sends in full, where it said that the first one's is the same. */
  async function expectSame(app: HttpServer, url: string): Promise<void> {
    // Some say whether they come from the cache: from here on all do.
    await send(app, { url }, { host: other });
    const [one, two] = await atBoth(app, () => ({ url }));
    if (one.headers.etag === undefined || two.statusCode !== 304) return;
    const whole = await send(app, { url }, { host: other });
    expect([url, whole.body]).toEqual([url, one.body]);
  }

  it('on every path without parameters', async () => {
    const plain = paths.filter((path) => !/[:*]/.test(path));
    expect(plain).toEqual(expect.arrayContaining(['/', '/docs/motion', '/openapi.json']));
    for (const path of plain) await expectSame(world.app, path);
  });

  it.each([
    '/api/blockgame/server/java/offline.invalid/status',
    '/api/blockgame/server/java/offline.invalid/widget',
    '/api/blockgame/render/head/jeb_/full?height=32',
    '/api/blockgame/skin/jeb_',
    '/api/chat/invite/harbour',
    '/api/chat/invite/harbour/widget',
    '/api/compat/ashcon/mojang/v2/user/jeb_',
    '/api/compat/mc-heads/minecraft/profile/jeb_',
    '/api/compat/mcsrvstat/3/offline.invalid',
    '/api/compat/mcstatus/v2/status/java/offline.invalid',
  ])('%s', (url) => expectSame(world.app, url));
});
