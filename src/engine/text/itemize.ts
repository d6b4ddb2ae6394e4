import { blankCharacter, familyNames, type FamilyName } from './font-files.ts';
import type { FontRegistry } from './font-registry.ts';
import { cleanLabel, directionOf, splitGraphemes, type Direction } from './text.ts';

/** A label ready to be measured and drawn: each of its characters is in one of its fonts. */
export type ItemizedText = {
  /** The graphemes to draw, in reading order. */
  readonly graphemes: readonly string[];
  /** Font names in order of preference, in the notation of the CSS property `font-family`. */
  readonly families: string;
  readonly direction: Direction;
};

/** Ends a cut label. The first Latin file has it. */
export const ellipsis = '\u2026';

/** Replaces a character that no font has. The symbol font has it. */
const emptyBox = '\u25a1';

/** Further marks on a letter are dropped: real text has up to three, a glitched name hundreds. */
const surplusMarks = /(\p{Mn}{3})\p{Mn}+/gu;

/** In UTF-16 units. The longest real emoji has 15; joiners could chain thousands into one grapheme. */
const longestGrapheme = 48;

/**
 * Finds a font for every character of a label.
 *
 * The canvas library would look up a character that no font has in the fonts of the machine, so that the
 * picture would depend on where it was drawn. Such a character is replaced here: by its compatible form
 * (the plain letter for a mathematical one), otherwise by itself without marks, otherwise by an empty box.
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
  const graphemes = splitGraphemes(clean).flatMap((grapheme) => drawable(grapheme, findFamily));
  // The canvas library tries the fonts in this order for each character.
  const families = listOrder(preference).flatMap((name) =>
    [...found].filter(([, family]) => family === name).map(([alias]) => `"${alias}"`),
  );
  const isPrimed = graphemes.some(fallsApart) && !clean.includes(blankCharacter);
  return {
    graphemes: isPrimed ? graphemes.map(primed) : graphemes,
    families: (isPrimed ? [`"${fonts.blankFont}"`, ...families] : families).join(', '),
    direction: directionOf(clean),
  };
}

function drawable(
  grapheme: string,
  findFamily: (grapheme: string) => FamilyName | undefined,
): readonly string[] {
  if (grapheme.length > longestGrapheme) return boxed(findFamily);
  const family = findFamily(grapheme);
  if (family !== undefined) return [presented(grapheme, family)];
  const compatible = splitGraphemes(grapheme.normalize('NFKC'));
  if (compatible.every((part) => findFamily(part) !== undefined)) return compatible;
  const bare = grapheme.normalize('NFD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  if (bare !== '' && findFamily(bare) !== undefined) return [bare];
  return boxed(findFamily);
}

function boxed(findFamily: (grapheme: string) => FamilyName | undefined): readonly string[] {
  findFamily(emptyBox);
  return [emptyBox];
}

const asText = '\ufe0e';

/**
 * Adds a variation selector to a character that exists as symbol and as emoji, because the emoji font
 * is tried before the symbols. An emoji for which text style is requested but no symbol exists stays an
 * emoji, or the canvas library would search the fonts of the machine.
 */
function presented(grapheme: string, family: FamilyName): string {
  if (family === emoji) return grapheme.replaceAll(asText, '');
  const ambiguous = family !== 'latin' && /^\p{Emoji}$/u.test(grapheme);
  return ambiguous ? grapheme + asText : grapheme;
}

/** Whether the canvas would draw the parts of a joined emoji apart (❤️‍🔥 🏳️‍🌈 ⛓️‍💥). */
function fallsApart(grapheme: string): boolean {
  return /^(?!\p{Emoji_Presentation})\p{Emoji}\ufe0f?\u200d\p{Emoji_Presentation}/u.test(grapheme);
}

/** An emoji in front prevents that (in right-to-left text: behind), so invisible ones are added there. */
function primed(grapheme: string): string {
  return fallsApart(grapheme) ? blankCharacter + grapheme + blankCharacter : grapheme;
}

const emoji: FamilyName = 'emoji';
const alphabets = familyNames.slice(0, familyNames.indexOf('symbols'));

/**
 * The order in which typefaces are tried for a character. Emoji come last, because a character that is
 * both is usually meant as a symbol; they are omitted if there cannot be any, because their file is large.
 *
 * Chinese, Japanese and Korean draw some shared characters differently: kana mean that the
 * label is Japanese, hangul that it is Korean, and Chinese characters alone are Chinese.
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

/** Emoji before symbols: otherwise a joined emoji whose first part is also a symbol falls apart. */
function listOrder(preference: readonly FamilyName[]): readonly FamilyName[] {
  const others = preference.filter((name) => name !== emoji);
  const symbols = others.indexOf('symbols');
  return [...others.slice(0, symbols), emoji, ...others.slice(symbols)];
}

/** Whether a character is displayed in colour: by default, or through a selector, key cap or flag. */
function isEmoji(grapheme: string): boolean {
  return /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\u20e3/u.test(grapheme);
}

/** The code points that a font must have; joiners, selectors and tags need no glyph. */
function visibleCodepoints(grapheme: string): number[] {
  return Array.from(
    grapheme.replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
    (character) => character.codePointAt(0) ?? 0,
  );
}
