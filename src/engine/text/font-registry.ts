import { memoized } from '../../common/cache/memoized.ts';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../image/canvas.ts';
import {
  blankFontName,
  fontsFolder,
  type CodepointRanges,
  type FamilyName,
  type FontFile,
} from './font-files.ts';
import type { Direction } from './text.ts';

/**
 * The fonts of the labels, opened on first use, and the canvas for measuring and drawing, one for each
 * thread. The canvas library maps each file into memory once.
 * @throws Error if the fonts are not installed
 */
export function createFontRegistry() {
  const filesOf = memoized(readFiles);
  const open = memoized(openFont, ({ name }) => name);
  const canvas = createCanvas(1, 1);
  return {
    /** The first font that has all of `codepoints`, opened on first use; undefined without any. */
    findFont: ([first = 0x20, ...others]: readonly number[], preference: readonly FamilyName[]) => {
      for (const family of preference) {
        const file = filesOf(family).find(
          ({ characters, parts }) =>
            covers(characters, first) &&
            others.every((other) => covers(characters, other) || covers(parts, other)),
        );
        if (file !== undefined) return { alias: open(file), family };
      }
      return undefined;
    },
    /** Name of the font that draws `blankCharacter` as nothing. */
    blankFont: open({ name: blankFontName }),
    canvas,
    context: canvas.getContext('2d'),
  };
}

export type FontRegistry = ReturnType<typeof createFontRegistry>;

/** Whether `codepoint` is in the ranges. */
export function covers(ranges: CodepointRanges, codepoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codepoint < (ranges[middle * 2] ?? 0)) high = middle - 1;
    else if (codepoint > (ranges[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

/** The files of a typeface; none if it is in a package that is not installed. */
function readFiles(family: FamilyName): readonly FontFile[] {
  const files: FontFile[] = JSON.parse(
    readFileSync(new URL(`${family}.json`, fontsFolder), 'utf8'),
  );
  return files.filter(({ packed }) => packed === undefined || locate(packed) !== null);
}

/** Where a file of another package is; null if it is not installed. */
function locate(specifier: string): URL | null {
  try {
    const url = new URL(import.meta.resolve(specifier));
    return existsSync(url) ? url : null;
  } catch {
    return null;
  }
}

/** Registers a font with the canvas library, once per process, and returns its name there. */
function openFont({ name, packed }: Pick<FontFile, 'name' | 'packed'>): string {
  const alias = `lineup-${name}`;
  // Two threads may both register it: the same glyphs, a little memory.
  if (GlobalFonts.has(alias)) return alias;
  const file = fileURLToPath(new URL(`${name}.otf`, fontsFolder));
  const web = packed === undefined ? null : locate(packed);
  const font =
    web === null
      ? GlobalFonts.registerFromPath(file, alias)
      : GlobalFonts.register(readFileSync(web), alias);
  if (font === null) {
    throw new Error(`the font ${file} can't be used: install the project again, with npm ci`);
  }
  return alias;
}

/** How one canvas call measures or draws a text. */
export type RunStyle = {
  /** In the notation of the CSS property `font`. */
  readonly font: string;
  readonly direction: Direction;
  /** Added after every character. */
  readonly spacingPx: number;
};

export type TextRun = RunStyle & { readonly text: string };

/** Sets all state that affects text; a canvas resets it when it is resized. */
export function setRunStyle(context: SKRSContext2D, style: RunStyle): void {
  context.font = style.font;
  context.letterSpacing = `${style.spacingPx}px`;
  context.direction = style.direction;
  // Otherwise `start` would be the right end of Hebrew, and the language that of the machine.
  context.textAlign = 'left';
  context.lang = 'en';
}

/** Draws text as a picture. The canvas is reused and only grows: a new one costs several times the text. */
export function drawRuns(
  { canvas, context }: FontRegistry,
  style: RunStyle,
  { widthPx, heightPx }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
  draw: (context: SKRSContext2D) => void,
): RgbaImage {
  if (canvas.width < widthPx) canvas.width = widthPx;
  if (canvas.height < heightPx) canvas.height = heightPx;
  context.clearRect(0, 0, widthPx, heightPx);
  setRunStyle(context, style);
  draw(context);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}
