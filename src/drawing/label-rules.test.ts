import { describe, expect, it } from 'vitest';
import { longestLabel, readLabel } from './label-rules.ts';

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
    'counts as a reader does: 64 times %s is a label, 65 times is not',
    (character) => {
      expect(readLabel(character.repeat(longestLabel))).toBe(character.repeat(longestLabel));
      expect(readLabel(character.repeat(longestLabel + 1))).toBeNull();
    },
  );

  it('counts what is drawn, not what is cleaned away', () => {
    expect(readLabel(`${' '.repeat(500)}${'\u200b'.repeat(500)}a\n`)).toBe('a');
  });

  it('has a bound in units too: characters can be made of any number of marks', () => {
    expect(readLabel(`a${'\u0301'.repeat(2047)}`)).not.toBeNull();
    expect(readLabel(`a${'\u0301'.repeat(2048)}`)).toBeNull();
    expect(readLabel(' '.repeat(2049))).toBeNull();
  });
});
