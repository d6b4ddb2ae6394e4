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
import { blendOver } from '../image/blend.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { paint } from '../scenes/art/art.ts';
import type { PlacedTitle, TitleBlock, TitleSpace } from '../scenes/layout/request.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import { free } from '../image/scratch.ts';

/** Size of a subtitle relative to its title. */
const subtitleShare = 0.5;

/** A line in the pixel font, or of another font in squares if that lacks a character. */
type TitleLine = { readonly sizePx: SizePx } & (
  | { readonly letters: RgbaImage; readonly pixelPx: number }
  | { readonly text: FittedText; readonly squares: Squares | null }
);

/** A line and the distance from the top of its block. */
type PlacedLine = { readonly line: TitleLine; readonly topPx: number; readonly isTitle: boolean };

/** Title and subtitle in a box. */
type SetTitle = TitleBlock & { readonly lines: readonly PlacedLine[] };

/**
 * Lays out title and subtitle in boxes: with `pixelPx` in one line or in two, otherwise as large as they
 * fit. A layout tries the same boxes several times; each is laid out once.
 */
export function titleSetter(
  fonts: FontRegistry,
  { title, subtitle }: { readonly title: string; readonly subtitle: string },
): (space: TitleSpace) => SetTitle {
  const [setTitle, setSubtitle] = [paragraphSetter(fonts, title), paragraphSetter(fonts, subtitle)];
  const set = (space: TitleSpace): SetTitle => setBlock(space, setTitle, setSubtitle);
  return memoized(set, ({ spacePx, pixelPx }) => `${spacePx} ${pixelPx}`);
}

function setBlock(
  { spacePx, pixelPx }: TitleSpace,
  setTitle: ParagraphSetter,
  setSubtitle: ParagraphSetter,
): SetTitle {
  const title = setTitle({ spacePx, pixelPx });
  // A long title may have been reduced: the subtitle must not be larger.
  const subtitlePx = Math.max(1, Math.min(title.pixelPx, Math.round(pixelPx * subtitleShare)));
  const subtitle = setSubtitle({ spacePx, pixelPx: subtitlePx });
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
  };
}

type ParagraphSetter = ReturnType<typeof paragraphSetter>;

/** Sets a text in one line or two, or in none if it is empty or there is no room. */
function paragraphSetter(fonts: FontRegistry, text: string) {
  // Both lines of a text are in the same font.
  const hasPixels = measurePixelText(fonts, text) !== null;
  const whole = lineMaker(fonts, text, hasPixels);
  const halves = splitInTwo(text)?.flatMap((half) => lineMaker(fonts, half, hasPixels) ?? []) ?? [];
  return ({ spacePx, pixelPx: maxPx }: TitleSpace) => {
    if (whole === null) return { lines: [], pixelPx: maxPx, isCut: false };
    for (let pixelPx = maxPx; pixelPx >= 1; pixelPx--) {
      for (const makers of halves.length > 1 ? [[whole], halves] : [[whole]]) {
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
    const image = drawLine(fonts, line, fill, colours.rim);
    const shift = position.align === 'centre' ? image.widthPx / 2 : 0;
    blendOver(picture, image, Math.round(position.xPx - shift), position.topPx + topPx);
    free(image.data);
  }
}

function drawLine(fonts: FontRegistry, line: TitleLine, fill: string, rim: string): RgbaImage {
  const colours = { fill: paint(fill), rim: paint(rim) };
  if ('letters' in line)
    return drawSquares(line.letters, { sidePx: line.pixelPx, rim: 1 }, colours);
  if (line.squares === null) return drawLabel(fonts, line.text, { fill, outline: rim });
  return drawSquares(drawLetters(fonts, line.text), line.squares, colours);
}
