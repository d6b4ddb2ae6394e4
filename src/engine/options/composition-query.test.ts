import { expect, it } from 'vitest';
import { isCompositionOfOne, readShortForm } from './composition-query.ts';

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

it.each([
  ['?scene=night#top', true],
  ['?height=64#&scene=night', false],
  ['#?scene=night', false],
])('%s: a fragment says nothing of the picture', (query, isComposition) => {
  expect(isCompositionOfOne(query)).toBe(isComposition);
});
