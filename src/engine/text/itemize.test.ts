import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { blankCharacter, familyNames } from './font-files.ts';
import { itemize } from './itemize.ts';
import { debugLine, fonts, viewLine } from '../../../test/support/debug-line.ts';
import { scripts } from '../../../test/support/scripts.ts';

/** The names that our font files have inside; the blank font has none. */
const ourFamilies = /^(Noto Sans|Noto Serif Tibetan|Noto Color Emoji|$)/;

/** Nothing from the machine, no empty glyph. */
function expectOwnGlyphs(text: string): void {
  const readsBefore = debugLine('A').fallbackReads;
  const line = debugLine(text);
  expect(line.fallbackReads, `${text} asked the machine`).toBe(readsBefore);
  for (const { family, glyphs } of line.runs) {
    expect(family).toMatch(ourFamilies);
    expect(glyphs, `${text} has an empty glyph`).not.toContain(0);
  }
}

/** Every character is drawn as itself; only selectors and invisible characters are added. */
function expectUnchanged(text: string): void {
  const bare = (some: string) => some.replaceAll('\ufe0e', '').replaceAll(blankCharacter, '');
  expect(bare(itemize(fonts, text).graphemes.join(''))).toBe(bare(text.normalize('NFC')));
}

describe('the fonts of the package cover every script', () => {
  test.each(Object.entries(scripts))('%s', (_, text) => {
    expectUnchanged(text);
    expectOwnGlyphs(text);
  });
});

test('every typeface is that of some script', () => {
  expectOwnGlyphs('𝒜𝓐∑');
  const all = ['𝒜', ...Object.values(scripts)].map((text) => itemize(fonts, text).families);
  // The typeface of titles is not one of labels.
  for (const name of familyNames.filter((family) => family !== 'display')) {
    expect(all.join()).toContain(`"lineup-${name}`);
  }
});

test.each(Array.from('꧁꧂༺༻ღ⚑⚐✞✟✠☻☽☾⌂⎯☭⛧⚔⚖⚜☸☪⟦⟧⟨⟩⟪⟫⫷⫸⊱⊰⤷↳⇢∞≠√'))(
  'decorative characters in names have a glyph: %s',
  (sign) => {
    expectUnchanged(sign);
    expectOwnGlyphs(`Name ${sign} Name`);
  },
);

describe('the fonts of the machine are never used', () => {
  it('(this test would detect it)', () => {
    const before = debugLine('A').fallbackReads;
    const line = viewLine('Ж', { families: 'lineup-latin-latin', direction: 'ltr' });
    // Its default font it uses without a look; where it has none at all, the glyph is empty.
    const isNoticed = line.runs.some(
      ({ family, glyphs }) => !ourFamilies.test(family) || glyphs.includes(0),
    );
    expect(line.fallbackReads > before || isNoticed).toBe(true);
  });

  it('for any single character', () => {
    // Every 29th: the prime meets every block of Unicode, and each run the same ones.
    for (let codepoint = 0x20; codepoint < 0x30000; codepoint += 29) {
      if (codepoint < 0xd800 || codepoint > 0xdfff)
        expectOwnGlyphs(String.fromCodePoint(codepoint));
    }
  });

  it('for any mixture of scripts, marks, joiners and selectors', () => {
    const alphabet = [
      ...Array.from(Object.values(scripts).join('')),
      ...Array.from(
        '\u0301\u0323\u0303\u20e3\u0335\u200d\u200c\u200e\u200f\ufe0f\ufe0e\u034f\u{e0067}',
      ),
      ...Array.from('ⴰ𝓐Ａ⅓'),
    ];
    const unit = fc.constantFrom(...alphabet);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        expectOwnGlyphs(text);
      }),
      { numRuns: 1500, seed: 1 },
    );
  });
});

describe('emoji', () => {
  test.each([
    ['👩‍🚀', 1],
    ['👨‍👩‍👧‍👦', 1],
    ['👍🏽', 1],
    ['🧑🏻‍🤝‍🧑🏿', 1],
    ['🇩🇪', 1],
    ['🏴󠁧󠁢󠁷󠁬󠁳󠁿', 1],
    ['1️⃣', 1],
    ['❤️‍🔥', 1],
    ['🏳️‍🌈', 1],
    ['⛓️‍💥', 1],
    ['🏳️‍🌈❤️‍🔥', 2],
    ['👁️‍🗨️', 1],
    ['🦊🐉', 2],
    [blankCharacter, 1],
  ])('%s is %i picture(s) in colour, also beside symbols and kanji', (text, count) => {
    for (const label of [text, `★${text}漢か`, `x${text}`, `ש ${text}`]) {
      const glyphs = debugLine(label)
        .runs.filter(({ family }) => family === 'Noto Color Emoji')
        .flatMap((run) => run.glyphs);
      expect(glyphs, label).toHaveLength(count);
    }
  });

  test.each(['♥', '☠', '★', '1', '#', '©'])('%s alone is a symbol, not an emoji', (text) => {
    expect(debugLine(`${text} 🦊`).runs[0]?.family).not.toBe('Noto Color Emoji');
  });

  it('ignore a selector for text style', () => {
    expectOwnGlyphs('🚀\ufe0e');
  });
});

describe('what no font covers', () => {
  test.each([
    ['an unsupported script becomes boxes', 'ⴰⵣ', '□□'],
    ['letters that only a newer font has become plain ones', '\u{1ccd6}\u{1ccd7}', 'AB'],
    ['a letter loses marks that its font lacks', 'x\u0489', 'x'],
    ['a chain of joiners is one box', `a${'👩\u200d'.repeat(500)}👩b`, 'a□b'],
    ['unassigned', '\u{2fffd}', '□'],
  ])('%s', (_, text, drawn) => {
    const set = itemize(fonts, text);
    expect(set.graphemes.join('').replaceAll('\ufe0e', '')).toBe(drawn);
  });

  it('limits the number of stacked marks', () => {
    expect(itemize(fonts, `q${'\u0301'.repeat(40)}`).graphemes).toEqual(['q\u0301\u0301\u0301']);
  });
});
