import type { FontRegistry } from './font-registry.ts';
import { ellipsis } from './itemize.ts';
import { layLine, splitLine, type LaidLine, type TextPiece, type TextStyle } from './line.ts';
import { splitGraphemes, type Direction } from './text.ts';

/** A text that can be laid out at any size, whole or cut with `…`; `length` counts its characters. */
type Fitting<Laid> = {
  readonly length: number;
  /** To be tried for the whole text, the largest first; it is cut at the last one. */
  readonly sizes: readonly number[];
  /** @param count of characters; fewer than `length` end in `…` */
  readonly layAt: (count: number, size: number) => Laid;
  readonly fits: (laid: Laid) => boolean;
};

/** Shrinks a text, then cuts it, until it fits; `null` if not even `…` does. */
export function fitText<Laid>({ length, sizes, layAt, fits }: Fitting<Laid>): Laid | null {
  let smallest = 0;
  for (const size of sizes) {
    const whole = layAt(length, size);
    if (fits(whole)) return whole;
    smallest = size;
  }
  const count = longest(length - 1, (some) => fits(layAt(some, smallest)), -1);
  return count < 0 ? null : layAt(count, smallest);
}

/**
 * The largest count up to `max` that passes, by binary search: all smaller counts must pass, too.
 * @param min is returned if none of the others passes; it is not tried
 */
export function longest(max: number, passes: (count: number) => boolean, min = 0): number {
  let low = min;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

type LineSpace = {
  readonly widthPx: number;
  /** Font sizes to try, the largest first. */
  readonly fontsPx: readonly number[];
  /** Which end of a cut line is kept; the start by default. */
  readonly keeps?: 'start' | 'end';
  /** By default that of the first strong character. */
  readonly base?: Direction;
};

/** Fits a line: smaller sizes, then cut with `…`, which is always shown. */
export function fitLine(
  fonts: FontRegistry,
  line: readonly TextPiece[],
  { widthPx, fontsPx, keeps, base }: LineSpace,
): LaidLine {
  const layAt = (count: number, fontPx: number): LaidLine =>
    layLine(fonts, cutLine(line, count, keeps), fontPx, base);
  const fits = (laid: LaidLine): boolean => laid.widthPx <= widthPx;
  return (
    fitText({ length: line.length, sizes: fontsPx, layAt, fits }) ?? layAt(0, fontsPx.at(-1) ?? 12)
  );
}

/** A part of a line of `count` graphemes, with `…` in the neighbour's colour unless it is the whole. */
function cutLine(
  line: readonly TextPiece[],
  count: number,
  keeps: LineSpace['keeps'] = 'start',
): readonly TextPiece[] {
  if (count === line.length) return line;
  const start = keeps === 'start' ? 0 : line.length - count;
  const shown = trimmed(line.slice(start, start + count));
  const style = shown.at(keeps === 'start' ? -1 : 0)?.style ?? line[0]?.style;
  if (style === undefined) return shown;
  const mark = markIn(style);
  return keeps === 'start' ? [...shown, mark] : [mark, ...shown];
}

/** The `…` after a text in a style, which is never hidden. */
function markIn(style: TextStyle): TextPiece {
  return { text: ellipsis, style: style.hidden === true ? { ...style, hidden: false } : style };
}

function trimmed(line: readonly TextPiece[]): readonly TextPiece[] {
  const first = line.findIndex(({ text }) => text !== ' ');
  return first < 0 ? [] : line.slice(first, line.findLastIndex(({ text }) => text !== ' ') + 1);
}

/** A line of a paragraph. */
export type PieceLine = {
  readonly pieces: readonly TextPiece[];
  /** Position of its middle, as a share of the width; null if it starts at the left. */
  readonly middle: number | null;
};

/** The box of a paragraph, whose lines have one size. */
type ParagraphSpace = Pick<LineSpace, 'widthPx' | 'fontsPx'> & { readonly maxLines: number };

type PlacedLine = { readonly line: LaidLine; readonly leftPx: number };

type SplitLine = Pick<PieceLine, 'middle'> & { readonly graphemes: readonly TextPiece[] };

/**
 * Fits lines into a box: smaller sizes, then line breaks while there is room below; what is still too
 * long ends in `…`, as does the last line if there are too many. Empty lines are omitted.
 */
export function fitLines(
  fonts: FontRegistry,
  lines: readonly PieceLine[],
  space: ParagraphSpace,
): readonly PlacedLine[] {
  const split: readonly SplitLine[] = lines
    .map(({ pieces, middle }) => ({ middle, graphemes: splitLine(pieces) }))
    .filter(({ graphemes }) => graphemes.length > 0);
  const shown = split.slice(0, space.maxLines);
  if (split.length > shown.length)
    shown.push(...shown.splice(-1).map((line) => withEllipsis(line)));
  for (const fontPx of space.fontsPx) {
    const laid = shown.map(({ graphemes }) => layLine(fonts, graphemes, fontPx));
    if (laid.every(({ widthPx }) => widthPx <= space.widthPx)) {
      return laid.map((line, index) => positioned(line, shown[index]?.middle ?? null, space));
    }
  }
  return breakLines(fonts, shown, space);
}

function withEllipsis({ graphemes, middle }: SplitLine): SplitLine {
  const style = graphemes.at(-1)?.style;
  return { middle, graphemes: style ? [...graphemes, markIn(style)] : graphemes };
}

function positioned(
  line: LaidLine,
  middle: number | null,
  { widthPx }: ParagraphSpace,
): PlacedLine {
  const leftPx = middle === null ? 0 : middle * widthPx - line.widthPx / 2;
  return { line, leftPx: Math.max(0, Math.min(leftPx, widthPx - line.widthPx)) };
}

function breakLines(
  fonts: FontRegistry,
  lines: readonly SplitLine[],
  space: ParagraphSpace,
): readonly PlacedLine[] {
  const { widthPx, maxLines } = space;
  const fontsPx = space.fontsPx.slice(-1);
  const layAt = (line: readonly TextPiece[]) => layLine(fonts, line, fontsPx[0] ?? 12);
  const fits = (line: readonly TextPiece[]): boolean => layAt(line).widthPx <= widthPx;
  const laid: PlacedLine[] = [];
  let spare = maxLines - lines.length;
  for (const { graphemes, middle } of lines) {
    let rest = graphemes;
    while (spare > 0 && !fits(rest)) {
      const whole = rest;
      const end = breakAt(
        whole,
        longest(whole.length, (count) => fits(whole.slice(0, count))),
      );
      if (end <= 0) break;
      laid.push(positioned(layAt(trimmed(rest.slice(0, end))), middle, space));
      rest = trimmed(rest.slice(end));
      spare -= 1;
    }
    laid.push(positioned(fitLine(fonts, rest, { widthPx, fontsPx }), middle, space));
  }
  return laid;
}

/** The end of the last word before `max`; inside the word if it is very long. */
function breakAt(line: readonly TextPiece[], max: number): number {
  const starts = wordStarts(line.map(({ text }) => text));
  const end = line
    .slice(0, max + 1)
    .findLastIndex(({ text }, index) => text === ' ' || starts.has(index));
  return end > max / 2 ? end : max;
}

/** Scripts that are written without spaces, and emoji. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Where words of such a script start that follow another one; they are those of the Unicode segmentation. */
function wordStarts(graphemes: readonly string[]): ReadonlySet<number> {
  const segments = words.segment(graphemes.join(''));
  const units = new Set(Array.from(segments, ({ index }) => index));
  const starts = new Set<number>();
  let unit = 0;
  for (const [at, grapheme] of graphemes.entries()) {
    const before = graphemes[at - 1] ?? '';
    if (units.has(unit) && unspaced.test(before) && unspaced.test(grapheme)) starts.add(at);
    unit += grapheme.length;
  }
  return starts;
}

/** Host names and dates may be broken after these; the last two are between words of Tibetan and Ethiopic. */
const breaksAfter = /^[\s\-./_:|,、。・་፡]$/u;

/** Breaks a text into two lines of about the same length, between two words; `null` if it has only one. */
export function splitInTwo(text: string): readonly [first: string, second: string] | null {
  const graphemes = splitGraphemes(text.trim());
  const starts = wordStarts(graphemes);
  let best: { readonly at: number; readonly longer: number } | null = null;
  for (const [at, grapheme] of graphemes.entries()) {
    const before = graphemes[at - 1];
    const mayBreak =
      before !== undefined &&
      !breaksAfter.test(grapheme) &&
      (breaksAfter.test(before) || starts.has(at));
    const longer = Math.max(at, graphemes.length - at);
    if (mayBreak && (best === null || longer < best.longer)) best = { at, longer };
  }
  if (best === null) return null;
  const [first, second] = [graphemes.slice(0, best.at), graphemes.slice(best.at)];
  return [first.join('').trim(), second.join('').trim()];
}
