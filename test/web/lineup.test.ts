import { translator } from '../../src/features/docs/messages/messages.ts';
import { describe, expect, test } from 'vitest';
import {
  lineupRequest,
  readLineup,
  defaultLook,
  type Lineup,
} from '../../src/features/docs/front/lineup.ts';
import { asSentence, itemErrors } from '../../web/script/item-errors.ts';

const path = '/api/blockgame/render/composition';

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
  ])('%s', (_, given, query) => {
    expect(lineupRequest('', given)).toEqual({ method: 'GET', url: `${path}?${query}` });
  });

  test('a lineup too long for a URL is sent as items, with defaults left to the service', () => {
    const skin = `data:image/png;base64,${'A'.repeat(9000)}`;
    const given = lineup([skin, 'Me'], ['Notch']);
    expect(lineupRequest('/base', { ...given, look: { ...defaultLook, heightPx: 64 } })).toEqual({
      method: 'POST',
      url: `/base${path}?height=64`,
      // Whose arms a file has is looked at.
      body: [{ value: skin, label: 'Me', model: 'auto' }, { value: 'Notch' }],
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

  test('a URL without a lineup has none', () => {
    expect(readLineup('')).toBe(null);
    expect(readLineup('?height=12')).toBe(null);
  });

  test('garbage in the URL does no harm', () => {
    const nonsense = '?value=a&height=tall&gap=wide&fallback=maybe';
    expect(readLineup(nonsense)?.look).toEqual(defaultLook);
    expect(readLineup('?value=a&gap=257')?.look.options).toEqual({});
  });
});

test.each([
  ['query.value[2]: There is no such player.', 2, 'There is no such player.'],
  ['items[0].label: must be shorter', 0, 'Must be shorter.'],
  ['query.caption.3: must be shorter', 3, 'Must be shorter.'],
  ['query.height: must be small', null, null],
  ['There is no such player.', null, null],
])('%j is assigned to item %j', (detail, item, sentence) => {
  expect(itemErrors(detail, translator('en'))).toEqual(item === null ? [] : [{ item, sentence }]);
});

test('all failing items are found, and a semicolon within a sentence does not split it', () => {
  const detail =
    'query.value[0]: must be a player name; or so; query.value[3]: There is no player.';
  expect(itemErrors(detail, translator('en')).map(({ item }) => item)).toEqual([0, 3]);
});

test.each([
  ['query.height: must be a whole number', 'Must be a whole number.'],
  ['path.player: There is no such player.', 'There is no such player.'],
  ['Too many requests.', 'Too many requests.'],
])('%j becomes the sentence %j', (detail, sentence) => {
  expect(asSentence(detail)).toBe(sentence);
});
