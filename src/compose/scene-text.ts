import { drawLabel, type TextColours } from '../text/draw.ts';
import { fitLine, type FittedText } from '../text/fit.ts';
import { fitText } from '../text/fit-text.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import {
  cutPixelLine,
  drawPixelText,
  measurePixelText,
  pixelLineWidth,
  pixelTextSize,
  rasterise,
  type PixelText,
} from '../text/pixel-text.ts';
import { blendOver } from '../render/image/blend.ts';
import { asWords, createImage, type RgbaImage } from '../render/image/canvas.ts';
import { free } from '../render/image/free.ts';
import { paint } from '../scenes/art/art.ts';
import type { LabelBlock, Layout, PlacedLabel, PlacedTitle } from '../scenes/layout/request.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import { captionShare, subtitleShare } from './scene-layout.ts';
import type { LabelStyle, SceneFigure } from '../options/scene-order.ts';

/** Size at which texts are measured; widths scale with the size, except for rounding. */
const measuredPx = 32;

/** Measures the labels and captions of figures, for any size of the font. */
export function measureLabels(
  fonts: FontRegistry,
  figures: readonly Pick<SceneFigure, 'label' | 'caption'>[],
): (fontPx: number) => LabelBlock {
  const roomy = { fontPx: measuredPx, smallestPx: measuredPx, roomPx: Number.POSITIVE_INFINITY };
  const measure = (text: string) => (text === '' ? null : fitLine(fonts, text, roomy));
  const lines = figures.map(({ label, caption }) => ({
    label: measure(label),
    caption: measure(caption),
  }));
  const shares = lines.map(
    ({ label, caption }) =>
      Math.max(label?.widthPx ?? 0, (caption?.widthPx ?? 0) * captionShare) / measuredPx,
  );
  const heightShares = lines.map(({ label, caption }) => blockShares([label], [caption]));
  const highest = blockShares(
    lines.map(({ label }) => label),
    lines.map(({ caption }) => caption),
  );
  return (fontPx) => ({
    widthsPx: shares.map((width) => (width === 0 ? 0 : Math.ceil(width * fontPx) + 6)),
    heightsPx: heightShares.map((one) => blockHeight(one, fontPx)),
    heightPx: blockHeight(highest, fontPx),
  });
}

type Lines = readonly (FittedText | null)[];

/** The extent of texts on one baseline, above and below it. */
function extentOf(texts: Lines): { abovePx: number; belowPx: number } {
  const written = texts.filter((text) => text !== null);
  return {
    abovePx: Math.max(0, ...written.map(({ originYPx }) => originYPx)),
    belowPx: Math.max(0, ...written.map(({ heightPx, originYPx }) => heightPx - originYPx)),
  };
}

function blockShares(labels: Lines, captions: Lines): { label: number; caption: number } {
  const share = (lines: Lines): number => {
    const { abovePx, belowPx } = extentOf(lines);
    return (abovePx + belowPx) / measuredPx;
  };
  return { label: share(labels), caption: share(captions) * captionShare };
}

/** Outlines of small letters are relatively wider than measured. */
const rimsPx = 4;

function blockHeight(shares: { label: number; caption: number }, fontPx: number): number {
  const lines = Number(shares.label > 0) + Number(shares.caption > 0);
  return Math.ceil((shares.label + shares.caption) * fontPx) + lines * rimsPx;
}

const captionColours: TextColours = { fill: '#ffe2a0', outline: '#12151c' };

/** Background of a label: dark enough for white letters on anything. */
const plateWord = 0x8c1a0f12;

type LabelOrder = { readonly figures: readonly SceneFigure[]; readonly labels: LabelStyle };

/** Draws the labels and captions of figures, below or above them; those side by side on one baseline. */
export function drawLabels(
  picture: RgbaImage,
  fonts: FontRegistry,
  { figures, labels: style }: LabelOrder,
  { labels, labelFontPx }: Pick<Layout, 'labels' | 'labelFontPx'>,
): void {
  const captionPx = Math.max(7, Math.round(labelFontPx * captionShare));
  const blocks = labels.map((place): Block => {
    const { label, caption } = figures[place.index]!;
    const fit = (text: string, fontPx: number): FittedText | null =>
      // All names have the same size; the smaller one allows for rounding.
      fitLine(fonts, text, {
        fontPx,
        smallestPx: Math.max(1, Math.floor(fontPx * 0.93)),
        roomPx: place.roomPx,
      });
    return { place, lines: [fit(label, labelFontPx), fit(caption, captionPx)] };
  });
  for (const row of Map.groupBy(blocks, ({ place }) => place.topPx).values()) {
    const bands = bandsOf(row);
    if (style === 'plate') for (const block of row) drawPlate(picture, block, bands);
    for (const block of row) drawBlock(picture, fonts, block, bands);
  }
}

/** A figure's label and caption; `null` for an empty one. */
type Block = { readonly place: PlacedLabel; readonly lines: Lines };

/** The space of a line: that of all labels, or all captions, of a row. */
type Band = { readonly topPx: number; readonly baselinePx: number; readonly bottomPx: number };

function bandsOf(row: readonly Block[]): Band[] {
  let topPx = row[0]!.place.topPx;
  return [0, 1].map((line) => {
    const { abovePx, belowPx } = extentOf(row.map(({ lines }) => lines[line]!));
    const band = { topPx, baselinePx: topPx + abovePx, bottomPx: topPx + abovePx + belowPx };
    topPx = band.bottomPx;
    return band;
  });
}

function drawBlock(
  picture: RgbaImage,
  fonts: FontRegistry,
  { place, lines }: Block,
  bands: readonly Band[],
): void {
  lines.forEach((text, line) => {
    if (text === null) return;
    const image = drawLabel(fonts, text, line === 0 ? undefined : captionColours);
    const leftPx = Math.round(place.middlePx - text.widthPx / 2);
    blendOver(picture, image, leftPx, bands[line]!.baselinePx - text.originYPx);
    free(image.data);
  });
}

/** One plate for both lines. */
function drawPlate(picture: RgbaImage, { place, lines }: Block, bands: readonly Band[]): void {
  const written = bands.filter((_, line) => lines[line] !== null);
  const [first, last] = [written[0], written.at(-1)];
  if (first === undefined || last === undefined) return;
  const widthPx = Math.max(...lines.map((text) => text?.widthPx ?? 0));
  const plate = createImage(widthPx, last.bottomPx - first.topPx);
  asWords(plate).fill(plateWord);
  blendOver(picture, plate, Math.round(place.middlePx - widthPx / 2), first.topPx);
  free(plate.data);
}

type TitleLine =
  | { readonly pixels: PixelText; readonly pixelPx: number; readonly sizePx: SizePx }
  | { readonly text: FittedText; readonly sizePx: SizePx };

type Titles = { readonly title: string; readonly subtitle: string };

/** Title and subtitle in a box. */
type SetTitle = { readonly lines: readonly TitleLine[]; readonly sizePx: SizePx };

/** A box for titles, and the size of a font pixel in it. */
type TitleRoom = Pick<PlacedTitle, 'roomPx' | 'pixelPx'>;

export type TitleSetter = (room: TitleRoom) => SetTitle;

/**
 * Lays out title and subtitle in boxes, in the pixel font with `pixelPx` or as large as they fit. A
 * layout tries the same boxes several times; each is laid out once.
 */
export function titleSetter(fonts: FontRegistry, { title, subtitle }: Titles): TitleSetter {
  const [titleLine, subtitleLine] = [lineSetter(fonts, title), lineSetter(fonts, subtitle)];
  const done = new Map<string, SetTitle>();
  return (room) => {
    const key = `${room.roomPx} ${room.pixelPx}`;
    const known = done.get(key) ?? setLines(room, titleLine, subtitleLine);
    done.set(key, known);
    return known;
  };
}

function setLines(
  { roomPx, pixelPx }: TitleRoom,
  setTitleLine: LineSetter,
  setSubtitleLine: LineSetter,
): SetTitle {
  const titleLines = setTitleLine({ roomPx, pixelPx });
  // A long title may have been reduced: the subtitle must not be larger.
  const mostPx = Math.min(pixelPx, ...titleLines.map(pixelOf));
  const subtitlePx = Math.max(1, Math.round(Math.min(mostPx, pixelPx * subtitleShare)));
  const lines = [...titleLines, ...setSubtitleLine({ roomPx, pixelPx: subtitlePx })];
  const widthPx = Math.max(0, ...lines.map(({ sizePx }) => sizePx[0]));
  const airPx = lines.length > 1 ? pixelPx : 0;
  const heightPx = lines.reduce((sum, { sizePx }) => sum + sizePx[1], airPx);
  return { lines, sizePx: [widthPx, heightPx] };
}

/** The size of a font pixel in a line. */
function pixelOf(line: TitleLine): number {
  return 'pixels' in line ? line.pixelPx : line.text.fontPx / fontPxPerPixel;
}

/** Font size whose letters are as high as those of the pixel font. */
const fontPxPerPixel = 14;

/** Returns one line, or none if it is empty or there is no room. */
type LineSetter = (room: TitleRoom) => readonly TitleLine[];

function lineSetter(fonts: FontRegistry, text: string): LineSetter {
  if (text === '') return () => [];
  const measured = measurePixelText(fonts, text);
  if (measured === null) return (room) => fitSmoothLine(fonts, text, room);
  const whole = rasterise(fonts, measured);
  const length = measured.letters.length;
  return ({ roomPx, pixelPx }) => {
    const fitted = fitText({
      length,
      sizes: Array.from({ length: pixelPx }, (_, index) => pixelPx - index),
      layAt: (count, px) => ({ count, px, line: cutPixelLine(measured, count) }),
      fits: ({ line, px }) => pixelLineWidth(line, px) <= roomPx,
    });
    // `…` alone says nothing.
    if (fitted === null || fitted.count === 0) return [];
    const pixels = fitted.count === length ? whole : rasterise(fonts, fitted.line);
    return [{ pixels, pixelPx: fitted.px, sizePx: pixelTextSize(pixels, fitted.px) }];
  };
}

/** For texts that the pixel font cannot show. */
function fitSmoothLine(
  fonts: FontRegistry,
  text: string,
  { roomPx, pixelPx }: TitleRoom,
): TitleLine[] {
  const room = { fontPx: fontPxPerPixel * pixelPx, smallestPx: 11, roomPx };
  const fitted = fitLine(fonts, text, room);
  return fitted === null ? [] : [{ text: fitted, sizePx: [fitted.widthPx, fitted.heightPx] }];
}

/** Colours of the first line and of the others, and of their rim. */
type TitleInk = { readonly first: string; readonly soft: string; readonly rim: string };

export function drawTitle(
  picture: RgbaImage,
  fonts: FontRegistry,
  { lines, place, ink }: { lines: readonly TitleLine[]; place: PlacedTitle; ink: TitleInk },
): void {
  let topPx = place.topPx;
  lines.forEach((line, index) => {
    const fill = index === 0 ? ink.first : ink.soft;
    const image =
      'pixels' in line
        ? drawPixelText(line.pixels, line.pixelPx, { fill: paint(fill), rim: paint(ink.rim) })
        : drawLabel(fonts, line.text, { fill, outline: ink.rim });
    const shift = place.align === 'centre' ? image.widthPx / 2 : 0;
    blendOver(picture, image, Math.round(place.xPx - shift), topPx);
    free(image.data);
    topPx += image.heightPx + place.pixelPx;
  });
}
