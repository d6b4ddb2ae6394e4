import { blankCharacter } from './font-files.ts';
import type { FontRegistry } from './font-registry.ts';
import type { FamilyName } from './font-files.ts';
import { cleanLabel, directionOf, splitGraphemes } from './text.ts';

/** A label ready to be measured and drawn: every character of it is in one of the fonts named. */
export type ItemizedText = {
  /** The characters, as drawn, in reading order. */
  readonly graphemes: readonly string[];
  /** Font names in order of preference, in the notation of the CSS property `font-family`. */
  readonly families: string;
  readonly direction: 'ltr' | 'rtl';
  /** Characters that had to be replaced because no font has them. */
  readonly replaced: number;
};

/** Ends a label that was cut. The first Latin slice has it. */
export const ellipsis = '\u2026';

/** Stands for a character that no font has. The symbols have it. */
const emptyBox = '\u25a1';

/**
 * More marks than this on one letter are dropped. Three occur in real text (Hebrew with points);
 * without a bound a "glitched" name would climb over the figures.
 */
const maxMarks = 3;
const surplusMarks = new RegExp(`(\\p{Mn}{${maxMarks}})\\p{Mn}+`, 'gu');

/**
 * In UTF-16 units. The longest emoji in use has 15; joiners could chain thousands into what counts as
 * one character.
 */
const longestGrapheme = 48;

/**
 * Finds a font for every character of a label.
 *
 * A character that no font has would be looked up by the canvas library in the fonts of the
 * machine, and the picture would depend on where it was drawn. So it is replaced here: by its
 * compatible form (the plain letter for a mathematical one), else by itself without its marks, else
 * by an empty box.
 *
 * @param text any string; it is cleaned first
 */
export function itemize(fonts: FontRegistry, text: string): ItemizedText {
  const clean = cleanLabel(text).normalize('NFC').replace(surplusMarks, '$1');
  const preference = preferenceFor(clean);
  const found = new Map<string, FamilyName>();
  const findFamily = (grapheme: string): FamilyName | undefined => {
    const order = isEmoji(grapheme) ? [emoji, ...preference] : preference;
    const font = fonts.findFont(visibleCodepoints(grapheme), order);
    if (font !== undefined) found.set(font.alias, font.family);
    return font?.family;
  };
  findFamily(ellipsis);
  const drawn = splitGraphemes(clean).map((grapheme) => drawable(grapheme, findFamily));
  const graphemes = drawn.flatMap((one) => one.graphemes);
  // For each character the canvas library asks the fonts in this order.
  const families = listOrder(preference).flatMap((name) =>
    [...found].filter(([, family]) => family === name).map(([alias]) => `"${alias}"`),
  );
  const isPrimed = graphemes.some(fallsApart) && !clean.includes(blankCharacter);
  return {
    graphemes: isPrimed ? graphemes.map(primed) : graphemes,
    families: (isPrimed ? [`"${fonts.blankFont}"`, ...families] : families).join(', '),
    direction: directionOf(clean),
    replaced: drawn.filter(({ replaced }) => replaced).length,
  };
}

type Drawable = { readonly graphemes: readonly string[]; readonly replaced: boolean };

function drawable(
  grapheme: string,
  findFamily: (grapheme: string) => FamilyName | undefined,
): Drawable {
  if (grapheme.length > longestGrapheme) return boxed(findFamily);
  const family = findFamily(grapheme);
  if (family !== undefined) return { graphemes: [presented(grapheme, family)], replaced: false };
  const compatible = splitGraphemes(grapheme.normalize('NFKC'));
  if (compatible.every((part) => findFamily(part) !== undefined)) {
    return { graphemes: compatible, replaced: true };
  }
  const bare = grapheme.normalize('NFD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  if (bare !== '' && findFamily(bare) !== undefined) return { graphemes: [bare], replaced: true };
  return boxed(findFamily);
}

function boxed(findFamily: (grapheme: string) => FamilyName | undefined): Drawable {
  findFamily(emptyBox);
  return { graphemes: [emptyBox], replaced: true };
}

const asText = '\ufe0e';

/**
 * Says for a character that exists both as a symbol and as an emoji which of them is meant, because
 * the emoji font is asked before the symbols. An emoji that is wanted as a symbol although there is
 * none is an emoji: the canvas library would go and look for one on the machine.
 */
function presented(grapheme: string, family: FamilyName): string {
  if (family === emoji) return grapheme.replaceAll(asText, '');
  const ambiguous = family !== 'latin' && /^\p{Emoji}$/u.test(grapheme);
  return ambiguous ? grapheme + asText : grapheme;
}

/**
 * Whether the canvas library would draw the parts of a joined emoji one by one (❤️‍🔥 🏳️‍🌈 ⛓️‍💥): the
 * first part is a symbol unless told otherwise, the second an emoji by itself.
 */
function fallsApart(grapheme: string): boolean {
  return /^(?!\p{Emoji_Presentation})\p{Emoji}\ufe0f?\u200d\p{Emoji_Presentation}/u.test(grapheme);
}

/**
 * It does not where an emoji goes before (in text from right to left: after), so some go there that
 * are drawn as nothing.
 */
function primed(grapheme: string): string {
  return fallsApart(grapheme) ? blankCharacter + grapheme + blankCharacter : grapheme;
}

const emoji: FamilyName = 'emoji';
const alphabets: readonly FamilyName[] = [
  'latin',
  'arabic',
  'hebrew',
  'thai',
  'georgian',
  'javanese',
  'tibetan',
];

/**
 * In which order the typefaces are asked for a character. The emoji come last: a character that is
 * both is mostly meant as a symbol. They are left out where there can't be any, because their file
 * is large.
 *
 * Chinese, Japanese and Korean share characters that each draws a little differently: kana say that
 * the label is Japanese, hangul that it is Korean, and Chinese characters alone are Chinese.
 */
function preferenceFor(text: string): readonly FamilyName[] {
  const eastAsian: readonly FamilyName[] = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? ['japanese', 'chinese', 'korean']
    : /\p{sc=Hangul}/u.test(text)
      ? ['korean', 'japanese', 'chinese']
      : ['chinese', 'japanese', 'korean'];
  const mayHaveEmoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u.test(text);
  const last: readonly FamilyName[] = mayHaveEmoji ? [emoji] : [];
  return [...alphabets, 'symbols', 'moreSymbols', ...eastAsian, 'math', ...last];
}

/** Emoji go before symbols: else a joined emoji whose first part is a symbol too falls apart. */
function listOrder(preference: readonly FamilyName[]): readonly FamilyName[] {
  const others = preference.filter((name) => name !== emoji);
  const symbols = others.indexOf('symbols');
  return [...others.slice(0, symbols), emoji, ...others.slice(symbols)];
}

/** Whether the character asks for colour: by itself, or by a selector, key cap or flag. */
function isEmoji(grapheme: string): boolean {
  return /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\u20e3/u.test(grapheme);
}

/** What a font has to have; joiners, selectors and tags are followed without a glyph of their own. */
function visibleCodepoints(grapheme: string): number[] {
  return Array.from(
    grapheme.replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
    (character) => character.codePointAt(0) ?? 0,
  );
}
