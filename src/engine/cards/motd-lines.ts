import { type CardRun, headKey } from './heads.ts';
import { splitGraphemes } from '../text/text.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { Palette } from './palette.ts';
import type { PieceLine } from '../text/fit.ts';
import type { TextStyle, TextPiece } from '../text/line.ts';

/** Faces by key and second layer; see `faceKey`. */
export type Faces = ReadonlyMap<string, RgbaImage>;

export function faceKey(head: Parameters<typeof headKey>[0]): string {
  return `${headKey(head)} ${head.hat}`;
}

/** Converts a MOTD to the lines of a card, in colours readable on its background. */
export function motdLines(
  runs: readonly CardRun[],
  palette: Palette,
  faces: Faces,
): readonly PieceLine[] {
  const lines: Words[][] = [[]];
  for (const run of runs) {
    for (const [index, text] of run.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ run, text });
    }
  }
  return lines.map((line) => ({
    middle: middleOf(line),
    pieces: line.flatMap(({ run, text }) => piecesOf(run, text, { palette, faces })),
  }));
}

/** A part of a run, within one line. */
type Words = { readonly run: CardRun; readonly text: string };

type Look = { readonly palette: Palette; readonly faces: Faces };

function piecesOf(run: CardRun, text: string, { palette, faces }: Look): readonly TextPiece[] {
  const { object } = run;
  const style = styleOf(run, palette);
  if (object !== undefined) {
    const picture = object.kind === 'head' ? (faces.get(faceKey(object)) ?? null) : null;
    return [{ text, style, picture }];
  }
  if (!run.obfuscated) return [{ text, style }];
  // Its letters keep changing in the game, and any that stood still would read as a word.
  const hidden = { ...style, hidden: true };
  return text
    .split(/(\s+)/)
    .map((part) => ({ text: part, style: part.trim() === '' ? style : hidden }));
}

function styleOf(
  run: CardRun,
  { contrastGround, minContrast, weights, tracking, text }: Palette,
): TextStyle {
  return {
    color: run.color === null ? text : readableOn(run.color, contrastGround, minContrast),
    weight: run.bold ? weights.bold : weights.regular,
    tracking,
    italic: run.italic,
    underlined: run.underlined,
    strikethrough: run.strikethrough,
  };
}

/** Text widths in the game's own pixels: MOTDs are centred with spaces counted for its font. */

/** Width of the MOTD in the game's server list. */
const columnWidth = 270;

const spaceWidth = 4;

/** Characters of unusual width, including the gap after them. */
const unusual: Readonly<Record<number, string>> = {
  2: '!,.:;i|¡',
  3: "'l`",
  4: '"()*I[]t{}',
  5: '<>fk',
  7: '@~',
};

const widths: ReadonlyMap<string, number> = new Map(
  Object.entries(unusual).flatMap(([width, all]) =>
    splitGraphemes(all).map((letter) => [letter, Number(width)] as const),
  ),
);

const defaultWidth = 6;

/** Chinese, Japanese and Korean, emoji: half of their sixteen pixels, and the gap. */
const wideWidth = 9;

/** Fewer leading spaces do not indicate centring. */
const minIndent = 3 * spaceWidth;

/** A line whose middle is this near to the centre, as a share of the column, counts as centred. */
const snapShare = 0.08;

/** The middle of a line with leading spaces, as a share of the column; null if it starts left. */
function middleOf(line: readonly Words[]): number | null {
  const letters = line.flatMap(({ run, text }) =>
    splitGraphemes(text).map((letter) => ({ run, text: letter })),
  );
  const first = letters.findIndex(isVisible);
  if (first <= 0) return null;
  const indent = widthOf(letters.slice(0, first));
  if (indent < minIndent) return null;
  const visibleWidth = widthOf(letters.slice(first, letters.findLastIndex(isVisible) + 1));
  const middle = (indent + visibleWidth / 2) / columnWidth;
  return Math.abs(middle - 0.5) < snapShare ? 0.5 : Math.min(1, middle);
}

/** Struck-through spaces form a rule. */
function isVisible({ run, text }: Words): boolean {
  const { underlined, strikethrough, object } = run;
  return underlined || strikethrough || object !== undefined || text.trim() !== '';
}

function widthOf(letters: readonly Words[]): number {
  return letters.reduce((sum, { run, text }) => sum + letterWidth(text) + (run.bold ? 1 : 0), 0);
}

function letterWidth(text: string): number {
  if (text.trim() === '') return spaceWidth;
  const isWide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u;
  return widths.get(text) ?? (isWide.test(text) ? wideWidth : defaultWidth);
}

/**
 * Makes colours from servers readable: keeps the hue, and moves the lightness (OKLCH, Björn Ottosson,
 * 2020) away from the background until the contrast suffices (WCAG 2, section 1.4.3).
 */

type Rgb = readonly [red: number, green: number, blue: number];

/** Steps of lightness; finer ones are indistinguishable. */
const steps = 50;

/** Below this chroma a colour counts as a grey. */
const greyest = 0.02;

/**
 * Returns `color` if its contrast with `ground` is at least `min`, otherwise the nearest shade that
 * has it, darker on light backgrounds and lighter on dark ones. MOTDs are written for a dark
 * background, where white is strong and grey is weak, so greys are inverted on a light one.
 * @param color `#rrggbb`
 * @param ground `#rrggbb`
 */
export function readableOn(color: string, ground: string, min: number): string {
  const from = lightOf(rgbOf(color));
  const groundLuminance = luminanceOf(rgbOf(ground));
  const target = groundLuminance > 0.18 ? 0 : 1;
  const { a, b, ...own } = toOklab(from);
  const isTurned = target === 0 && Math.hypot(a, b) < greyest;
  if (!isTurned && contrast(luminance(from), groundLuminance) >= min) return color;
  // Never pure black, which is the harshest on white.
  const lightness = isTurned ? Math.max(0.22, 1.2 - own.lightness) : own.lightness;
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    const shade = fromOklab({
      lightness: lightness + (target - lightness) * share,
      // Less chroma towards black and white.
      a: a * (1 - share * share),
      b: b * (1 - share * share),
    });
    if (contrast(luminance(shade), groundLuminance) >= min) return hex(shade);
  }
  return target === 0 ? '#000000' : '#ffffff';
}

/** WCAG contrast of two luminances, from 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** WCAG luminance of a colour in levels of 0 to 255. */
export function luminanceOf(color: Rgb): number {
  return luminance(lightOf(color));
}

/** `#rrggbb` in levels of 0 to 255. */
export function rgbOf(color: string): Rgb {
  const channel = (from: number): number => Number.parseInt(color.slice(from, from + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The linear light of each level, from 0 to 1 (IEC 61966-2-1). */
const lights = Float64Array.from({ length: 256 }, (_, level) => {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

function lightOf([red, green, blue]: Rgb): Rgb {
  return [lights[red] ?? 0, lights[green] ?? 0, lights[blue] ?? 0];
}

function hex(light: Rgb): string {
  const channels = light.map((value) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function inside(value: number): number {
  return Math.min(1, Math.max(0, value));
}

type Oklab = { readonly lightness: number; readonly a: number; readonly b: number };

function toOklab([red, green, blue]: Rgb): Oklab {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function fromOklab({ lightness, a, b }: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ] as const;
  // sRGB cannot represent the strongest colours in every lightness.
  return [inside(red), inside(green), inside(blue)];
}
