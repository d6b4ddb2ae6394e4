import { expect, it } from 'vitest';
import { readShortForm } from './composition-query.ts';

it.each([
  ['Notch+.Steve', ['Notch', '.Steve'], undefined],
  ['Notch,.Steve.webp', ['Notch', '.Steve'], 'webp'],
  ['.Steve', ['.Steve'], undefined],
  ['Notch.PNG', ['Notch'], 'png'],
])('%s: the dot of a Bedrock player is no extension', (players, values, format) => {
  expect(readShortForm(players)).toEqual({ values, format });
});

it('another extension is refused', () => {
  expect(() => readShortForm('Notch+jeb_.gifx')).toThrow(
    'path.players: the file extension must be',
  );
});
