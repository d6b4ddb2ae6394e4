import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { detailOf, startWorld, type Answer, type World } from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// A picture that lacks somebody only for now must be asked for again, whatever else is in it.

const hash = 'ab'.repeat(32);
/** Begins like a skin: what is wrong is known when it is drawn, after look-ups have failed. */
const damaged = dataUrl(skinFile(9).fill(0, 60));
const minuteMs = 60_000;

const drawing = await watchDrawing();
let world: World;

beforeEach(async () => {
  world = await startWorld({ drawing });
  world.accounts.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { hash } });
  world.accounts.addPlayer({ name: 'Sick', uuid: 'b'.repeat(32), skin: { hash: 'cd'.repeat(32) } });
  world.accounts.addTexture(hash, skinFile(1));
});
afterEach(() => world.close());

/** What caches are told, and who is not drawn. */
const policyOf = ({ statusCode, headers }: Answer) => [
  statusCode,
  headers['cache-control'],
  headers['x-fallback'],
];

const values = (players: readonly string[]) =>
  players.map((value) => `value=${encodeURIComponent(value)}`).join('&');

const groups = {
  composition: (players: readonly string[]) => world.get(`fallback=default&${values(players)}`),
  heads: (players: readonly string[]) =>
    world.app.inject(`/api/blockgame/render/heads?${values(players)}`),
};

const forNow = [200, 'no-store'] as const;
const forGood = [200, 'public, max-age=900'] as const;

describe.each(Object.entries(groups))('%s', (_what, ask) => {
  // Sick is known, but not all of what there is about this player is to be had for now.
  describe.each(['profile', 'texture'] as const)('while the %s fails', (endpoint) => {
    test.each([
      [['Sick', 'Nobody', 'sample-fox'], '0,1', forNow],
      [['Nobody', 'Sick', 'sample-fox'], '0,1', forNow],
      [['sample-fox', 'Nobody', 'Sick'], '1,2', forNow],
      [['sample-fox', 'Sick'], '1', forNow],
      [['sample-fox', 'Nobody'], '1', forGood],
      [['sample-fox', 'sample-dj'], undefined, forGood],
    ])('of %j lacks %s', async (players, lacking, policy) => {
      world.accounts.behave({ kind: 'status', status: 500 }, endpoint);
      expect(policyOf(await ask(players))).toEqual([...policy, lacking]);
      expect(policyOf(await ask(players)), 'the second response').toEqual([...policy, lacking]);
    });
  });

  test('is whole again once the trouble is over, and has another validator', async () => {
    world.accounts.behave({ kind: 'status', status: 500 }, 'texture');
    const before = await ask(['Nobody', 'Notch']);
    expect(policyOf(before)).toEqual([...forNow, '0,1']);
    world.accounts.behave({ kind: 'normal' });
    await world.clock.advance(minuteMs);
    const after = await ask(['Nobody', 'Notch']);
    expect(policyOf(after)).toEqual([...forGood, '0']);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const third = await ask(['Nobody', 'Notch']);
    expect([third.headers['x-cache'], third.headers.etag]).toEqual(['HIT', after.headers.etag]);
  });

  test('of a cached player beside an expired one uses the last good skin of both', async () => {
    const before = await ask(['Notch', 'sample-fox']);
    await world.clock.advance(16 * minuteMs);
    world.accounts.behave({ kind: 'status', status: 500 });
    const during = await ask(['Notch', 'sample-fox']);
    expect(policyOf(during)).toEqual([...forGood, undefined]);
    expect([during.headers['x-cache'], during.headers.etag]).toEqual(['MISS', before.headers.etag]);
  });
});

test.each([
  ['default', 'texture', 'Notch', forNow],
  ['silhouette', 'texture', 'Notch', forNow],
  ['silhouette', 'lookup', 'Notch', forNow],
  ['silhouette', 'texture', 'Nobody', forGood],
  ['default', 'texture', 'Nobody', forGood],
] as const)(
  'a render with fallback=%s while the %s fails, of %s',
  async (fallback, endpoint, player, policy) => {
    const ask = () =>
      world.app.inject(`/api/blockgame/render/head/${player}/full?height=32&fallback=${fallback}`);
    world.accounts.behave({ kind: 'status', status: 500 }, endpoint);
    expect(policyOf(await ask())).toEqual([...policy, '0']);
    expect(policyOf(await ask()), 'the second response').toEqual([...policy, '0']);
  },
);

describe.each([
  [404, forGood],
  [500, forNow],
])('a composition whose skin host answers %i', (status, policy) => {
  test.each([
    [['Nobody', '/skin']],
    [['/skin', 'Nobody']],
    [['damaged', '/skin']],
    [['/skin', 'damaged']],
  ])('has the policy of the worst of %j', async (items) => {
    const meant: Readonly<Record<string, string>> = {
      '/skin': world.host.put('/skin', page.status(status)),
      damaged,
    };
    const ask = () => groups.composition(items.map((item) => meant[item] ?? item));
    expect(policyOf(await ask())).toEqual([...policy, '0,1']);
    expect(policyOf(await ask()), 'the second response').toEqual([...policy, '0,1']);
  });
});

test.each([
  [['Nobody', 'Notch'], 0],
  [['Notch', 'Nobody'], 1],
])(
  'a list of %j is an error while the account service fails, and not after',
  async (players, at) => {
    const ask = () =>
      world.app.inject({ method: 'POST', url: '/api/blockgame/players', payload: { players } });
    world.accounts.behave({ kind: 'status', status: 500 });
    expect(detailOf(await ask(), 502)).toContain(`body.players[${1 - at}]`);
    world.accounts.behave({ kind: 'normal' });
    await world.clock.advance(minuteMs);
    const list = (await ask()).json<unknown[]>();
    expect(list.map((one) => one === null)).toEqual([at === 0, at === 1]);
  },
);
