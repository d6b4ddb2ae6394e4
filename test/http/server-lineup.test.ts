import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { motions, sceneNames } from '../../src/options/render-names.ts';
import { silhouette } from '../../src/pictures/silhouette.ts';
import { pictureOf, startWorld } from '../support/composition-world.ts';
import { modernScript, startFakeJavaServer, statusPacket } from '../support/fake-game-server.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const drawing = await watchDrawing();

const world = await startWorld({ drawing });
afterAll(() => world.close());

const get = (url: string, headers = {}) => world.app.inject({ method: 'GET', url, headers });
const lineup = '/api/blockgame/server/java/offline.invalid/lineup';

describe('the players on a server', () => {
  it('is a banner with a sleeping player if the server is offline', async () => {
    drawing.forget();
    const answer = await get(lineup);
    expect(pictureOf(answer)).toMatchObject({ widthPx: 1920, heightPx: 480 });
    expect(answer.headers['x-cache']).toBe('MISS');
    expect(answer.headers['cache-control']).toBe('public, max-age=30');
    expect(answer.headers['content-disposition']).toBe(
      'inline; filename="offline.invalid-lineup.png"',
    );
    expect(drawing.scenes[0]).toMatchObject({
      scene: 'night',
      title: 'offline.invalid',
      figures: [{ renderType: 'sleeping', label: '' }],
    });
  });

  it('has a validator, and its options change it', async () => {
    const { headers } = await get(`${lineup}?size=240x126`);
    const again = await get(`${lineup}?size=240x126`, { 'if-none-match': headers['etag'] });
    expect(again.statusCode).toBe(304);
    const other = await get(`${lineup}?size=240x126&scene=cave`);
    expect(other.headers['etag']).not.toBe(headers['etag']);
  });

  it('is a film with a motion, with frames as stills', async () => {
    const path = `${lineup}?size=96x64&motion=idle`;
    const film = await get(path);
    expect([film.statusCode, film.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(film.headers['cache-control']).toBe('public, max-age=30');
    const { pages, loop, delay } = await sharp(film.rawPayload, { animated: true }).metadata();
    const { frames, delayMs } = motions.idle;
    expect([pages, loop, new Set(delay)]).toEqual([frames, 0, new Set([delayMs])]);
    const still = await get(`${path}&frame=9`);
    expect(still.headers['content-type']).toBe('image/png');
    const ninth = sharp(film.rawPayload, { page: 9 });
    const pixels = (picture: Sharp) => picture.ensureAlpha().raw().toBuffer();
    expect((await pixels(sharp(still.rawPayload))).equals(await pixels(ninth))).toBe(true);
    const gif = await get(`${path}&format=gif`);
    expect(gif.headers['content-type']).toBe('image/gif');
    expect((await get(`${path}&format=png`)).statusCode).toBe(400);
    expect((await get(`${path}&frame=${frames}`)).statusCode).toBe(400);
  });

  it('shows the named players, and changes with them', async () => {
    let sample = [{ name: 'Ann_1', id: 'f'.repeat(32) }];
    const server = await startFakeJavaServer((socket, received, connection) => {
      const players = { online: 1, max: 20, sample };
      const status = { version: { name: '1', protocol: 1 }, players, description: 'x' };
      modernScript(statusPacket(status))(socket, received, connection);
    });
    try {
      drawing.forget();
      const path = `/api/blockgame/server/java/127.0.0.1:${server.port}/lineup?size=240x126`;
      const first = await get(path);
      expect((await get(path)).headers['x-cache']).toBe('HIT');
      // Asked again, the server says the same.
      await world.clock.advance(31_000);
      const held = await get(path, { 'if-none-match': `${first.headers['etag']}` });
      expect([held.statusCode, held.headers['cache-control']]).toEqual([304, 'public, max-age=30']);
      sample = [{ name: 'Bob_2', id: 'e'.repeat(32) }];
      await world.clock.advance(31_000);
      const second = await get(path);
      expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
      expect(second.headers['etag']).not.toBe(first.headers['etag']);
      expect(drawing.scenes.map(({ figures }) => figures.map(({ label }) => label))).toEqual([
        ['Ann_1'],
        ['Bob_2'],
      ]);
      // Who is listed without an account is a grey figure, and nothing that is to be kept is wrong.
      expect(drawing.scenes[0]?.skins[0]?.revision).toBe(silhouette.revision);
    } finally {
      await server.close();
    }
  });

  it('is 404 for an unknown edition, and 400 for an invalid host', async () => {
    expect((await get('/api/blockgame/server/pocket/a.invalid/lineup')).statusCode).toBe(404);
    expect((await get('/api/blockgame/server/java/a%20b/lineup')).statusCode).toBe(400);
  });
});

describe('the available options', () => {
  it('are listed', async () => {
    const answer = await get('/api/blockgame/render/types');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      200,
      'public, max-age=900',
    ]);
    const known = { 'if-none-match': String(answer.headers['etag']) };
    const unchanged = await get('/api/blockgame/render/types?zz=1', known);
    expect([unchanged.statusCode, unchanged.headers['x-ignored-query']]).toEqual([304, 'zz']);
    const packed = await get('/api/blockgame/render/types', { 'accept-encoding': 'br' });
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual([
      'br',
      expect.stringContaining('accept-encoding'),
    ]);
    expect(packed.rawPayload.length).toBeLessThan(answer.rawPayload.length);
    const listed = answer.json<Record<string, unknown>>();
    expect(listed).toMatchObject({
      types: expect.arrayContaining([{ name: 'head', crops: ['full'] }]),
      arrangements: ['auto', 'row', 'rows', 'podium', 'teams', 'arc', 'stairs'],
      things: expect.arrayContaining(['none', 'sword', 'fishing_rod']),
      sizes: { og: { width: 1200, height: 630 }, story: { width: 1080, height: 1920 } },
    });
    expect(listed['scenes']).toEqual(sceneNames);
  });
});
