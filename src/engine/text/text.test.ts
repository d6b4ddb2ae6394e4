import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanLabel, countGraphemes, directionOf, splitGraphemes } from './text.ts';

describe('cleanLabel', () => {
  test.each([
    ['nothing to do', 'xX_Notch_Xx', 'xX_Notch_Xx'],
    ['control characters', 'a\u0000b\u0007c\u009fd', 'a b c d'],
    ['a line end is one gap', 'one\r\ntwo\u2028three\u2029four', 'one two three four'],
    ['blanks around', ' \t Steve \n', 'Steve'],
    ['only blanks', ' \u00a0\u3000\u2800\u3164 ', ''],
    ['spaces of other widths', 'a\u00a0b\u2003c', 'a b c'],
    ['zero width space, byte order mark, soft hyphen', 'a\u200bb\ufeffc\u00add', 'abcd'],
    ['overrides and isolates', '\u202eevil\u202c \u2067x\u2069', 'evil x'],
    ['a joined emoji stays whole', '👩‍🚀', '👩‍🚀'],
    ['a flag of tags stays whole', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['an emoji selector stays', '❤\ufe0f', '❤\ufe0f'],
    ['joiners of scripts stay', 'क्\u200dष می\u200cخ', 'क्\u200dष می\u200cخ'],
    ['Mongolian selectors stay', 'ᠠ\u180b ᠬ\u180eᠠ', 'ᠠ\u180b ᠬ\u180eᠠ'],
    ['half a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ])('%s', (_, text, clean) => {
    expect(cleanLabel(text)).toBe(clean);
  });

  it('returns a single line, which is clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanLabel(text);
        expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(cleanLabel(clean)).toBe(clean);
      }),
    );
  });
});

test.each([
  ['', 0],
  ['Notch', 5],
  ['é', 1],
  ['e\u0301', 1],
  ['👨‍👩‍👧‍👦', 1],
  ['🇩🇪🇯🇵', 2],
  ['👍🏽', 1],
  ['1️⃣', 1],
  ['नमस्ते', 3],
  ['한글', 2],
  ['ကြောင်းပါ', 3],
])('%j has the length %i', (text, count) => {
  expect(countGraphemes(text)).toBe(count);
  expect(splitGraphemes(text)).toHaveLength(count);
});

test.each([
  ['Steve', 'ltr'],
  ['שלום', 'rtl'],
  ['مرحبا', 'rtl'],
  ['123 שלום', 'rtl'],
  ['★ Alex שלום', 'ltr'],
  ['\u200fSteve', 'rtl'],
  ['\u200eשלום', 'ltr'],
  ['漢字', 'ltr'],
  ['42!', 'ltr'],
  ['', 'ltr'],
] as const)('%j reads %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
