const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader calls characters (extended grapheme clusters, Unicode Standard Annex 29). */
export function splitGraphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many characters a reader sees: an emoji family, a flag or a letter with its accents is one. */
export function countGraphemes(text: string): number {
  // ASCII has one character a code unit; the one exception, CR LF, is not part of a clean label.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** C0 and C1 controls, line and paragraph separators: a run of them is one gap between words. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** Spaces of other widths and letters that are blank; a label knows one kind of space. */
const blanks = /[\p{Zs}\u115f\u1160\u2800\u3164\uffa0]/gu;

/**
 * Characters that nobody sees: zero width space, soft hyphen, byte order mark, and the embeddings,
 * overrides and isolates that turn the text after them around. The joiners (emoji, Arabic, Indic
 * scripts), the selectors and tags (emoji, Chinese variants) and the plain direction marks (mixed
 * names) stay.
 */
const invisible =
  /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb](?<![\u200c-\u200f\u061c]|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}])/gu;

/**
 * The label as it is drawn: one line, nothing invisible, no blanks around it. Control characters
 * become spaces; half a surrogate pair becomes U+FFFD. Cleaning twice changes nothing more.
 */
export function cleanLabel(text: string): string {
  return text
    .toWellFormed()
    .replace(controls, ' ')
    .replace(blanks, ' ')
    .replace(invisible, '')
    .trim();
}

/** The direction of the first letter that has one (rule P2 of the Unicode bidirectional algorithm). */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const strong = /[\p{L}\u200e\u200f\u061c]/u.exec(text)?.[0] ?? '';
  return /[\u200f\u061c\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u.test(
    strong,
  )
    ? 'rtl'
    : 'ltr';
}
