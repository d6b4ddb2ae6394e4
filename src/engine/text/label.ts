import type { RgbaImage } from '../image/canvas.ts';
import { closeCounters } from './counters.ts';
import { fitText } from './fit.ts';
import { drawRuns, setRunStyle, type FontRegistry, type TextRun } from './font-registry.ts';
import { ellipsis, type ItemizedText } from './itemize.ts';

/** One line in an outline, as a picture of `widthPx` × `heightPx`. */
export type FittedText = TextRun & {
  readonly fontPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** From the top left corner of the picture to the start of the baseline. */
  readonly originXPx: number;
  readonly originYPx: number;
  /** Of the glyphs, without the outline: from the origin in each direction. */
  readonly bounds: {
    readonly leftPx: number;
    readonly rightPx: number;
    readonly ascentPx: number;
    readonly descentPx: number;
  };
};

export type LabelSpace = {
  /** A longer text shrinks to this size before it is cut with `…`. */
  readonly smallestPx: number;
  readonly spacePx: number;
};

/** Lays out one line; `null` if nothing of it is visible, or if there is no room even for `…`. */
export function fitLabel(
  fonts: FontRegistry,
  label: ItemizedText,
  fontPx: number,
  space: LabelSpace | null = null,
): FittedText | null {
  const natural = layStart(fonts, label, label.graphemes.length, fontPx);
  const { leftPx, rightPx, ascentPx, descentPx } = natural.bounds;
  if (leftPx + rightPx <= 0 || ascentPx + descentPx <= 0) return null;
  return space === null ? natural : shrinkLabel(fonts, label, natural, space);
}

/** Shrinks, then cuts a line that is laid out, until it fits. */
export function shrinkLabel(
  fonts: FontRegistry,
  label: ItemizedText,
  natural: FittedText,
  { smallestPx, spacePx }: LabelSpace,
): FittedText | null {
  if (natural.widthPx <= spacePx) return natural;
  // Width scales with size, except for rounding. Each size that is tried costs the canvas a set of
  // glyphs.
  const likelyPx = Math.floor((natural.fontPx * spacePx) / natural.widthPx);
  const largestPx = Math.max(smallestPx, likelyPx);
  return fitText({
    length: label.graphemes.length,
    sizes: Array.from({ length: largestPx - smallestPx + 1 }, (_, index) => largestPx - index),
    layAt: (count, fontPx) => layStart(fonts, label, count, fontPx),
    fits: ({ widthPx }) => widthPx <= spacePx,
  });
}

/** Slightly bolder than semi-bold: Chinese strokes stay open, outlines do not dominate. */
const fontWeight = 650;

/** Lays out the first characters, with `…` unless these are all. */
function layStart(
  fonts: FontRegistry,
  { families, direction, graphemes }: ItemizedText,
  count: number,
  fontPx: number,
): FittedText {
  const shown = graphemes.slice(0, count).join('');
  const text = count < graphemes.length ? shown.trimEnd() + ellipsis : shown;
  const style = { font: `${fontWeight} ${fontPx}px ${families}`, direction, spacingPx: 0 };
  setRunStyle(fonts.context, style);
  const metrics = fonts.context.measureText(text);
  const bounds = {
    leftPx: metrics.actualBoundingBoxLeft,
    rightPx: metrics.actualBoundingBoxRight,
    ascentPx: metrics.actualBoundingBoxAscent,
    descentPx: metrics.actualBoundingBoxDescent,
  };
  const originXPx = Math.ceil(bounds.leftPx) + marginPx(fontPx);
  const widthPx = originXPx + Math.ceil(bounds.rightPx) + marginPx(fontPx);
  return { ...style, ...bandOf(bounds, fontPx), text, fontPx, bounds, widthPx, originXPx };
}

/** Width of the outline: a little less than a stem, and never a hairline. */
export function outlinePx(fontPx: number): number {
  return Math.max(1.7, fontPx * 0.09);
}

/** How far the outline extends downwards, as a bevel below the letters. */
function bevelPx(fontPx: number): number {
  return fontPx * 0.05;
}

/** Margin for the outline on each side, plus a pixel for its soft edge. */
function marginPx(fontPx: number, morePx = 0): number {
  return Math.ceil(outlinePx(fontPx) + morePx) + 1;
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

/** The space of a text, or of several side by side, with its baseline. */
export type Band = Pick<FittedText, 'heightPx' | 'originYPx'>;

/** @param fontPx size of the text, or that of its neighbours if it is to take as much room */
export function bandOf({ ascentPx, descentPx }: FittedText['bounds'], fontPx: number): Band {
  const abovePx = Math.min(Math.max(latinAscent * fontPx, ascentPx), highestAscent * fontPx);
  const belowPx = Math.min(Math.max(latinDescent * fontPx, descentPx), lowestDescent * fontPx);
  const originYPx = Math.ceil(abovePx) + marginPx(fontPx);
  return {
    originYPx,
    heightPx: originYPx + Math.ceil(belowPx) + marginPx(fontPx, bevelPx(fontPx)),
  };
}

/** The space of texts side by side, on one baseline; of no height without any. */
export function commonBand(texts: readonly (Band | null)[]): Band {
  const bands = texts.filter((text) => text !== null);
  const originYPx = Math.max(0, ...bands.map((band) => band.originYPx));
  const belowPx = Math.max(0, ...bands.map((band) => band.heightPx - band.originYPx));
  return { originYPx, heightPx: originYPx + belowPx };
}

/** Colours of text and outline, in CSS notation. */
export type TextColours = { readonly fill: string; readonly outline: string };

/** White on near-black, readable on any background. */
const labelColours: TextColours = { fill: '#ffffff', outline: '#12151c' };

/** Draws letters with an outline; emoji in their own colours, with the bevel only. */
export function drawLabel(
  fonts: FontRegistry,
  label: FittedText,
  colours: TextColours = labelColours,
): RgbaImage {
  const { text, fontPx, widthPx, heightPx, originXPx, originYPx } = label;
  return drawRuns(fonts, label, label, (context) => {
    context.lineJoin = 'round';
    context.lineWidth = 2 * outlinePx(fontPx);
    context.strokeText(text, originXPx, originYPx + bevelPx(fontPx));
    context.strokeText(text, originXPx, originYPx);
    const outline = context.getImageData(0, 0, widthPx, heightPx);
    closeCounters({ widthPx, heightPx, data: outline.data }, 2 * outlinePx(fontPx));
    context.putImageData(outline, 0, 0);
    // A stroked emoji is the emoji itself; in one colour it becomes a shadow, as for letters.
    context.globalCompositeOperation = 'source-in';
    context.fillStyle = colours.outline;
    context.fillRect(0, 0, widthPx, heightPx);
    context.globalCompositeOperation = 'source-over';
    context.fillStyle = colours.fill;
    context.fillText(text, originXPx, originYPx);
  });
}

/** Draws letters in white without an outline, emoji in their own colours. */
export function drawLetters(fonts: FontRegistry, label: FittedText): RgbaImage {
  return drawRuns(fonts, label, label, (context) => {
    context.fillStyle = '#ffffff';
    context.fillText(label.text, label.originXPx, label.originYPx);
  });
}
