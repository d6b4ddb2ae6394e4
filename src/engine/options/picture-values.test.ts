import { expect, it, describe } from 'vitest';
import {
  colourFrom,
  gradientOf,
  visibleColour,
  longestLabel,
  labelFrom,
} from './picture-values.ts';

it.each([
  ['1aB', '11aabbff'],
  ['#1aB8', '11aabb88'],
  ['1a2b3C', '1a2b3cff'],
  ['#1a2b3c4d', '1a2b3c4d'],
  ['1a20', null],
  ['1a2b3c00', null],
  [undefined, null],
])('%s is %s', (text, colour) => {
  expect(visibleColour(text)).toBe(colour);
  if (colour !== null) expect(Buffer.from(colourFrom(text)).toString('hex')).toBe(colour);
});

it.each([
  ['0000', false],
  ['1230,4560', false],
  ['0000,fff', true],
  ['fff,0000', true],
])('the background %s can be seen: %s', (background, isSeen) => {
  expect(gradientOf(background) !== null).toBe(isSeen);
});

describe('labelFrom', () => {
  it.each([
    ['', ''],
    ['Notch', 'Notch'],
    ['  Notch\t', 'Notch'],
    ['a\r\nb', 'a b'],
    ['\u0000', ''],
    ['a\u202eb', 'ab'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ])('%j is drawn as %j', (text, label) => {
    expect(labelFrom(text, 'label')).toBe(label);
  });

  it.each(['a', 'é', 'e\u0301', '𠮷', '👨‍👩‍👧‍👦', '🇫🇷', '1️⃣', 'क्षि'])(
    'counts visible characters: 64 times %s is a label, 65 times is not',
    (character) => {
      expect(labelFrom(character.repeat(longestLabel), 'label')).toBe(
        character.repeat(longestLabel),
      );
      expect(() => labelFrom(character.repeat(longestLabel + 1), 'label')).toThrow(
        'label: must be at most 64',
      );
    },
  );

  it('counts the characters that are drawn, not those removed', () => {
    expect(labelFrom(`${' '.repeat(500)}${'\u200b'.repeat(500)}a\n`, 'label')).toBe('a');
  });

  it('also has a limit of code units: a character can have any number of marks', () => {
    expect(labelFrom(`a${'\u0301'.repeat(2047)}`, 'label')).toBeTruthy();
    expect(() => labelFrom(`a${'\u0301'.repeat(2048)}`, 'label')).toThrow(
      'label: must be at most 64',
    );
    expect(() => labelFrom(' '.repeat(2049), 'label')).toThrow('label: must be at most 64');
  });
});
