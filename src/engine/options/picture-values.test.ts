import { expect, it, describe } from 'vitest';
import { colourFrom, visibleColour, longestLabel, readLabel } from './picture-values.ts';

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

describe('readLabel', () => {
  it.each([
    ['', ''],
    ['Notch', 'Notch'],
    ['  Notch\t', 'Notch'],
    ['a\r\nb', 'a b'],
    ['\u0000', ''],
    ['a\u202eb', 'ab'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ])('%j is drawn as %j', (text, label) => {
    expect(readLabel(text)).toBe(label);
  });

  it.each(['a', 'é', 'e\u0301', '𠮷', '👨‍👩‍👧‍👦', '🇫🇷', '1️⃣', 'क्षि'])(
    'counts visible characters: 64 times %s is a label, 65 times is not',
    (character) => {
      expect(readLabel(character.repeat(longestLabel))).toBe(character.repeat(longestLabel));
      expect(readLabel(character.repeat(longestLabel + 1))).toBeNull();
    },
  );

  it('counts the characters that are drawn, not those removed', () => {
    expect(readLabel(`${' '.repeat(500)}${'\u200b'.repeat(500)}a\n`)).toBe('a');
  });

  it('also has a limit of code units: a character can have any number of marks', () => {
    expect(readLabel(`a${'\u0301'.repeat(2047)}`)).not.toBeNull();
    expect(readLabel(`a${'\u0301'.repeat(2048)}`)).toBeNull();
    expect(readLabel(' '.repeat(2049))).toBeNull();
  });
});
