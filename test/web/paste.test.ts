import { expect, test } from 'vitest';
import { leftOut, pastedPlaces } from '../../web/script/paste.ts';

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
  ['<b>, !', []],
  ['[1, null, {}]', []],
  ['{"value":"Notch"', []],
  ['', []],
])('%j is pasted as %j', (text, values) => {
  expect(pastedPlaces(text)).toEqual(values.map((value) => ({ value, label: '' })));
});

test('items as the service takes them bring their labels', () => {
  const items = [{ value: 'Notch', label: 'N' }, { value: data }, { label: 'nobody' }, 'jeb_'];
  expect(pastedPlaces(JSON.stringify(items, null, 2))).toEqual([
    { value: 'Notch', label: 'N' },
    { value: data, label: '' },
    { value: 'jeb_', label: '' },
  ]);
});

test('what has no place left is counted', () => {
  expect(leftOut(1)).toBe('Ten are the most: 1 was left out.');
  expect(leftOut(4)).toBe('Ten are the most: 4 were left out.');
});
