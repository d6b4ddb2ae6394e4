import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detailOf } from '../support/composition-world.ts';
import { robloxPicture, startRobloxWorld, type RobloxWorld } from '../support/roblox-world.ts';
import { pixelsOf } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const [picture, other] = [robloxPicture([20, 90, 200]), robloxPicture([200, 90, 20])];

const drawing = await watchDrawing();
let world: RobloxWorld;

const creator = { id: 77, name: 'Uplift', type: 'Group', hasVerifiedBadge: false };
const badgeWires: readonly Readonly<Record<string, unknown>>[] = [
  {
    description: 'You came.',
    created: '2018-01-02T03:04:05Z',
    statistics: { awardedCount: 51, winRatePercentage: 0.25 },
  },
  { description: null, enabled: false, statistics: { awardedCount: 2, winRatePercentage: 1.25 } },
  { description: undefined, statistics: { awardedCount: 3, winRatePercentage: -0.25 } },
];

beforeEach(async () => {
  world = await startRobloxWorld({ drawing });
  world.roblox.addGame({
    universeId: 383,
    placeId: 920,
    name: 'Adopt Me!',
    description: 'Raise pets.',
    playing: 12_345,
    visits: 3_800_000_000,
    favourites: 29_000_000,
    likes: 90,
    dislikes: 10,
    maxPlayers: 37,
    genre: 'RPG',
    media: [501, 502],
    badges: Array.from({ length: 230 }, (_, id) => ({
      id: id + 1,
      name: `B${id}`,
      wire: badgeWires[id] ?? {},
    })),
    wire: { creator, created: '2017-07-14T16:20:45.1Z', updated: '2026-01-02T03:04:05.6Z' },
  });
  const owner = { userId: 156, username: 'Builderman' };
  const group = { description: 'We make games.', members: 9_400_000, verified: true, owner };
  world.roblox.addGroup({ id: 7, name: 'Uplift', ...group });
  world.roblox.addGroup({ id: 8, name: 'Uplift Games', owner: null });
  world.roblox.addPicture(383, picture);
  world.roblox.addPicture(501, picture);
  world.roblox.addPicture(502, other);
  world.roblox.addPicture(7, picture);
});
afterEach(() => world.close());

describe('a game', () => {
  it.each([['920'], ['universe:383'], [encodeURIComponent('https://www.roblox.com/games/920/x')]])(
    'is described as %s',
    async (name) => {
      const answer = await world.get(`game/${name}`);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
        200,
        'public, max-age=30',
      ]);
      expect(answer.json()).toEqual({
        universeId: 383,
        placeId: 920,
        name: 'Adopt Me!',
        description: 'Raise pets.',
        creator: { id: 77, name: 'Uplift', type: 'Group', verified: false },
        playing: 12_345,
        visits: 3_800_000_000,
        favourites: 29_000_000,
        likes: 90,
        dislikes: 10,
        maxPlayers: 37,
        genre: 'RPG',
        created: '2017-07-14T16:20:45.1Z',
        updated: '2026-01-02T03:04:05.6Z',
      });
    },
  );

  it.each([
    ['null', null],
    ['absent', undefined],
  ])('and a group: nothing is said of what is %s', async (_, none) => {
    const wire = { playing: none, visits: none, favoritedCount: none, maxPlayers: none };
    const by = { creator: { ...creator, hasVerifiedBadge: none } };
    const game = { universeId: 9, placeId: 10, name: 'Bare' };
    const texts = { description: none, genre: none };
    world.roblox.addGame({ ...game, wire: { ...wire, ...texts, ...by } });
    expect((await world.get('game/10')).json()).toMatchObject({
      ...game,
      description: '',
      genre: '',
      creator: { id: 77, verified: false },
      playing: 0,
      visits: 0,
      favourites: 0,
      maxPlayers: 0,
    });
    const group = { id: 9, name: 'Bare', members: 5 };
    const groupWire = { description: none, owner: none, hasVerifiedBadge: none };
    world.roblox.addGroup({ ...group, wire: groupWire });
    const noWords = { description: '', owner: null, verified: false };
    expect((await world.get('group/9')).json()).toMatchObject({ ...group, ...noWords });
  });

  it('has a line of text', async () => {
    const answer = await world.get('game/920/status-text');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toBe('Online • Adopt Me! (Roblox) • 12345');
  });

  it('has no likes if their endpoint closed', async () => {
    world.roblox.behave({ kind: 'status', status: 401 }, 'votes');
    expect((await world.get('game/920')).json()).toMatchObject({ likes: null, playing: 12_345 });
    expect((await world.get('game/920/badge?metric=likes')).body).toContain('unknown');
  });

  it('has an icon and pictures, unchanged', async () => {
    const icon = await world.get('game/920/icon');
    expect([icon.headers['content-type'], icon.rawPayload]).toEqual(['image/png', picture]);
    expect(world.roblox.calls.find(({ endpoint }) => endpoint === 'pictures')?.body).toMatchObject([
      { type: 'GameIcon', targetId: 383, size: '512x512' },
    ]);
    expect((await world.get('game/920/thumbnail/1')).rawPayload).toEqual(picture);
    expect((await world.get('game/920/thumbnail/2')).rawPayload).toEqual(other);
    expect(detailOf(await world.get('game/920/thumbnail/3'), 404)).toMatch(/^path\.n: /);
    expect((await world.get('game/920/thumbnail/0')).statusCode).toBe(400);
  });

  it.each([
    ['', '12.3K'],
    ['?metric=visits', '3.8B'],
    ['?metric=favourites', '29M'],
    ['?metric=likes', '90%'],
  ])('has a badge%s of %s', async (query, words) => {
    const answer = await world.get(`game/920/badge${query}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(answer.body).toContain(words);
  });

  it('lists all its badges in one response', async () => {
    const { badges } = (await world.get('game/920/badges')).json();
    const plain = { description: '', enabled: true, created: '2020-01-02T03:04:05.67Z' };
    const came = { description: 'You came.', enabled: true, created: '2018-01-02T03:04:05Z' };
    expect(badges.slice(0, 3)).toEqual([
      { id: 1, name: 'B0', ...came, awarded: 51, winRate: 0.25 },
      { id: 2, name: 'B1', ...plain, enabled: false, awarded: 2, winRate: 1 },
      { id: 3, name: 'B2', ...plain, awarded: 3, winRate: 0 },
    ]);
    expect(badges.map(({ id }: { id: number }) => id)).toEqual(
      Array.from({ length: 230 }, (_, index) => index + 1),
    );
    expect(world.roblox.count('badges')).toBe(3);
    const url = '/api/roblox/game/920/badges';
    const packed = await world.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'x-cache': 'HIT' });
    const known = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) };
    expect((await world.app.inject({ url, headers: known })).statusCode).toBe(304);
  });

  it('that does not exist is a 404, and a grey badge', async () => {
    expect(detailOf(await world.get('game/921'), 404)).toBe('path.game: There is no such game.');
    expect(detailOf(await world.get('game/universe:9'), 404)).toMatch(/no such game/);
    const badge = await world.get('game/921/badge');
    expect([badge.statusCode, badge.headers['content-type']]).toEqual([404, 'image/svg+xml']);
    expect(badge.body).toContain('not found');
    expect(detailOf(await world.get('game/Adopt'), 400)).toMatch(/^path\.game: must be/);
  });

  it('20 games requested at once take two calls to the host', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => 1000 + index);
    for (const id of ids) world.roblox.addGame({ universeId: id, placeId: id, name: `G${id}` });
    const answers = await Promise.all(ids.map((id) => world.get(`game/universe:${id}`)));
    expect(answers.map((answer) => answer.json().name)).toEqual(ids.map((id) => `G${id}`));
    expect([world.roblox.count('games'), world.roblox.count('votes')]).toEqual([1, 1]);
  });

  it('is served from the cache while Roblox is down', async () => {
    await world.get('game/920');
    world.roblox.behave({ kind: 'status', status: 500 }, 'games', 'votes', 'universe');
    world.pass(3_600_000);
    expect((await world.get('game/920')).json()).toMatchObject({ playing: 12_345 });
    expect((await world.get('game/universe:5')).statusCode).toBe(502);
    const badge = await world.get('game/universe:5/badge');
    expect([badge.statusCode, badge.headers['content-type']]).toEqual([502, 'image/svg+xml']);
    expect(badge.body).toContain('no answer');
  });
});

describe('a group', () => {
  const uplift = {
    id: 7,
    name: 'Uplift',
    description: 'We make games.',
    owner: { id: 156, name: 'Builderman' },
    members: 9_400_000,
    created: '2010-01-02T03:04:05Z',
    verified: true,
  };

  it('is described by id, and by its exact name', async () => {
    expect((await world.get('group/7')).json()).toEqual(uplift);
    expect((await world.get('group/uplift')).json()).toEqual(uplift);
    expect((await world.get('group/Uplift%20Games')).json()).toMatchObject({ id: 8, owner: null });
    expect(detailOf(await world.get('group/Upl'), 404)).toBe('path.group: There is no such group.');
  });

  it('has no date if that endpoint closed', async () => {
    world.roblox.behave({ kind: 'status', status: 403 }, 'groupCreated');
    expect((await world.get('group/7')).json()).toEqual({ ...uplift, created: null });
  });

  it('has an icon and a badge', async () => {
    expect((await world.get('group/7/icon')).rawPayload).toEqual(picture);
    expect(world.roblox.calls.find(({ endpoint }) => endpoint === 'pictures')?.body).toMatchObject([
      { type: 'GroupIcon', targetId: 7, size: '420x420' },
    ]);
    expect((await world.get('group/7/badge?label=crew')).body).toMatch(/crew[^]*9\.4M/);
    const grey = await world.get('group/9/badge');
    expect([grey.statusCode, grey.headers['content-type']]).toEqual([404, 'image/svg+xml']);
  });
});

it.each([
  ['game/920', 'votes', 30],
  ['game/920/badge?metric=likes', 'votes', 900],
  ['game/920/widget', 'votes', 900],
  ['group/7', 'groupCreated', 900],
] as const)('%s is shown for half a minute without %s that fail', async (path, part, seconds) => {
  world.roblox.behave({ kind: 'status', status: 500 }, part);
  const bare = await world.get(path);
  expect([bare.statusCode, bare.headers['cache-control']]).toEqual([200, 'public, max-age=30']);
  world.roblox.behave({ kind: 'normal' }, part);
  world.pass(60_000);
  const whole = await world.get(path);
  expect(whole.headers['cache-control']).toBe(`public, max-age=${seconds}`);
  expect(whole.body).not.toBe(bare.body);
  expect((await world.get(path)).headers).toMatchObject({ 'x-cache': 'HIT' });
});

it('what is not shown is not asked for', async () => {
  for (const path of ['game/920/status-text', 'game/920/icon', 'group/7/badge', 'group/7/widget']) {
    expect((await world.get(path)).statusCode).toBe(200);
  }
  expect([world.roblox.count('votes'), world.roblox.count('groupCreated')]).toEqual([0, 0]);
});

describe('a card', () => {
  it.each([
    ['game/920/widget', 600, 138],
    ['game/universe:383/widget?theme=light&scale=2', 1200, 276],
    ['group/7/widget?theme=transparent', 600, 138],
  ])('%s is a picture with a validator', async (path, width, height) => {
    const answer = await world.get(path);
    const { widthPx, heightPx } = pixelsOf(answer.rawPayload);
    expect([answer.statusCode, widthPx, heightPx]).toEqual([200, width, height]);
    const again = await world.get(path, { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.headers['x-cache']]).toEqual([304, 'HIT']);
  });

  it.each([
    ['game/920/widget', 'GameIcon', 383],
    ['group/7/widget', 'GroupIcon', 7],
  ])('%s is drawn without an icon that fails, until it is there', async (...[path, type, id]) => {
    world.roblox.behave({ kind: 'status', status: 500 }, 'file');
    const bare = await world.get(path);
    expect([bare.statusCode, bare.headers['cache-control']]).toEqual([200, 'no-store']);
    const batch = world.roblox.calls.find(({ endpoint }) => endpoint === 'pictures');
    expect(batch?.body).toMatchObject([{ type, targetId: id, size: '150x150' }]);
    world.roblox.behave({ kind: 'normal' }, 'file');
    world.pass(60_000);
    const whole = await world.get(path);
    expect(whole.headers['cache-control']).toBe('public, max-age=900');
    expect(whole.headers.etag).not.toBe(bare.headers.etag);
    expect((await world.get(path)).headers).toMatchObject({ 'x-cache': 'HIT' });
  });
});
