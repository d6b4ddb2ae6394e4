import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { detailOf } from '../support/composition-world.ts';
import { robloxPicture, startRobloxWorld, type RobloxWorld } from '../support/roblox-world.ts';
import { pixelsOf } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const hourMs = 3_600_000;
const [red, grey] = [robloxPicture([200, 30, 30]), robloxPicture([9, 9, 9])];

const drawing = await watchDrawing();
let world: RobloxWorld;

async function openWorld(): Promise<void> {
  world = await startRobloxWorld({ drawing });
  world.roblox.addUser({ id: 156, name: 'Builderman', displayName: 'B', verified: true });
  const numbers = { friends: 3, followers: 9 };
  world.roblox.addUser({ id: 7, name: '1234', formerName: 'Before', ...numbers, banned: true });
  world.roblox.addPicture(156, red);
}
const closeWorld = (): Promise<void> => world.close();

function useWorlds(): void {
  beforeEach(openWorld);
  afterEach(closeWorld);
}

const detail = (answer: Awaited<ReturnType<RobloxWorld['get']>>, status: number) =>
  detailOf(answer, status);

describe('a user', () => {
  useWorlds();

  it('is described by name, in the account’s own spelling', async () => {
    const answer = await world.get('user/bUILDERMAN');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=900',
      'x-cache': 'MISS',
    });
    expect(answer.json()).toEqual({
      id: 156,
      name: 'Builderman',
      displayName: 'B',
      description: '',
      created: '2006-02-27T21:06:40.3Z',
      verified: true,
      banned: false,
      followers: 0,
      friends: 0,
      avatar: {
        full: 'http://localhost/api/roblox/render/avatar/156/full',
        bust: 'http://localhost/api/roblox/render/avatar/156/bust',
        face: 'http://localhost/api/roblox/render/avatar/156/face',
      },
    });
    const etag = String(answer.headers.etag);
    const again = await world.get('user/bUILDERMAN', { 'if-none-match': etag });
    expect([again.statusCode, again.headers['x-cache']]).toEqual([304, 'HIT']);
  });

  it('that does not exist is a 404, and an invalid one is a 400', async () => {
    expect(detail(await world.get('user/nobody_at_all'), 404)).toBe(
      'path.user: There is no such user.',
    );
    expect(detail(await world.get('user/99'), 404)).toBe('path.user: There is no such user.');
    expect(detail(await world.get('user/a!b'), 400)).toMatch(/^path\.user: must be the id/);
    expect(world.roblox.count('names')).toBe(1);
  });

  it('has fresh numbers for a quarter of an hour', async () => {
    const counts = async (passedMs: number) => {
      world.pass(passedMs);
      await world.get('user/7');
      return [world.roblox.count('friends'), world.roblox.count('followers')];
    };
    expect(await counts(0)).toEqual([1, 1]);
    expect(await counts(14.5 * 60_000)).toEqual([1, 1]);
    expect(await counts(60_000)).toEqual([2, 2]);
  });

  it.each([
    ['friends', { friends: null, followers: 9 }],
    ['followers', { friends: 3, followers: null }],
  ] as const)('has no number while the endpoint of %s is closed', async (endpoint, numbers) => {
    world.roblox.behave({ kind: 'status', status: 401 }, endpoint);
    const answer = await world.get('user/7');
    expect([answer.statusCode, answer.json()]).toMatchObject([200, numbers]);
    expect(answer.headers['cache-control']).toBe('public, max-age=30');
    world.roblox.behave({ kind: 'normal' }, endpoint);
    world.pass(hourMs);
    const again = await world.get('user/7');
    expect(again.json()).toMatchObject({ friends: 3, followers: 9 });
    expect(again.headers).toMatchObject({
      'cache-control': 'public, max-age=900',
      'x-cache': 'MISS',
    });
  });

  it('is served from the cache while Roblox is down; an uncached one is a 502 with a clear message', async () => {
    await world.get('user/Builderman');
    world.roblox.behave({ kind: 'status', status: 503 }, 'names', 'user', 'friends', 'followers');
    world.pass(2 * hourMs);
    const known = await world.get('user/Builderman');
    expect([known.statusCode, known.json()]).toMatchObject([200, { id: 156, followers: 0 }]);
    const unknown = await world.get('user/Somebody');
    expect(detail(unknown, 502)).toBe('Roblox isn’t answering right now.');
  });

  it.each([401, 403])('a %i of Roblox is a 502 with a clear message', async (status) => {
    world.roblox.behave({ kind: 'status', status }, 'names');
    const words = 'Roblox no longer offers this without an account.';
    expect(detail(await world.get('user/Builderman'), 502)).toBe(words);
    expect(detail(await world.get('user/Another'), 502)).toBe(words);
    expect(world.roblox.count('names')).toBe(1);
    // It takes nothing else along.
    expect((await world.get('user/156')).statusCode).toBe(200);
  });

  it('garbage and mismatched responses are a 502', async () => {
    world.roblox.behave({ kind: 'garbage' }, 'names');
    expect(detail(await world.get('user/Builderman'), 502)).toMatch(/isn’t answering/);
  });

  it('the CSRF token is sent back once', async () => {
    world.roblox.behave({ kind: 'csrf' }, 'names');
    expect((await world.get('user/Builderman')).statusCode).toBe(200);
    expect(world.roblox.count('names')).toBe(2);
  });

  it('sends a user agent', async () => {
    await world.get('user/Builderman');
    for (const { headers } of world.roblox.calls) {
      expect(headers['user-agent']).toMatch(/^Lineup\/\S+ \(\+https?:/);
      expect(headers).not.toHaveProperty('x-api-key');
    }
  });
});

describe('with a key', () => {
  it('users are looked up in the keyed API first, and in the other if it fails', async () => {
    const keyed = await startRobloxWorld({ drawing, env: { ROBLOX_API_KEY: 'sesame' } });
    try {
      const texts = { name: 'Builderman', displayName: 'B', description: 'Builds.' };
      keyed.roblox.addUser({ id: 156, ...texts, created: '2006-03-08T17:17:51Z', verified: true });
      keyed.roblox.addPicture(156, grey);
      const known = await keyed.get('user/156');
      const facts = { id: 156, created: '2006-03-08T17:17:51Z', verified: true };
      expect(known.json()).toMatchObject({ ...facts, ...texts, banned: null });
      expect(keyed.roblox.count('user')).toBe(0);
      const call = keyed.roblox.calls.find(({ endpoint }) => endpoint === 'openCloudUser');
      expect(call?.headers['x-api-key']).toBe('sesame');
      const others = keyed.roblox.calls.filter(({ endpoint }) => endpoint !== 'openCloudUser');
      for (const { headers } of others) expect(headers).not.toHaveProperty('x-api-key');
      expect((await keyed.get('render/avatar/156/face')).statusCode).toBe(200);
      expect([keyed.roblox.count('openCloudPicture'), keyed.roblox.count('pictures')]).toEqual([
        1, 0,
      ]);
      keyed.roblox.behave({ kind: 'status', status: 500 }, 'openCloudUser', 'openCloudPicture');
      keyed.pass(hourMs);
      expect((await keyed.get('user/156')).json()).toMatchObject({
        ...facts,
        ...texts,
        banned: false,
      });
      expect((await keyed.get('render/avatar/156/face?size=60')).statusCode).toBe(200);
    } finally {
      await keyed.close();
    }
  });
});

describe('a request that changes nothing', () => {
  beforeAll(openWorld);
  afterAll(closeWorld);

  it.each([
    [{ users: [] }, /^body\.users: /],
    [{ users: Array.from({ length: 101 }, () => 1) }, /^body\.users: /],
    [{ users: ['ok_name', 'a!b'] }, /^body\.users\[1\]: must be/],
    [{ users: [0] }, /^body\.users\[0\]: /],
    [{ users: [1.5] }, /^body\.users\[0\]: /],
    [{ users: [1], picture: 'foot' }, /picture: /],
    [{ users: [1], more: 1 }, /more/],
  ])('%j is a 400', async (body, words) => {
    expect(detail(await world.post('users', body), 400)).toMatch(words);
    expect(world.roblox.count()).toBe(0);
  });

  it.each([
    ['render/avatar/156/foot', /^path\.crop: must be one of full, bust, face$/],
    ['render/avatar/156/face.gif', /^path\.crop: the file extension must be png, webp or avif$/],
    ['render/avatar/156/face?size=29', /^query\.size/],
    ['render/avatar/156/face?size=721', /^query\.size/],
    ['render/avatar/156/face?background=red', /^query\.background/],
    ['render/avatar/156/face?outline_width=17', /^query\.outline_width/],
  ])('%s is a 400', async (path, words) => {
    expect(detail(await world.get(path), 400)).toMatch(words);
  });

  it.each([
    ['7', 7],
    ['name:1234', 7],
    ['bEFORE', 7],
    [encodeURIComponent('https://www.roblox.com/users/7/profile'), 7],
    ['156', 156],
  ])('%s is %i', async (path, id) => {
    expect((await world.get(`user/${path}`)).json()).toMatchObject({ id });
  });
});

describe('many users', () => {
  useWorlds();

  it('are found beside a name for which the platform refuses a call', async () => {
    world.roblox.behave({ kind: 'new names' }, 'names');
    const answer = await world.post('users', { users: ['Old.Name', 'builderman', 'ab'] });
    expect(answer.json()).toMatchObject([null, { id: 156 }, null]);
  });

  it('come in the order of the request, null for unknown, in two calls', async () => {
    const users = ['builderman', 'nobody', 7, '156', 'name:1234', 99];
    const answer = await world.post('users', { users });
    expect(answer.json()).toMatchObject([
      { id: 156 },
      null,
      { id: 7 },
      { id: 156 },
      { id: 7 },
      null,
    ]);
    expect(world.roblox.calls.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      'names',
      'users',
    ]);
  });

  it('take three calls with pictures', async () => {
    world.roblox.addPicture(7, grey, 'Blocked');
    const answer = await world.post('users', { users: ['builderman', 7], picture: 'face' });
    expect(answer.json()).toEqual([
      {
        id: 156,
        name: 'Builderman',
        displayName: 'B',
        verified: true,
        picture: expect.stringMatching(/^https:\/\/tr\.rbxcdn\.com\//),
      },
      { id: 7, name: '1234', displayName: '1234', verified: false, picture: null },
    ]);
    expect(world.roblox.count()).toBe(3);
    world.roblox.behave({ kind: 'status', status: 500 }, 'pictures');
    const bare = await world.post('users', { users: [156], picture: 'face' });
    expect(bare.json()).toMatchObject([{ id: 156, picture: null }]);
    expect(bare.headers).toMatchObject({
      'cache-control': 'public, max-age=30',
      'x-cache': 'MISS',
    });
    world.roblox.behave({ kind: 'normal' }, 'pictures');
    world.pass(60_000);
    const whole = await world.post('users', { users: [156], picture: 'face' });
    expect(whole.json()).toMatchObject([{ id: 156, picture: expect.any(String) }]);
    // Their addresses are asked for each time.
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=900',
      'x-cache': 'MISS',
    });
  });

  it('202 clients requesting one each at once take a call for each hundred', async () => {
    const users = Array.from({ length: 202 }, (_, index) => ({
      id: 1000 + index,
      name: `Player_${index}`,
    }));
    for (const user of users) {
      world.roblox.addUser(user);
      world.roblox.addPicture(user.id, red);
    }
    const answers = await Promise.all(
      users.map(({ id, name }, index) =>
        world.app.inject({
          method: 'POST',
          url: '/api/roblox/users',
          headers: { 'x-forwarded-for': `203.0.113.${index}` },
          payload: { users: [index % 2 === 0 ? name : id], picture: 'face' },
        }),
      ),
    );
    expect(answers.map((answer) => answer.json()[0].id)).toEqual(users.map(({ id }) => id));
    const { count } = world.roblox;
    expect([count('names'), count('users'), count('pictures')]).toEqual([2, 2, 3]);
  });
});

describe('the picture of a user', () => {
  useWorlds();
  const face = 'render/avatar/Builderman/face';

  it('is scaled to its size', async () => {
    const answer = await world.get(`${face}?size=100`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    const { widthPx, heightPx, data } = pixelsOf(answer.rawPayload);
    expect([widthPx, heightPx]).toEqual([100, 100]);
    expect([...data.subarray((50 * 100 + 50) * 4, (50 * 100 + 50) * 4 + 4)]).toEqual([
      200, 30, 30, 255,
    ]);
    expect(data[3]).toBe(0);
    const batch = world.roblox.calls.find(({ endpoint }) => endpoint === 'pictures');
    expect(batch?.body).toMatchObject([{ type: 'AvatarHeadShot', size: '100x100' }]);
  });

  it.each([
    ['full.webp', 'image/webp', 'Avatar'],
    ['bust?format=avif', 'image/avif', 'AvatarBust'],
    ['FACE.png', 'image/png', 'AvatarHeadShot'],
  ])('%s is %s', async (crop, type, kind) => {
    const answer = await world.get(`render/avatar/156/${crop}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    const batch = world.roblox.calls.find(({ endpoint }) => endpoint === 'pictures');
    expect(batch?.body).toMatchObject([{ type: kind, size: '420x420' }]);
  });

  it('can be cut to a circle with background and outline', async () => {
    const query = 'size=100&circle=true&background=00ff00&outline=0000ff&outline_width=5';
    const { widthPx, data } = pixelsOf((await world.get(`${face}?${query}`)).rawPayload);
    const at = (x: number, y: number) => [
      ...data.subarray((y * 100 + x) * 4, (y * 100 + x) * 4 + 4),
    ];
    expect(widthPx).toBe(100);
    expect(at(0, 0)).toEqual([0, 0, 0, 0]);
    expect(at(2, 50)).toEqual([0, 0, 255, 255]);
    expect(at(8, 50)).toEqual([0, 255, 0, 255]);
    expect(at(50, 50)).toEqual([200, 30, 30, 255]);
  });

  it('50 requests for one share one load', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.get(face)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { count } = world.roblox;
    expect([count('names'), count('pictures'), count('file')]).toEqual([1, 1, 1]);
  });

  it('is waited for while Roblox draws it', async () => {
    world.roblox.addPicture(156, grey, 'Pending', 'Pending', 'Completed');
    expect((await world.get(face)).statusCode).toBe(200);
    expect(world.roblox.count('pictures')).toBe(3);
  });

  it('is not waited for without end', async () => {
    world.roblox.addPicture(156, grey, 'Pending');
    const answer = await world.get(face);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([502, '3']);
    expect(world.roblox.count('pictures')).toBe(3);
  });

  it('with an error state is not used, although it has a URL', async () => {
    world.roblox.addPicture(156, grey, 'Error');
    expect(detail(await world.get(face), 502)).toBe('Roblox isn’t answering right now.');
    expect(world.roblox.count('file')).toBe(0);
  });

  it.each(['Blocked', 'InReview'] as const)('that is %s is a 404 that says so', async (state) => {
    world.roblox.addPicture(156, grey, state);
    expect(detail(await world.get(face), 404)).toBe(
      'path.user: Roblox shows no picture of this: there is none, it is blocked, or it is in review.',
    );
  });

  it('is the last good picture while Roblox is down', async () => {
    const first = await world.get(face);
    world.roblox.behave({ kind: 'status', status: 500 }, 'names', 'pictures', 'file');
    world.pass(2 * hourMs);
    const later = await world.get(face);
    expect([later.statusCode, later.headers.etag]).toEqual([200, first.headers.etag]);
    expect([first, later].map((answer) => answer.headers['x-cache'])).toEqual(['MISS', 'MISS']);
    expect((await world.get('render/avatar/7/face')).statusCode).toBe(502);
    // Nobody asks again so soon: what is known is told from the cache.
    expect((await world.get(face)).headers['x-cache']).toBe('HIT');
  });

  it('a 429 of the picture host pauses calls to it, and cached pictures are served', async () => {
    await world.get(face);
    world.roblox.addPicture(7, grey);
    const headers = { 'retry-after': '20' };
    world.roblox.behave({ kind: 'status', status: 429, headers }, 'file');
    const refused = await world.get('render/avatar/7/face');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([502, '20']);
    world.roblox.behave({ kind: 'normal' }, 'file');
    const files = world.roblox.count('file');
    expect((await world.get('render/avatar/7/bust')).statusCode).toBe(503);
    expect((await world.get(face)).headers['x-cache']).toBe('HIT');
    expect(world.roblox.count('file')).toBe(files);
    world.pass(21_000);
    expect((await world.get('render/avatar/7/bust')).statusCode).toBe(200);
  });

  it.each([
    ['no PNG', Buffer.from('<html>')],
    ['too large', robloxPicture([1, 1, 1], { sizePx: 1200 })],
    ['broken', grey.subarray(0, 60)],
  ])('%s is a 502', async (_, bytes) => {
    world.roblox.addPicture(156, bytes);
    expect((await world.get(face)).statusCode).toBe(502);
  });

  it('can be a grey figure if there is none', async () => {
    const answer = await world.get('render/avatar/nobody/full?fallback=default&size=64');
    expect([answer.statusCode, answer.headers['x-fallback']]).toEqual([200, '0']);
    expect(pixelsOf(answer.rawPayload).widthPx).toBe(64);
    world.roblox.behave({ kind: 'status', status: 500 }, 'names');
    const passing = await world.get('render/avatar/somebody/full?fallback=default');
    expect([passing.statusCode, passing.headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

it('a picture is fetched only from the hosts of Roblox over TLS by default', async () => {
  const bare = await startRobloxWorld({ drawing, env: { ROBLOX_CDN_URL: '' } });
  try {
    const evil = 'http://127.0.0.1:1/x';
    bare.roblox.addPicture(156, grey, 'Completed');
    bare.roblox.behave({ kind: 'picture-url', url: evil }, 'pictures');
    expect((await bare.get('render/avatar/156/face')).statusCode).toBe(502);
    bare.roblox.behave(
      { kind: 'picture-url', url: 'https://rbxcdn.com.evil.example/x' },
      'pictures',
    );
    bare.pass(60_000);
    expect((await bare.get('render/avatar/156/face')).statusCode).toBe(502);
  } finally {
    await bare.close();
  }
});
