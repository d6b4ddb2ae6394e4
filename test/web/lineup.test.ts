import { translator } from '../../src/service/site/messages/messages.ts';
import { describe, expect, test } from 'vitest';
import {
  lineupRequest,
  taken,
  defaultLook,
  type Lineup,
} from '../../src/service/site/front/lineup.ts';
import { readLineup } from '../../src/service/site/front/row.ts';
import { asSentence, itemErrors } from '../../web/script/item-errors.ts';

const path = '/api/blockgame/render/composition';

const translate = translator('en');
const inEnglish: Parameters<typeof itemErrors>[1] = (key) => translate(key);

const mirrored = { value: 'b', label: '', own: { mirror: 'true' } };

function lineup(...places: (readonly [value: string, label?: string])[]): Lineup {
  return {
    items: places.map(([value, label = '']) => ({ value, label })),
    look: defaultLook,
  };
}

describe('the request of a lineup', () => {
  test.each<[string, Lineup, string]>([
    ['one name', lineup(['Notch']), 'value=Notch'],
    [
      'blanks around, and an empty place',
      lineup([' Notch '], [''], ['jeb_']),
      'value=Notch&value=jeb_',
    ],
    ['a last label', lineup(['Notch'], ['jeb_', 'Jens']), 'value=Notch&value=jeb_&label.1=Jens'],
    [
      'a first label',
      lineup(['Notch', 'N & M'], ['jeb_']),
      'value=Notch&value=jeb_&label=N%20%26%20M',
    ],
    [
      'a URL before a label',
      lineup(['https://example.org/a b.png'], ['jeb_', 'J']),
      'value=https://example.org/a%20b.png&value=jeb_&label.1=J',
    ],
    [
      'no names',
      { ...lineup(['a', 'x'], ['b']), look: { ...defaultLook, hasNames: false } },
      'value=a&value=b&label=&label=',
    ],
    [
      'another look',
      {
        ...lineup(['a']),
        look: { ...defaultLook, renderType: 'head', crop: 'bust', heightPx: 64 },
      },
      'value=a&render_type=head&crop=bust&height=64',
    ],
    [
      'a film, which has no taller players',
      {
        ...lineup(['a']),
        look: { ...defaultLook, heightPx: 1024, options: { motion: 'walk' } },
      },
      'value=a&motion=walk',
    ],
    [
      'the height of a still',
      { ...lineup(['a']), look: { ...defaultLook, heightPx: 1024, options: { motion: 'none' } } },
      'value=a&height=1024&motion=none',
    ],
    [
      'options of the second player, beside an empty place',
      { ...lineup([''], ['a']), items: [...lineup([''], ['a']).items, mirrored] },
      'value=a&value=b&mirror.1=true',
    ],
  ])('%s', (_, given, query) => {
    expect(lineupRequest('', given)).toEqual({ method: 'GET', url: `${path}?${query}` });
  });

  test('a lineup too long for a URL is sent as items, with defaults left to the service', () => {
    const skin = `data:image/png;base64,${'A'.repeat(9000)}`;
    const own = {
      yaw: '45',
      pitch: '-5.5',
      scale: '1.2',
      mirror: 'true',
      cape: 'false',
      hold: 'bow',
    };
    const given = { items: [...lineup([skin, 'Me']).items, { value: 'Notch', label: '', own }] };
    expect(lineupRequest('/base', { ...given, look: { ...defaultLook, heightPx: 64 } })).toEqual({
      method: 'POST',
      url: `/base${path}?height=64`,
      // Whose arms a file has is looked at.
      body: [
        { value: skin, label: 'Me', model: 'auto' },
        {
          value: 'Notch',
          yaw: 45,
          pitch: -5.5,
          scale: 1.2,
          mirror: true,
          cape: false,
          hold: 'bow',
        },
      ],
    });
  });

  test('is stored in the URL of the page and restored from it', () => {
    const given = {
      ...lineup(['Notch', 'é & ü'], ['sample-fox', '狐']),
      look: {
        renderType: 'walking',
        crop: 'bust',
        heightPx: 256,
        hasNames: true,
        options: { gap: '0', fallback: 'default' },
      },
    };
    const { url } = lineupRequest('', given);
    expect(readLineup(url.slice(url.indexOf('?')))).toEqual(given);
  });

  test('players keep the numbers of their places', () => {
    const places = taken(lineup([''], [' a '], [' '], ['b']).items);
    expect(places.map(({ index, item }) => [index, item.value])).toEqual([
      [1, 'a'],
      [3, 'b'],
    ]);
  });

  test.each([
    '?value=a&value=b&value=c&label.2=Last',
    '?value=a&value=b&label=&label=The%20King',
    '?value=a&value=b&value=c&label.0=&label.2=Last',
    '?value=a&value=b&label=&label=',
  ])('%s has the same labels when it is written again', (query) => {
    const { url } = lineupRequest('', readLineup(query) ?? lineup());
    expect(url).toBe(`${path}${query}`);
  });

  test('a URL without a lineup has none', () => {
    expect(readLineup('')).toBe(null);
    expect(readLineup('?height=12')).toBe(null);
  });

  test.each<[string, string[], string[]]>([
    ['gap', ['0', '99', '199', '249', '256'], ['257', '-1', 'wide', '']],
    ['outline_width', ['1', '9', '10', '16'], ['0', '17']],
    ['outline', ['fff', '#ffd166', 'ffd16680'], ['ff', 'ffd166801', 'gold']],
    ['background', ['fff', '#fff,ffd16680'], ['fff,', 'fff,eee,ddd']],
    ['size', ['banner', '64x64', '1280×640', '9999x10'], ['5x64', '10000x64', '64x', '64x64x64']],
    ['title', ['a', 'x'.repeat(80)], ['', 'x'.repeat(81)]],
    ['scene', ['night', 'x'.repeat(24)], ['x'.repeat(25), 'a-b']],
    ['yaw', ['0', '-45', '180.5'], ['1000', '1.', '--1']],
    ['shadow', ['true', 'false'], ['1', 'yes']],
    ['fallback', ['none', 'default', 'silhouette'], ['maybe']],
    ['model', ['classic', 'slim'], ['auto']],
    ['ears', ['auto', 'none', 'deadmau5'], ['true']],
    ['caption.1', ['a', 'x'.repeat(64)], ['', 'x'.repeat(65)]],
    ['scale.1', ['0.5', '0.99', '1', '1.59'], ['0.4', '1.6', '2', '5']],
    ['type.1', ['nick', 'url', 'roblox'], ['java']],
    ['pose.1', ['head:0,20,-3.5'], ['head:0,0', `head:${'0,'.repeat(121)}`]],
  ])('of %s what the service takes is read, and nothing else', (name, good, bad) => {
    const [option = '', index] = name.split('.');
    const read = (value: string): unknown => {
      const query = new URLSearchParams({ [name]: value }).toString();
      const { items, look } = readLineup(`?value=a&value=b&${query}`) ?? {};
      return index === undefined ? look?.options : (items?.[1]?.own ?? {});
    };
    expect(good.map(read)).toEqual(good.map((value) => ({ [option]: value })));
    expect(bad.map(read)).toEqual(bad.map(() => ({})));
  });

  test('names of choices are the same in capitals, and texts are not', () => {
    const query = '?value=A&as=Card&rarity=EPIC&scene=Night&title=Hello&caption.0=Owner&crop=Bust';
    const { items, look } = readLineup(query) ?? {};
    expect(items).toEqual([{ value: 'A', label: '', own: { caption: 'Owner' } }]);
    expect(look?.crop).toBe('bust');
    expect(look?.options).toEqual({ as: 'card', rarity: 'epic', scene: 'night', title: 'Hello' });
  });

  test('a query is the same however its options came together', () => {
    const queries = ['scene=night&as=card&title=x&size=og', 'size=og&title=x&as=card&scene=night'];
    const [one, other] = queries.map((query) =>
      lineupRequest('', readLineup(`?value=a&${query}`) ?? lineup()),
    );
    expect(one).toEqual(other);
  });

  test('a height that is no number is that of other pictures', () => {
    expect(readLineup('?value=a&height=tall')?.look).toEqual(defaultLook);
  });
});

test.each([
  ['query.value[2]: There is no such player.', 2, 'There is no such player.'],
  ['items[0].label: must be shorter', 0, 'Must be shorter.'],
  ['query.caption.3: must be shorter', 3, 'Must be shorter.'],
  ['query.height: must be small', null, null],
  ['There is no such player.', null, null],
])('%j is assigned to item %j', (detail, item, sentence) => {
  expect(itemErrors(detail, inEnglish)).toEqual(item === null ? [] : [{ item, sentence }]);
});

test('all failing items are found, and a semicolon within a sentence does not split it', () => {
  const detail =
    'query.value[0]: must be a player name; or so; query.value[3]: There is no player.';
  expect(itemErrors(detail, inEnglish).map(({ item }) => item)).toEqual([0, 3]);
});

test.each([
  ['query.height: must be a whole number', 'Must be a whole number.'],
  ['path.player: There is no such player.', 'There is no such player.'],
  ['Too many requests.', 'Too many requests.'],
])('%j becomes the sentence %j', (detail, sentence) => {
  expect(asSentence(detail)).toBe(sentence);
});
