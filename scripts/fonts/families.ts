import type { FamilyName } from '../../src/engine/text/font-files.ts';

/**
 * The typefaces of the labels: which characters each slice of their packages has.
 *
 * Noto Sans throughout: one design for all scripts, sturdy enough for an outline, and its capital I has
 * serifs, so that I, l and 1 can be told apart in a player's name. A typeface comes in slices (one file
 * for a range of characters), and only the slices that a label needs are opened.
 */
export const fontIndexes: Readonly<Record<FamilyName, string>> = {
  mongolian: import.meta.resolve('@fontsource/noto-sans-mongolian/unicode.json'),
  latin: import.meta.resolve('@fontsource-variable/noto-sans/unicode.json'),
  arabic: import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  hebrew: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  thai: import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  georgian: import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
  // These two contain common ornaments of names: ꧁ ꧂, ༺ ༻.
  javanese: import.meta.resolve('@fontsource/noto-sans-javanese/unicode.json'),
  tibetan: import.meta.resolve('@fontsource-variable/noto-serif-tibetan/unicode.json'),
  armenian: import.meta.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'),
  ethiopic: import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
  cherokee: import.meta.resolve('@fontsource-variable/noto-sans-cherokee/unicode.json'),
  bengali: import.meta.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
  gurmukhi: import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
  gujarati: import.meta.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
  tamil: import.meta.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
  telugu: import.meta.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
  kannada: import.meta.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
  malayalam: import.meta.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
  sinhala: import.meta.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
  khmer: import.meta.resolve('@fontsource-variable/noto-sans-khmer/unicode.json'),
  lao: import.meta.resolve('@fontsource-variable/noto-sans-lao/unicode.json'),
  myanmar: import.meta.resolve('@fontsource-variable/noto-sans-myanmar/unicode.json'),
  symbols: import.meta.resolve('@fontsource/noto-sans-symbols-2/unicode.json'),
  moreSymbols: import.meta.resolve('@fontsource-variable/noto-sans-symbols/unicode.json'),
  chinese: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  japanese: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  korean: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  math: import.meta.resolve('@fontsource/noto-sans-math/unicode.json'),
  display: import.meta.resolve('@fontsource/jersey-10/unicode.json'),
  emoji: import.meta.resolve('@fontsource/noto-color-emoji/unicode.json'),
};

/** Of a family, what is not as usual: a single slice with its name, for all characters of the index. */
type Particulars = {
  /** The slices to use: the others duplicate another family. */
  readonly slices?: readonly string[] | 'all';
  /** The characters to use it for, in CSS notation, if not those of the index or of a single file. */
  readonly published?: string;
  /** Of a family in one file, a WOFF. */
  readonly single?: {
    readonly file: string;
    /** Tables that are not needed. */
    readonly without: readonly string[];
  };
};

export const fontParticulars: Readonly<Partial<Record<FamilyName, Particulars>>> = {
  // Its package publishes brackets and numbers in circles, too, which other typefaces draw better.
  mongolian: { published: 'U+1800-18AF,U+11660-1166C' },
  latin: { slices: 'all' },
  // Without brackets of Chinese and Japanese.
  tibetan: { published: 'U+0F00-0FFF' },
  // Swords, moons, flags and crosses that the other symbol font lacks.
  moreSymbols: { slices: ['symbols'] },
  chinese: { slices: 'all' },
  japanese: { slices: 'all' },
  korean: { slices: 'all' },
  // Arrows, brackets, operators, and styled letters (𝗕𝗼𝗹𝗱 𝓢𝓬𝓻𝓲𝓹𝓽). Its package calls its only file
  // Latin.
  math: {
    single: { file: 'noto-sans-math-latin-400-normal.woff', without: ['MATH'] },
    published: 'U+2190-22FF,U+27C0-27EF,U+2900-2AFF,U+2B30-2B4C,U+1D400-1D7FF',
  },
  // The pixel font for titles; not used for labels.
  display: { slices: 'all' },
  // In one file, because joined emoji combine any parts. Four fifths of the font are the same
  // pictures as SVG.
  emoji: { single: { file: 'noto-color-emoji-emoji-400-normal.woff', without: ['SVG '] } },
};
