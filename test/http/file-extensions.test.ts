import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contentTypeOf, pictureFormats } from '../../src/engine/options/picture-formats.ts';
import { animationFormats } from '../../src/engine/image/formats.ts';
import { detailOf, startWorld } from '../support/composition-world.ts';
import { modernScript, startFakeJavaServer, statusPacket } from '../support/fake-game-server.ts';
import { pixelsOf, skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// Short addresses at the root, and extensions: what people paste into forums.

const uuid = '853c80ef3c3749fdaa49938b674adae6';
const hash = 'e1'.repeat(32);

const drawing = await watchDrawing();

const folder = await mkdtemp(join(tmpdir(), 'lineup-skins-'));
for (const name of ['two words', 'my-skin'])
  await writeFile(join(folder, `${name}.png`), skinFile(2));

const world = await startWorld({ drawing, env: { SKINS_DIR: folder } });
const server = await startFakeJavaServer(modernScript(statusPacket({ description: 'Hi' })));
world.accounts.addPlayer({ name: 'jeb_', uuid, skin: { hash }, cape: hash });
world.accounts.addTexture(hash, skinFile(1, { heightPx: 32 }));
afterAll(async () => {
  await Promise.all([world.close(), server.close(), rm(folder, { recursive: true })]);
});

const get = (url: string, accept = '*/*') => world.app.inject({ url, headers: { accept } });
const here = () => `/api/blockgame/server/java/127.0.0.1:${server.port}`;

describe('a path with an ending', () => {
  it.each([
    ['/api/blockgame/skin/jeb_', '.png', 'image/png'],
    ['/api/minecraft/cape/jeb_', '.PNG', 'image/png'],
    ['/api/blockgame/player/jeb_', '.json', 'application/json'],
    ['/api/blockgame/avatar/jeb_', '.png', 'image/png'],
    ['/api/blockgame/render/types', '.json', 'application/json'],
    ['/api/blockgame/render/head/sample-fox', '.png', 'image/png'],
    ['/api/blockgame/render/head/jeb_', '/full', 'image/png'],
    ['/api/blockgame/render/head/jeb_', '/full.PNG', 'image/png'],
  ])('%s%s is the same', async (path, extension, type) => {
    const [plain, other] = [await get(path), await get(path + extension)];
    expect([other.statusCode, other.headers['content-type']]).toEqual([200, type]);
    expect(other.rawPayload).toEqual(plain.rawPayload);
    expect(other.headers.etag).toBe(plain.headers.etag);
    expect(other.headers).not.toHaveProperty('x-ignored-query');
  });

  it.each([
    ['status.json', 'application/json'],
    ['icon.png', 'image/png'],
    ['widget.png', 'image/png'],
    ['badge.svg', 'image/svg+xml'],
    ['lineup.webp?size=128x64', 'image/webp'],
    ['lineup.png?size=128x64', 'image/png'],
  ])('of a server: %s', async (path, type) => {
    const answer = await get(`${here()}/${path}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  });

  it.each(pictureFormats)('has one for every format of pictures: %s', async (format) => {
    const isAnimation = animationFormats.some((one) => one === format);
    const query = `height=32&value=jeb_${isAnimation ? '&motion=walk' : ''}`;
    const answer = await get(`/api/blockgame/render/composition.${format}?${query}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      contentTypeOf(format),
    ]);
    expect(detailOf(await get(`/api/blockgame/player/jeb_.${format}`), 400)).toBe(
      'path: the ending must be .json',
    );
  });

  it.each([
    '/api/blockgame/avatar/jeb_.webp?format=avif',
    '/api/blockgame/render/composition.png?value=jeb_&height=16&format=avif',
    '/api/blockgame/render/default/jeb_/full.png?height=16&format=avif',
    '/jeb_.png?height=16&format=avif',
    '/jeb_+jeb_.png?height=16&format=avif',
  ])('gives way to `format` in the query: %s', async (path) => {
    expect((await get(path)).headers['content-type']).toBe('image/avif');
    expect((await get(`${path}&format=png`)).statusCode).toBe(400);
  });

  it.each([
    ['/api/blockgame/skin/jeb_.jpg', 'path: the ending must be .png'],
    ['/api/blockgame/server/java/a.example/widget.jpeg', 'path: the ending must be .png'],
    ['/api/blockgame/server/java/a.example/badge.png', 'path: the ending must be .svg'],
    [
      '/api/blockgame/render/head/jeb_.gif',
      'query.format: must be png, webp or avif without a motion',
    ],
    ['/jeb_.jpg', 'path.players: the file extension must be png, webp, avif, gif or apng'],
    ['/avatar/jeb_.jpg', 'path: the ending must be .png, .webp or .avif'],
  ])('%s is refused, with those that are offered', async (path, says) => {
    expect(detailOf(await get(path, 'text/html'), 400)).toBe(says);
  });

  it.each([
    ['/api/blockgame/server/java/a.example/widget.zz', 404],
    ['/api/blockgame/server/java/a.example/ping.json', 404],
    ['/api/blockgame/player/jeb_.zz', 400],
    ['/api/blockgame/player/.Steve', 404],
    ['/api/blockgame/player/.json', 404],
  ])('%s has none: %s', async (path, status) => {
    expect((await get(path)).statusCode).toBe(status);
  });

  it.each<[string, string, string, object]>([
    ['render/composition', '.webp', 'image/webp', [{ value: 'sample-fox' }]],
    ['render/composition', '.png', 'image/png', { items: [{ value: 'sample-fox' }], height: 32 }],
    ['players', '.json', 'application/json', { players: ['jeb_'] }],
  ])('of a POST: %s%s', async (path, extension, type, payload) => {
    const url = `/api/blockgame/${path}${extension}`;
    const answer = await world.app.inject({ method: 'POST', url, payload });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    const other = { method: 'POST', url: url.replace(extension, '.jpg'), payload } as const;
    expect(detailOf(await world.app.inject(other), 400)).toMatch(/^path: the ending must be \./);
  });

  it('of an uploaded sheet: model.glb', async () => {
    const request = {
      method: 'POST',
      url: '/api/blockgame/model.glb',
      headers: { 'content-type': 'image/png' },
      payload: skinFile(1),
    } as const;
    const answer = await world.app.inject(request);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'model/gltf-binary']);
  });

  it('of a queued message and of a preview', async () => {
    // There is no queue here.
    expect((await get(`/api/chat/webhook/queue/${'a'.repeat(32)}.json`)).statusCode).toBe(501);
    const url = encodeURIComponent('http://localhost/sample-fox+jeb_');
    const [plain, other] = [await get(`/oembed?url=${url}`), await get(`/oembed.json?url=${url}`)];
    expect([other.statusCode, other.json()]).toEqual([200, plain.json()]);
    const limits = (answer: typeof plain) => answer.headers['x-ratelimit-limit'];
    expect(limits(other)).toBe(limits(plain));
  });

  it('is no path for other methods', async () => {
    const answer = await world.app.inject({ method: 'POST', url: '/api/blockgame/skin/jeb_.png' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('at the root', () => {
  it.each([
    ['/two%20words.png', 200],
    ['/my-skin.webp?title=Me', 200],
    ['/%6Dy-skin.glb', 200],
    ['/my-skin.jpg', 400],
    ['/your-skin.png', 404],
    ['/xuid:2535432196048835.png', 404],
  ])('%s, of a folder of skins or a player of Bedrock: %i', async (path, status) => {
    const answer = await get(path, 'text/html');
    expect(answer.statusCode).toBe(status);
    // A player who is not there, and not a page.
    if (path.startsWith('/xuid')) expect(detailOf(answer, 404)).toMatch(/^path\.player: /);
  });

  it('a player is a picture', async () => {
    const short = await get('/jeb_.png?height=64');
    const long = await get('/api/blockgame/render/default/jeb_/full.png?height=64');
    expect([short.statusCode, short.headers['content-type']]).toEqual([200, 'image/png']);
    expect(short.rawPayload).toEqual(long.rawPayload);
    expect(short.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it.each([
    ['/avatar/jeb_', 64],
    ['/avatar/jeb_.png?size=8', 8],
    ['/avatar/jeb_?size=512', 512],
  ])('%s is a face', async (path, side) => {
    const { widthPx, heightPx } = pixelsOf((await get(path)).rawPayload);
    expect([widthPx, heightPx]).toEqual([side, side]);
  });

  it.each([
    ['/uuid/JEB_', '853c80ef-3c37-49fd-aa49-938b674adae6'],
    [`/name/${uuid}`, 'jeb_'],
  ])('%s is a line of text', async (path, says) => {
    const answer = await get(path, 'text/html');
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      says,
    ]);
    const again = await world.app.inject({
      url: path,
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    ['/uuid/Nobody', 404],
    ['/uuid/sample-fox', 404],
    ['/name/11111111111141118111111111111111', 404],
  ])('%s is a %s as JSON', async (path, status) => {
    detailOf(await get(path, 'text/html'), status);
  });

  it('the page of a missing path says how to get the picture of a player', async () => {
    const page = await get('/Notch', 'text/html');
    expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('/Notch.png')]);
  });
});

describe('a list in brackets', () => {
  it.each([
    'value[]=sample-fox&value[]=jeb_&label[1]=Us',
    'value[1]=jeb_&value[0]=sample-fox&label[1]=Us',
  ])('%s is read as repetitions', async (query) => {
    const path = '/api/blockgame/render/composition';
    const plain = await get(`${path}?height=48&value=sample-fox&value=jeb_&label.1=Us`);
    const other = await get(`${path}?height=48&${query}`);
    expect([other.statusCode, other.headers.etag]).toEqual([200, plain.headers.etag]);
  });
});
