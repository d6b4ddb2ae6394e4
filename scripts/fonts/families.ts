import type { FamilyName } from '../../src/text/font-files.ts';

/**
 * The typefaces of the labels, and which packages they are in.
 *
 * Noto Sans throughout: one design for all scripts, sturdy enough for an outline, and its capital I has
 * serifs, so that I, l and 1 can be told apart in a player's name. A typeface comes in slices (one file
 * for a range of characters), and only the slices that a label needs are opened.
 */
export type FontFamily = {
  readonly fontPackage: string;
  /** The slices to use, if not all: the others duplicate another family. */
  readonly slices?: readonly string[];
  /** Of a family in one file, a WOFF. */
  readonly single?: {
    readonly file: string;
    /** Tables that are not needed. */
    readonly without: readonly string[];
    /** The characters to use it for, in CSS notation; any by default. */
    readonly published?: string;
  };
};

export const fontFamilies: Readonly<Record<FamilyName, FontFamily>> = {
  latin: { fontPackage: '@fontsource-variable/noto-sans' },
  arabic: { fontPackage: '@fontsource-variable/noto-sans-arabic', slices: ['arabic'] },
  hebrew: { fontPackage: '@fontsource-variable/noto-sans-hebrew', slices: ['hebrew'] },
  thai: { fontPackage: '@fontsource-variable/noto-sans-thai', slices: ['thai'] },
  georgian: { fontPackage: '@fontsource-variable/noto-sans-georgian', slices: ['georgian'] },
  // These two contain common ornaments of names: ꧁ ꧂, ༺ ༻.
  javanese: { fontPackage: '@fontsource/noto-sans-javanese', slices: ['javanese'] },
  tibetan: { fontPackage: '@fontsource-variable/noto-serif-tibetan', slices: ['tibetan'] },
  symbols: { fontPackage: '@fontsource/noto-sans-symbols-2', slices: ['symbols'] },
  // Swords, moons, flags and crosses that the other symbol font lacks.
  moreSymbols: { fontPackage: '@fontsource-variable/noto-sans-symbols', slices: ['symbols'] },
  chinese: { fontPackage: '@fontsource-variable/noto-sans-sc' },
  japanese: { fontPackage: '@fontsource-variable/noto-sans-jp' },
  korean: { fontPackage: '@fontsource-variable/noto-sans-kr' },
  // Arrows, brackets, operators, and styled letters (𝗕𝗼𝗹𝗱 𝓢𝓬𝓻𝓲𝓹𝓽). Its package calls its only file
  // Latin.
  math: {
    fontPackage: '@fontsource/noto-sans-math',
    single: {
      file: 'noto-sans-math-latin-400-normal.woff',
      without: ['MATH'],
      published: 'U+2190-22FF,U+27C0-27EF,U+2900-2AFF,U+2B30-2B4C,U+1D400-1D7FF',
    },
  },
  // The pixel font for titles; not used for labels.
  display: { fontPackage: '@fontsource/jersey-10' },
  // In one file, because joined emoji combine any parts. Four fifths of the font are the same
  // pictures as SVG.
  emoji: {
    fontPackage: '@fontsource/noto-color-emoji',
    single: { file: 'noto-color-emoji-emoji-400-normal.woff', without: ['SVG '] },
  },
};
