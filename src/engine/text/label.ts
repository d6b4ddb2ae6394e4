import { type RgbaImage, asWords } from '../image/canvas.ts';
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

/**
 * Fills the small gaps that an outline leaves inside letters (`o`, `a`, `e`), where a few pixels of the
 * background would be specks; larger ones stay open.
 * @param outline whose pixels are filled with black
 * @param widestPx how wide or high, whichever is less, a gap may be to be filled
 */
export function closeCounters(outline: RgbaImage, widestPx: number): void {
  const { widthPx } = outline;
  const words = asWords(outline);
  // What is seen through belongs to a gap until it is found.
  const isLeft = new Uint8Array(words.length);
  for (let at = 0; at < words.length; at++) isLeft[at] = words[at]! >>> 24 < mostlyOpaque ? 1 : 0;
  const pixels = new Uint32Array(words.length);
  for (let start = isLeft.indexOf(1); start >= 0; start = isLeft.indexOf(1, start + 1)) {
    const gap = takeGap(start, isLeft, { widthPx, pixels });
    if (!isSmall(gap, outline, widestPx)) continue;
    for (const at of gap) {
      // With its soft edge.
      for (const middle of [at - widthPx, at, at + widthPx]) {
        words.fill(black, middle - 1, middle + 2);
      }
    }
  }
}

/** Alpha, which is the highest byte of a pixel, from which on nothing is seen through it. */
const mostlyOpaque = 200;

const black = 0xff000000;

/** The pixels of the gap around one, which are taken off those that are left. */
function takeGap(
  start: number,
  isLeft: Uint8Array,
  { widthPx, pixels }: { readonly widthPx: number; readonly pixels: Uint32Array },
): Uint32Array {
  let count = 0;
  const take = (at: number): void => {
    if (isLeft[at] !== 1) return;
    isLeft[at] = 0;
    pixels[count] = at;
    count += 1;
  };
  take(start);
  for (let index = 0; index < count; index++) {
    const at = pixels[index]!;
    take(at - widthPx);
    take(at - 1);
    take(at + 1);
    take(at + widthPx);
  }
  return pixels.subarray(0, count);
}

/** Whether a gap ends inside of the picture, and is at most so wide or so high. */
function isSmall(gap: Uint32Array, { widthPx, heightPx }: RgbaImage, widestPx: number): boolean {
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
  for (const at of gap) {
    const x = at % widthPx;
    const y = Math.trunc(at / widthPx);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    if (left === 0 || top === 0 || right === widthPx - 1 || bottom === heightPx - 1) return false;
  }
  return Math.min(right - left, bottom - top) + 1 <= widestPx;
}
