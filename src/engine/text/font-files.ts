/**
 * The format of the fonts that `scripts/fonts` creates at install: for each typeface a list of files,
 * in the order in which they are tried for a character.
 */

/** Inside `node_modules`, so that it is removed with the packages. */
export const fontsFolder = new URL('../../../node_modules/.lineup-fonts/', import.meta.url);

/** The names of the typefaces: first those of alphabets, in the order in which they are tried. */
export const familyNames = [
  // Before Latin, whose font would draw its separator of vowels as a space.
  'mongolian',
  'latin',
  'arabic',
  'hebrew',
  'thai',
  'georgian',
  'javanese',
  'tibetan',
  'armenian',
  'ethiopic',
  'cherokee',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'lao',
  'myanmar',
  'symbols',
  'moreSymbols',
  'chinese',
  'japanese',
  'korean',
  'math',
  'display',
  'emoji',
] as const;
export type FamilyName = (typeof familyNames)[number];

/** Sorted, disjoint, inclusive ranges of code points: `[first, last, first, last, …]`. */
export type CodepointRanges = readonly number[];

/** One file of a typeface: an OpenType font, which the canvas maps into memory. */
export type FontFile = {
  /** In the package `lineup-draw`: the web font that it is, in a package that may be installed. */
  readonly packed?: string;
  /** Its name in `fontsFolder`, without `.otf`. */
  readonly name: string;
  /** The characters it is used for: those it is published for and has a glyph for. */
  readonly characters: CodepointRanges;
  /** Other characters that may follow within a grapheme: marks, joiners, digits. */
  readonly parts: CodepointRanges;
};

/** In `fontsFolder`: the packages that its files were made from. Written last. */
export const stampName = 'packages.json';
/** A font whose only character is drawn as nothing. */
export const blankFontName = 'blank';

/** A rare emoji that the blank font makes invisible; see `primed` in itemize.ts. */
export const blankCharacter = '\u{1f201}';
