import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { NetError } from '../../src/upstreams/net/net-error.ts';
import { silhouette } from '../../src/engine/entry/load-sheets.ts';
import { pictureOf, startWorld } from '../support/composition-world.ts';
import { modernScript, startFakeJavaServer, statusPacket } from '../support/fake-game-server.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { motions } from '../../src/engine/figure/motions.ts';
import { sceneNames } from '../../src/engine/scenes/layout/sizes.ts';

const drawing = await watchDrawing();

const lookup = async (name: string) => {
  throw new NetError(name === 'broken.example' ? 'dns-failure' : 'unresolvable');
};
const names = { lookupLocal: lookup, lookupPublic: lookup, isHealthy: () => true };
const world = await startWorld({ drawing, parts: { names } });
afterAll(() => world.close());

const get = (url: string, headers = {}) => world.app.inject({ method: 'GET', url, headers });
const skinHash = 'c2'.repeat(32);
const [icon, otherIcon] = [1, 2].map((seed) => dataUrl(skinFile(seed)));
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

  it('shows a sleeper whole, where players would be busts too', async () => {
    drawing.forget();
    expect((await get(`${lineup}?size=server-list&crop=face`)).statusCode).toBe(200);
    expect(drawing.scenes[0]?.figures).toMatchObject([{ renderType: 'sleeping', crop: 'full' }]);
  });

  it('is a film with a motion, with frames as stills', async () => {
    const path = `${lineup}?size=96x64&motion=idle`;
    const animation = await get(path);
    expect([animation.headers['content-type'], animation.headers['cache-control']]).toEqual([
      'image/webp',
      'public, max-age=30',
    ]);
    const { pages } = await sharp(animation.rawPayload, { animated: true }).metadata();
    expect(pages).toBe(motions.idle.frames);
    expect((await get(`${path}&frame=9`)).headers['content-type']).toBe('image/png');
    expect((await get(`${path}&frame=${pages}`)).statusCode).toBe(400);
  });

  describe('with players', () => {
    let sample = ['Ann_1'];
    let online = 1;
    let favicon = '';
    let path = '';
    let server: Awaited<ReturnType<typeof startFakeJavaServer>>;
    beforeAll(async () => {
      server = await startFakeJavaServer((socket, received, connection) => {
        const players = { online, max: 20, sample: sample.map((name) => ({ name })) };
        const status = { version: { name: '1', protocol: 1 }, players, description: 'x', favicon };
        modernScript(statusPacket(status))(socket, received, connection);
      });
      path = `/api/blockgame/server/java/127.0.0.1:${server.port}/lineup?size=240x126`;
      world.accounts.addPlayer({ name: 'Known', uuid: '7'.repeat(32), skin: { hash: skinHash } });
      world.accounts.addTexture(skinHash, skinFile(1));
    });
    afterAll(() => server.close());
    // What one test asked must not be cached for the next.
    afterEach(() => world.clock.advance(31_000));

    it('shows who is named, and changes with them', async () => {
      drawing.forget();
      const first = await get(path);
      await world.clock.advance(31_000);
      const held = await get(path, { 'if-none-match': `${first.headers['etag']}` });
      expect([held.statusCode, held.headers['cache-control']]).toEqual([304, 'public, max-age=30']);
      sample = ['Bob_2'];
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
    });

    it('says HIT only if neither the server was asked nor the picture drawn', async () => {
      sample = ['Cid_3'];
      const said = async (query = '') => (await get(`${path}${query}`)).headers['x-cache'];
      const [first, again, other] = [await said(), await said(), await said('&scene=cave')];
      await world.clock.advance(31_000);
      const [later, atLast] = [await said(), await said()];
      expect({ first, again, other, later, atLast }).toEqual({
        first: 'MISS',
        again: 'HIT',
        // The status is fresh, and the picture another one.
        other: 'MISS',
        // The picture is cached, and the server was asked.
        later: 'MISS',
        atLast: 'HIT',
      });
    });

    it('is a camp where nobody is, and a crowd seen from behind where nobody is named', async () => {
      drawing.forget();
      sample = [];
      for (online of [0, 7, 30]) {
        expect(pictureOf(await get(path))).toMatchObject({ widthPx: 240, heightPx: 126 });
        await world.clock.advance(31_000);
      }
      const [camp, few, crowd] = drawing.scenes;
      expect(camp).toMatchObject({
        subtitle: 'Be the first',
        figures: [{ kind: 'prop', prop: 'fire' }],
      });
      expect(few?.figures.map(({ kind }) => kind)).toEqual(Array(7).fill('posed'));
      expect(few?.skins.map(({ revision }) => revision)).toEqual([silhouette.revision]);
      expect(crowd?.figures.map(({ kind }) => kind)).toEqual([...Array(9).fill('posed'), 'prop']);
      expect(crowd?.figures.at(-1)).toMatchObject({ prop: 'sign', text: '+21' });
      const poses = few?.figures.map(({ kind: _kind, ...figure }) => JSON.stringify(figure));
      expect(new Set(poses).size).toBe(7);
    });

    it('is a film of them, too', async () => {
      sample = [];
      online = 30;
      const film = await get(`${path}&motion=wave`);
      const { pages } = await sharp(film.rawPayload, { animated: true }).metadata();
      expect(pages).toBe(motions.wave.frames);
    });

    it('changes with the number of those who are not named, and with the icon', async () => {
      sample = [];
      const etags = new Set<unknown>();
      for (const [count, hung] of [[0], [1], [2], [30], [31], [31, otherIcon], [31, icon]]) {
        online = Number(count);
        favicon = String(hung ?? '');
        etags.add((await get(`${path}&subtitle=a`, { 'if-none-match': '*' })).headers['etag']);
        await world.clock.advance(31_000);
      }
      favicon = '';
      expect(etags.size).toBe(7);
    });

    it.each([[['Known', 'Late_1']], [['Late_2', 'Known']]])(
      'is not kept while one of %j cannot be looked up',
      async (listed) => {
        sample = listed;
        world.accounts.behave({ kind: 'garbage' }, 'lookup', 'bulk');
        const wrong = await get(path);
        world.accounts.behave({ kind: 'normal' });
        await world.clock.advance(31_000);
        const right = await get(path);
        expect([wrong, right].map(({ headers }) => headers['cache-control'])).toEqual([
          'no-store',
          'public, max-age=30',
        ]);
      },
    );
  });

  it('is not kept while the name of the server cannot be looked up', async () => {
    const answer = await get(lineup.replace('offline.invalid', 'broken.example:25566'));
    const { 'cache-control': policy, 'x-cache': cache } = answer.headers;
    expect([answer.statusCode, policy, cache]).toEqual([200, 'no-store', 'MISS']);
  });

  it('is 404 for an unknown edition, and 400 for an invalid host', async () => {
    expect((await get('/api/blockgame/server/pocket/a.invalid/lineup')).statusCode).toBe(404);
    expect((await get('/api/blockgame/server/java/a%20b/lineup')).statusCode).toBe(400);
  });

  it('is no card: as and rarity are ignored, a deck is a 400', async () => {
    const url = '/api/blockgame/server/java/a.invalid/lineup';
    const answer = await get(`${url}?as=card&rarity=epic&size=320x180`);
    expect([answer.statusCode, answer.headers['x-ignored-query']]).toEqual([200, 'as,rarity']);
    const deck = await get(`${url}?arrangement=deck`);
    expect(deck.statusCode).toBe(400);
    expect(deck.body).toMatch(/query\.arrangement: must be (?!.*deck)/);
  });
});

test('the available options are listed', async () => {
  const answer = await get('/api/blockgame/render/types?zz=1');
  const { 'cache-control': policy, 'x-ignored-query': ignored } = answer.headers;
  expect([answer.statusCode, policy, ignored]).toEqual([200, 'public, max-age=900', 'zz']);
  const known = { 'if-none-match': String(answer.headers['etag']) };
  expect((await get('/api/blockgame/render/types', known)).statusCode).toBe(304);
  expect(answer.json()).toMatchObject({
    types: expect.arrayContaining([{ name: 'head', crops: ['full'] }]),
    arrangements: ['auto', 'row', 'rows', 'podium', 'teams', 'arc', 'stairs', 'deck'],
    things: expect.arrayContaining(['none', 'sword', 'fishing_rod']),
    sizes: { og: { width: 1200, height: 630 }, story: { width: 1080, height: 1920 } },
    scenes: sceneNames,
  });
});
