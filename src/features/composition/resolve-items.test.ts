import { describe, expect, it } from 'vitest';
import { LineupError } from '../../errors/lineup-error.ts';
import type { CacheContext } from '../../cache/context.ts';
import type { OwnSheet, Player } from '../../players/player.ts';
import type { Players, PlayerResult } from '../../players/players.ts';
import { parsePlayerReference, type PlayerReference } from '../../players/reference.ts';
import { asRobloxItems, readItems, resolveItems, type ItemRequest } from './resolve-items.ts';
import { pictureSideFor, type RobloxUsers } from './roblox-items.ts';

const ownWear = { model: null, wantsCape: false, namedCape: null } as const;

const reader = {
  parseReference: (value: string) =>
    parsePlayerReference(value, (stem) => (stem === 'sample-fox' ? stem : null)),
  fieldPath: (index: number, field: string) => `items[${index}].${field}`,
  serviceOf: () => null,
  wearOf: () => ownWear,
  cropOf: () => 'bust' as const,
};

const read = (...items: Parameters<typeof readItems>[0]) => readItems(items, reader);
const one = (...items: Parameters<typeof readItems>[0]) => read(...items)[0];

describe('readItems', () => {
  it.each([
    'http://a.example/',
    'HTTP://a.example/',
    'https:a',
    'Https://a.example/',
    'data:,',
    'DATA:image/png;base64,AAAA',
    'http:',
  ])('%s is a URL', (value) => {
    expect(one({ value })).toMatchObject({ kind: 'url', url: value, label: '' });
  });

  it.each([
    ['Notch', { kind: 'name', name: 'Notch' }],
    ['http', { kind: 'name', name: 'http' }],
    ['data', { kind: 'name', name: 'data' }],
    ['sample-fox', { kind: 'sample', stem: 'sample-fox' }],
    [
      '069A79F4-44E9-4726-A5BE-FCA90E38AAF5',
      { kind: 'uuid', uuid: '069a79f444e94726a5befca90e38aaf5' },
    ],
    ['F'.repeat(64), { kind: 'texture', hash: 'f'.repeat(64) }],
  ])('%s is a player', (value, reference) => {
    expect(one({ value })).toMatchObject({ kind: 'player', reference, label: null });
  });

  it('an explicit type wins', () => {
    expect(one({ value: 'Notch', type: 'url' })).toMatchObject({ kind: 'url', url: 'Notch' });
    expect(() => read({ value: 'http://a.example/', type: 'nick' })).toThrow(
      /^items\[0\]\.value: must be a player name/,
    );
  });

  it('a label is cleaned; an empty one differs from an absent one', () => {
    expect(one({ value: 'Notch', label: ' a\nb ' })).toMatchObject({ label: 'a b' });
    expect(one({ value: 'Notch', label: '' })).toMatchObject({ label: '' });
    expect(one({ value: 'Notch' })).toMatchObject({ label: null });
    expect(one({ value: 'data:,', label: 'x' })).toMatchObject({ label: 'x' });
  });

  it('the first mistake is reported, with its position', () => {
    const fine = { value: 'Notch' };
    const long = { value: 'a b', label: 'x'.repeat(65) };
    expect(() => read(fine, { value: 'a b' }, long)).toThrow(
      /^items\[1\]\.value: .+; items\[2\]\.label: must be at most 64 characters long\.$/,
    );
    expect(() => read(fine, long)).toThrow(
      new LineupError('bad-request', 'items[1].label: must be at most 64 characters long'),
    );
  });

  it.each([
    ['a reference', 'a'.repeat(129), /must be a player name/],
    [
      'one whose normal form takes minutes',
      `a${'\u0301'.repeat(300_000)}`,
      /must be a player name/,
    ],
    ['a URL', `https://a.example/${'a'.repeat(8192)}`, /must be at most 8192 characters long/],
  ])('%s that is too long is refused before it is parsed', (_what, value, sentence) => {
    const parseReference = () => {
      throw new Error('this was walked');
    };
    expect(() => readItems([{ value }], { ...reader, parseReference })).toThrow(sentence);
  });

  it('a data URL may be as long as the body allows', () => {
    const value = `data:image/png;base64,${'A'.repeat(900_000)}`;
    expect(one({ value })).toMatchObject({ kind: 'url', url: value });
  });
});

describe('users of Roblox', () => {
  it.each([
    ['builderman', { name: 'builderman' }],
    ['156', { id: 156 }],
    ['name:156', { name: '156' }],
    ['https://www.roblox.com/users/156/profile', { id: 156 }],
  ])('%s', (value, user) => {
    const expected = { kind: 'roblox', user, crop: 'bust', label: null };
    expect(one({ value, type: 'roblox' })).toEqual(expected);
  });

  it.each(['a', '_'.repeat(21), 'a-b', '0', `https://roblox.com/users/1/${'a'.repeat(200)}`])(
    '%s is no reference',
    (value) => {
      expect(() => read({ value, type: 'roblox' })).toThrow(
        /^items\[0\]\.value: must be the id of a user, a name of 3 to 20/,
      );
    },
  );

  it('are the default type on their own route, except for URLs and explicit types', () => {
    const items = [
      { value: 'Notch' },
      { value: 'Notch', type: 'nick' as const },
      { value: 'HTTP://a.example/' },
      { value: 'data:,', label: 'x' },
    ];
    expect(asRobloxItems(items)).toEqual([{ value: 'Notch', type: 'roblox' }, ...items.slice(1)]);
  });

  it('use the smaller of two pictures if it is large enough', () => {
    expect([16, 378, 379, 1024].map(pictureSideFor)).toEqual([420, 420, 720, 720]);
  });
});

const sheet = (revision: string): OwnSheet => ({
  kind: 'own',
  revision,
  url: null,
  sheet: new Uint8Array(),
});

const playerOf = (reference: PlayerReference): Player => ({
  name: reference.kind === 'name' ? reference.name.toUpperCase() : null,
  uuid: reference.kind === 'name' ? 'a'.repeat(32) : null,
  model: 'slim',
  skin: sheet(JSON.stringify(reference)),
  cape: null,
});

/** Players and URLs that are all there, but for those called `missing`; notes what is asked. */
function setUp() {
  const asked: unknown[] = [];
  const players: Players = {
    parseReference: reader.parseReference,
    readService: () => null,
    fallbackPlayer: playerOf({ kind: 'name', name: 'x' }),
    loadSheet: () => Promise.reject(new Error('sheets are loaded later')),
    resolveMany: async (references) => {
      asked.push(references);
      return references.map((reference): PlayerResult =>
        reference.kind === 'name' && reference.name === 'missing'
          ? { ok: false, error: new LineupError('unknown-player') }
          : { ok: true, player: playerOf(reference) },
      );
    },
  };
  const urlSkins = {
    load: async (url: string, context: CacheContext) => {
      asked.push(url);
      context.sourceHit = true;
      if (url === 'missing') throw new LineupError('unknown-skin');
      if (url === 'fault') throw new TypeError('x is not a function');
      return sheet(url);
    },
  };
  const roblox: RobloxUsers = {
    people: {
      find: async (user) => {
        asked.push(user);
        if ('name' in user && user.name === 'missing') return null;
        return { id: 7, name: 'Builder', displayName: 'B', verified: false };
      },
    },
    pictures: {
      find: async (picture) => {
        asked.push(picture);
        return picture.kind === 'AvatarHeadShot' ? null : new Uint8Array([1]);
      },
    },
  };
  const context: CacheContext = { sourceHit: false };
  const find = (...requested: readonly ItemRequest[]) =>
    resolveItems(requested, { players, urlSkins, roblox }, { sidePx: 420, context });
  return { asked, context, find };
}

const url = (address: string, label = ''): ItemRequest => ({
  kind: 'url',
  url: address,
  label,
  ...ownWear,
});
const player = (name: string, label: string | null = null): ItemRequest => ({
  kind: 'player',
  reference: { kind: 'name', name },
  label,
  ...ownWear,
});

describe('resolveItems', () => {
  it('looks up all players together, and returns them in the order of the items', async () => {
    const { asked, context, find } = setUp();
    const found = await find(player('a'), url('u'), player('b', 'mine'), url('v', 'yours'));
    expect(asked).toEqual([
      [
        { kind: 'name', name: 'a' },
        { kind: 'name', name: 'b' },
      ],
      'u',
      'v',
    ]);
    expect(found.map((each) => ('item' in each ? each.item.label : null))).toEqual([
      'A',
      '',
      'mine',
      'yours',
    ]);
    expect(context.sourceHit).toBe(true);
  });

  it('keeps the model of a player, and the classic one for a URL', async () => {
    const found = await setUp().find(player('a'), url('u'));
    expect(found.map((each) => ('item' in each ? each.item.model : null))).toEqual([
      'slim',
      'classic',
    ]);
  });

  it('a player without a name has no label unless one is given', async () => {
    const reference = { kind: 'texture', hash: 'f'.repeat(64) } as const;
    const [bare, given] = await setUp().find(
      { kind: 'player', reference, label: null, ...ownWear },
      { kind: 'player', reference, label: 'x', ...ownWear },
    );
    expect([bare, given]).toMatchObject([{ item: { label: '' } }, { item: { label: 'x' } }]);
  });

  it('turns the two well-known upside-down players, but not skins from URLs', async () => {
    const found = await setUp().find(player('a'), url('u', 'Grumm'));
    expect(found).toMatchObject([{ item: { upsideDown: false } }, { item: { upsideDown: false } }]);
  });

  it('a missing item does not prevent the others', async () => {
    const found = await setUp().find(player('missing'), url('u'), url('missing'), player('b'));
    expect(found.map((each) => ('item' in each ? 'found' : each.error.code))).toEqual([
      'unknown-player',
      'found',
      'unknown-skin',
      'found',
    ]);
  });

  it('an internal error is not attributed to an item', async () => {
    await expect(setUp().find(url('fault'))).rejects.toThrow(TypeError);
  });
});
