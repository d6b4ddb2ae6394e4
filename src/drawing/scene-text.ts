import { drawLabel, type TextColours } from '../labels/draw.ts';
import { fitLine, type FittedText } from '../labels/fit.ts';
import type { FontRegistry } from '../labels/font-registry.ts';
import {
  cutPixelText,
  drawPixelText,
  pixelTextSize,
  setPixelText,
  type PixelText,
} from '../labels/pixel-text.ts';
import { blendOver } from '../render/image/blend.ts';
import { asWords, createImage, type RgbaImage } from '../render/image/canvas.ts';
import { giveBack } from '../render/image/give-back.ts';
import { paint } from '../scenes/art/art.ts';
import type { LabelBlock, PlacedLabel, PlacedTitle } from '../scenes/layout/request.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import type { Scene } from '../scenes/scene.ts';
import type { LabelStyle, SceneFigure } from './scene-order.ts';

/** Size at which texts are measured; widths scale with the size, except for rounding. */
const measuredPx = 32;

/** Size of a caption relative to its label. */
const captionShare = 0.74;

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
  const share = (fitted: FittedText | null, side: 'widthPx' | 'heightPx'): number =>
    fitted === null ? 0 : fitted[side] / measuredPx;
  const shares = lines.map(({ label, caption }) =>
    Math.max(share(label, 'widthPx'), share(caption, 'widthPx') * captionShare),
  );
  const heightShares = lines.map(({ label, caption }) => ({
    label: share(label, 'heightPx'),
    caption: share(caption, 'heightPx') * captionShare,
  }));
  const highest = {
    label: Math.max(0, ...heightShares.map(({ label }) => label)),
    caption: Math.max(0, ...heightShares.map(({ caption }) => caption)),
  };
  return (fontPx) => ({
    widthsPx: shares.map((width) => (width === 0 ? 0 : Math.ceil(width * fontPx) + 6)),
    heightsPx: heightShares.map((one) => blockHeight(one, fontPx)),
    heightPx: blockHeight(highest, fontPx),
  });
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

type LabelStyling = { readonly style: LabelStyle; readonly fontPx: number };

/** Draws a figure's label and caption, centred below or above it. */
export function drawLabels(
  picture: RgbaImage,
  fonts: FontRegistry,
  { place, figure }: { place: PlacedLabel; figure: Pick<SceneFigure, 'label' | 'caption'> },
  { style, fontPx }: LabelStyling,
): void {
  const fit = (text: string, sizePx: number) =>
    text === ''
      ? null
      : fitLine(fonts, text, {
          fontPx: sizePx,
          // All names have the same size; this allows for rounding.
          smallestPx: Math.max(1, Math.floor(sizePx * 0.93)),
          roomPx: place.roomPx,
        });
  const label = fit(figure.label, fontPx);
  const caption = fit(figure.caption, Math.max(7, Math.round(fontPx * captionShare)));
  const lines = [
    { text: label, colours: undefined },
    { text: caption, colours: captionColours },
  ].flatMap(({ text, colours }) => (text === null ? [] : [{ text, colours }]));
  if (style === 'plate' && lines.length > 0) {
    const widthPx = Math.max(...lines.map(({ text }) => text.widthPx));
    const heightPx = lines.reduce((sum, { text }) => sum + text.heightPx, 0);
    drawPlate(picture, place, { widthPx, heightPx });
  }
  let topPx = place.topPx;
  for (const { text, colours } of lines) {
    const image = drawLabel(fonts, text, colours);
    blendOver(picture, image, Math.round(place.middlePx - text.widthPx / 2), topPx);
    giveBack(image.data);
    topPx += text.heightPx;
  }
}

/** One plate for both lines. */
function drawPlate(
  picture: RgbaImage,
  { middlePx, topPx }: PlacedLabel,
  { widthPx, heightPx }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
): void {
  const plate = createImage(widthPx, heightPx);
  asWords(plate).fill(plateWord);
  blendOver(picture, plate, Math.round(middlePx - widthPx / 2), topPx);
  giveBack(plate.data);
}

type TitleLine =
  | { readonly pixels: PixelText; readonly pixelPx: number; readonly sizePx: SizePx }
  | { readonly text: FittedText; readonly sizePx: SizePx };

export type Titles = { readonly title: string; readonly subtitle: string };

/** Pixel size of a subtitle relative to its title. */
const subtitleShare = 0.5;

/** Lays out title and subtitle in a box, in the pixel font with `pixelPx` or as large as they fit. */
export function setTitle(
  fonts: FontRegistry,
  { title, subtitle }: Titles,
  { roomPx, pixelPx }: Pick<PlacedTitle, 'roomPx' | 'pixelPx'>,
): { readonly lines: readonly TitleLine[]; readonly sizePx: SizePx } {
  const set = (text: string, wantedPx: number): TitleLine[] => {
    const line = text === '' ? null : setLine(fonts, text, { roomPx, pixelPx: wantedPx });
    return line === null ? [] : [line];
  };
  const titleLines = set(title, pixelPx);
  // A long title may have been reduced: the subtitle must not be larger.
  const mostPx = Math.min(pixelPx, ...titleLines.map(pixelOf));
  const subtitlePx = Math.min(mostPx, pixelPx * subtitleShare);
  const lines = [...titleLines, ...set(subtitle, Math.max(1, Math.round(subtitlePx)))];
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

function setLine(
  fonts: FontRegistry,
  text: string,
  { roomPx, pixelPx }: Pick<PlacedTitle, 'roomPx' | 'pixelPx'>,
): TitleLine | null {
  const whole = setPixelText(fonts, text);
  if (whole === null) {
    const room = { fontPx: fontPxPerPixel * pixelPx, smallestPx: 11, roomPx };
    const fitted = fitLine(fonts, text, room);
    return fitted && { text: fitted, sizePx: [fitted.widthPx, fitted.heightPx] };
  }
  for (let px = pixelPx; px > 0; px--) {
    const sizePx = pixelTextSize(whole, px);
    if (sizePx[0] <= roomPx) return { pixels: whole, pixelPx: px, sizePx };
  }
  const cut = cutPixelText(fonts, text, roomPx - 2);
  return cut && { pixels: cut, pixelPx: 1, sizePx: pixelTextSize(cut, 1) };
}

export function drawTitle(
  picture: RgbaImage,
  fonts: FontRegistry,
  { titles, place }: { titles: Titles; place: PlacedTitle },
  ink: Scene['ink'],
): void {
  const { lines } = setTitle(fonts, titles, place);
  let topPx = place.topPx;
  lines.forEach((line, index) => {
    const fill = index === 0 && titles.title !== '' ? ink.fill : ink.soft;
    const image =
      'pixels' in line
        ? drawPixelText(line.pixels, line.pixelPx, { fill: paint(fill), rim: paint(ink.rim) })
        : drawLabel(fonts, line.text, { fill, outline: ink.rim });
    const shift = place.align === 'centre' ? image.widthPx / 2 : 0;
    blendOver(picture, image, Math.round(place.xPx - shift), topPx);
    giveBack(image.data);
    topPx += image.heightPx + place.pixelPx;
  });
}
