import { expect, test } from 'vitest';
import { bareText, pastedItems, strayNames } from '../../web/script/paste.ts';

const data = 'data:image/png;base64,iVBORw0KGgo=';

test.each<[string, string[]]>([
  ['Notch', ['Notch']],
  ['Notch, jeb_\nDinnerbone;sample-fox', ['Notch', 'jeb_', 'Dinnerbone', 'sample-fox']],
  ['https://example.org/a,b.png', ['https://example.org/a,b.png']],
  [
    'https://a.example/1.png\nhttps://b.example/2.png',
    ['https://a.example/1.png', 'https://b.example/2.png'],
  ],
  [
    'https://a.example/1.png,https://b.example/2.png; http://c.example/3.png',
    ['https://a.example/1.png', 'https://b.example/2.png', 'http://c.example/3.png'],
  ],
  ['Notch, https://a.example/1.png, jeb_', ['Notch', 'https://a.example/1.png', 'jeb_']],
  ['Notch,https://a.example/1.png', ['Notch', 'https://a.example/1.png']],
  [data, [data]],
  [`${data}, Notch`, [data, 'Notch']],
  [`${data}\n${data}`, [data, data]],
  ['@Notch @jeb_', ['Notch', 'jeb_']],
  ['- Notch\n- jeb_', ['Notch', 'jeb_']],
  ['* Notch\n• jeb_', ['Notch', 'jeb_']],
  ['1. Notch\n2. jeb_', ['Notch', 'jeb_']],
  ['"Notch", \'jeb_\', `Dinnerbone`', ['Notch', 'jeb_', 'Dinnerbone']],
  ['["Notch", "https://a.example/a,b.png"]', ['Notch', 'https://a.example/a,b.png']],
  ['  ["Notch"]\n', ['Notch']],
  ['069a79f4-44e9-4726-a5be-fca90e38aaf5', ['069a79f4-44e9-4726-a5be-fca90e38aaf5']],
  ['.Steve_123, Notch', ['.Steve_123', 'Notch']],
  ['@.Зоя#1234\nxuid:2535428197086765', ['.Зоя#1234', 'xuid:2535428197086765']],
  ['Notch ... jeb_', ['Notch', 'jeb_']],
  ['<b>, !', []],
  ['[1, null, {}]', []],
  ['{"value":"Notch"', []],
  ['', []],
])('%j is pasted as %j', (text, values) => {
  expect(pastedItems(text)).toEqual(values.map((value) => ({ value, label: '' })));
});

test('items in the API’s format keep their labels', () => {
  const items = [{ value: 'Notch', label: 'N' }, { value: data }, { label: 'nobody' }, 'jeb_'];
  expect(pastedItems(JSON.stringify(items, null, 2))).toEqual([
    { value: 'Notch', label: 'N' },
    { value: data, label: '' },
    { value: 'jeb_', label: '' },
  ]);
});

test.each([
  [
    'There are 3 of a max of 20 players online: Notch, jeb_, Dinnerbone',
    [['Notch'], ['jeb_'], ['Dinnerbone']],
  ],
  [
    '[12:00:01] [Server thread/INFO]: There are 1 of a max of 20 players online: Notch',
    [['Notch']],
  ],
  ['There are 2/20 players online:\nNotch, jeb_', [['Notch'], ['jeb_']]],
  ['[{"uuid":"069a79f4-44e9-4726-a5be-fca90e38aaf5","name":"Notch","level":4}]', [['Notch']]],
  ['[{"uuid":"069a79f4-44e9-4726-a5be-fca90e38aaf5"}]', [['069a79f4-44e9-4726-a5be-fca90e38aaf5']]],
  ['[{"value":"a","name":"b","uuid":"c"},{"name":"b","uuid":"c"}]', [['a'], ['b']]],
  [
    'Notch: Owner\njeb_: Chief of everything',
    [
      ['Notch', '', 'Owner'],
      ['jeb_', '', 'Chief of everything'],
    ],
  ],
  ['Notch\tOwner', [['Notch', '', 'Owner']]],
  // Not everybody has one.
  ['Notch: Owner\n- jeb_\n\n@Dinnerbone', [['Notch', '', 'Owner'], ['jeb_'], ['Dinnerbone']]],
  ['Notch | Owner', [['Notch', '', 'Owner']]],
  ['sample-fox: Owner', [['sample-fox', '', 'Owner']]],
  [
    '069a79f4-44e9-4726-a5be-fca90e38aaf5: Owner',
    [['069a79f4-44e9-4726-a5be-fca90e38aaf5', '', 'Owner']],
  ],
  [
    'Notch|Owner\njeb_ | Admin',
    [
      ['Notch', '', 'Owner'],
      ['jeb_', '', 'Admin'],
    ],
  ],
  ['- Notch - Owner', [['Notch', '', 'Owner']]],
  ['.Steve_123 – Owner', [['.Steve_123', '', 'Owner']]],
  [
    '.Steve 123: Builder\n• .Zoë#0042 - Chief\nNotch\tOwner',
    [
      ['.Steve 123', '', 'Builder'],
      ['.Zoë#0042', '', 'Chief'],
      ['Notch', '', 'Owner'],
    ],
  ],
  ['There are 2 of a max of 20 players online: .Steve_123, Notch', [['.Steve_123'], ['Notch']]],
  [
    'https://lineup.example/api/blockgame/render/composition?value=Notch&value=jeb_&label.1=Jens',
    [['Notch'], ['jeb_', 'Jens']],
  ],
])('formats that server owners use: %j', (text, places) => {
  expect(pastedItems(text)).toEqual(
    places.map(([value = '', label = '', caption]) =>
      caption === undefined ? { value, label } : { value, label, own: { caption } },
    ),
  );
});
test.each([
  ['https://lineup.example/Notch+jeb_', ['Notch', 'jeb_']],
  ['https://lineup.example/Notch,jeb_.png?scene=night', ['Notch', 'jeb_']],
  ['https://lineup.example/api/minecraft/render/composition/Notch+jeb_.webp', ['Notch', 'jeb_']],
  ['https://other.example/Notch+jeb_.png', ['https://other.example/Notch+jeb_.png']],
])('%s: our short URLs are rows, others are skins', (text, values) => {
  const places = pastedItems(text, ['https://lineup.example']);
  expect(places.map(({ value }) => value)).toEqual(values);
});

test.each([
  ['@Notch', 'Notch'],
  [' Notch,\n', 'Notch'],
  ['"Notch"', 'Notch'],
  ['Notch\u200b', 'Notch'],
  ['.Steve 123 ', '.Steve 123'],
  [' https://a.example/a,b.png', 'https://a.example/a,b.png'],
  ['José', 'José'],
  [',', ''],
])('a field takes %j as %j', (text, bare) => {
  expect(bareText(text)).toBe(bare);
});

test.each([
  ['Notch, José', ['José']],
  ['José', ['José']],
  ['Notch!, jeb_', ['Notch!']],
  ['Notch, jeb_', []],
  ['Notch (owner) <b>', []],
  ['["José"]', []],
  ['Notch: Größte', []],
])('of %j these are no names: %j', (text, stray) => {
  expect(strayNames(text)).toEqual(stray);
});
