import type { FontRegistry } from './font-registry.ts';
import { bevelPx, measureText, outlinePx } from './text-style.ts';
import type { TextStyle, TextBounds } from './text-style.ts';
import { ellipsis, itemize } from './itemize.ts';
import type { ItemizedText } from './itemize.ts';
import { fitText } from './fit-text.ts';

/** The figures above the labels, left to right. */
export type FigureRow = {
  readonly figureWidthsPx: readonly number[];
  readonly figureHeightPx: number;
  /** Gap between two columns; may be 0. */
  readonly gapPx: number;
};

/** A text that fits. Its picture is `widthPx` × `heightPx`, including the outline. */
export type FittedText = TextStyle & {
  readonly widthPx: number;
  readonly heightPx: number;
  /** From the top left corner of its picture to the start of the baseline. */
  readonly originXPx: number;
  readonly originYPx: number;
};

/** A label with its position. */
export type FittedLabel = FittedText & {
  /** From the left edge of its column to the left edge of its picture. */
  readonly leftPx: number;
  /** From the top of the band to the top of its picture. */
  readonly topPx: number;
};

/** All lengths are whole pixels. */
export type LabelRow = {
  /** Each at least the figure's width and at most 1.6 times that. */
  readonly columnsPx: readonly number[];
  /** In the order of the figures; null if there is nothing to draw. */
  readonly labels: readonly (FittedLabel | null)[];
  /** Height of the band below the figures; 0 without labels. */
  readonly bandHeightPx: number;
  /** From the top of the band to the common baseline. */
  readonly baselinePx: number;
};

/** A column is at most this many times as wide as its figure. */
const widestColumn = 1.6;

/** A sixteenth of the figure: about the size of its eyes, and readable in a thumbnail. */
function labelFontPx(figureHeightPx: number): number {
  return Math.min(64, Math.max(14, Math.round(figureHeightPx / 16)));
}

/** The smallest size to which a long label shrinks before it is cut. */
function smallestFontPx(fontPx: number): number {
  return Math.max(10, Math.ceil(fontPx * 0.65));
}

/**
 * Space that a plain Latin label needs above and below the baseline, relative to the font size. It is
 * the minimum of a band, so that rows with and without a `g` are alike.
 */
const latinAscent = 0.77;
const latinDescent = 0.22;

/** Marks beyond this are clipped, so that no name reaches into the figures. */
const highestAscent = 1.5;
const lowestDescent = 0.8;

/**
 * Lays out the labels below a row of figures.
 *
 * A label wider than its figure widens its column up to 1.6 figure widths, then shrinks, then is cut
 * with `…` between two characters. Labels keep a distance from each other, which includes the gap
 * between the columns, and never leave their column. A column too narrow even for `…` has no label.
 * @param labels one for each figure; any text, "" for none
 */
export function fitLabels(
  fonts: FontRegistry,
  labels: readonly string[],
  row: FigureRow,
): LabelRow {
  const fontPx = labelFontPx(row.figureHeightPx);
  const distancePx = Math.max(4, Math.round(fontPx * 0.4));
  const paddingPx = Math.ceil(Math.max(0, distancePx - row.gapPx) / 2);
  const columns = row.figureWidthsPx.map((figureWidthPx, index) =>
    fitColumn(fonts, itemize(fonts, labels[index] ?? ''), { figureWidthPx, fontPx, paddingPx }),
  );
  const band = bandAround(
    columns.flatMap(({ fitted }) => fitted ?? []),
    fontPx,
  );
  return {
    columnsPx: columns.map(({ widthPx }) => widthPx),
    labels: columns.map(({ widthPx, fitted }) => fitted && position(fitted, widthPx, band)),
    bandHeightPx: band.heightPx,
    baselinePx: band.baselinePx,
  };
}

type Measured = { readonly textStyle: TextStyle; readonly bounds: TextBounds };

type Column = { readonly widthPx: number; readonly fitted: Measured | null };

function fitColumn(
  fonts: FontRegistry,
  label: ItemizedText,
  space: { figureWidthPx: number; fontPx: number; paddingPx: number },
): Column {
  const figureWidthPx = Math.ceil(space.figureWidthPx);
  const bare: Column = { widthPx: figureWidthPx, fitted: null };
  const natural = measureStart(fonts, label, {
    graphemeCount: label.graphemes.length,
    fontPx: space.fontPx,
  });
  if (!isDrawn(natural.bounds)) return bare;
  const idealPx = pictureWidthPx(natural) + 2 * space.paddingPx;
  const widestPx = Math.max(figureWidthPx, Math.floor(space.figureWidthPx * widestColumn));
  const widthPx = Math.min(widestPx, Math.max(figureWidthPx, idealPx));
  const spacePx = widthPx - 2 * space.paddingPx;
  if (pictureWidthPx(natural) <= spacePx) return { widthPx, fitted: natural };
  const smallestPx = smallestFontPx(space.fontPx);
  const fitted = fitInto(fonts, label, { natural, spacePx, smallestPx });
  return fitted === null ? bare : { widthPx, fitted };
}

/** A label that is too wide at its natural size; `null` if there is no room even for `…`. */
function fitInto(
  fonts: FontRegistry,
  label: ItemizedText,
  { natural, spacePx, smallestPx }: { natural: Measured; spacePx: number; smallestPx: number },
): Measured | null {
  // Width scales with size, except for rounding. Each size that is tried costs the canvas a set of
  // glyphs.
  const likelyPx = Math.floor((natural.textStyle.fontPx * spacePx) / pictureWidthPx(natural));
  const smaller = Math.max(0, likelyPx - smallestPx + 1);
  const sizes = Array.from({ length: smaller }, (_, index) => likelyPx - index);
  return fitText({
    length: label.graphemes.length,
    sizes: sizes.length > 0 ? sizes : [smallestPx],
    layAt: (graphemeCount, fontPx) => measureStart(fonts, label, { graphemeCount, fontPx }),
    fits: (measured) => pictureWidthPx(measured) <= spacePx,
  });
}

export type LineSpace = {
  readonly fontPx: number;
  /** A longer text shrinks to this size before it is cut with `…`. */
  readonly smallestPx: number;
  readonly spacePx: number;
};

/** Lays out one line of text; `null` if it is empty or there is no room. */
export function fitLine(fonts: FontRegistry, text: string, space: LineSpace): FittedText | null {
  return text === '' ? null : fitItemized(fonts, itemize(fonts, text), space);
}

/** The same with a text whose fonts are found, which takes half of the time. */
export function fitItemized(
  fonts: FontRegistry,
  label: ItemizedText,
  space: LineSpace,
): FittedText | null {
  const graphemeCount = label.graphemes.length;
  const natural = measureStart(fonts, label, { graphemeCount, fontPx: space.fontPx });
  if (!isDrawn(natural.bounds)) return null;
  const isFitting = pictureWidthPx(natural) <= space.spacePx;
  const fitted = isFitting ? natural : fitInto(fonts, label, { ...space, natural });
  return fitted && aloneInItsBand(fitted);
}

function aloneInItsBand(measured: Measured): FittedText {
  const { fontPx } = measured.textStyle;
  const band = bandAround([measured], fontPx);
  const { leftPx: _left, topPx, ...text } = position(measured, pictureWidthPx(measured), band);
  return {
    ...text,
    originYPx: text.originYPx + topPx - band.topGapPx,
    heightPx: band.heightPx - band.topGapPx,
  };
}

/** Measures the first characters of a label, with `…` unless these are all. */
function measureStart(
  fonts: FontRegistry,
  label: ItemizedText,
  start: { graphemeCount: number; fontPx: number },
): Measured {
  const { families, direction, graphemes } = label;
  const shown = graphemes.slice(0, start.graphemeCount).join('');
  const text = start.graphemeCount < graphemes.length ? shown.trimEnd() + ellipsis : shown;
  const textStyle: TextStyle = { text, fontPx: start.fontPx, families, direction };
  return { textStyle, bounds: measureText(fonts, textStyle) };
}

function isDrawn(bounds: TextBounds): boolean {
  return bounds.leftPx + bounds.rightPx > 0 && bounds.ascentPx + bounds.descentPx > 0;
}

/** Margin for the outline on each side, plus a pixel for its soft edge. */
function marginPx(fontPx: number): number {
  return Math.ceil(outlinePx(fontPx)) + 1;
}

/** The same at the bottom, where the outline is extended. */
function marginBelowPx(fontPx: number): number {
  return Math.ceil(outlinePx(fontPx) + bevelPx(fontPx)) + 1;
}

function pictureWidthPx({ textStyle, bounds }: Measured): number {
  return Math.ceil(bounds.leftPx) + Math.ceil(bounds.rightPx) + 2 * marginPx(textStyle.fontPx);
}

type Band = { readonly heightPx: number; readonly baselinePx: number; readonly topGapPx: number };

/** The band that contains all labels of a row on one baseline, with some space above. */
function bandAround(labels: readonly Measured[], fontPx: number): Band {
  if (labels.length === 0) return { heightPx: 0, baselinePx: 0, topGapPx: 0 };
  const topGapPx = Math.round(fontPx * 0.25);
  const ascentPx = Math.max(latinAscent * fontPx, ...labels.map(({ bounds }) => bounds.ascentPx));
  const descentPx = Math.max(
    latinDescent * fontPx,
    ...labels.map(({ bounds }) => bounds.descentPx),
  );
  const abovePx = Math.ceil(Math.min(ascentPx, highestAscent * fontPx)) + marginPx(fontPx);
  const belowPx = Math.ceil(Math.min(descentPx, lowestDescent * fontPx)) + marginBelowPx(fontPx);
  return { heightPx: topGapPx + abovePx + belowPx, baselinePx: topGapPx + abovePx, topGapPx };
}

function position(measured: Measured, columnPx: number, band: Band): FittedLabel {
  const { textStyle, bounds } = measured;
  const margin = marginPx(textStyle.fontPx);
  const widthPx = pictureWidthPx(measured);
  const topPx = Math.max(band.topGapPx, band.baselinePx - Math.ceil(bounds.ascentPx) - margin);
  const bottomPx = Math.min(
    band.heightPx,
    band.baselinePx + Math.ceil(bounds.descentPx) + marginBelowPx(textStyle.fontPx),
  );
  return {
    ...textStyle,
    widthPx,
    heightPx: bottomPx - topPx,
    leftPx: Math.floor((columnPx - widthPx) / 2),
    topPx,
    originXPx: Math.ceil(bounds.leftPx) + margin,
    originYPx: band.baselinePx - topPx,
  };
}
