import type { FamilyName } from '../../src/engine/text/font-files.ts';

/**
 * The typefaces of the labels, and which packages they are in.
 *
 * Noto Sans throughout: one design for all scripts, sturdy enough for an outline, and its capital I has
 * serifs, so that I, l and 1 can be told apart in a player's name. A typeface comes in slices (one file
 * for a range of characters), and only the slices that a label needs are opened.
 */
export type FontFamily = {
  /** Of its package: the characters of each slice. */
  readonly index: string;
  /** The slices to use, if not all: the others duplicate another family. */
  readonly slices?: readonly string[];
  /** The characters to use it for, in CSS notation, if not those of the index or of a single file. */
  readonly published?: string;
  /** Of a family in one file, a WOFF. */
  readonly single?: {
    readonly file: string;
    /** Tables that are not needed. */
    readonly without: readonly string[];
  };
};

export const fontFamilies: Readonly<Record<FamilyName, FontFamily>> = {
  // Its package publishes brackets and numbers in circles, too, which other typefaces draw better.
  mongolian: {
    index: import.meta.resolve('@fontsource/noto-sans-mongolian/unicode.json'),
    slices: ['mongolian'],
    published: 'U+1800-18AF,U+11660-1166C',
  },
  latin: { index: import.meta.resolve('@fontsource-variable/noto-sans/unicode.json') },
  arabic: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
    slices: ['arabic'],
  },
  hebrew: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
    slices: ['hebrew'],
  },
  thai: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
    slices: ['thai'],
  },
  georgian: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
    slices: ['georgian'],
  },
  // These two contain common ornaments of names: ꧁ ꧂, ༺ ༻.
  javanese: {
    index: import.meta.resolve('@fontsource/noto-sans-javanese/unicode.json'),
    slices: ['javanese'],
  },
  tibetan: {
    index: import.meta.resolve('@fontsource-variable/noto-serif-tibetan/unicode.json'),
    slices: ['tibetan'],
    // Without brackets of Chinese and Japanese.
    published: 'U+0F00-0FFF',
  },
  armenian: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'),
    slices: ['armenian'],
  },
  ethiopic: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
    slices: ['ethiopic'],
  },
  cherokee: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-cherokee/unicode.json'),
    slices: ['cherokee'],
  },
  bengali: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
    slices: ['bengali'],
  },
  gurmukhi: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
    slices: ['gurmukhi'],
  },
  gujarati: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
    slices: ['gujarati'],
  },
  tamil: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
    slices: ['tamil'],
  },
  telugu: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
    slices: ['telugu'],
  },
  kannada: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
    slices: ['kannada'],
  },
  malayalam: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
    slices: ['malayalam'],
  },
  sinhala: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
    slices: ['sinhala'],
  },
  khmer: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-khmer/unicode.json'),
    slices: ['khmer'],
  },
  lao: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-lao/unicode.json'),
    slices: ['lao'],
  },
  myanmar: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-myanmar/unicode.json'),
    slices: ['myanmar'],
  },
  symbols: {
    index: import.meta.resolve('@fontsource/noto-sans-symbols-2/unicode.json'),
    slices: ['symbols'],
  },
  // Swords, moons, flags and crosses that the other symbol font lacks.
  moreSymbols: {
    index: import.meta.resolve('@fontsource-variable/noto-sans-symbols/unicode.json'),
    slices: ['symbols'],
  },
  chinese: { index: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json') },
  japanese: { index: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json') },
  korean: { index: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json') },
  // Arrows, brackets, operators, and styled letters (𝗕𝗼𝗹𝗱 𝓢𝓬𝓻𝓲𝓹𝓽). Its package calls its only file
  // Latin.
  math: {
    index: import.meta.resolve('@fontsource/noto-sans-math/unicode.json'),
    single: {
      file: 'noto-sans-math-latin-400-normal.woff',
      without: ['MATH'],
    },
    published: 'U+2190-22FF,U+27C0-27EF,U+2900-2AFF,U+2B30-2B4C,U+1D400-1D7FF',
  },
  // The pixel font for titles; not used for labels.
  display: { index: import.meta.resolve('@fontsource/jersey-10/unicode.json') },
  // In one file, because joined emoji combine any parts. Four fifths of the font are the same
  // pictures as SVG.
  emoji: {
    index: import.meta.resolve('@fontsource/noto-color-emoji/unicode.json'),
    single: { file: 'noto-color-emoji-emoji-400-normal.woff', without: ['SVG '] },
  },
};
