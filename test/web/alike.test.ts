import { expect, test } from 'vitest';
import { alikeNames, bareName } from '../../web/script/alike.ts';

test.each([
  ['Notch_', 'Notch'],
  ['_Notch_', 'Notch'],
  ['Notch', 'Notch_'],
  ['José', 'Jose'],
  ['Ærøskøbing', 'aeroskobing'],
  ['Straße', 'Strasse'],
  ['Ｎotch', 'Notch'],
  ['Notch!', 'Notch'],
  ['(Notch)', 'Notch'],
  ['The King', 'TheKing'],
  ['The-King', 'TheKing'],
])('%s may be %s first', (text, name) => {
  expect(alikeNames(text)[0]).toBe(name);
});

test('words may have been joined by an underscore', () => {
  expect(alikeNames('The King')).toContain('The_King');
});

test.each([
  '',
  '_',
  'é',
  'Зоя',
  '.Steve 1',
  'sample-foxx',
  'https://a.example/1.png',
  'roblox:builderman_',
  `Notch${'_'.repeat(80)}`,
])('nobody is like %j', (text) => {
  expect(alikeNames(text)).toEqual([]);
});

test('all of them are names, and others than the text', () => {
  for (const text of ['Notch_', 'José', 'a b c d e f g h i j k l m n o p', 'x'.repeat(25)]) {
    for (const name of alikeNames(text)) {
      expect(name).toMatch(/^\w{2,25}$/);
      expect(name).not.toBe(text);
    }
  }
});

test('a name without what spelling adds', () => {
  expect(bareName('_José_!')).toBe(bareName('JOSE'));
});
