import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { buildBlankFont } from './fonts/blank-font.ts';
import { covers, parseUnicodeRange, readCoverage } from './fonts/coverage.ts';
import type { CodepointRanges } from './fonts/coverage.ts';
import { fontFamilies } from './fonts/families.ts';
import type { FamilyName, FontFamily } from './fonts/families.ts';
import { openWebFont, type WebFont } from './fonts/web-font.ts';
import { giveBack } from '../render/image/give-back.ts';

/** One font file: a slice of a typeface. */
type Slice = {
  /** The name it is registered and asked for under. */
  readonly alias: string;
  readonly fileUrl: URL;
  /** The tables of it to leave out. */
  readonly without?: readonly string[];
  /** The characters that it is published for; not all of them need be in it. */
  readonly published: CodepointRanges;
  /** The characters that it has; read when it is opened. */
  coverage?: CodepointRanges;
};

const anything: CodepointRanges = Uint32Array.of(0, 0x10ffff);

/** A font that is open: the name to ask the canvas for it, and the typeface it is a slice of. */
type FoundFont = { readonly alias: string; readonly family: FamilyName };

/**
 * The fonts of the labels, opened as they are needed, and the canvas on which text is measured and
 * drawn. A thread needs one registry. The canvas library keeps one table of fonts for the whole process,
 * safe to use from several threads, so a file opened by one registry is not opened again by the next.
 */
export type FontRegistry = {
  /**
   * The first font, in order of preference, that has all of `codepoints`; undefined where there is
   * none. Reads the font from disk when it is first needed. Any font has no characters at all.
   */
  readonly findFont: (
    codepoints: readonly number[],
    preference: readonly FamilyName[],
  ) => FoundFont | undefined;
  /** The name of a font that draws its one character, `blankCharacter`, as nothing. */
  readonly blankFont: string;
  readonly canvas: Canvas;
  readonly context: SKRSContext2D;
};

/**
 * An emoji that is hardly ever used (a sign of Japanese television), which `blankFont` makes
 * invisible; see `primed` in itemize.ts.
 */
export const blankCharacter = '\u{1f201}';

/** An empty registry: a font is opened by the first label that needs it. */
export function createFontRegistry(): FontRegistry {
  const slicesByFamily = new Map<FamilyName, Slice[]>();
  const slicesOf = (name: FamilyName): Slice[] => {
    const slices = slicesByFamily.get(name) ?? readSlices(name, fontFamilies[name]);
    slicesByFamily.set(name, slices);
    return slices;
  };
  const blankFont = 'lineup-blank';
  if (!GlobalFonts.has(blankFont)) {
    GlobalFonts.register(buildBlankFont(blankCharacter.codePointAt(0) ?? 0), blankFont);
  }
  const canvas = createCanvas(1, 1);
  return {
    blankFont,
    findFont: ([first = 0x20, ...others], preference) => {
      for (const name of preference) {
        for (const slice of slicesOf(name)) {
          if (!covers(slice.published, first)) continue;
          const coverage = open(slice);
          if ([first, ...others].every((codepoint) => covers(coverage, codepoint))) {
            return { alias: slice.alias, family: name };
          }
        }
      }
      return undefined;
    },
    canvas,
    context: canvas.getContext('2d'),
  };
}

function readSlices(name: FamilyName, family: FontFamily): Slice[] {
  if ('fileUrl' in family) {
    const { fileUrl, without, published } = family;
    const characters = published === undefined ? anything : parseUnicodeRange(published);
    return [{ alias: `lineup-${name}`, fileUrl: new URL(fileUrl), without, published: characters }];
  }
  const index: Record<string, string> = JSON.parse(readFileSync(new URL(family.indexUrl), 'utf8'));
  return (
    Object.entries(index)
      // The numbered slices have their number in brackets.
      .map(([key, notation]) => ({ key: key.replaceAll(/[[\]]/g, ''), notation }))
      .filter(({ key }) => family.slices?.includes(key) ?? true)
      .map(({ key, notation }) => ({
        alias: `lineup-${name}-${key}`,
        fileUrl: new URL(family.files.replace('*', key), family.indexUrl),
        published: parseUnicodeRange(notation),
      }))
  );
}

function open(slice: Slice): CodepointRanges {
  if (slice.coverage !== undefined) return slice.coverage;
  const file = openSync(slice.fileUrl, 'r');
  try {
    const font = openWebFont((start, bytes) => {
      const piece = Buffer.allocUnsafeSlow(bytes);
      return piece.subarray(0, readSync(file, piece, 0, bytes, start));
    });
    slice.coverage = readCoverage(font);
    // Two threads may both find it missing and register it twice: the same glyphs, a little memory.
    if (!GlobalFonts.has(slice.alias)) register(slice, font);
    font.close();
    return slice.coverage;
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a font known to the canvas library, which copies it. It is unpacked before, because each
 * thread and each weight has a face of its own of every font, and unpacks it into memory of its own;
 * of an unpacked font all faces read the same bytes.
 */
function register({ alias, without = [] }: Slice, font: WebFont): void {
  const unpacked = font.unpack(without);
  if (GlobalFonts.register(unpacked, alias) === null) {
    throw new Error(`the font ${alias} can't be used`);
  }
  giveBack(unpacked);
}
