import { memoized } from '../../common/cache/memoized.ts';
import { longest, splitInTwo } from '../text/fit.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { itemize } from '../text/itemize.ts';
import { drawLabel, drawLetters, fitLabel, type FittedText } from '../text/label.ts';
import {
  columnsOf,
  cutPixelLine,
  drawPixelLetters,
  drawSquares,
  measurePixelText,
  type Squares,
} from '../text/pixel-text.ts';
import { blendOver, type RgbaImage } from '../image/canvas.ts';
import { paint } from '../scenes/art/art.ts';
import type { PlacedTitle, TitleBlock, TitleSpace } from '../scenes/layout/request.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import { free } from '../image/scratch.ts';

/** Size of a subtitle relative to its title. */
const subtitleShare = 0.5;

/** A line in the pixel font, or of another font in squares if that lacks a character. */
export type TitleLine = { readonly sizePx: SizePx } & (
  | { readonly letters: RgbaImage; readonly pixelPx: number }
  | { readonly text: FittedText; readonly squares: Squares | null }
);

/** A line and the distance from the top of its block. */
type PlacedLine = { readonly line: TitleLine; readonly topPx: number; readonly isTitle: boolean };

/** Title and subtitle in a box. */
export type SetTitle = TitleBlock & { readonly lines: readonly PlacedLine[] };

/**
 * Lays out title and subtitle in boxes: with `pixelPx` in one line or in two, otherwise as large as they
 * fit, in up to four where they would be smaller than is good. A layout tries the same boxes several times; each is laid out once.
 */
export function titleSetter(
  fonts: FontRegistry,
  { title, subtitle }: { readonly title: string; readonly subtitle: string },
): (space: TitleSpace) => SetTitle {
  const [setTitle, setSubtitle] = [paragraphSetter(fonts, title), paragraphSetter(fonts, subtitle)];
  const set = (space: TitleSpace): SetTitle => setBlock(space, setTitle, setSubtitle);
  return memoized(set, ({ spacePx, pixelPx, leastPx, mostPx }) =>
    JSON.stringify([spacePx, pixelPx, leastPx, mostPx]),
  );
}

/** Most lines of title and subtitle, from what is best to what takes least. */
const lineLimits = [
  { title: 4, subtitle: 4 },
  { title: 2, subtitle: 1 },
  { title: 1, subtitle: 1 },
  { title: 1, subtitle: 0 },
] as const;

function setBlock(
  { mostPx = Number.POSITIVE_INFINITY, ...space }: TitleSpace,
  setTitle: ParagraphSetter,
  setSubtitle: ParagraphSetter,
): SetTitle {
  const [all, ...fewer] = lineLimits;
  let block = setLines(space, all, setTitle, setSubtitle);
  for (const most of fewer) {
    if (block.sizePx[1] <= mostPx) break;
    block = setLines(space, most, setTitle, setSubtitle);
  }
  return block;
}

function setLines(
  { spacePx, pixelPx, leastPx = { title: 1, subtitle: 1 } }: TitleSpace,
  most: (typeof lineLimits)[number],
  setTitle: ParagraphSetter,
  setSubtitle: ParagraphSetter,
): SetTitle {
  const title = setTitle({ spacePx, pixelPx, leastPx: leastPx.title, most: most.title });
  // A long title may have been reduced: the subtitle must be smaller.
  const halfPx = Math.max(leastPx.subtitle, Math.round(title.pixelPx * subtitleShare));
  const subtitlePx = Math.max(1, Math.min(title.pixelPx - 1, halfPx));
  const subtitle = setSubtitle({
    spacePx,
    pixelPx: subtitlePx,
    leastPx: leastPx.subtitle,
    most: most.subtitle,
  });
  const lines: PlacedLine[] = [];
  let bottomPx = 0;
  const add = (line: TitleLine, isTitle: boolean): void => {
    lines.push({ line, isTitle, topPx: bottomPx });
    bottomPx += line.sizePx[1];
  };
  for (const line of title.lines) add(line, true);
  if (title.lines.length > 0 && subtitle.lines.length > 0) bottomPx += title.pixelPx;
  for (const line of subtitle.lines) add(line, title.lines.length === 0);
  return {
    lines,
    sizePx: [Math.max(0, ...lines.map(({ line }) => line.sizePx[0])), bottomPx],
    pixelPx: title.pixelPx,
    isWrapped: title.lines.length > 1,
    isCut: title.isCut || subtitle.isCut,
    isSmall: title.pixelPx < leastPx.title || subtitle.pixelPx < leastPx.subtitle,
  };
}

type ParagraphSetter = ReturnType<typeof paragraphSetter>;

type ParagraphSpace = Pick<TitleSpace, 'spacePx' | 'pixelPx'> & {
  readonly leastPx: number;
  /** Of lines. */
  readonly most: number;
};

/** Sets a text in one line or two, rather than too small in four; in none if it is empty or there is no room. */
function paragraphSetter(fonts: FontRegistry, text: string) {
  // Both lines of a text are in the same font.
  const hasPixels = measurePixelText(fonts, text) !== null;
  const whole = lineMaker(fonts, text, hasPixels);
  const inTwo = splitInTwo(text) ?? [];
  const makersOf = (parts: readonly string[]): readonly LineMaker[] =>
    parts.flatMap((part) => lineMaker(fonts, part, hasPixels) ?? []);
  const halves = makersOf(inTwo);
  const quarters = makersOf(inTwo.flatMap((half) => splitInTwo(half) ?? half));
  return ({ spacePx, pixelPx: maxPx, leastPx, most }: ParagraphSpace) => {
    if (whole === null) return { lines: [], pixelPx: maxPx, isCut: false };
    if (most === 0) return { lines: [], pixelPx: 1, isCut: true };
    for (let pixelPx = maxPx; pixelPx >= 1; pixelPx--) {
      const broken = pixelPx > leastPx ? [halves] : [halves, quarters];
      const isBroken = ({ length }: readonly LineMaker[]) => length > 1 && length <= most;
      for (const makers of [[whole], ...broken.filter(isBroken)]) {
        const lines = makers.map((maker) => maker.at(pixelPx));
        if (lines.every(({ sizePx }) => sizePx[0] <= spacePx))
          return { lines, pixelPx, isCut: false };
      }
    }
    const cut = whole.cutAt(spacePx);
    return { lines: cut === null ? [] : [cut], pixelPx: 1, isCut: true };
  };
}

/** Makes a line of any size out of a text. */
type LineMaker = {
  readonly at: (pixelPx: number) => TitleLine;
  /** The smallest line, cut with `…`; `null` if there is no room even for that. */
  readonly cutAt: (spacePx: number) => TitleLine | null;
};

function pixelLine(letters: RgbaImage, pixelPx: number): TitleLine {
  return { letters, pixelPx, sizePx: [letters.widthPx * pixelPx, letters.heightPx * pixelPx] };
}

/** `null` for a text that leaves no pixels. */
function lineMaker(fonts: FontRegistry, text: string, hasPixels: boolean): LineMaker | null {
  const measured = hasPixels ? measurePixelText(fonts, text) : null;
  if (measured === null) return otherLineMaker(fonts, text);
  const whole = drawPixelLetters(fonts, measured);
  return {
    at: (pixelPx) => pixelLine(whole, pixelPx),
    cutAt: (spacePx) => {
      const fits = (count: number): boolean => columnsOf(cutPixelLine(measured, count)) <= spacePx;
      const count = longest(measured.letters.length - 1, fits);
      // `…` alone says nothing.
      if (count === 0) return null;
      return pixelLine(drawPixelLetters(fonts, cutPixelLine(measured, count)), 1);
    },
  };
}

/** Font size whose letters are as high as those of the pixel font. */
const fontPxPerPixel = 14;

/**
 * Squares half as large as those of the pixel font, because other scripts have more strokes; `null` for
 * text so small that it needs smooth edges.
 */
function squaresFor(pixelPx: number): Squares | null {
  if (pixelPx < 2) return null;
  const sidePx = Math.round(pixelPx / 2);
  return { sidePx, rim: Math.round(pixelPx / sidePx) };
}

/** For texts that the pixel font cannot show. */
function otherLineMaker(fonts: FontRegistry, text: string): LineMaker | null {
  const itemized = itemize(fonts, text);
  const lineIn = (spacePx: number, pixelPx: number): TitleLine | null => {
    const squares = squaresFor(pixelPx);
    const sidePx = squares?.sidePx ?? 1;
    const fontPx = Math.round((fontPxPerPixel * pixelPx) / sidePx);
    const fitted = fitLabel(fonts, itemized, fontPx, { smallestPx: Math.min(fontPx, 11), spacePx });
    if (fitted === null) return null;
    return { text: fitted, squares, sizePx: [fitted.widthPx * sidePx, fitted.heightPx * sidePx] };
  };
  const unlimited = Number.MAX_SAFE_INTEGER;
  const smallest = lineIn(unlimited, 1);
  if (smallest === null) return null;
  return {
    at: memoized((pixelPx) => lineIn(unlimited, pixelPx) ?? smallest),
    cutAt: (spacePx) => lineIn(spacePx, 1),
  };
}

/** The room of a single line. */
export type LineSpace = {
  readonly spacePx: number;
  readonly heightPx: number;
  /** Sizes of a font pixel, the largest first. */
  readonly pixelsPx: readonly [largest: number, smallest: number];
};

/** Size of smooth letters, below which they are cut, relative to the smallest ones of squares. */
const smoothShare = 0.6;

/**
 * Fits a text into one line: in smaller squares, then in smooth letters, then cut with `…`; `null` if nothing of
 * it can be shown. Scripts that squares do not suit become smooth before they become small.
 */
export function fitTitleLine(
  fonts: FontRegistry,
  line: string,
  { spacePx, heightPx, pixelsPx: [largest, smallest] }: LineSpace,
): TitleLine | null {
  const hasPixels = measurePixelText(fonts, line) !== null;
  const maker = lineMaker(fonts, line, hasPixels);
  if (maker === null) return null;
  for (let pixelPx = largest; pixelPx >= (hasPixels ? smallest : largest); pixelPx--) {
    const whole = maker.at(pixelPx);
    if (whole.sizePx[0] <= spacePx && whole.sizePx[1] <= heightPx) return whole;
  }
  const itemized = itemize(fonts, line);
  const smallestPx = Math.max(8, Math.round(fontPxPerPixel * smallest * smoothShare));
  const largestPx = fontPxPerPixel * (hasPixels ? smallest : largest);
  const natural = fitLabel(fonts, itemized, largestPx);
  if (natural === null) return null;
  const share = Math.min(1, spacePx / natural.widthPx, heightPx / natural.heightPx);
  const fontPx = Math.max(smallestPx, Math.floor(largestPx * share));
  const text = fitLabel(fonts, itemized, fontPx, { smallestPx, spacePx });
  return text && { text, squares: null, sizePx: [text.widthPx, text.heightPx] };
}

/** Colours of the title and of the subtitle, and of their rim. */
type TitleColours = { readonly first: string; readonly soft: string; readonly rim: string };

export function drawTitle(
  picture: RgbaImage,
  fonts: FontRegistry,
  title: Pick<SetTitle, 'lines'> & { position: PlacedTitle; colours: TitleColours },
): void {
  const { position, colours } = title;
  for (const { line, topPx, isTitle } of title.lines) {
    const fill = isTitle ? colours.first : colours.soft;
    const image = drawTitleLine(fonts, line, fill, colours.rim);
    const shift = position.align === 'centre' ? image.widthPx / 2 : 0;
    blendOver(picture, image, Math.round(position.xPx - shift), position.topPx + topPx);
    free(image.data);
  }
}

/** Draws a line with a rim. */
export function drawTitleLine(
  fonts: FontRegistry,
  line: TitleLine,
  fill: string,
  rim: string,
): RgbaImage {
  const colours = { fill: paint(fill), rim: paint(rim) };
  if ('letters' in line)
    return drawSquares(line.letters, { sidePx: line.pixelPx, rim: 1 }, colours);
  if (line.squares === null) return drawLabel(fonts, line.text, { fill, outline: rim });
  return drawSquares(drawLetters(fonts, line.text), line.squares, colours);
}
