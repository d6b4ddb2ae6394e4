import { blendOver, createImage, type RgbaImage } from '../image/canvas.ts';
import { asArt, fill } from '../scenes/art/art.ts';
import { free } from '../image/scratch.ts';
import type { SceneFigure } from '../options/jobs.ts';
import type { LabelStyle } from '../options/picture-options.ts';
import { labelFont, widestColumn } from '../scenes/layout/group.ts';
import type { LabelBlock, Layout, PlacedLabel } from '../scenes/layout/request.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { itemize, type ItemizedText } from '../text/itemize.ts';
import {
  bandOf,
  commonBand,
  drawLabel,
  fitLabel,
  outlinePx,
  shrinkLabel,
  type Band,
  type FittedText,
  type TextColours,
} from '../text/label.ts';

// Labels of figures: in a plain row each finds room in its own column; in a scene its layout tells how
// much room there is, and all names have one size.

/** The figures of a plain row, left to right. */
export type FigureRow = {
  readonly figureWidthsPx: readonly number[];
  readonly figureHeightPx: number;
  /** Gap between two columns; may be 0. */
  readonly gapPx: number;
};

/** A label with its position. */
export type RowLabel = FittedText & {
  /** From the left edge of its column to the left edge of its picture. */
  readonly leftPx: number;
  /** From the top of the band to the top of its picture. */
  readonly topPx: number;
};

/**
 * Lays out the labels below a plain row of figures.
 *
 * A label wider than its figure widens its column up to 1.6 figure widths, then shrinks, then is cut
 * with `…` between two characters. Labels keep a distance from each other, which includes the gap
 * between the columns, and never leave their column. A column too narrow even for `…` has no label.
 * @param labels one for each figure; any text, "" for none
 */
export function fitLabels(fonts: FontRegistry, labels: readonly string[], row: FigureRow) {
  const fontPx = labelFont(row.figureHeightPx, null);
  const distancePx = Math.max(4, Math.round(fontPx * 0.4));
  const paddingPx = Math.ceil(Math.max(0, distancePx - row.gapPx) / 2);
  const columns = row.figureWidthsPx.map((figureWidthPx, index) =>
    fitColumn(fonts, labels[index] ?? '', { figureWidthPx, fontPx, paddingPx }),
  );
  const band = commonBand(columns.map(({ text }) => text));
  const airPx = Math.round(fontPx * 0.25);
  return {
    /** Each at least the figure's width and at most 1.6 times that. */
    columnsPx: columns.map(({ widthPx }) => widthPx),
    /** In the order of the figures; null if there is nothing to draw. */
    labels: columns.map((column) => placed(column, band, airPx)),
    /** Height of the band below the figures; 0 without labels. */
    bandHeightPx: band.heightPx === 0 ? 0 : airPx + band.heightPx,
  };
}

/** All lengths are whole pixels. */
export type LabelRow = ReturnType<typeof fitLabels>;

type Column = { readonly widthPx: number; readonly text: FittedText | null };

function placed({ widthPx, text }: Column, band: Band, airPx: number): RowLabel | null {
  if (text === null) return null;
  const leftPx = Math.floor((widthPx - text.widthPx) / 2);
  return { ...text, leftPx, topPx: airPx + band.originYPx - text.originYPx };
}

function fitColumn(
  fonts: FontRegistry,
  label: string,
  space: { readonly figureWidthPx: number; readonly fontPx: number; readonly paddingPx: number },
): Column {
  const { fontPx, paddingPx } = space;
  const figureWidthPx = Math.ceil(space.figureWidthPx);
  const itemized = itemize(fonts, label);
  const natural = fitLabel(fonts, itemized, fontPx);
  if (natural === null) return { widthPx: figureWidthPx, text: null };
  const widestPx = Math.max(figureWidthPx, Math.floor(space.figureWidthPx * widestColumn));
  const widthPx = Math.min(widestPx, Math.max(figureWidthPx, natural.widthPx + 2 * paddingPx));
  const spacePx = widthPx - 2 * paddingPx;
  const smallestPx = Math.max(10, Math.ceil(fontPx * 0.65));
  const text = shrinkLabel(fonts, itemized, natural, { smallestPx, spacePx });
  if (text === null) return { widthPx: figureWidthPx, text };
  // A smaller one takes as much room as its neighbours.
  return { widthPx, text: { ...text, ...bandOf(text.bounds, fontPx) } };
}

/** Of the label of a figure and of its caption below. */
type Pair<T> = readonly [label: T, caption: T];

/** `null` for an empty one. */
type Lines<Text> = Pair<Text | null>;

function eachLine<From, To>(
  [label, caption]: Lines<From>,
  convert: (text: From, line: 0 | 1) => To | null,
): Lines<To> {
  return [label && convert(label, 0), caption && convert(caption, 1)];
}

/** Sizes of label and caption; smaller captions are unreadable. */
function fontsOf(labelPx: number): Pair<number> {
  return [labelPx, Math.max(7, Math.round(labelPx * 0.74))];
}

/** Finds the fonts for the labels and captions of a scene, once for measuring and drawing them. */
export function itemizeLabels(
  fonts: FontRegistry,
  { figures, labels }: { readonly figures: readonly SceneFigure[]; readonly labels: LabelStyle },
): readonly Lines<ItemizedText>[] {
  const itemized = (text: string): ItemizedText | null =>
    text === '' || labels === 'none' ? null : itemize(fonts, text);
  return figures.map(({ label, caption }) => [itemized(label), itemized(caption)]);
}

/** Size at which texts are measured; widths scale with the size, except for rounding. */
const measuredPx = 32;

/** Measures the labels and captions of figures, for any size of the font. */
export function measureLabels(
  fonts: FontRegistry,
  texts: readonly Lines<ItemizedText>[],
): (fontPx: number) => LabelBlock {
  const measured = texts.map((lines) =>
    eachLine(lines, (text) => fitLabel(fonts, text, measuredPx)),
  );
  const bands = measured.map((lines) => bandsOf([lines]));
  const all = bandsOf(measured);
  return (labelPx) => {
    const fontsPx = fontsOf(labelPx);
    return {
      widthsPx: measured.map((lines) => blockWidth(lines, fontsPx)),
      heightsPx: bands.map((one) => blockHeight(one, fontsPx)),
      heightPx: blockHeight(all, fontsPx),
    };
  };
}

/** The space of all labels, and that of all captions. */
function bandsOf(blocks: readonly Lines<FittedText>[]): Pair<Band> {
  return [
    commonBand(blocks.map(([label]) => label)),
    commonBand(blocks.map(([, caption]) => caption)),
  ];
}

function blockWidth([label, caption]: Lines<FittedText>, fontsPx: Pair<number>): number {
  const labelPx = ((label?.widthPx ?? 0) / measuredPx) * fontsPx[0];
  const captionPx = ((caption?.widthPx ?? 0) / measuredPx) * fontsPx[1];
  const widthPx = Math.max(labelPx, captionPx);
  return widthPx === 0 ? 0 : Math.ceil(widthPx) + 6;
}

function blockHeight(bands: Pair<Band>, fontsPx: Pair<number>): number {
  return Math.ceil(lineHeight(bands[0], fontsPx[0]) + lineHeight(bands[1], fontsPx[1]));
}

/** What rounding to whole pixels adds to a line. */
const roundingPx = 4;

/** Outlines of small letters are relatively wider than measured. */
function lineHeight({ heightPx }: Band, fontPx: number): number {
  if (heightPx === 0) return 0;
  const widerPx = outlinePx(fontPx) - (outlinePx(measuredPx) / measuredPx) * fontPx;
  return (heightPx / measuredPx) * fontPx + 2 * widerPx + roundingPx;
}

const captionColours: TextColours = { fill: '#ffe2a0', outline: '#12151c' };

/** Background of a label, dark enough for white letters on anything, and its edge, to be seen on anything dark. */
const plateWords = { inner: 0xb02a1e20, edge: 0xb0665650 } as const;

/** Draws the labels and captions of a scene, below or above its figures; those side by side on one baseline. */
export function drawLabels(
  picture: RgbaImage,
  fonts: FontRegistry,
  { texts, style }: { readonly texts: readonly Lines<ItemizedText>[]; readonly style: LabelStyle },
  { labels, labelFontPx }: Pick<Layout, 'labels' | 'labelFontPx'>,
): void {
  const fontsPx = fontsOf(labelFontPx);
  const blocks = labels.map((position): Block => {
    const { index, spacePx } = position;
    const lines = eachLine(texts[index]!, (text, line) => {
      const fontPx = fontsPx[line];
      // All names have the same size; the smaller one allows for rounding.
      const smallestPx = Math.max(1, Math.floor(fontPx * 0.93));
      return fitLabel(fonts, text, fontPx, { smallestPx, spacePx });
    });
    return { position, lines };
  });
  for (const [topPx, row] of Map.groupBy(blocks, ({ position }) => position.topPx)) {
    const [label, caption] = bandsOf(row.map(({ lines }) => lines));
    const bands: Bands = [
      { ...label, topPx },
      { ...caption, topPx: topPx + label.heightPx },
    ];
    for (const block of row) {
      // Other figures or the sky are behind names above heads.
      if (style === 'plate' || block.position.isAbove) drawPlate(picture, block, bands);
    }
    for (const block of row) drawBlock(picture, fonts, block, bands);
  }
}

/** The texts of a figure and where they are. */
type Block = { readonly position: PlacedLabel; readonly lines: Lines<FittedText> };

/** The space of the labels and captions of a row in the picture. */
type Bands = Pair<Band & { readonly topPx: number }>;

function drawBlock(
  picture: RgbaImage,
  fonts: FontRegistry,
  { position, lines }: Block,
  bands: Bands,
): void {
  lines.forEach((text, line) => {
    if (text === null) return;
    const { topPx, originYPx } = bands[line]!;
    const image = drawLabel(fonts, text, line === 0 ? undefined : captionColours);
    const leftPx = Math.round(position.middlePx - text.widthPx / 2);
    blendOver(picture, image, leftPx, topPx + originYPx - text.originYPx);
    free(image.data);
  });
}

/** One plate for both lines. */
function drawPlate(picture: RgbaImage, { position, lines }: Block, bands: Bands): void {
  const written = bands.filter((_, line) => lines[line] !== null);
  const [first, last] = [written[0], written.at(-1)];
  if (first === undefined || last === undefined) return;
  const widthPx = Math.max(...lines.map((text) => text?.widthPx ?? 0));
  const plate = createImage(widthPx, last.topPx + last.heightPx - first.topPx);
  const art = asArt(plate);
  fill(art, [0, 0, art.columns, art.rows], plateWords.edge);
  fill(art, [1, 1, art.columns - 2, art.rows - 2], plateWords.inner);
  blendOver(picture, plate, Math.round(position.middlePx - widthPx / 2), first.topPx);
  free(plate.data);
}
