import { drawLabel, type TextColours } from '../text/draw.ts';
import { fitItemized, type FittedText } from '../text/fit.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { itemize, type ItemizedText } from '../text/itemize.ts';
import { outlinePx } from '../text/text-style.ts';
import { blendOver } from '../image/blend.ts';
import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import type { LabelBlock, Layout, PlacedLabel } from '../scenes/layout/request.ts';
import { free } from '../image/scratch.ts';
import type { LabelStyle } from '../options/picture-options.ts';
import type { SceneFigure } from '../options/jobs.ts';

/** Size at which texts are measured; widths scale with the size, except for rounding. */
const measuredPx = 32;

/** Size of a caption below a label of this size; smaller ones are unreadable. */
function captionFont(labelPx: number): number {
  return Math.max(7, Math.round(labelPx * 0.74));
}

/** The label and the caption of a figure; `null` for an empty one. */
type FigureText = { readonly label: ItemizedText | null; readonly caption: ItemizedText | null };

/** Finds the fonts for the labels and captions of figures, once for measuring and drawing them. */
export function itemizeLabels(
  fonts: FontRegistry,
  { figures, labels }: { readonly figures: readonly SceneFigure[]; readonly labels: LabelStyle },
): readonly FigureText[] {
  const itemized = (text: string): ItemizedText | null =>
    text === '' || labels === 'none' ? null : itemize(fonts, text);
  return figures.map(({ label, caption }) => ({
    label: itemized(label),
    caption: itemized(caption),
  }));
}

/** Measures the labels and captions of figures, for any size of the font. */
export function measureLabels(
  fonts: FontRegistry,
  texts: readonly FigureText[],
): (fontPx: number) => LabelBlock {
  const roomy = { fontPx: measuredPx, smallestPx: measuredPx, spacePx: Number.POSITIVE_INFINITY };
  const measure = (text: ItemizedText | null) => text && fitItemized(fonts, text, roomy);
  const lines = texts.map(({ label, caption }) => ({
    label: measure(label),
    caption: measure(caption),
  }));
  const shares = lines.map(({ label, caption }) => ({
    label: (label?.widthPx ?? 0) / measuredPx,
    caption: (caption?.widthPx ?? 0) / measuredPx,
  }));
  const heightShares = lines.map(({ label, caption }) => blockShares([label], [caption]));
  const highest = blockShares(
    lines.map(({ label }) => label),
    lines.map(({ caption }) => caption),
  );
  return (fontPx) => ({
    widthsPx: shares.map(({ label, caption }) => {
      const widthPx = Math.max(label * fontPx, caption * captionFont(fontPx));
      return widthPx === 0 ? 0 : Math.ceil(widthPx) + 6;
    }),
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
  return { label: share(labels), caption: share(captions) };
}

/** What rounding to whole pixels adds to a line. */
const roundingPx = 4;

/** Outlines of small letters are relatively wider than measured. */
function lineHeight(share: number, fontPx: number): number {
  if (share === 0) return 0;
  const widerPx = outlinePx(fontPx) - (outlinePx(measuredPx) / measuredPx) * fontPx;
  return share * fontPx + 2 * widerPx + roundingPx;
}

function blockHeight(shares: { label: number; caption: number }, fontPx: number): number {
  return Math.ceil(
    lineHeight(shares.label, fontPx) + lineHeight(shares.caption, captionFont(fontPx)),
  );
}

const captionColours: TextColours = { fill: '#ffe2a0', outline: '#12151c' };

/** Background of a label: dark enough for white letters on anything. */
const plateWord = 0x8c1a0f12;

type LabelJob = { readonly texts: readonly FigureText[]; readonly style: LabelStyle };

/** Draws the labels and captions of figures, below or above them; those side by side on one baseline. */
export function drawLabels(
  picture: RgbaImage,
  fonts: FontRegistry,
  { texts, style }: LabelJob,
  { labels, labelFontPx }: Pick<Layout, 'labels' | 'labelFontPx'>,
): void {
  const captionPx = captionFont(labelFontPx);
  const blocks = labels.map((position): Block => {
    const { label, caption } = texts[position.index]!;
    const fit = (text: ItemizedText | null, fontPx: number): FittedText | null =>
      // All names have the same size; the smaller one allows for rounding.
      text &&
      fitItemized(fonts, text, {
        fontPx,
        smallestPx: Math.max(1, Math.floor(fontPx * 0.93)),
        spacePx: position.spacePx,
      });
    return { position, lines: [fit(label, labelFontPx), fit(caption, captionPx)] };
  });
  for (const row of Map.groupBy(blocks, ({ position }) => position.topPx).values()) {
    const bands = bandsOf(row);
    for (const block of row) {
      // Other figures or the sky are behind names above heads.
      if (style === 'plate' || block.position.isAbove) drawPlate(picture, block, bands);
    }
    for (const block of row) drawBlock(picture, fonts, block, bands);
  }
}

/** A figure's label and caption; `null` for an empty one. */
type Block = { readonly position: PlacedLabel; readonly lines: Lines };

/** The space of a line: that of all labels, or all captions, of a row. */
type Band = { readonly topPx: number; readonly baselinePx: number; readonly bottomPx: number };

function bandsOf(row: readonly Block[]): Band[] {
  let topPx = row[0]!.position.topPx;
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
  { position, lines }: Block,
  bands: readonly Band[],
): void {
  lines.forEach((text, line) => {
    if (text === null) return;
    const image = drawLabel(fonts, text, line === 0 ? undefined : captionColours);
    const leftPx = Math.round(position.middlePx - text.widthPx / 2);
    blendOver(picture, image, leftPx, bands[line]!.baselinePx - text.originYPx);
    free(image.data);
  });
}

/** One plate for both lines. */
function drawPlate(picture: RgbaImage, { position, lines }: Block, bands: readonly Band[]): void {
  const written = bands.filter((_, line) => lines[line] !== null);
  const [first, last] = [written[0], written.at(-1)];
  if (first === undefined || last === undefined) return;
  const widthPx = Math.max(...lines.map((text) => text?.widthPx ?? 0));
  const plate = createImage(widthPx, last.bottomPx - first.topPx);
  asWords(plate).fill(plateWord);
  blendOver(picture, plate, Math.round(position.middlePx - widthPx / 2), first.topPx);
  free(plate.data);
}
