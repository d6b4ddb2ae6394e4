/**
 * What `scripts/fonts` makes of the font packages when the project is installed, and the labels read:
 * for each typeface a list of its files, in the order in which they are asked for a character.
 */

/** Beside the packages, so that it goes when they go. */
export const fontsFolder = new URL('../../node_modules/.lineup-fonts/', import.meta.url);

/** The names of the typefaces, as the labels ask for them. */
export const familyNames = [
  'latin',
  'arabic',
  'hebrew',
  'thai',
  'georgian',
  'javanese',
  'tibetan',
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

/** Code points: sorted, disjoint, inclusive: `[first, last, first, last, …]`. */
export type CodepointRanges = readonly number[];

/** One file of a typeface: an OpenType font, which the canvas maps into memory. */
export type FontFile = {
  /** Its name in `fontsFolder`, without the ending `.otf`. */
  readonly name: string;
  /** The characters it is taken for: those it is published for and has a glyph for. */
  readonly characters: CodepointRanges;
  /** Others that it has, which may follow one of those within a character: marks, joiners, digits. */
  readonly parts: CodepointRanges;
};

/** In `fontsFolder`: which packages its files were made of. Written last. */
export const stampName = 'packages.json';
/** A font whose one character is drawn as nothing. */
export const blankFontName = 'blank';

/**
 * An emoji that is hardly ever used (a sign of Japanese television), which the blank font makes
 * invisible; see `primed` in itemize.ts.
 */
export const blankCharacter = '\u{1f201}';
