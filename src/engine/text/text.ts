const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Splits text into extended grapheme clusters (Unicode Standard Annex 29). Vowel signs that it separates
 * from their letter (of Burmese) stay with it: they are drawn together or not at all.
 */
export function splitGraphemes(text: string): string[] {
  const graphemes: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    if (graphemes.length > 0 && startsWithMark.test(segment))
      graphemes.push(graphemes.pop() + segment);
    else graphemes.push(segment);
  }
  return graphemes;
}

const startsWithMark = /^\p{M}/u;

/** Counts visible characters: an emoji family, a flag or a letter with accents is one. */
export function countGraphemes(text: string): number {
  // ASCII has one code unit per character; the exception, CR LF, never occurs in a clean label.
  return /^[\x20-\x7e]*$/.test(text) ? text.length : splitGraphemes(text).length;
}

/** C0 and C1 controls, line and paragraph separators; each run becomes one space. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** Spaces of other widths and blank letters become plain spaces. */
const blanks = /[\p{Zs}\u115f\u1160\u2800\u3164\uffa0]/gu;

/**
 * Invisible characters: zero width space, soft hyphen, byte order mark, and embeddings, overrides and
 * isolates that change the direction of the text after them. Joiners (emoji, Arabic, Indic scripts),
 * selectors and tags (emoji, Chinese and Mongolian variants) and plain direction marks (mixed names) are
 * kept.
 */
const invisible =
  /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb](?<![\u200c-\u200f\u061c]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}])/gu;

/** Cleans a label: one line, nothing invisible, trimmed; half a surrogate is U+FFFD. Idempotent. */
export function cleanLabel(text: string): string {
  return text
    .toWellFormed()
    .replace(controls, ' ')
    .replace(blanks, ' ')
    .replace(invisible, '')
    .trim();
}

export type Direction = 'ltr' | 'rtl';

/** The direction of the first strong character (rule P2 of the Unicode bidirectional algorithm). */
export function directionOf(text: string): Direction {
  const strong = /[\p{L}\u200e\u200f\u061c]/u.exec(text)?.[0] ?? '';
  return /[\u200f\u061c\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u.test(
    strong,
  )
    ? 'rtl'
    : 'ltr';
}
