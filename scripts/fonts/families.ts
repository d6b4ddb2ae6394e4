import type { FamilyName } from '../../src/text/font-files.ts';

/**
 * The typefaces of the labels, and where their files are.
 *
 * Noto Sans throughout: one design for all scripts, sturdy enough for an outline, and its capital I has
 * serifs, so that I, l and 1 can be told apart in a player's name. A typeface comes in slices (one file
 * for a range of characters), and only the slices that a label needs are opened.
 */
export type FontFamily =
  | {
      /** Where its package publishes the characters of each slice. */
      readonly indexUrl: string;
      /** The file of a slice, relative to the index; `*` stands for the key of the slice. */
      readonly files: string;
      /** The slices to use, if not all: the others duplicate another family. */
      readonly slices?: readonly string[];
    }
  | {
      /** A family in one file, a WOFF. */
      readonly fileUrl: string;
      /** Tables that are not needed. */
      readonly without: readonly string[];
      /** The characters to use it for, in CSS notation; any by default. */
      readonly published?: string;
    };

export const fontFamilies = {
  latin: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans/unicode.json'),
    files: 'files/noto-sans-*-wght-normal.woff2',
  },
  arabic: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
    files: 'files/noto-sans-arabic-*-wght-normal.woff2',
    slices: ['arabic'],
  },
  hebrew: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
    files: 'files/noto-sans-hebrew-*-wght-normal.woff2',
    slices: ['hebrew'],
  },
  thai: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
    files: 'files/noto-sans-thai-*-wght-normal.woff2',
    slices: ['thai'],
  },
  georgian: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
    files: 'files/noto-sans-georgian-*-wght-normal.woff2',
    slices: ['georgian'],
  },
  // These two contain common ornaments of names: ꧁ ꧂, ༺ ༻.
  javanese: {
    indexUrl: import.meta.resolve('@fontsource/noto-sans-javanese/unicode.json'),
    files: 'files/noto-sans-javanese-*-400-normal.woff2',
    slices: ['javanese'],
  },
  tibetan: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-serif-tibetan/unicode.json'),
    files: 'files/noto-serif-tibetan-*-wght-normal.woff2',
    slices: ['tibetan'],
  },
  symbols: {
    indexUrl: import.meta.resolve('@fontsource/noto-sans-symbols-2/unicode.json'),
    files: 'files/noto-sans-symbols-2-*-400-normal.woff2',
    slices: ['symbols'],
  },
  // Swords, moons, flags and crosses that the other symbol font lacks.
  moreSymbols: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-symbols/unicode.json'),
    files: 'files/noto-sans-symbols-*-wght-normal.woff2',
    slices: ['symbols'],
  },
  chinese: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
    files: 'files/noto-sans-sc-*-wght-normal.woff2',
  },
  japanese: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
    files: 'files/noto-sans-jp-*-wght-normal.woff2',
  },
  korean: {
    indexUrl: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
    files: 'files/noto-sans-kr-*-wght-normal.woff2',
  },
  // Arrows, brackets, operators, and styled letters (𝗕𝗼𝗹𝗱 𝓢𝓬𝓻𝓲𝓹𝓽). Its package calls its only file
  // Latin.
  math: {
    fileUrl: import.meta
      .resolve('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff'),
    without: ['MATH'],
    published: 'U+2190-22FF,U+27C0-27EF,U+2900-2AFF,U+2B30-2B4C,U+1D400-1D7FF',
  },
  // The pixel font for titles; not used for labels.
  display: {
    indexUrl: import.meta.resolve('@fontsource/jersey-10/unicode.json'),
    files: 'files/jersey-10-*-400-normal.woff2',
  },
  // In one file, because joined emoji combine any parts. Four fifths of the font are the same
  // pictures as SVG.
  emoji: {
    fileUrl: import.meta
      .resolve('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff'),
    without: ['SVG '],
  },
} as const satisfies Record<FamilyName, FontFamily>;
